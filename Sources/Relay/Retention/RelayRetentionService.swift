internal import Logging
internal import ServiceLifecycle
internal import Tickets

/// Removes what is over from the relay's file, for as long as it runs: events that are long over, orders that have ended. It
/// waits while the clock is not trusted.
struct RelayRetentionService: Service {
    /// How often it looks.
    private static let interval = Duration.seconds(3600)

    let store: RelayStore
    /// After how many days that the relay has seen an event goes; `nil` for never.
    let days: Int?
    let logger: Logger
    let clock: @Sendable () -> ClockEvidence

    func run() async {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                look()
                try? await Task.sleep(for: Self.interval)
            }
        }
    }

    func look() {
        let clock = clock()
        if let doubt = clock.doubt {
            return logger.notice("nothing old is removed now", metadata: ["why": "\(doubt.reason)"])
        }
        do {
            try store.noteDay(clock.now)
            try store.removeOrders(endedBefore: clock.now)
            guard let days else { return }
            for event in try store.removeOld(days: days) {
                logger.notice("an event is removed", metadata: ["event": "\(event)", "days": "\(days)"])
            }
        } catch {
            logger.error("nothing old is removed", metadata: ["why": "\(error)"])
        }
    }
}
