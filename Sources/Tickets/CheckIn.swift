/// Everything a station records about one decision: an entry of its journal, without the chain that protects it.
public struct CheckIn: Hashable, Sendable {
    public enum Kind: String, Codable, Sendable {
        /// A code that was read.
        case scan
        /// A person chose the ticket, without its code.
        case manual
        /// A person let somebody in against a refusal.
        case override
        /// Takes the entry named by `undoes` back.
        case undo
        /// A supervisor takes an entry of another station back, which `undoes` names; `operator` and `note` say who and
        /// why.
        case supervisorUndo
        /// Everyone was sent out at once.
        case checkoutAll
    }

    /// What brought the code to the station.
    public enum How: String, Codable, Sendable {
        case camera, wedge, image, stdin, manual
    }

    public enum Clock: String, Codable, Sendable {
        case synchronised, unsynchronised
    }

    /// UUID version 7 (RFC 9562), lower case: ``isID(_:)``.
    public var id: String
    /// The station's name.
    public var station: String
    /// Counts from 1 without gaps, per station.
    public var sequence: Int64
    public var event: String?
    /// Slug of the admission list.
    public var list: String?
    /// Slug of the gate.
    public var gate: String?
    public var key: TicketKey?
    public var line: Int?
    /// The backend's own id of the line.
    public var reference: String?
    public var direction: Direction
    public var verdict: Verdict
    public var kind: Kind
    /// Id of the entry that this one takes back.
    public var undoes: String?
    /// How many people passed; 0 for a refusal or an undo.
    public var count: Int
    public var how: How
    /// Who acted, when a person did.
    public var `operator`: String?
    public var at: Timestamp
    public var clock: Clock
    public var note: String?

    public init(
        id: String, station: String, sequence: Int64, event: String? = nil, list: String? = nil, gate: String? = nil,
        key: TicketKey? = nil, line: Int? = nil, reference: String? = nil, direction: Direction = .in,
        verdict: Verdict, kind: Kind = .scan, undoes: String? = nil, count: Int, how: How, operator: String? = nil,
        at: Timestamp, clock: Clock = .synchronised, note: String? = nil
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
    }

    /// The fields in their fixed order, as they are hashed, exported and shown.
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
        ]
    }
}

extension CheckIn {
    /// Whether a text can be the id of a station's entry. Servers call what they know by names of their own, and no station
    /// may use one of those.
    public static func isID(_ text: String) -> Bool {
        text.wholeMatch(of: /[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}/) != nil
    }
}
