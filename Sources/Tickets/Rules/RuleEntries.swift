/// When a ticket was used to enter, prepared once so that a rule can count as often as it likes.
struct RuleEntries: Sendable {
    /// In order.
    private let times: [Timestamp]
    /// Days on the wall clock among the first so many entries, and among those from there on. Both are kept because clocks
    /// that are put back over midnight show a day again.
    private let daysBefore: [Int]
    private let daysFrom: [Int]

    /// - Parameter times: in any order.
    init(_ times: [Timestamp], zone: RuleZone) {
        self.times = times.sorted()
        let days = self.times.map { zone.wall(at: $0).day }
        daysBefore = Self.distinct(days)
        daysFrom = Self.distinct(days.reversed()).reversed()
    }

    /// How many different days are among the first 0, 1, 2, ...
    private static func distinct(_ days: some Sequence<Int64>) -> [Int] {
        var known: Set<Int64> = []
        return [0]
            + days.map { day in
                known.insert(day)
                return known.count
            }
    }

    var count: Int { times.count }
    var first: Timestamp? { times.first }
    var last: Timestamp? { times.last }
    /// Days with an entry.
    var days: Int { daysFrom[0] }

    func count(since cutoff: Timestamp) -> Int { times.count - index(of: cutoff) }
    func count(before cutoff: Timestamp) -> Int { index(of: cutoff) }
    func days(since cutoff: Timestamp) -> Int { daysFrom[index(of: cutoff)] }
    func days(before cutoff: Timestamp) -> Int { daysBefore[index(of: cutoff)] }

    /// The number of entries before a time.
    private func index(of cutoff: Timestamp) -> Int {
        var (low, high) = (0, times.count)
        while low < high {
            let middle = (low + high) / 2
            if times[middle] < cutoff { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
