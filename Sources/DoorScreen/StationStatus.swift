public import Tickets

/// What a station tells everybody who listens.
public enum Announcement: Hashable, Sendable {
    case verdict(VerdictReport)
    case hint(ScanHint)
}

/// A list of things, in an object so that more can be said beside it one day.
public struct Items<Item: Codable & Hashable & Sendable>: Codable, Hashable, Sendable {
    public var items: [Item]

    public init(_ items: [Item]) {
        self.items = items
    }
}

/// How a station is doing, in one object.
public struct StationStatus: Codable, Hashable, Sendable {
    public struct ServedEvent: Codable, Hashable, Sendable {
        public var id: String
        public var name: String
        public var gate: String?
        public var list: String?
        public var tickets: Int64
        public var admitted: Int
        public var inside: Int
        public var isTest: Bool

        public init(
            id: String, name: String, gate: String?, list: String?, tickets: Int64, admitted: Int, inside: Int,
            isTest: Bool
        ) {
            self.id = id
            self.name = name
            self.gate = gate
            self.list = list
            self.tickets = tickets
            self.admitted = admitted
            self.inside = inside
            self.isTest = isTest
        }
    }

    public struct JournalFigures: Codable, Hashable, Sendable {
        public var entries: Int
        public var lastEntryAt: Timestamp?
        /// Outbox entries by state.
        public var waiting: Int
        public var refused: Int
        public var parked: Int

        public init(entries: Int, lastEntryAt: Timestamp?, waiting: Int, refused: Int, parked: Int) {
            self.entries = entries
            self.lastEntryAt = lastEntryAt
            self.waiting = waiting
            self.refused = refused
            self.parked = parked
        }
    }

    public var station: String
    public var version: String
    public var direction: Direction
    /// Events this station serves now.
    public var serving: [ServedEvent]
    /// Ids of all installed events.
    public var installed: [String]
    public var journal: JournalFigures
    public var clock: CheckIn.Clock
    public var now: Timestamp
    /// What a person should know or do, a sentence each; empty when all is well.
    public var faults: [String]

    public init(
        station: String, version: String, direction: Direction, serving: [ServedEvent], installed: [String],
        journal: JournalFigures, clock: CheckIn.Clock, now: Timestamp, faults: [String]
    ) {
        self.station = station
        self.version = version
        self.direction = direction
        self.serving = serving
        self.installed = installed
        self.journal = journal
        self.clock = clock
        self.now = now
        self.faults = faults
    }
}
