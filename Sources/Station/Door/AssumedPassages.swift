internal import StationAPI
internal import Tickets

/// Passages that a person asks about, in the order in which they were: each exit knows the entries before it.
struct AssumedPassages {
    let items: [CheckRequest.Passage]

    /// - Parameter hour: the last time at which everybody on the list counts as out.
    func passages(hour: Timestamp?) -> [Passage] {
        items.enumerated().map { number, item in
            let before = items.indices.prefix(number).filter { items[$0].direction != .out }
            return Passage(
                id: Self.id(number), at: item.at, verdict: item.direction == .out ? .checkedOut : .admitted, count: 1,
                gate: nil, station: nil, knew: item.direction == .out ? Set(before.map(Self.id)) : [],
                isBeforeHour: hour.map { item.at < $0 } ?? false)
        }
    }

    private static func id(_ number: Int) -> String { "assumed \(number)" }
}
