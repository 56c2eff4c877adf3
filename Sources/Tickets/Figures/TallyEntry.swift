/// What figures need from an entry of this station's journal, or from the report of another gate.
public struct TallyEntry: Hashable, Sendable {
    /// Who recorded it.
    public enum Origin: Hashable, Sendable {
        /// This station's journal.
        case here
        /// Another gate, which reported it through a ticketing server or the venue's ledger.
        case elsewhere
    }

    /// Entries of one origin are numbered together.
    public let origin: Origin
    /// Its number among those of its origin.
    public let sequence: Int64
    /// Of the journal's entry; of a passage that only a server has reported, the server's name for it.
    public let id: String
    /// The ticketing server's name for the same passage, when it is known under both.
    public let alias: String?
    /// Id of the event; `nil` when no event was served.
    public let event: String?
    /// Slug of the admission list.
    public let list: String?
    /// Slug of the gate.
    public let gate: String?
    /// `nil` when the entry has none, as for a text that can be no code.
    public let key: TicketKey?
    /// ``TicketLine/number``.
    public let line: Int?
    /// The backend's own id of the line.
    public let reference: String?
    /// Of an undo, that of the entry that it undoes.
    public let verdict: Verdict
    /// `nil` for the report of another gate, which does not say.
    public let kind: CheckIn.Kind?
    /// Id of the entry that this one undoes; `nil` in all other entries.
    public let undoes: String?
    /// How many people passed; 0 for a refusal and an undo.
    public let count: Int
    /// Who acted by hand; `nil` for the report of another gate.
    public let `operator`: String?
    /// When it was decided, by the clock of the station that did.
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

    /// `nil` when the entry is about no line of an installed list.
    public var listedLine: ListedLine? {
        guard let event, let list, let key, let line else { return nil }
        return ListedLine(event: event, list: list, key: key, line: line)
    }

    /// Its id and its alias.
    var names: Set<String> { Set([id, alias].compactMap { $0 }) }
}

/// An entry, and the one that it undoes.
public struct TallyRow: Hashable, Sendable {
    /// The next one of its origin.
    public let entry: TallyEntry
    /// The entry that ``entry`` undoes; `nil` when it is not an undo, and when this station does not have that entry.
    public let undone: TallyEntry?

    public init(_ entry: TallyEntry, undone: TallyEntry? = nil) {
        self.entry = entry
        self.undone = undone
    }
}

/// How many people passed each way.
public struct PeopleCount: Hashable, Sendable {
    /// People let in.
    public var entered: Int
    /// People let out.
    public var left: Int

    public init(entered: Int = 0, left: Int = 0) {
        self.entered = entered
        self.left = left
    }

    /// Adds both numbers.
    public static func += (total: inout PeopleCount, part: PeopleCount) {
        total.entered += part.entered
        total.left += part.left
    }
}

/// Something that staff did by hand.
public struct ActByHand: Hashable, Sendable {
    /// Any kind but `scan`.
    public let kind: CheckIn.Kind
    /// When the journal recorded it.
    public let at: Timestamp
    /// Slug of the gate.
    public let gate: String?
    /// The backend's id of the line; `nil` when everybody was checked out at once.
    public let reference: String?
    /// Name of the person.
    public let `operator`: String?
    /// How many people it let in or out; of an undo, how many the undone entry had.
    public var people: Int
}
