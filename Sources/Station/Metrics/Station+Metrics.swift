internal import DoorScreen
internal import Journal
internal import Logging
internal import Tickets

/// The page of metrics, and who may read it from another machine.
extension Station {
    public func metrics() async throws -> String {
        let status = try await status()
        let waitingSince = try await questions.run {
            try journal.outbox(states: [.waiting], limit: 1).first?.entry.checkIn.at
        }
        return MetricsPage(
            status: status, counts: metricCounts.all, waitingSince: waitingSince, clockOffset: links.clockOffset,
            freeBytes: journal.health.freeBytes, hasFace: announcer.hasListener, started: opened
        ).text
    }

    /// The server for a Prometheus of the venue, when the configuration wants one.
    func metricsServer() -> MetricsServer? {
        configuration.metrics.map { settings in
            MetricsServer(station: control, settings: settings, logger: logger) { [health, logger] report in
                switch report {
                case .listening(let url):
                    health.clear(.metrics)
                    logger.notice("the metrics are open", metadata: ["metrics": "\(url)"])
                case .failed(let sentence):
                    if health.report(.metrics, sentence) {
                        logger.error("no metrics", metadata: ["why": "\(sentence)"])
                    }
                }
            }
        }
    }
}
