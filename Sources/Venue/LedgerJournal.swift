public import Tickets

/// A station's journal, as its ledger uses it.
///
/// Called on threads that may wait for a disk: the ledger's own, and the door's for what belongs to a claim.
public protocol LedgerJournal: Sendable {
    /// By station, the number of the last ledger entry that is stored here, this station included.
    func cursors() throws -> [String: Int64]

    /// Stores what other stations did durably, and only then the cursors. The same entry may come twice, and this
    /// station's own may be among them.
    ///
    /// - Parameter cursors: of the stations for which they change.
    func keep(_ entries: [LedgerEntry], cursors: [String: Int64]) throws

    /// Entries that the ledger does not have yet, oldest first.
    func waiting(limit: Int) throws -> [LedgerEntry]

    /// The ledger has these entries now.
    func settle(_ ids: [String]) throws

    /// The ledger rejected this entry: it is not delivered again, and a person should know why.
    func park(_ id: String, because error: VenueError) throws

    /// Whether the journal has this own entry, or had it before a purge.
    func has(_ entry: LedgerEntry) throws -> Bool

    /// Number of the newest entry of the journal; 0 for an empty one.
    func newestNumber() throws -> Int64

    /// The last hour of each list at which everybody counts as out.
    func exitHours() throws -> [ExitHour]

    /// Tickets of an event that is known here are sold at the door, so that there may be refunds.
    var knowsSales: Bool { get }

    /// Refunds at this station that the ledger does not have yet; some of them.
    func untoldRefunds() throws -> [Refund]

    /// The ledger has these now.
    func settleRefunds(_ refunds: [Refund]) throws

    /// What any station has taken back; the same refund may come again.
    func keepRefunds(_ refunds: [Refund]) throws

    /// Signed orders of the control room (docs/CONTROL.md); the same may come again with each report.
    func take(orders lines: [String])

    /// Gets the time by the server's clock, at each connection.
    func noteTime(_ time: Timestamp)

    /// Called at each connection, and whenever a notice may have changed.
    func note(_ notices: LedgerNotices)

    /// Called at each change.
    func noteCondition(_ condition: LedgerCondition)
}

/// A station that sells nothing, and takes no orders.
extension LedgerJournal {
    public func take(orders lines: [String]) {}
    public var knowsSales: Bool { false }
    public func untoldRefunds() throws -> [Refund] { [] }
    public func settleRefunds(_ refunds: [Refund]) throws {}
    public func keepRefunds(_ refunds: [Refund]) throws {}
}

/// A time at which everybody on an admission list counts as out.
public struct ExitHour: Hashable, Sendable {
    /// Id of the event.
    public let event: String
    /// Slug of the admission list.
    public let list: String
    /// When it was.
    public let at: Timestamp

    public init(event: String, list: String, at: Timestamp) {
        self.event = event
        self.list = list
        self.at = at
    }
}

/// State of a station's link to its ledger.
public enum LedgerCondition: Sendable, Equatable {
    /// Every entry is claimed in the ledger first.
    case connected
    /// Connected again, and still reading what happened meanwhile: the door decides alone.
    case healing
    /// The door decides alone.
    /// - Parameter error: `nil` before the first try.
    case alone(VenueError?)
}

/// Result of a claim.
public enum ClaimOutcome: Sendable, Equatable {
    /// The ledger has the entry: commit it, then show it. If the commit fails, call ``Ledger/withdraw(_:timeLeft:)``.
    case taken
    /// Another gate was faster, and its entries are stored now: decide again.
    case outdated
    /// The list's capacity is reached: decide again, knowing that.
    case full
    /// The ledger cannot be reached, or did not answer in time: the station decides alone. The ledger may have the
    /// entry nevertheless; delivering it later makes sure.
    case alone(VenueError?)
}
