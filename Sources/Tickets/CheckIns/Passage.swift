/// People who pass a gate together, here or at another station.
/// See docs/decisions/099-own-passages-in-journal-order.md.
public struct Passage: Hashable, Sendable {
    /// Id of the entry; `nil` while it is in memory only.
    public let id: String?
    /// By the clock of the station that recorded it.
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

    public init(
        id: String?, at: Timestamp, verdict: Verdict, count: Int, gate: String?, station: String?,
        operator: String? = nil, heard: Timestamp? = nil
    ) {
        self.id = id
        self.at = at
        self.verdict = verdict
        self.count = count
        self.gate = gate
        self.station = station
        self.operator = `operator`
        self.heard = heard
    }

    /// The time by which it is sorted: its own, or the time when this station learned of it if that is earlier. Nothing
    /// can happen after it was reported.
    var counted: Timestamp { heard.map { min(at, $0) } ?? at }

    /// The time, once for each person who entered.
    var entries: [Timestamp] {
        verdict == .admitted ? Array(repeating: counted, count: count) : []
    }

    /// All passages of a line in the order in which a ``History`` counts them: that of time; at the same time, this
    /// station's first.
    ///
    /// A station's own passages keep the order of its journal, whatever their times say: after a clock was corrected,
    /// an exit before an entry must not move behind it, where it would make room for a second entry. For the same
    /// reason, a passage of another gate is never later than the moment this station learned of it, whatever the other
    /// clock said.
    ///
    /// - Parameters:
    ///   - own: of this station, in the order of its journal.
    ///   - others: of other gates, in the order in which this station learned of them.
    public static func inOrder(own: [Passage], others: [Passage]) -> [Passage] {
        guard own.count + others.count > 1 else { return own + others }
        var latest = Timestamp.earliest
        let ownInTime = own.map { passage in
            latest = max(latest, passage.at)
            return (at: latest, passage: passage)
        }
        let all = ownInTime + others.map { (at: $0.counted, passage: $0) }
        return all.enumerated().sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }
            .map(\.element.passage)
    }
}
