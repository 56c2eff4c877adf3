/// A passage, or an undo, as a server reports it.
public struct ForeignCheckIn: Hashable, Sendable, Codable {
    /// Id of the journal entry if a station made it, otherwise the server's own; the same id is the same check-in.
    public let id: String
    /// Name of the station or device; `nil` when the server does not say.
    public let station: String?
    /// Id of the event in its manifest; `nil` when the server is asked about one event only.
    public let event: String?
    /// Slug of the admission list; `nil`: the list of the gate, or the first that admits the ticket's type.
    public let list: String?
    /// Slug of the gate; `nil` when the server does not say.
    public let gate: String?
    /// The ticket; `nil` when the server identifies tickets only by ``reference``.
    public let key: TicketKey?
    /// Number of the ticket's line (``TicketLine/number``); `nil` when the server does not know it.
    public let line: Int?
    /// The server's own id of the ticket.
    public let reference: String?
    /// For an undo, that of the check-in that is undone.
    public let verdict: Verdict
    /// Id of the check-in that this one undoes; `nil` for a passage.
    public let undoes: String?
    /// How many people passed; 0 for an undo.
    public let count: Int
    /// As the server reports it.
    public let at: Timestamp
    /// What its station knew of the line (``CheckIn/knew``); `nil` when the source does not say.
    public let knew: Set<String>?
    /// Whether the clock of its station was synchronised; `nil` when the source does not say.
    public let clock: CheckIn.Clock?

    public init(
        id: String, station: String? = nil, event: String? = nil, list: String? = nil, gate: String? = nil,
        key: TicketKey? = nil, line: Int? = nil, reference: String? = nil, verdict: Verdict, undoes: String? = nil,
        count: Int = 1, at: Timestamp, knew: Set<String>? = nil,
        clock: CheckIn.Clock? = nil
    ) {
        self.id = id
        self.station = station
        self.event = event
        self.list = list
        self.gate = gate
        self.key = key
        self.line = line
        self.reference = reference
        self.verdict = verdict
        self.undoes = undoes
        self.count = count
        self.at = at
        self.knew = knew
        self.clock = clock
    }
}
