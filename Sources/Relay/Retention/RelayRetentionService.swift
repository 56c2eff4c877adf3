internal import Logging
internal import ServiceLifecycle
internal import Tickets

/// Removes events that are long over from the relay's file, for as long as it runs.
struct RelayRetentionService: Service {
    /// How often it looks.
    private static let interval = Duration.seconds(3600)

    let store: RelayStore
    /// In days that the relay has seen.
    let days: Int
    let logger: Logger
    let now: @Sendable () -> Timestamp

    func run() async {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                look()
                try? await Task.sleep(for: Self.interval)
            }
        }
    }

    private func look() {
        do {
            try store.noteDay(now())
            for event in try store.removeOld(days: days) {
                logger.notice("an event is removed", metadata: ["event": "\(event)", "days": "\(days)"])
            }
        } catch {
            logger.error("nothing old is removed", metadata: ["why": "\(error)"])
        }
    }
}
