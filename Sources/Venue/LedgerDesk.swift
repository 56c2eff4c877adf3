public import Tickets

/// What a station gives its ledger: its journal, in the words of the ledger.
///
/// Called on threads that may wait for a disk: the ledger's own, and the door's for what belongs to a claim.
public protocol LedgerDesk: Sendable {
    /// The number of the last entry that is kept of each station, this one included.
    func cursors() throws -> [String: Int64]

    /// Keeps what other stations did, durably, and only then the cursors; the same entry may come twice, and the
    /// station's own may be among them.
    ///
    /// - Parameter cursors: of the stations for which they change.
    func keep(_ entries: [LedgerEntry], cursors: [String: Int64]) throws

    /// Entries that the ledger does not have yet, oldest first.
    func waiting(limit: Int) throws -> [LedgerEntry]

    /// The ledger has them now.
    func settle(_ ids: [String]) throws

    /// The ledger will never have this one: it waits no more, and a person should know why.
    func park(_ id: String, because trouble: VenueError) throws

    /// Whether the journal has this entry of its own, or had it before it was tidied up.
    func has(_ entry: LedgerEntry) throws -> Bool

    /// Number of the newest entry of the journal; 0 for an empty one.
    func newestNumber() throws -> Int64

    /// The server's clock, now; told at each connection.
    func noteTime(_ time: Timestamp)

    /// Told at each connection, and whenever one of them may have changed.
    func note(_ notices: LedgerNotices)

    /// Told at each change.
    func noteCondition(_ condition: LedgerCondition)
}

/// How a station stands with its ledger.
public enum LedgerCondition: Sendable, Equatable {
    /// Every claim is asked of the ledger.
    case connected
    /// Connected again, and still learning what happened meanwhile: the door decides alone.
    case healing
    /// The door decides alone.
    /// - Parameter trouble: `nil` before the first try.
    case alone(VenueError?)
}

/// What came of a claim.
public enum ClaimOutcome: Sendable, Equatable {
    /// The ledger has the entry: commit it, then show it. When the commit fails,
    /// ``Ledger/takeBack(_:patience:)``.
    case taken
    /// Another gate was faster, and what it did has been kept: decide again.
    case outdated
    /// The capacity of the list is reached: decide again, with that.
    case full
    /// The ledger did not answer in time, or is not there: the decision is the station's own. The ledger may have the
    /// entry all the same; delivering it later makes sure.
    case alone(VenueError?)
}
