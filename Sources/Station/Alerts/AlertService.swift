internal import Backends
internal import Files
internal import Foundation
internal import Logging
internal import Messages
internal import ServiceLifecycle
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
    let doubleEntries: ConflictWatch
    let uploads: Uploads
    let conditions: ReportedConditions
    let clock: StationClock
    let logger: Logger
    let questions: WorkQueue

    func run() async {
        await cancelWhenGracefulShutdown {
            if let hook = open() { await watch(hook) }
            // Without an address there is nothing to do, and no reason to stop the others.
            try? await gracefulShutdown()
        }
    }

    private func open() -> WebhookPoster? {
        guard let settings else { return nil }
        do throws(BackendTrouble) {
            return try uploads.connector(for: settings).poster(settings)
        } catch {
            conditions.report(Condition(.alertsFailed, because: error))
            return nil
        }
    }

    private func watch(_ hook: WebhookPoster) async {
        let file = AlertFile(url: file)
        var book = file.read()
        while !Task.isCancelled {
            let before = book
            if let current = try? await alerts() {
                book.review(current, now: clock.now(), makeID: { UUID().uuidString.lowercased() })
            }
            await send(&book, with: hook)
            if book != before { file.write(book) }
            try? await Task.sleep(for: Self.interval)
        }
    }

    /// The alerts that are to stand now.
    func alerts() async throws -> [StationAlert] {
        let standing = try await monitor.standing()
        let entries = try await questions.run { try doubleEntries.all().map(\.condition) }
        return (standing + entries).compactMap(StationAlert.init)
    }

    /// In order, up to the first that does not arrive. That one is tried again at the next check.
    private func send(_ book: inout AlertBook<StationAlertKind>, with hook: WebhookPoster) async {
        for message in book.unsent {
            do throws(BackendTrouble) {
                try await hook.post(message.json(from: ("station", station)), id: message.id)
                book.noteSent(message.id)
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
    func read() -> AlertBook<StationAlertKind> {
        guard let data = try? Data(contentsOf: url),
            let book = try? JSONDecoder().decode(AlertBook<StationAlertKind>.self, from: data)
        else { return AlertBook() }
        return book
    }

    /// On a full disk alerts are still sent, at worst once more after a restart.
    func write(_ book: AlertBook<StationAlertKind>) {
        try? DurableFile.write(book, asJSONTo: url)
    }
}
