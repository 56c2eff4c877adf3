public import Logging
public import Tickets

/// What a link to a backend needs from its environment: clock, randomness, sleep and log. Tests replace them.
public struct LinkSurroundings: Sendable {
    /// Time by this machine's clock.
    public var now: @Sendable () -> Timestamp
    /// Random number from 0 to 1.
    public var random: @Sendable () -> Double
    /// Sleeps; returns early when the task is cancelled.
    public var sleep: @Sendable (Duration) async -> Void
    /// Called once when trouble begins or changes its kind, and with `nil` when it is over.
    public var tell: @Sendable (BackendTrouble?) -> Void

    public init(
        now: @escaping @Sendable () -> Timestamp,
        random: @escaping @Sendable () -> Double = { .random(in: 0...1) },
        sleep: @escaping @Sendable (Duration) async -> Void = { try? await Task.sleep(for: $0) },
        tell: @escaping @Sendable (BackendTrouble?) -> Void = { _ in }
    ) {
        self.now = now
        self.random = random
        self.sleep = sleep
        self.tell = tell
    }
}

extension LinkSurroundings {
    /// The real environment; trouble and its end are logged.
    public init(to backend: String, now: @escaping @Sendable () -> Timestamp, logger: Logger) {
        self.init(
            now: now,
            tell: { trouble in
                if let trouble {
                    logger.error("backend in trouble", metadata: ["backend": "\(backend)", "why": "\(trouble)"])
                } else {
                    logger.notice("backend reached again", metadata: ["backend": "\(backend)"])
                }
            })
    }
}
