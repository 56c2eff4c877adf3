public import Tickets

/// An entry of one station that a supervisor took back at another.
public struct SupervisorUndo: Sendable, Hashable {
    /// Of the undo.
    public let id: String
    public let event: String
    public let list: String
    public let reference: String?
    public let at: Timestamp
    /// Where it was done.
    public let station: String
    public let `operator`: String
    public let reason: String
    /// What was taken back; `nil` when the ledger does not have it.
    public let undone: Passage?

    /// As the ledger has them.
    struct Entries: Decodable {
        let undo: LedgerEntry
        let undone: LedgerEntry?
    }

    /// - Returns: `nil` for what the ledger would not have taken.
    init?(_ entries: Entries) {
        let undo = entries.undo
        guard let station = undo.station, let name = undo.operator, let note = undo.note else { return nil }
        (id, event, list, reference, at) = (undo.id, undo.event, undo.list, undo.ref, undo.time)
        (self.station, `operator`, reason) = (station, name, note)
        undone = entries.undone?.passage
    }
}
