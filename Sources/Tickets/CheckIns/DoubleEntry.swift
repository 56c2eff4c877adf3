/// Double entries: gates that did not know of each other let more people in on one ticket than it is for.
public enum DoubleEntry {
    /// The entries that the rule would have refused, had every gate known at once what the others did.
    ///
    /// - Parameters:
    ///   - passages: of one line on one list, without those that were undone.
    ///   - admits: people the line is for.
    ///   - hour: the last time, not later than the given one, at which everybody on the list counted as out.
    public static func find(
        in passages: [Passage], admits: Int, reentry: Reentry, hour: (Timestamp) -> Timestamp? = { _ in nil }
    ) -> [Passage] {
        guard reentry != .unlimited else { return [] }
        var inside = PeopleInside()
        var (entered, last) = (0, Timestamp.earliest)
        var surplus: [Passage] = []
        for passage in Passage.inOrder(passages) {
            if let hour = hour(passage.counted), hour > last {
                last = hour
                inside = PeopleInside()
            }
            inside.add(passage)
            guard passage.verdict == .admitted else { continue }
            entered += passage.count
            if (reentry == .none ? entered : inside.people) > admits { surplus.append(passage) }
        }
        return surplus
    }

    /// The place of each passage, for people: `gate hall`, or `gate hall (kiosk-1)` where several stations were at one
    /// gate.
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
