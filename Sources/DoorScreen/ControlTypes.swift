public import Tickets

// What goes in and out of the API, as JSON objects with keys in snake_case.

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
        public var admitted: Int64
        public var inside: Int64
        public var isTest: Bool

        public init(
            id: String, name: String, gate: String?, list: String?, tickets: Int64, admitted: Int64, inside: Int64,
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
        public var entries: Int64
        public var lastEntryAt: Timestamp?
        /// Outbox entries by state.
        public var waiting: Int64
        public var refused: Int64
        public var parked: Int64

        public init(entries: Int64, lastEntryAt: Timestamp?, waiting: Int64, refused: Int64, parked: Int64) {
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

public struct CheckRequest: Codable, Hashable, Sendable {
    public var code: String
    public var gate: String?
    public var direction: Direction?
    public var at: Timestamp?

    public init(code: String, gate: String? = nil, direction: Direction? = nil, at: Timestamp? = nil) {
        self.code = code
        self.gate = gate
        self.direction = direction
        self.at = at
    }
}

public struct SearchRequest: Codable, Hashable, Sendable {
    /// A reference, or in events of privacy `staff` at least three letters of a name.
    public var query: String
    public var event: String?

    public init(query: String, event: String? = nil) {
        self.query = query
        self.event = event
    }
}

public struct SearchAnswer: Codable, Hashable, Sendable {
    public struct Hit: Codable, Hashable, Sendable {
        public var event: String
        public var ref: String?
        public var line: Int
        public var type: String
        public var status: String
        public var seat: String?
        public var holder: String?
        public var admits: Int
        public var inside: Int
        public var entries: Int

        public init(
            event: String, ref: String?, line: Int, type: String, status: String, seat: String?, holder: String?,
            admits: Int, inside: Int, entries: Int
        ) {
            self.event = event
            self.ref = ref
            self.line = line
            self.type = type
            self.status = status
            self.seat = seat
            self.holder = holder
            self.admits = admits
            self.inside = inside
            self.entries = entries
        }
    }

    public var hits: [Hit]
    /// There are more hits than are given.
    public var isCut: Bool
    /// Why names were not searched, when they were not.
    public var note: String?

    public init(hits: [Hit], isCut: Bool, note: String? = nil) {
        self.hits = hits
        self.isCut = isCut
        self.note = note
    }
}

/// One ticket, named by a person: by its backend's reference, or by its code.
public struct ManualRequest: Codable, Hashable, Sendable {
    public var reference: String?
    public var code: String?
    public var event: String?
    public var line: Int?
    public var gate: String?
    /// People who pass.
    public var count: Int?
    /// Lets in although the rules refuse.
    public var isOverride: Bool?
    /// Why, in the person's words.
    public var note: String?
    public var `operator`: String?

    public init(
        reference: String? = nil, code: String? = nil, event: String? = nil, line: Int? = nil, gate: String? = nil,
        count: Int? = nil, isOverride: Bool? = nil, note: String? = nil, operator: String? = nil
    ) {
        self.reference = reference
        self.code = code
        self.event = event
        self.line = line
        self.gate = gate
        self.count = count
        self.isOverride = isOverride
        self.note = note
        self.operator = `operator`
    }
}

public struct CheckOutAllRequest: Codable, Hashable, Sendable {
    public var event: String?
    public var list: String?
    public var note: String?
    public var `operator`: String?

    public init(event: String? = nil, list: String? = nil, note: String? = nil, operator: String? = nil) {
        self.event = event
        self.list = list
        self.note = note
        self.operator = `operator`
    }
}

public struct CheckOutAllAnswer: Codable, Hashable, Sendable {
    public var entries: Int
    public var people: Int

    public init(entries: Int, people: Int) {
        self.entries = entries
        self.people = people
    }
}

public struct UndoRequest: Codable, Hashable, Sendable {
    /// Sequence number of the entry; the last admission or check-out when absent.
    public var sequence: Int64?
    public var note: String?
    public var `operator`: String?

    public init(sequence: Int64? = nil, note: String? = nil, operator: String? = nil) {
        self.sequence = sequence
        self.note = note
        self.operator = `operator`
    }
}

public enum JournalFormat: String, Codable, Sendable, CaseIterable {
    case jsonl, csv
}

public struct JournalHeadAnswer: Codable, Hashable, Sendable {
    /// A signed line; docs/JOURNAL.md.
    public var head: String

    public init(head: String) {
        self.head = head
    }
}

public struct VerifyRequest: Codable, Hashable, Sendable {
    /// A head that left the station earlier.
    public var head: String?

    public init(head: String? = nil) {
        self.head = head
    }
}

public struct VerifyAnswer: Codable, Hashable, Sendable {
    public var isWhole: Bool
    public var entries: Int64
    /// What is wrong, and at which entry.
    public var faults: [String]
    /// What was compared with, and what cannot be promised.
    public var note: String

    public init(isWhole: Bool, entries: Int64, faults: [String], note: String) {
        self.isWhole = isWhole
        self.entries = entries
        self.faults = faults
        self.note = note
    }
}

public struct PurgeAnswer: Codable, Hashable, Sendable {
    public var removed: Int64
    public var events: [String]
    /// Events that stay, and why.
    public var kept: [String]

    public init(removed: Int64, events: [String], kept: [String]) {
        self.removed = removed
        self.events = events
        self.kept = kept
    }
}

public struct OutboxRequest: Codable, Hashable, Sendable {
    /// Only entries in this state: waiting, acknowledged, refused, parked.
    public var state: String?
    /// Only tickets that two stations let in.
    public var onlyConflicts: Bool

    public init(state: String? = nil, onlyConflicts: Bool = false) {
        self.state = state
        self.onlyConflicts = onlyConflicts
    }
}

public struct OutboxItem: Codable, Hashable, Sendable {
    public var id: String
    public var seq: Int64
    public var backend: String
    public var state: String
    public var verdict: String
    public var ref: String?
    public var at: Timestamp
    /// The server's words.
    public var words: String?
    public var conflict: String?

    public init(
        id: String, seq: Int64, backend: String, state: String, verdict: String, ref: String?, at: Timestamp,
        words: String?, conflict: String?
    ) {
        self.id = id
        self.seq = seq
        self.backend = backend
        self.state = state
        self.verdict = verdict
        self.ref = ref
        self.at = at
        self.words = words
        self.conflict = conflict
    }
}

public struct RetryRequest: Codable, Hashable, Sendable {
    /// Entry ids; all parked and refused ones when absent.
    public var ids: [String]?

    public init(ids: [String]? = nil) {
        self.ids = ids
    }
}

public struct RetryAnswer: Codable, Hashable, Sendable {
    public var entries: Int

    public init(entries: Int) {
        self.entries = entries
    }
}

public struct ManifestSummary: Codable, Hashable, Sendable {
    public var event: String
    public var name: String
    public var organizer: String
    public var seq: Int64
    public var kid: String
    public var tickets: Int64
    public var issued: Timestamp
    public var expires: Timestamp
    public var isTest: Bool
    public var isServed: Bool

    public init(
        event: String, name: String, organizer: String, seq: Int64, kid: String, tickets: Int64, issued: Timestamp,
        expires: Timestamp, isTest: Bool, isServed: Bool
    ) {
        self.event = event
        self.name = name
        self.organizer = organizer
        self.seq = seq
        self.kid = kid
        self.tickets = tickets
        self.issued = issued
        self.expires = expires
        self.isTest = isTest
        self.isServed = isServed
    }
}

public struct KeySummary: Codable, Hashable, Sendable {
    public var kid: String
    public var comment: String
    public var file: String

    public init(kid: String, comment: String, file: String) {
        self.kid = kid
        self.comment = comment
        self.file = file
    }
}

public struct KeyRemoval: Codable, Hashable, Sendable {
    /// Events whose lists were withdrawn with the key.
    public var events: [String]

    public init(events: [String]) {
        self.events = events
    }
}

public struct OperatorSummary: Codable, Hashable, Sendable {
    public var name: String
    public var role: String

    public init(name: String, role: String) {
        self.name = name
        self.role = role
    }
}

public struct OperatorRequest: Codable, Hashable, Sendable {
    public var name: String
    /// steward or supervisor.
    public var role: String
    /// 6 or more digits.
    public var pin: String

    public init(name: String, role: String, pin: String) {
        self.name = name
        self.role = role
        self.pin = pin
    }
}
