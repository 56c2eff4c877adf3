import ArgumentParser
import Backends
import CheckedYAML
import Foundation
import Station
import Tickets
import Venue

extension VenueCommand {
    // Why: docs/decisions/097-venue-watch-looks-once.md
    struct Watch: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Checks once, and reports to a webhook which alerts have begun or ended.",
            discussion: """
                Meant for a timer, every minute. Alerts: the ledger does not answer, a station is alone, a gate is silent, \
                a list is at 95 % of its capacity, a ticket entered too often, a supervisor undid what another station \
                recorded. Each is reported once when it begins and once when it ends; what the webhook does not accept \
                is reported again at the next check, and the exit code is 1. docs/VENUE.md has the timer.
                """)

        @OptionGroup var ledger: LedgerOptions
        @Option(help: ArgumentHelp("The file for what it has reported.", valueName: "file")) var state: String
        @Option(
            help: ArgumentHelp(
                "The webhook: a file with the keys of `alerts` in usher.yaml. Without it, alerts are only printed.",
                valueName: "hook.yaml"))
        var hook: String?

        func run() async throws {
            let address = try LedgerAddress(url: ledger.url)
            let poster = try hook.map { try Self.poster(URL(filePath: $0)) }
            let file = URL(filePath: state)
            var tracker = Self.read(file)
            let current = try await Self.current(at: LedgerAdmin(address), after: tracker.active)
            tracker.review(current, now: StationClock.system.now(), makeID: { UUID().uuidString.lowercased() })
            var failure: (any Error)?
            for message in tracker.unsent where failure == nil {
                let json = message.json(from: ("venue", address.database))
                do {
                    try await poster?.post(json, id: message.id)
                    tracker.noteSent(message.id)
                    Output.line(ledger.json ? json.text : "\(message.state.rawValue): \(message.alert.message)")
                } catch {
                    failure = error
                }
            }
            try await WholeFile(path: state).write(String(decoding: try JSONEncoder().encode(tracker), as: UTF8.self))
            if let failure { throw failure }
        }

        private static func current(at admin: LedgerAdmin, after before: [VenueAlert]) async throws -> [VenueAlert] {
            do {
                return VenueAlert.current(
                    in: try await admin.status(), try await admin.conflicts(), try await admin.supervisorUndos(),
                    after: before)
            } catch let failure as VenueError {
                return VenueAlert.current(without: failure, after: before)
            }
        }

        /// Starts empty when there is no file, or none that can be read: an alert twice is better than none.
        private static func read(_ file: URL) -> AlertTracker<VenueAlertKind> {
            (try? Data(contentsOf: file)).flatMap { try? JSONDecoder().decode(AlertTracker.self, from: $0) }
                ?? AlertTracker()
        }

        private static func poster(_ file: URL) throws -> WebhookPoster {
            let settings = try CheckedYAML.read(contentsOf: file) { BackendSettings(webhook: "alerts", $0) }
            let folder = file.deletingLastPathComponent()
            let connector = BackendConnector(
                secrets: { name throws(BackendError) in try SecretFile.read(URL(filePath: name, below: folder)) },
                now: StationClock.system.now)
            return try connector.poster(settings)
        }
    }
}
