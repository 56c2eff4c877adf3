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
            var book = Self.read(file)
            let current = try await Self.standing(at: VenueOffice(address), after: book.active)
            book.review(current, now: StationClock.system.now(), makeID: { UUID().uuidString.lowercased() })
            var trouble: (any Error)?
            for message in book.unsent where trouble == nil {
                let json = message.json(from: ("venue", address.database))
                do {
                    try await poster?.post(json, id: message.id)
                    book.noteSent(message.id)
                    Output.line(ledger.json ? json.text : "\(message.state.rawValue): \(message.alert.message)")
                } catch {
                    trouble = error
                }
            }
            try await WholeFile(path: state).write(String(decoding: try JSONEncoder().encode(book), as: UTF8.self))
            if let trouble { throw trouble }
        }

        private static func standing(at office: VenueOffice, after before: [VenueAlert]) async throws -> [VenueAlert] {
            do {
                return VenueAlert.standing(
                    in: try await office.status(), try await office.conflicts(), try await office.supervisorUndos(),
                    after: before)
            } catch let trouble as VenueError {
                return VenueAlert.standing(without: trouble, after: before)
            }
        }

        /// Starts empty when there is no file, or none that can be read: an alert twice is better than none.
        private static func read(_ file: URL) -> AlertBook<VenueAlertKind> {
            (try? Data(contentsOf: file)).flatMap { try? JSONDecoder().decode(AlertBook.self, from: $0) } ?? AlertBook()
        }

        private static func poster(_ file: URL) throws -> WebhookPoster {
            let settings = try CheckedYAML.read(contentsOf: file) { BackendSettings(webhook: "alerts", $0) }
            let folder = file.deletingLastPathComponent()
            let connector = BackendConnector(
                secrets: { name throws(BackendTrouble) in try SecretFile.read(URL(filePath: name, below: folder)) },
                now: StationClock.system.now)
            return try connector.poster(settings)
        }
    }
}
