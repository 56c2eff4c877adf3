/// People who pass a gate together, here or at another station.
/// See docs/decisions/143-order-without-clocks.md.
public struct Passage: Hashable, Sendable {
    /// Id of the entry, or the server's own; of a decision that is in memory only, the id that its entry will have.
    public let id: String
    /// Another id of the same: the server's own, when it is known under both.
    public let alias: String?
    /// By the clock of the station that recorded it: for people, and for rules about times. It decides no order.
    public let at: Timestamp
    /// `admitted` or `checkedOut`; a refusal changes nothing.
    public let verdict: Verdict
    /// How many people passed, from 1.
    public let count: Int
    /// Slug; `nil` when it is not known.
    public let gate: String?
    /// Name of the station; `nil` when it is not known.
    public let station: String?
    /// Who acted, when it was done by hand here.
    public let `operator`: String?
    /// When this station learned of it; `nil` for its own.
    public let heard: Timestamp?
    /// Ids of the passages of the line that its station knew, as far as they matter for it: ``CheckIn/knew``.
    public let knew: Set<String>
    /// An hour of the list came after it: its people count as out, whether they were seen leaving or not
    /// (``DailyExit``).
    public let isBeforeHour: Bool
    /// No trusted time is known here since it was recorded or heard of: rules count it as of now, whatever ``at`` says.
    public let isUndated: Bool

    public init(
        id: String, alias: String? = nil, at: Timestamp, verdict: Verdict, count: Int, gate: String?, station: String?,
        operator: String? = nil, heard: Timestamp? = nil, knew: Set<String> = [], isBeforeHour: Bool = false,
        isUndated: Bool = false
    ) {
        self.id = id
        self.alias = alias
        self.at = at
        self.verdict = verdict
        self.count = count
        self.gate = gate
        self.station = station
        self.operator = `operator`
        self.heard = heard
        self.knew = knew
        self.isBeforeHour = isBeforeHour
        self.isUndated = isUndated
    }

    /// The time by which rules count it: its own, or the time when this station learned of it if that is earlier. Nothing
    /// can happen after it was reported.
    public var counted: Timestamp { heard.map { min(at, $0) } ?? at }

    /// The ids under which other stations may know it.
    var names: [String] { [id] + [alias].compactMap(\.self) }

    /// Its station knew of the other one.
    func knows(_ other: Passage) -> Bool { !knew.isDisjoint(with: other.names) }

    /// The time, once for each person who entered; none of what is undated.
    var entries: [Timestamp] {
        verdict == .admitted && !isUndated ? Array(repeating: counted, count: count) : []
    }
}
