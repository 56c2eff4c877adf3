/// Everything a station records about one decision: an entry of its journal, without the chain that protects it.
public struct CheckIn: Hashable, Sendable {
    /// How the entry came about. Raw values are used in the journal and in JSON.
    public enum Kind: String, Codable, Sendable, CaseIterable {
        /// A code that was read.
        case scan
        /// A person chose the ticket, without its code.
        case manual
        /// A person let somebody in against a refusal.
        case override
        /// Undoes the entry of this station that `undoes` names.
        case undo
        /// A supervisor undoes what another station recorded, which `undoes` names; `operator` and `note` say who and
        /// why.
        case supervisorUndo
        /// Everyone was checked out at once: one such entry for each line with people inside.
        case checkoutAll
        /// A ticket was sold, or given away, at this station: one such entry for each ticket, with ``SaleTerms`` as its
        /// note. It is on no admission list, because nobody passed. Its undo is a refund.
        case sale
        /// The control room gave the station an order, which its note says. This and what follows is about no ticket.
        case order
        /// The station was moved to another gate or direction by hand.
        case move
        /// Somebody typed their PIN at a screen; the note is their role.
        case signIn
        /// Somebody was added to the staff of the station, or removed.
        case staff
        /// Everybody on an admission list counts as out from here on (``DailyExit``); the note is the hour.
        case everyoneOut
        /// A person confirmed that used tickets of an event, whose entries were removed, admit again; the note says how many.
        case readmit
    }

    /// What brought the code to the station.
    public enum How: String, Codable, Sendable {
        case camera, wedge, image, stdin, manual
        /// The camera of a phone that one of the staff holds.
        case phone
    }

    /// Whether the kernel took the clock of the machine for synchronised at the time of the decision (adjtimex(2)).
    public enum Clock: String, Codable, Sendable {
        case synchronised, unsynchronised
    }

    /// UUID version 7 (RFC 9562), lower case: ``isID(_:)``.
    public var id: String
    /// The station's name.
    public var station: String
    /// Counts from 1 without gaps, per station.
    public var sequence: Int64
    /// Id of the event; `nil` when no event is served.
    public var event: String?
    /// Slug of the admission list.
    public var list: String?
    /// Slug of the gate.
    public var gate: String?
    /// The ticket; `nil` for a text that can be no code, and when no event is served.
    public var key: TicketKey?
    /// ``TicketLine/number``; `nil` when the decision is not about a line, as for an unknown code.
    public var line: Int?
    /// The backend's own id of the line: `ABC12-1`.
    public var reference: String?
    /// `in` or `out`: what `look` shows is not recorded.
    public var direction: Direction
    /// Of an undo: the verdict of the entry that it undoes.
    public var verdict: Verdict
    /// Says whether a reader or a person started it.
    public var kind: Kind
    /// Id of the entry that this one undoes; `nil` in all other entries.
    public var undoes: String?
    /// How many people passed; 0 for a refusal or an undo.
    public var count: Int
    /// Of an undo and of everything else that staff did: `manual`.
    public var how: How
    /// Name of the person who acted; `nil` for a code that was read.
    public var `operator`: String?
    /// When it was decided, by the clock of the station.
    public var at: Timestamp
    /// How far ``at`` can be trusted.
    public var clock: Clock
    /// What staff typed, and why an entry was recorded late; without control characters.
    public var note: String?
    /// What the station knew of the line when it decided, sorted. Of an exit: the ids of the entries that it can take people
    /// from. Of an entry: the ids of the exits that were known; where a person has confirmed that the guest left by one of
    /// them, the ids of the entries, too. Empty in all others, and up to ``mostKnown``.
    public var knew: [String]

    /// Ids that ``knew`` has at most.
    public static let mostKnown = 2 * History.Known.most

    public init(
        id: String, station: String, sequence: Int64, event: String? = nil, list: String? = nil, gate: String? = nil,
        key: TicketKey? = nil, line: Int? = nil, reference: String? = nil, direction: Direction = .in,
        verdict: Verdict, kind: Kind = .scan, undoes: String? = nil, count: Int, how: How, operator: String? = nil,
        at: Timestamp, clock: Clock = .synchronised, note: String? = nil, knew: [String] = []
    ) {
        self.id = id
        self.station = station
        self.sequence = sequence
        self.event = event
        self.list = list
        self.gate = gate
        self.key = key
        self.line = line
        self.reference = reference
        self.direction = direction
        self.verdict = verdict
        self.kind = kind
        self.undoes = undoes
        self.count = count
        self.how = how
        self.operator = `operator`
        self.at = at
        self.clock = clock
        self.note = note
        self.knew = knew
    }

    /// The members in their fixed order, as they are exported and shown (docs/JOURNAL.md). They are hashed in the order
    /// of RFC 8785.
    public var fields: [(name: String, value: JSONValue)] {
        [
            ("id", .string(id)), ("station", .string(station)), ("seq", .integer(sequence)), ("event", .init(event)),
            ("list", .init(list)), ("gate", .init(gate)), ("key", .init(key?.description)),
            ("line", .init(line.map(Int64.init))), ("ref", .init(reference)),
            ("direction", .string(direction.rawValue)), ("verdict", .string(verdict.word)),
            ("reason", .init(verdict.reason?.rawValue)), ("kind", .string(kind.rawValue)),
            ("undoes", .init(undoes)), ("count", .integer(Int64(count))),
            ("how", .string(how.rawValue)), ("operator", .init(`operator`)), ("at", .string(at.description)),
            ("clock", .string(clock.rawValue)), ("note", .init(note)),
            ("knew", .array(knew.map(JSONValue.string))),
        ]
    }
}

extension Passage {
    /// What an entry of a journal says of people who passed.
    public init(_ checkIn: CheckIn, isBeforeHour: Bool = false) {
        self.init(
            id: checkIn.id, at: checkIn.at, verdict: checkIn.verdict, count: checkIn.count, gate: checkIn.gate,
            station: checkIn.station, operator: checkIn.operator, knew: Set(checkIn.knew), isBeforeHour: isBeforeHour)
    }
}

extension CheckIn {
    /// Whether a text has the form of an entry's id: a UUID in lower case. Ticketing servers have ids of their own for
    /// passages; a station must not use one of those.
    public static func isID(_ text: String) -> Bool {
        text.wholeMatch(of: /[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}/) != nil
    }
}
