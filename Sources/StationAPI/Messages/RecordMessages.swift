public import Tickets

// What is asked and answered about the journal, the outbox, lists, keys and operators.

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
    /// The first thing that is wrong, and at which entry.
    public var fault: String?
    /// What was compared with, and what cannot be promised.
    public var note: String

    public init(isWhole: Bool, entries: Int64, fault: String?, note: String) {
        self.isWhole = isWhole
        self.entries = entries
        self.fault = fault
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

    public init(state: String? = nil) {
        self.state = state
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

    public init(
        id: String, seq: Int64, backend: String, state: String, verdict: String, ref: String?, at: Timestamp,
        words: String?
    ) {
        self.id = id
        self.seq = seq
        self.backend = backend
        self.state = state
        self.verdict = verdict
        self.ref = ref
        self.at = at
        self.words = words
    }
}

/// What a person has to look at.
public struct ConflictsAnswer: Codable, Hashable, Sendable {
    /// Entries that a server sees otherwise.
    public var refused: [OutboxItem]
    public var doubleEntries: [DoubleEntryItem]

    public init(refused: [OutboxItem], doubleEntries: [DoubleEntryItem]) {
        self.refused = refused
        self.doubleEntries = doubleEntries
    }
}

/// A ticket that gates let in more often than it is for, because they did not know of each other.
public struct DoubleEntryItem: Codable, Hashable, Sendable {
    public struct Passage: Codable, Hashable, Sendable {
        public var id: String
        public var at: Timestamp
        public var verdict: String
        public var count: Int
        public var gate: String?
        public var station: String?
        public var `operator`: String?
        /// It would have been refused, had the gates known of each other.
        public var isSurplus: Bool

        public init(
            id: String, at: Timestamp, verdict: String, count: Int, gate: String?, station: String?,
            operator: String?, isSurplus: Bool
        ) {
            self.id = id
            self.at = at
            self.verdict = verdict
            self.count = count
            self.gate = gate
            self.station = station
            self.operator = `operator`
            self.isSurplus = isSurplus
        }
    }

    public var event: String
    public var list: String
    public var ref: String?
    public var line: Int
    /// In the order of their times.
    public var passages: [Passage]

    public init(event: String, list: String, ref: String?, line: Int, passages: [Passage]) {
        self.event = event
        self.list = list
        self.ref = ref
        self.line = line
        self.passages = passages
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

/// A list on a USB stick.
public struct ListOffer: Codable, Hashable, Sendable {
    /// The stick and the file on it: the name to accept it by.
    public var file: String
    public var event: String?
    public var name: String?
    public var seq: Int64?
    public var issued: Timestamp?
    public var tickets: Int64?
    /// Why it would not be installed.
    public var fault: String?

    public init(
        file: String, event: String? = nil, name: String? = nil, seq: Int64? = nil, issued: Timestamp? = nil,
        tickets: Int64? = nil, fault: String? = nil
    ) {
        self.file = file
        self.event = event
        self.name = name
        self.seq = seq
        self.issued = issued
        self.tickets = tickets
        self.fault = fault
    }
}

public struct AcceptRequest: Codable, Hashable, Sendable {
    /// Of the offer.
    public var file: String
    /// Also when much of the list in force is not in it.
    public var acceptsLoss: Bool?

    public init(file: String, acceptsLoss: Bool? = nil) {
        self.file = file
        self.acceptsLoss = acceptsLoss
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
    public var file: String

    public init(kid: String, file: String) {
        self.kid = kid
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
