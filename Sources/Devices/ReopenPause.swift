/// How long to wait before a device that failed is opened again: each time longer, until it has held.
struct ReopenPause {
    static let steps: [Duration] = [
        .milliseconds(100), .milliseconds(200), .milliseconds(500), .seconds(1), .seconds(2), .seconds(5),
    ]
    /// A device that was open for so long works: its next failure is a new one.
    static let holds = Duration.seconds(10)

    private var failures = 0

    /// The pause after a failure.
    /// - Parameter held: for how long the device was open before it.
    mutating func next(afterHolding held: Duration) -> Duration {
        if held >= Self.holds { failures = 0 }
        defer { failures += 1 }
        return Self.steps[min(failures, Self.steps.count - 1)]
    }
}
