internal import CCurl
internal import Synchronization
public import Tickets

/// How far this machine's clock is from a server's, measured with the `Date` header of its answers (RFC 9110 section
/// 6.6.1).
public final class ServerClock: Sendable {
    private let now: @Sendable () -> Timestamp
    private let known = Mutex<Duration?>(nil)

    /// - Parameter now: time by this machine's clock.
    public init(now: @escaping @Sendable () -> Timestamp) {
        self.now = now
    }

    /// Positive when this machine is ahead; accurate to about a second. `nil` before the first answer.
    public var offset: Duration? {
        known.withLock { $0 }
    }

    /// - Parameter date: the header of an answer that has just come.
    func learn(from date: String) {
        guard let server = Self.read(date) else { return }
        // The header has whole seconds: half a second is the best guess for the rest.
        known.withLock { $0 = now() - (server + .milliseconds(500)) }
    }

    /// Reads an HTTP date in any of its formats (RFC 9110 section 5.6.7).
    static func read(_ date: String) -> Timestamp? {
        let seconds = unsafe curl_getdate(date, nil)
        return seconds == -1 ? nil : Timestamp(seconds: Int64(seconds))
    }
}
