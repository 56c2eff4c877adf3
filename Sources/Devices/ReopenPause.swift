/// How long to wait before a failed device is opened again: longer each time, until it has worked for a while.
struct ReopenPause {
    static let steps: [Duration] = [
        .milliseconds(100), .milliseconds(200), .milliseconds(500), .seconds(1), .seconds(2), .seconds(5),
    ]
    /// A device that was open for this long works: its next failure is a new one.
    static let holds = Duration.seconds(10)

    private var failures = 0

    /// - Parameter held: how long the device was open before it failed.
    mutating func next(afterHolding held: Duration) -> Duration {
        if held >= Self.holds { failures = 0 }
        defer { failures += 1 }
        return Self.steps[min(failures, Self.steps.count - 1)]
    }
}
