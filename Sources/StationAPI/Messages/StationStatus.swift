public import Messages
public import Tickets

/// What a station sends to everyone who listens.
public enum Announcement: Hashable, Sendable {
    /// A decision.
    case verdict(VerdictReport)
    /// Something that is no ticket was shown, or a code cannot be read.
    case hint(ScanHint)
}

/// An announcement, with what a screen needs to show it.
public struct DisplayEvent: Hashable, Sendable {
    /// What is shown.
    public let announcement: Announcement
    /// The reader to which the code was presented; `nil` when a person decided. The page has a panel for each reader.
    public let reader: String?
    /// When it was announced, on the monotonic clock.
    public let at: ContinuousClock.Instant

    public init(_ announcement: Announcement, reader: String?, at instant: ContinuousClock.Instant = .now) {
        self.announcement = announcement
        self.reader = reader
        at = instant
    }
}

/// A list, in an object so that more members can be added one day.
public struct Items<Item: Codable & Hashable & Sendable>: Codable, Hashable, Sendable {
    /// The list.
    public var items: [Item]

    public init(_ items: [Item]) {
        self.items = items
    }
}

/// How a station is doing, in one object.
public struct StationStatus: Codable, Hashable, Sendable {
    /// An event that the station serves now. The numbers are those of the admission list of the station's gate.
    public struct ServedEvent: Codable, Hashable, Sendable {
        /// Id of the event.
        public var id: String
        /// For people.
        public var name: String
        /// Slug of the station's gate; `nil` when the event does not have it.
        public var gate: String?
        /// Name of the station's gate, for people.
        public var gateName: String?
        /// Slug of the gate's admission list; `nil` without a gate.
        public var list: String?
        /// Lines in the ticket list of the event, whatever their admission list.
        public var tickets: Int64
        /// People for whom the valid tickets of the gate's admission list are, as the figures count them.
        public var people: Int64
        /// People that this station admitted.
        public var admitted: Int
        /// People inside now, as far as this station knows.
        public var inside: Int
        /// Its list is a test list.
        public var isTest: Bool
        /// Name of its time zone: `Africa/Kampala`.
        public var timeZone: String
        /// What clocks show there, around its times and now; empty when the station does not know the zone.
        public var utcOffsets: [UTCOffset]
        /// When the doors open.
        public var doorsOpen: Timestamp
        /// When its list was made, by the organizer's clock.
        public var listIssued: Timestamp
        /// The list has expired, or is older than its organizer wants.
        public var isListOld: Bool
        /// Name of the place where the event is; `nil` when nobody said.
        public var place: String?
        /// `true` where guests without a ticket are counted at the station's gate; `nil` anywhere else.
        public var walkIns: Bool?
        /// What is wrong with its list, so that nobody is let in or too many are: an English sentence each.
        public var listWarnings: [String]

        public init(
            id: String, name: String, gate: String?, gateName: String? = nil, list: String?, tickets: Int64,
            people: Int64 = 0, admitted: Int, inside: Int, isTest: Bool, timeZone: String, utcOffsets: [UTCOffset],
            doorsOpen: Timestamp, listIssued: Timestamp, isListOld: Bool,
            place: String? = nil, walkIns: Bool? = nil, listWarnings: [String] = []
        ) {
            self.walkIns = walkIns
            self.id = id
            self.name = name
            self.gate = gate
            self.gateName = gateName
            self.people = people
            self.list = list
            self.tickets = tickets
            self.admitted = admitted
            self.inside = inside
            self.isTest = isTest
            self.timeZone = timeZone
            self.utcOffsets = utcOffsets
            self.doorsOpen = doorsOpen
            self.listIssued = listIssued
            self.isListOld = isListOld
            self.place = place
            self.listWarnings = listWarnings
        }
    }

    /// How much is in the journal and in its outbox.
    public struct JournalFigures: Codable, Hashable, Sendable {
        /// Entries that are stored; purged ones are not counted.
        public var entries: Int
        /// Time of the newest stored entry; `nil` when none is stored.
        public var lastEntryAt: Timestamp?
        /// Entries that are still to be sent to their backend.
        public var waiting: Int
        /// Entries that their backend refused.
        public var refused: Int
        /// Entries that cannot be sent for now.
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
        /// What kind of reader it is. Raw values are used in JSON.
        public enum Kind: String, Codable, Sendable, CaseIterable {
            case camera, scanner
        }

        /// What a reader is doing. Raw values are used in JSON.
        public enum State: String, Codable, Sendable, CaseIterable {
            /// Its codes are read.
            case reading
            /// It cannot be read at the moment; the station tries again.
            case waiting
            /// It presented too many unknown codes. What it reads is ignored for a while.
            case paused
        }

