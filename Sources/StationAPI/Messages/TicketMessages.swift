public import Tickets

// What is asked and answered about tickets, as JSON objects with keys in snake_case.

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

    /// Of a name or an order: with fewer, people would browse.
    public static let fewestLetters = 3

    public init(query: String, event: String? = nil) {
        self.query = query
        self.event = event
    }
}

public struct SearchAnswer: Codable, Hashable, Sendable {
    // Why: docs/decisions/061-hit-named-by-key.md
    public struct Hit: Codable, Hashable, Sendable {
        public var event: String
        public var ref: String?
        public var line: Int
        /// Its key in the list, in hexadecimal: names it where it has no reference.
        public var ticket: String
        /// Absent where the station may not tell it, as `seat` and `holder`.
        public var type: String?
        public var status: String
        public var seat: String?
        public var holder: String?
        /// Absent where the station may not tell it, as `entries`.
        public var admits: Int?
        public var inside: Int
        public var entries: Int?
        /// Its passages that are not undone, the oldest first; absent for staff who may not undo them.
        public var passages: [Passage]?

        public init(
            event: String, ref: String?, ticket: String, line: Int, type: String?, status: String, seat: String?,
            holder: String?,
            admits: Int?, inside: Int, entries: Int?, passages: [Passage]? = nil
        ) {
            self.event = event
            self.ref = ref
            self.ticket = ticket
            self.line = line
            self.type = type
            self.status = status
            self.seat = seat
            self.holder = holder
            self.admits = admits
            self.inside = inside
            self.entries = entries
            self.passages = passages
        }
    }

    /// Somebody who passed here or at another station.
    public struct Passage: Codable, Hashable, Sendable {
        /// Names it in an ``UndoRequest``.
        public var entry: String
        /// Number in this station's journal; absent when another station recorded it.
        public var seq: Int64?
        public var at: Timestamp
        /// admitted or checkedOut.
        public var verdict: String
        public var count: Int
        public var gate: String?
        public var station: String?
        /// Who let them pass, when a person did.
        public var `operator`: String?

        public init(
            entry: String, seq: Int64?, at: Timestamp, verdict: String, count: Int, gate: String?, station: String?,
            operator: String?
        ) {
            self.entry = entry
            self.seq = seq
            self.at = at
            self.verdict = verdict
            self.count = count
            self.gate = gate
            self.station = station
            self.operator = `operator`
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

/// One ticket, named by a person: by its backend's reference, by its code, or by its key in the list.
public struct ManualRequest: Codable, Hashable, Sendable {
    public var reference: String?
    public var code: String?
    public var ticket: String?
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
        reference: String? = nil, code: String? = nil, ticket: String? = nil, event: String? = nil, line: Int? = nil,
        gate: String? = nil, count: Int? = nil, isOverride: Bool? = nil, note: String? = nil,
        operator: String? = nil
    ) {
        self.reference = reference
        self.code = code
        self.ticket = ticket
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

/// Names an entry by its number or its id; neither means the last admission or check-out.
public struct UndoRequest: Codable, Hashable, Sendable {
    /// Number of an entry of this station.
    public var sequence: Int64?
    /// Id of an entry, also of one that another station recorded, or what a server calls that.
    public var entry: String?
    /// Why, in the person's words; another station's entry is taken back with a reason only.
    public var note: String?
    public var `operator`: String?

    public init(sequence: Int64? = nil, entry: String? = nil, note: String? = nil, operator: String? = nil) {
        self.sequence = sequence
        self.entry = entry
        self.note = note
        self.operator = `operator`
    }
}

/// An entry that no longer counts, and the new one that says so.
public struct UndoAnswer: Codable, Hashable, Sendable {
    public var seq: Int64
    /// Sequence number of the entry taken back; absent when another station recorded it.
    public var undone: Int64?
    /// Its id.
    public var entry: String
    /// What it had decided.
    public var verdict: String
    public var ref: String?
    public var at: Timestamp

    public init(seq: Int64, undone: Int64?, entry: String, verdict: String, ref: String?, at: Timestamp) {
        self.seq = seq
        self.undone = undone
        self.entry = entry
        self.verdict = verdict
        self.ref = ref
        self.at = at
    }
}

/// NOT RECORDED: a supervisor lets the station decide while its disk takes nothing.
public struct NotRecordedRequest: Codable, Hashable, Sendable {
    public var isOn: Bool
    public var note: String?
    public var `operator`: String?

    public init(isOn: Bool, note: String? = nil, operator: String? = nil) {
        self.isOn = isOn
        self.note = note
        self.operator = `operator`
    }
}
