public import Messages
public import Tickets

/// What a station tells everybody who listens.
public enum Announcement: Hashable, Sendable {
    case verdict(VerdictReport)
    case hint(ScanHint)
}

/// An announcement, with what a screen needs to know beside it.
public struct Showing: Hashable, Sendable {
    public let announcement: Announcement
    /// The reader that the code was presented to; `nil` when a person decided. Two readers never share a panel.
    public let reader: String?
    public let at: ContinuousClock.Instant

    public init(_ announcement: Announcement, reader: String?, at instant: ContinuousClock.Instant = .now) {
        self.announcement = announcement
        self.reader = reader
        at = instant
    }
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
        /// IANA name of its time zone.
        public var timeZone: String
        public var doorsOpen: Timestamp
        /// When its list was made.
        public var listIssued: Timestamp
        /// The list is past its expiry, or older than its organizer wants.
        public var isListOld: Bool
        /// What is not right with its list and lets nobody in or too many, a sentence each.
        public var listWarnings: [String]

        public init(
            id: String, name: String, gate: String?, list: String?, tickets: Int64, admitted: Int, inside: Int,
            isTest: Bool, timeZone: String, doorsOpen: Timestamp, listIssued: Timestamp, isListOld: Bool,
            listWarnings: [String] = []
        ) {
            self.id = id
            self.name = name
            self.gate = gate
            self.list = list
            self.tickets = tickets
            self.admitted = admitted
            self.inside = inside
            self.isTest = isTest
            self.timeZone = timeZone
            self.doorsOpen = doorsOpen
            self.listIssued = listIssued
            self.isListOld = isListOld
            self.listWarnings = listWarnings
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

    /// A camera or scanner that is read, or should be.
    public struct Reader: Codable, Hashable, Sendable {
        public enum Kind: String, Codable, Sendable, CaseIterable {
            case camera, scanner
        }

        public enum State: String, Codable, Sendable, CaseIterable {
            /// Codes come in.
            case reading
            /// It cannot be read at the moment, and is tried again.
            case waiting
            /// It presented too many unknown codes: nothing it reads is taken for a while.
            case paused
        }

        public var kind: Kind
        /// The name of its device file that lasts.
        public var device: String
        /// What its maker calls it.
        public var name: String
        public var state: State
        /// What is wrong with it, or how it is read.
        public var note: String?

        public init(kind: Kind, device: String, name: String, state: State, note: String? = nil) {
            self.kind = kind
            self.device = device
            self.name = name
            self.state = state
            self.note = note
        }
    }

    /// A ticketing server, and how the station stands with it.
    public struct Backend: Codable, Hashable, Sendable {
        public var name: String
        public var kind: String
        /// When it last answered as it should.
        public var lastContact: Timestamp?
        /// By how many milliseconds this station's clock is ahead of its.
        public var clockOffsetMs: Int64?
        /// What is wrong with it.
        public var trouble: String?

        public init(
            name: String, kind: String, lastContact: Timestamp?, clockOffsetMs: Int64?, trouble: String?
        ) {
            self.name = name
            self.kind = kind
            self.lastContact = lastContact
            self.clockOffsetMs = clockOffsetMs
            self.trouble = trouble
        }
    }

    /// The ledger that the gates of a venue share, and how the station stands with it.
    public struct Venue: Codable, Hashable, Sendable {
        public enum Condition: String, Codable, Sendable, CaseIterable {
            /// Every passage is asked of it first.
            case connected
            /// It is there again; the station learns what it missed, and decides alone until then.
            case healing
            /// The station decides alone.
            case alone
        }

        public var condition: Condition
        public var since: Timestamp?
        /// Why it is alone.
        public var trouble: String?
        /// Entries that the ledger does not have yet, and those that it will never have.
        public var waiting: Int
        public var parked: Int

        public init(
            condition: Condition, since: Timestamp? = nil, trouble: String? = nil, waiting: Int, parked: Int
        ) {
            self.condition = condition
            self.since = since
            self.trouble = trouble
            self.waiting = waiting
            self.parked = parked
        }
    }

    /// The disk takes no entries: nobody is let in, or everybody is by memory alone.
    public struct NotRecorded: Codable, Hashable, Sendable {
        /// A supervisor lets the station decide all the same.
        public var isOn: Bool
        public var since: Timestamp?
        public var `operator`: String?
        /// Decisions in memory, that are written when the disk takes them.
        public var waiting: Int

        public init(isOn: Bool, since: Timestamp? = nil, operator: String? = nil, waiting: Int) {
            self.isOn = isOn
            self.since = since
            self.operator = `operator`
            self.waiting = waiting
        }
    }

    /// The page on the station's own console, by what it confirms.
    public enum Console: String, Codable, Sendable, CaseIterable {
        /// It draws what it is told.
        case drawn
        /// It has not drawn the last verdict.
        case behind
        /// It has drawn nothing for a while.
        case silent
    }

    public var station: String
    public var version: String
    public var direction: Direction
    /// Events this station serves now.
    public var serving: [ServedEvent]
    /// Ids of all installed events.
    public var installed: [String]
    public var journal: JournalFigures
    /// Cameras and scanners; empty where codes come from elsewhere.
    public var readers: [Reader]
    /// Ticketing servers; empty where nothing is sent.
    public var backends: [Backend]
    /// `nil` where there is none.
    public var venue: Venue?
    public var clock: CheckIn.Clock
    /// The reserve that keeps the journal writable is in use.
    public var isDiskLow: Bool
    /// `nil` while everything is recorded.
    public var notRecorded: NotRecorded?
    /// `nil` where none was opened since the start.
    public var console: Console?
    public var now: Timestamp
    /// What a person should know or do, the worst first; empty when all is well.
    public var conditions: [Condition]
    /// What they say in English, a sentence each.
    public var faults: [String]

    public init(
        station: String, version: String, direction: Direction, serving: [ServedEvent], installed: [String],
        journal: JournalFigures, readers: [Reader], backends: [Backend], venue: Venue? = nil, clock: CheckIn.Clock,
        isDiskLow: Bool, notRecorded: NotRecorded? = nil, console: Console? = nil, now: Timestamp,
        conditions: [Condition] = []
    ) {
        self.station = station
        self.version = version
        self.direction = direction
        self.serving = serving
        self.installed = installed
        self.journal = journal
        self.readers = readers
        self.backends = backends
        self.venue = venue
        self.clock = clock
        self.isDiskLow = isDiskLow
        self.notRecorded = notRecorded
        self.console = console
        self.now = now
        self.conditions = conditions
        faults = conditions.map(\.says)
    }
}