        /// Camera or scanner.
        public var kind: Kind
        /// The name of its device file that is the same whenever it is plugged in.
        public var device: String
        /// The name that its maker gave it.
        public var name: String
        /// What it is doing.
        public var state: State
        /// What is wrong with it, else how it is read; `nil` when neither is known.
        public var note: String?

        public init(kind: Kind, device: String, name: String, state: State, note: String? = nil) {
            self.kind = kind
            self.device = device
            self.name = name
            self.state = state
            self.note = note
        }
    }

    /// A ticketing server, and the station's link to it.
    public struct Backend: Codable, Hashable, Sendable {
        /// Its name in the configuration.
        public var name: String
        /// `eventschedule`, `pretix` or `webhook`.
        public var kind: String
        /// When it last gave a proper answer; `nil` when it has not since the station was started.
        public var lastContact: Timestamp?
        /// How many milliseconds the station's clock is ahead of the server's, below 0 when it is behind; `nil` when
        /// the server has not told its time.
        public var clockOffsetMs: Int64?
        /// What is wrong with it; `nil` when nothing is.
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

    /// The ledger that the gates of a venue share, and the station's link to it.
    public struct Venue: Codable, Hashable, Sendable {
        /// Who decides about passages. Raw values are used in JSON.
        public enum Condition: String, Codable, Sendable, CaseIterable {
            /// The ledger is asked before every passage.
            case connected
            /// The ledger can be reached again. The station learns what it missed, and decides alone until it has.
            case healing
            /// The station decides alone.
            case alone
        }

        /// Who decides now.
        public var condition: Condition
        /// When ``condition`` last changed; `nil` before the first change.
        public var since: Timestamp?
        /// Why the station decides alone; `nil` while the ledger is connected, and before it was tried.
        public var trouble: String?
        /// Entries that the ledger does not have yet.
        public var waiting: Int
        /// Entries that the ledger refused.
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

    /// The disk takes no entries. Nobody is let in; when a supervisor allows it, guests are, and the entries are kept
    /// in memory.
    public struct NotRecorded: Codable, Hashable, Sendable {
        /// A supervisor has allowed the station to go on.
        public var isOn: Bool
        /// When it was allowed; `nil` while it is not.
        public var since: Timestamp?
        /// Who allowed it; `nil` while it is not allowed.
        public var `operator`: String?
        /// Decisions that are in memory only. They are written when the disk takes entries again.
        public var waiting: Int

        public init(isOn: Bool, since: Timestamp? = nil, operator: String? = nil, waiting: Int) {
            self.isOn = isOn
            self.since = since
            self.operator = `operator`
            self.waiting = waiting
        }
    }

    /// The page on the station's own console, by what it confirms. Raw values are used in JSON.
    public enum Console: String, Codable, Sendable, CaseIterable {
        /// It draws what it should.
        case drawn
        /// It has not drawn the newest verdict.
        case behind
        /// It has confirmed nothing for 15 s.
        case silent
        /// Another window lies over it.
        case covered
    }

    /// Name of the station.
    public var station: String
    /// In which the station speaks with people: `en`.
    public var language: String
    /// Version of Usher: `0.1.0`.
    public var version: String
    /// Which way people pass here.
    public var direction: Direction
    /// Events that this station serves now.
    public var serving: [ServedEvent]
    /// Ids of all installed events.
    public var installed: [String]
    /// How much is in the journal and in its outbox.
    public var journal: JournalFigures
    /// Cameras and scanners; empty when codes come from somewhere else.
    public var readers: [Reader]
    /// Ticketing servers; empty when none is configured.
    public var backends: [Backend]
    /// `nil` when no ledger is configured.
    public var venue: Venue?
    /// Whether the kernel takes the clock for synchronised.
    public var clock: CheckIn.Clock
    /// The disk is nearly full: the reserve file that keeps the journal writable was deleted.
    public var isDiskLow: Bool
    /// `nil` while the disk takes entries.
    public var notRecorded: NotRecorded?
    /// `nil` when no page was opened there since the station was started.
    public var console: Console?
    /// When the status was made, by the station's clock.
    public var now: Timestamp
    /// What a person should know or do, the worst first; empty when all is well.
    public var conditions: [Condition]
    /// The English sentences of ``conditions``.
    public var faults: [String]

    /// ``faults`` are taken from the conditions.
    public init(
        station: String, language: String = "en", version: String, direction: Direction, serving: [ServedEvent],
        installed: [String],
        journal: JournalFigures, readers: [Reader], backends: [Backend], venue: Venue? = nil, clock: CheckIn.Clock,
        isDiskLow: Bool, notRecorded: NotRecorded? = nil, console: Console? = nil, now: Timestamp,
        conditions: [Condition] = []
    ) {
        self.station = station
        self.language = language
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
