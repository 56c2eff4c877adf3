/// A passage, or an undo, that another station recorded, on a line that is known here.
public struct ForeignEntry: Hashable, Sendable {
    /// Id of its journal entry, or the server's own id. Two with the same id are the same passage.
    public let id: String
    /// Name of the station that recorded it; `nil` when the source does not say.
    public let station: String?
    /// Whose history it is part of.
    public let line: ListedLine
    /// Slug of the gate; `nil` when the source does not say.
    public let gate: String?
    /// The backend's own id of the line.
    public let reference: String?
    /// `admitted` or `checkedOut`; for an undo, that of the entry that is undone.
    public let verdict: Verdict
    /// Id of the entry that this one undoes, recorded there or here.
    public let undoes: String?
    /// How many people passed, 0 to 1000; 0 for an undo. What has another count is not stored.
    public let count: Int
    /// Who acted, when a person did and the source says so.
    public let `operator`: String?
    /// By the clock of the station that recorded it, or of the server.
    public let at: Timestamp
    /// What its station knew of the line (``CheckIn/knew``); `nil` when the source does not say.
    public let knew: Set<String>?
    /// Whether the clock of its station was synchronised; `nil` when the source does not say.
    public let clock: CheckIn.Clock?

    public init(
        id: String, station: String? = nil, line: ListedLine, gate: String? = nil, reference: String? = nil,
        verdict: Verdict, undoes: String? = nil, count: Int, operator: String? = nil, at: Timestamp,
        knew: Set<String>? = nil,
        clock: CheckIn.Clock? = nil
    ) {
        self.id = id
        self.station = station
        self.line = line
        self.gate = gate
        self.reference = reference
        self.verdict = verdict
        self.undoes = undoes
        self.count = count
        self.operator = `operator`
        self.at = at
        self.knew = knew
        self.clock = clock
    }

    /// What a server reported, once its line has been found.
    public init(_ checkIn: ForeignCheckIn, line: ListedLine, reference: String?) {
        self.init(
            id: checkIn.id, station: checkIn.station, line: line, gate: checkIn.gate, reference: reference,
            verdict: checkIn.verdict, undoes: checkIn.undoes, count: checkIn.count, at: checkIn.at,
            knew: checkIn.knew, clock: checkIn.clock)
    }

    /// Whether ``id`` is the id of a journal entry, not a server's own id.
    public var isOfJournal: Bool { CheckIn.isID(id) }
}
