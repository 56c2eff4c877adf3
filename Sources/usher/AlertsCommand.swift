import Alerts
import ArgumentParser
import Foundation
import Relay
import Station
import StationAPI
import Tickets
import Web

struct AlertsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "alerts", abstract: "Those who get alerts: webhooks, mailboxes, telephones.",
        subcommands: [Test.self])

    struct Test: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Sends a test message, and says what came of it.",
            discussion: """
                To all receivers of the station's usher.yaml, of a relay or of a venue's watch, or to the one that is \
                named. Quiet hours do not count. Exit status 1 when one did not take it.
                """)

        @Argument(help: ArgumentHelp("One receiver; without it, all.", valueName: "name")) var name: String?
        @Option(help: ArgumentHelp("Those of a relay instead.", valueName: "relay.yaml")) var relay: String?
        @Option(
            help: ArgumentHelp("Those of usher venue watch instead: its file.", valueName: "alerts.yaml"))
        var venue: String?
        @OptionGroup var station: StationOptions

        func validate() throws {
            guard relay == nil || venue == nil else { throw ValidationError("give --relay or --venue, not both") }
        }

        func run() async throws {
            let trials = try await trials()
            if station.json {
                Output.line(String(decoding: try ControlJSON.encode(Items(trials)), as: UTF8.self))
            } else {
                for trial in trials { Output.line("\(trial.receiver): \(trial.trouble ?? "taken")") }
            }
            if trials.contains(where: { $0.trouble != nil }) { throw ExitCode(1) }
        }

        private func trials() async throws -> [AlertTrial] {
            if let relay {
                let configuration = try RelayConfiguration(contentsOf: URL(filePath: relay))
                return try await trials(
                    of: configuration.alerts ?? .none, from: .thisRelay,
                    configuration.alertEnvironment(now: StationClock.system.now), in: relay)
            }
            if let venue {
                let file = try AlertsFile(venue)
                return try await trials(
                    of: file.settings, from: AlertSource(.venue, ProcessInfo.processInfo.hostName), file.environment,
                    in: venue)
            }
            let request =
                name.map { ControlRequest("POST", "alerts", $0, "test") } ?? ControlRequest("POST", "alerts", "test")
            return try await station.ask(request, as: Items<AlertTrial>.self).answer.items
        }

        private func trials(
            of settings: AlertSettings, from source: AlertSource, _ environment: AlertEnvironment, in file: String
        ) async throws -> [AlertTrial] {
            let chosen = settings.receivers.filter { name == nil || $0.name == name }
            guard !chosen.isEmpty else {
                throw CommandError(
                    "test", name ?? "alerts", "\(file) has no such receiver",
                    hint: settings.receivers.isEmpty
                        ? nil : "It has: \(settings.receivers.map(\.name).joined(separator: ", ")).")
            }
            return await chosen.tried(from: source, environment)
                .map { AlertTrial(receiver: $0.receiver, trouble: $0.error?.description) }
        }
    }
}
