public import Logging
public import Tickets

/// What a link to a backend needs from its environment: clock, randomness, sleep and log. Tests replace them.
public struct LinkEnvironment: Sendable {
    /// Time by this machine's clock.
    public var now: @Sendable () -> Timestamp
    /// Random number from 0 to 1.
    public var random: @Sendable () -> Double
    /// Sleeps; returns early when the task is cancelled.
    public var sleep: @Sendable (Duration) async -> Void
    /// Called once when trouble begins or changes its kind, and with `nil` when it is over.
    public var notify: @Sendable (BackendError?) -> Void

    public init(
        now: @escaping @Sendable () -> Timestamp,
        random: @escaping @Sendable () -> Double = { .random(in: 0...1) },
        sleep: @escaping @Sendable (Duration) async -> Void = { try? await Task.sleep(for: $0) },
        notify: @escaping @Sendable (BackendError?) -> Void = { _ in }
    ) {
        self.now = now
        self.random = random
        self.sleep = sleep
        self.notify = notify
    }
}

extension LinkEnvironment {
    /// The real environment; trouble and its end are logged.
    public init(to backend: String, now: @escaping @Sendable () -> Timestamp, logger: Logger) {
        self.init(
            now: now,
            notify: { error in
                if let error {
                    logger.error("backend in trouble", metadata: ["backend": "\(backend)", "why": "\(error)"])
                } else {
                    logger.notice("backend reached again", metadata: ["backend": "\(backend)"])
                }
            })
    }
}
