/// Somebody passing a gate, here or at another station.
public struct Passage: Hashable, Sendable {
    /// Of the entry.
    public let id: String
    public let at: Timestamp
    public let verdict: Verdict
    public let count: Int
    public let gate: String?
    public let station: String?
    public let `operator`: String?

    public init(
        id: String, at: Timestamp, verdict: Verdict, count: Int, gate: String?, station: String?,
        operator: String? = nil
    ) {
        self.id = id
        self.at = at
        self.verdict = verdict
        self.count = count
        self.gate = gate
        self.station = station
        self.operator = `operator`
    }
}

/// What happens when two gates do not know of each other: one ticket lets in more people than it is for.
public enum DoubleEntry {
    /// The entries that the rule would have refused, had every gate known at once what the others did.
    ///
    /// - Parameters:
    ///   - passages: of one line on one list, without those that were taken back.
    ///   - admits: people the line is for.
    public static func find(in passages: [Passage], admits: Int, reentry: Reentry) -> [Passage] {
        guard reentry != .unlimited else { return [] }
        var known = History()
        var surplus: [Passage] = []
        for passage in passages.sorted(by: { ($0.at, $0.id) < ($1.at, $1.id) }) {
            switch passage.verdict {
            case .admitted:
                known.ins += passage.count
                if (reentry == .none ? known.ins : known.inside) > admits { surplus.append(passage) }
            case .checkedOut:
                known.outs += passage.count
            case .refused:
                break
            }
        }
        return surplus
    }

    /// Where each of these was, as people know the place: its gate; of several stations at one gate, the station too.
    public static func places(of passages: [Passage]) -> [String] {
        let stations = Dictionary(grouping: passages, by: \.gate).mapValues { Set($0.map(\.station)) }
        return passages.map { passage in
            guard let gate = passage.gate else { return passage.station ?? "a gate without a name" }
            let isShared = stations[gate, default: []].count > 1
            guard isShared, let station = passage.station else { return "gate \(gate)" }
            return "gate \(gate) (\(station))"
        }
    }
}
