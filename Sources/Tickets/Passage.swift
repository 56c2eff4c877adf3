/// Somebody passing a gate, here or at another station.
public struct Passage: Hashable, Sendable {
    /// Of the entry; `nil` while it is not recorded.
    public let id: String?
    public let at: Timestamp
    public let verdict: Verdict
    public let count: Int
    public let gate: String?
    public let station: String?
    public let `operator`: String?
    /// When this station learned of it, if another one recorded it.
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

    /// Where it counts among others, as far as clocks tell: nothing happened after it was heard of.
    var counted: Timestamp { heard.map { min(at, $0) } ?? at }

    /// All passages of a line in the order in which a ``History`` counts them: that of time; at the same time, this
    /// station's first.
    ///
    /// A station's own keep the order of its journal: a clock that was wrong and then right must not put an exit
    /// that came before an entry behind it, where it would make room for a second one. For the same reason nothing
    /// happened after it was heard of, whatever the clock of the other gate said.
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
