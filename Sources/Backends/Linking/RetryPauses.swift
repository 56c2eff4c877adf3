/// How long to wait before a server is asked again: longer after each failure, and never in step with other stations.
public struct RetryPauses: Sendable {
    static let shortest = Duration.seconds(1)
    static let longest = Duration.seconds(60)

    private var failures = 0

    public init() {}

    /// - Parameter random: from 0 to 1.
    public mutating func next(after trouble: BackendTrouble, random: Double) -> Duration {
        failures += 1
        let ceiling = min(Self.longest, Self.shortest * (1 << min(failures - 1, 10)))
        // From half of it to all of it: some wait at least, so that a server that is coming up is not trampled.
        let pause = ceiling / 2 + ceiling / 2 * min(max(random, 0), 1)
        return max(pause, trouble.retryAfter ?? .zero)
    }

    public mutating func reset() {
        failures = 0
    }
}
