internal import CCurl
internal import Synchronization
public import Tickets

/// How far this machine's clock is from a server's, measured with the `Date` header of its answers (RFC 9110 section
/// 6.6.1).
public final class ServerClock: Sendable {
    private let now: @Sendable () -> Timestamp
    private let instant: @Sendable () -> ContinuousClock.Instant
    /// The server's time at a moment of this machine's boot-time clock, which nobody can set.
    private let heard = Mutex<(time: Timestamp, at: ContinuousClock.Instant)?>(nil)

    /// - Parameters:
    ///   - instant: a moment of the boot-time clock.
    ///   - now: time by the clock of those who ask.
    public init(
        instant: @escaping @Sendable () -> ContinuousClock.Instant = { .now }, now: @escaping @Sendable () -> Timestamp
    ) {
        self.instant = instant
        self.now = now
    }

    /// The server's time now, carried on from its last answer: accurate to about a second. `nil` before the first one.
    public var time: Timestamp? {
        heard.withLock { $0.map { $0.time + $0.at.duration(to: instant()) } }
    }

    /// Positive when the clock of ``init(instant:now:)`` is ahead, also after somebody has set it. `nil` before the first
    /// answer.
    public var offset: Duration? { time.map { now() - $0 } }

    /// - Parameter date: the header of an answer that has just come.
    func learn(from date: String) {
        guard let server = Self.read(date) else { return }
        // The header has whole seconds: half a second is the best guess for the rest.
        heard.withLock { $0 = (server + .milliseconds(500), instant()) }
    }

    /// Reads an HTTP date in any of its formats (RFC 9110 section 5.6.7).
    static func read(_ date: String) -> Timestamp? {
        let seconds = unsafe curl_getdate(date, nil)
        return seconds == -1 ? nil : Timestamp(seconds: Int64(seconds))
    }
}
