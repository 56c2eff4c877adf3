/// What figures need to know of an entry, of this station or of another gate.
public struct TallyEntry: Hashable, Sendable {
    public enum Origin: Hashable, Sendable {
        /// This station's journal.
        case here
        /// What other gates told.
        case elsewhere
    }

    public let origin: Origin
    /// Its number among those of its origin.
    public let sequence: Int64
    public let id: String
    /// What a server calls it, too.
    public let alias: String?
    public let event: String?
    /// Slug of the admission list.
    public let list: String?
    /// Slug of the gate.
    public let gate: String?
    public let key: TicketKey?
    public let line: Int?
    public let reference: String?
    public let verdict: Verdict
    /// `nil` for what other gates told.
    public let kind: CheckIn.Kind?
    /// Id of the entry that this one takes back.
    public let undoes: String?
    /// How many people passed.
    public let count: Int
    public let `operator`: String?
    public let at: Timestamp

    public init(
        origin: Origin, sequence: Int64, id: String, alias: String? = nil, event: String?, list: String?,
        gate: String?, key: TicketKey?, line: Int?, reference: String?, verdict: Verdict, kind: CheckIn.Kind?,
        undoes: String?, count: Int, operator: String?, at: Timestamp
    ) {
        self.origin = origin
        self.sequence = sequence
        self.id = id
        self.alias = alias
        self.event = event
        self.list = list
        self.gate = gate
        self.key = key
        self.line = line
        self.reference = reference
        self.verdict = verdict
        self.kind = kind
        self.undoes = undoes
        self.count = count
        self.operator = `operator`
        self.at = at
    }

    /// All that it is called.
    var names: Set<String> { Set([id, alias].compactMap { $0 }) }
}

/// An entry, and the one that it takes back, as far as it is known.
public struct TallyRow: Hashable, Sendable {
    public let entry: TallyEntry
    public let undone: TallyEntry?

    public init(_ entry: TallyEntry, undone: TallyEntry? = nil) {
        self.entry = entry
        self.undone = undone
    }
}

/// People who passed.
public struct PeopleCount: Hashable, Sendable {
    public var entered: Int
    public var left: Int

    public init(entered: Int = 0, left: Int = 0) {
        self.entered = entered
        self.left = left
    }

    public static func += (total: inout PeopleCount, part: PeopleCount) {
        total.entered += part.entered
        total.left += part.left
    }
}

/// Something that a person did, and not a code.
public struct ActByHand: Hashable, Sendable {
    public let kind: CheckIn.Kind
    public let at: Timestamp
    public let gate: String?
    public let reference: String?
    public let `operator`: String?
    /// How many people it let in or out, or had been let in or out by what it takes back.
    public var people: Int
}
