internal import Backends
internal import Files
internal import Foundation
internal import Logging
internal import Messages
internal import ServiceLifecycle
internal import Threads
internal import Tickets

/// Sends alerts to a webhook, for people far from the door, for as long as the station runs.
struct AlertService: Service {
    /// How often the conditions of the station are checked.
    private static let interval = Duration.seconds(10)

    /// Name of the station.
    let station: String
    let settings: BackendSettings?
    /// Where alerts are kept while the station is off.
    let file: URL
    let monitor: Monitor
    let doubleEntries: DoubleEntryDetector
    let uploads: Uploads
    let conditions: ReportedConditions
    let clock: StationClock
    let logger: Logger
    let journalQueue: WorkQueue

    func run() async {
        await cancelWhenGracefulShutdown {
            if let hook = open() { await watch(hook) }
            // Without an address there is nothing to do, and no reason to stop the others.
            try? await gracefulShutdown()
        }
    }

    private func open() -> WebhookPoster? {
        guard let settings else { return nil }
        do throws(BackendError) {
            return try uploads.connector(for: settings).poster(settings)
        } catch {
            conditions.report(Condition(.alertsFailed, because: error))
            return nil
        }
    }

    private func watch(_ hook: WebhookPoster) async {
        let file = AlertFile(url: file)
        var tracker = file.read()
        while !Task.isCancelled {
            let before = tracker
            if let current = try? await alerts() {
                tracker.review(current, now: clock.now(), makeID: { UUID().uuidString.lowercased() })
            }
            await send(&tracker, with: hook)
            if tracker != before { file.write(tracker) }
            try? await Task.sleep(for: Self.interval)
        }
    }

    /// The alerts that are to stand now.
    func alerts() async throws -> [StationAlert] {
        let current = try await monitor.currentConditions()
        let entries = try await journalQueue.run { try doubleEntries.all().map(\.condition) }
        return (current + entries).compactMap(StationAlert.init)
    }

    /// In order, up to the first that does not arrive. That one is tried again at the next check.
    private func send(_ tracker: inout AlertTracker<StationAlertKind>, with hook: WebhookPoster) async {
        for message in tracker.unsent {
            do throws(BackendError) {
                try await hook.post(message.json(from: ("station", station)), id: message.id)
                tracker.noteSent(message.id)
                conditions.clear(.alertsFailed)
            } catch {
                if conditions.report(Condition(.alertsFailed, because: error)) {
                    logger.error("alert not sent", metadata: ["why": "\(error)"])
                }
                return
            }
        }
    }
}

/// Where the alerts are kept while the station is off.
private struct AlertFile {
    let url: URL

    /// Empty when there is no file, or none that can be read: an alert that comes twice is better than none.
    func read() -> AlertTracker<StationAlertKind> {
        guard let data = try? Data(contentsOf: url),
            let tracker = try? JSONDecoder().decode(AlertTracker<StationAlertKind>.self, from: data)
        else { return AlertTracker() }
        return tracker
    }

    /// On a full disk alerts are still sent, at worst once more after a restart.
    func write(_ tracker: AlertTracker<StationAlertKind>) {
        try? DurableFile.write(tracker, asJSONTo: url)
    }
}
