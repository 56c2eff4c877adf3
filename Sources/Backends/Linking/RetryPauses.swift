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

    /// The longest pause before one page of a list is asked for again, even if the server asks for more: other lists
    /// wait for this one.
    private static let longestOfPage = Duration.seconds(30)

    /// Asks for one page of a long list several times, so that a server that is busy for a moment does not throw away the
    /// pages before it.
    /// - Parameters:
    ///   - sleep: waits before it is asked for again.
    ///   - tries: at least 1.
    static func patiently<Answer>(
        _ sleep: @Sendable (Duration) async -> Void, tries: Int = 5, _ ask: () async throws(BackendError) -> Answer
    ) async throws(BackendError) -> Answer {
        var pauses = RetryPauses()
        for _ in 1..<tries {
            do throws(BackendError) {
                return try await ask()
            } catch {
                guard [.busy, .failing, .unreachable].contains(error.code), !Task.isCancelled else { throw error }
                await sleep(min(pauses.next(after: error, random: 1), longestOfPage))
            }
        }
        return try await ask()
    }

    /// Call after a success.
    public mutating func reset() {
        failures = 0
    }
}
