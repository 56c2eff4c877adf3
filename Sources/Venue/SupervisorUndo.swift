public import Tickets

/// A supervisor's undo, at one station, of an entry of another.
public struct SupervisorUndo: Sendable, Hashable {
    /// Id of the undo.
    public let id: String
    /// Id of the event.
    public let event: String
    /// Slug of the admission list.
    public let list: String
    /// The backend's own id of the ticket's line; `nil` when the list has none.
    public let reference: String?
    /// When it was undone, by the clock of that station.
    public let at: Timestamp
    /// Name of the station where it was undone.
    public let station: String
    /// Name of the supervisor.
    public let `operator`: String
    /// The note that the supervisor typed; never blank.
    public let reason: String
    /// The passage that was undone; `nil` when the ledger does not have it.
    public let undone: Passage?

    /// The undo and what it undoes, as the ledger stores them.
    struct Entries: Decodable {
        let undo: LedgerEntry
        let undone: LedgerEntry?
    }

    /// - Returns: `nil` for what no ledger accepts.
    init?(_ entries: Entries) {
        let undo = entries.undo
        guard let station = undo.station, let name = undo.operator, let note = undo.note else { return nil }
        (id, event, list, reference, at) = (undo.id, undo.event, undo.list, undo.ref, undo.time)
        (self.station, `operator`, reason) = (station, name, note)
        undone = entries.undone?.passage
    }
}
