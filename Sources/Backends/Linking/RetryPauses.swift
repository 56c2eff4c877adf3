/// How long to wait before a server is asked again: longer after each failure, up to 60 s, and random, so that many
/// stations do not ask at the same time.
public struct RetryPauses: Sendable {
    static let shortest = Duration.seconds(1)
    static let longest = Duration.seconds(60)

    private var failures = 0

    /// As after a success.
    public init() {}

    /// The pause after one more failure, in any case the time that the server asks for.
    /// - Parameter random: from 0 to 1.
    public mutating func next(after error: BackendError, random: Double) -> Duration {
        failures += 1
        let ceiling = min(Self.longest, Self.shortest * (1 << min(failures - 1, 10)))
        // Between half and all of it. Never less than half, so that a server that is starting is not overloaded.
        let pause = ceiling / 2 + ceiling / 2 * min(max(random, 0), 1)
        return max(pause, error.retryAfter ?? .zero)
    }

    /// Call after a success.
    public mutating func reset() {
        failures = 0
    }
}
