/// How often something took how long, in buckets.
struct Histogram: Hashable, Sendable {
    /// Upper ends of the buckets, inclusive and ascending, in seconds.
    let bounds: [Double]
    /// One for each bound, then one for what took longer. Each counts its own bucket only.
    private(set) var counts: [Int]
    /// In seconds.
    private(set) var sum = 0.0

    init(bounds: [Double]) {
        self.bounds = bounds
        counts = Array(repeating: 0, count: bounds.count + 1)
    }

    var count: Int { counts.reduce(0, +) }

    mutating func note(_ span: Duration) {
        let seconds = max(0, Double(span.components.seconds) + Double(span.components.attoseconds) * 1e-18)
        counts[bounds.firstIndex { seconds <= $0 } ?? bounds.count] += 1
        sum += seconds
    }
}
