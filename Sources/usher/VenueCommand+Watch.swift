import Alerts
import ArgumentParser
import Backends
import CheckedYAML
import Fleet
import Foundation
import Messages
import Station
import Tickets
import TimeZones
import Venue

extension VenueCommand {
    // Why: docs/decisions/097-venue-watch-looks-once.md
    struct Watch: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Checks once, and tells people which alerts have begun or ended.",
            discussion: """
                Meant for a timer, every minute (usher-venue-watch.timer). Alerts: the ledger does not answer, a station \
                is alone, a gate is silent, a list is at 95 % of its capacity, a ticket entered too often, a supervisor \
                undid what another station recorded. Each receiver is told once when one begins and once when it ends; \
                what a receiver does not accept is sent again at the next check, and the exit code is 1. docs/ALERTS.md \
                has the keys of the file.
                """)

        @OptionGroup var ledger: LedgerOptions
        @Option(help: ArgumentHelp("The file for what it has reported.", valueName: "file")) var state: String
        @Option(
            help: ArgumentHelp(
                "A file with `alerts`, as usher.yaml has it; credentials are files in its folder.",
                valueName: "alerts.yaml"))
        var alerts: String

        func run() async throws {
            let address = try LedgerAddress(url: ledger.url)
            let file = try AlertsFile(alerts)
            let dispatcher = AlertDispatcher<VenueAlertKind>(
                file.settings, from: AlertSource(.venue, address.database), file: URL(filePath: state),
                environment: file.environment)
            let before = await dispatcher.active
            let current = try await Self.current(at: LedgerAdmin(address), after: before)
            var digests: [AlertReport<VenueAlertKind>] = []
            if let language = file.settings.digest { digests = await Self.digests(at: address, in: .in(language)) }
            await dispatcher.review(current, reports: digests, zone: ZoneFolder.system.local)
            let failures = await dispatcher.sendOnce()
            let (begun, ended) = (current.filter { !before.has($0) }, before.filter { !current.has($0) })
            for (state, alerts) in [("begun", begun), ("ended", ended)] {
                for alert in alerts { Output.line(line(state, alert)) }
            }
            for (receiver, error) in failures.sorted(by: { $0.key < $1.key }) {
                Output.printError("\(receiver): \(error)")
            }
            if !failures.isEmpty { throw ExitCode(1) }
        }

        private func line(_ state: String, _ alert: VenueAlert) -> String {
            guard ledger.json else { return "\(state): \(alert.message)" }
            return JSONValue.object([
                ("alert", .string(alert.kind.rawValue)), ("state", .string(state)),
                ("subject", .string(alert.subject)), ("message", .string(alert.message)),
            ]).text
        }

        /// The sums of events that are over; none while the ledger does not answer.
        private static func digests(
            at address: LedgerAddress, in messages: Messages
        ) async -> [AlertReport<VenueAlertKind>] {
            guard let answer = try? await LedgerAdmin(address).reports(after: Timestamp(seconds: 0)) else { return [] }
            var fleet = Fleet()
            for report in answer.reports where answer.stations.contains(report.station) {
                guard let signed = try? SignedReport(report.line, from: report.station) else { continue }
                fleet.take(signed, at: report.received)
            }
            return EventDigest.due(in: fleet.overview(at: answer.now)).map { digest in
                AlertReport(
                    key: digest.key,
                    alert: VenueAlert(
                        kind: .digest, subject: digest.subject, message: digest.text(in: messages), severity: .notice),
                    expires: digest.expires)
            }
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
    }
}

extension [VenueAlert] {
    fileprivate func has(_ alert: VenueAlert) -> Bool { contains { $0.name == alert.name } }
}

/// `alerts` of a file that is not a station's: relay.yaml, or one that has nothing else. Credentials are files, and paths
/// in it begin in its folder.
struct AlertsFile {
    let settings: AlertSettings
    let environment: AlertEnvironment

    /// - Throws: `YAMLFaults`, with every fault of the file.
    init(_ path: String) throws {
        let file = URL(filePath: path)
        settings = try CheckedYAML.read(contentsOf: file) { root in
            guard let settings = AlertSettings(of: root, seesAll: true) else {
                root.fault("alerts", "is missing")
                return AlertSettings.none
            }
            return settings
        }
        let folder = file.deletingLastPathComponent()
        environment = AlertEnvironment(
            now: StationClock.system.now,
            secrets: { name throws(BackendError) in try SecretFile.read(URL(filePath: name, below: folder)) })
    }
}
