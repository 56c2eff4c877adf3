import ArgumentParser
import Backends
import DoorScreen
import Fleet
import Foundation
import Logging
import Messages
import ServiceLifecycle
import Station
import StationAPI
import Tickets
import UnixSignals
import Venue

extension VenueCommand {
    struct Serve: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Serves the control room: the whole event, and every station, on one page.",
            discussion: """
                Stations tell the ledger how they are doing every few seconds. Whoever opens the page signs in with the \
                token. Runs until SIGTERM or SIGINT. Uses plain HTTP: put a web server with a certificate in front of \
                it. docs/CONTROL.md describes the page.
                """)

        @OptionGroup var ledger: LedgerOptions
        @Option(help: ArgumentHelp("Where it listens, at an address of this machine.", valueName: "address:port"))
        var listen = "127.0.0.1:8725"
        @Option(help: ArgumentHelp("The name by which browsers know it; may come several times.", valueName: "name"))
        var host: [String] = []
        @Option(help: ArgumentHelp("The file with the token that opens the page.", valueName: "file")) var token: String
        @Option(help: ArgumentHelp("The language of the page.", valueName: "language")) var language = "en"

        func validate() throws {
            guard !host.isEmpty, host.allSatisfy(RemoteSettings.isHost) else {
                throw ValidationError("--host must name what browsers know the page by, like control.example.org")
            }
            guard RemoteSettings(listen: listen, hosts: host) != nil else {
                throw ValidationError("--listen is an address and a port, like 127.0.0.1:8725")
            }
            guard MessageFile.languages.contains(language) else {
                throw ValidationError("--language is one of \(MessageFile.languages.joined(separator: ", "))")
            }
        }

        func run() async throws {
            guard let settings = RemoteSettings(listen: listen, hosts: host) else { return }
            let file = URL(filePath: token)
            guard try SecretFile.read(file).utf8.count >= RemoteSettings.shortestToken else {
                throw CommandError(
                    "use", token, "it has fewer than \(RemoteSettings.shortestToken) characters",
                    hint: "Make one with: openssl rand -hex 32")
            }
            let logger = Logger(label: "usher venue", factory: { StreamLogHandler.standardError(label: $0) })
            let fleet = LedgerFleet(try ledger.admin(), logger: logger)
            let server = ControlRoomServer(
                settings: settings, language: language, token: { try? SecretFile.read(file) },
                now: StationClock.system.now, logger: logger, state: { try await fleet.state() },
                order: { try await fleet.post($0) },
                heads: { try await fleet.heads(of: $0) }, bundle: { await fleet.bundle(of: $0, order: $1) })
            var group = ServiceGroupConfiguration(
                services: [.init(service: fleet), .init(service: server)],
                gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
            // A question to the ledger that is under way is cancelled before systemd kills it all.
            group.maximumGracefulShutdownDuration = .seconds(5)
            try await ServiceGroup(configuration: group).run()
        }
    }
}

/// Reads the stations' reports in a ledger, again and again.
actor LedgerFleet: Service {
    private static let interval = Duration.seconds(1)
    /// A report has its time before it is committed.
    private static let overlap = Duration.seconds(10)
    /// An answer is not shown for longer.
    private static let longestWait = Duration.seconds(5)

    private let admin: LedgerAdmin
    private let logger: Logger
    private var fleet = Fleet()
    private var orders: [String] = []
    private var time = Timestamp.earliest
    private var read: ContinuousClock.Instant?
    private var faults: [String: SignedReport.Fault] = [:]
    private var trouble: VenueError?

    init(_ admin: LedgerAdmin, logger: Logger) {
        self.admin = admin
        self.logger = logger
    }

    nonisolated func run() async {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                await self.read()
                try? await Task.sleep(for: Self.interval)
            }
        }
    }

    private func read() async {
        do {
            let answer = try await admin.reports(after: time - Self.overlap)
            for report in answer.reports {
                do throws(SignedReport.Fault) {
                    fleet.take(try SignedReport(report.line, from: report.station), at: report.received)
                    faults[report.station] = nil
                } catch {
                    if faults.updateValue(error, forKey: report.station) != error {
                        logger.warning(
                            "a report is refused",
                            metadata: ["station": "\(report.station)", "why": "\(error.rawValue)"])
                    }
                }
            }
            fleet.keep(answer.stations)
            orders = answer.orders
            (time, read, trouble) = (answer.now, .now, nil)
        } catch let error as VenueError {
            if trouble?.code != error.code { logger.error("no reports", metadata: ["why": "\(error)"]) }
            trouble = error
        } catch {}
    }

    /// The signed ends of a station's journal that were kept, the oldest first, and the newest that it told.
    func heads(of station: String) async throws -> [String] {
        let kept = try await admin.heads(of: station)
        return kept + [fleet.head(of: station)].compactMap(\.self).filter { $0 != kept.last }
    }

    /// What a station sent because this order asked for it; `nil` while nothing has come.
    func bundle(of station: String, order: String) -> String? { fleet.bundle(of: station, order: order) }

    /// Passes an order on to stations.
    func post(_ line: String) async throws {
        let order = try SignedOrder.posted(line, at: StationClock.system.now())
        try SignedOrder.requireRoom(beside: orders)
        let clock = ClockEvidence(.system)
        try await admin.post(
            order: line, to: order.stations, until: order.expires, now: clock.doubt == nil ? clock.now : nil)
    }

    /// The JSON of everything that the control room shows.
    /// - Throws: ``ControlError`` while the ledger does not answer: old numbers must not look like new ones.
    func state() throws -> [UInt8] {
        if let trouble { throw ControlError(.refused, "read", "the ledger", trouble.reason, hint: trouble.hint) }
        guard let read, read.duration(to: .now) < Self.longestWait else {
            throw ControlError(.refused, "read", "the ledger", "it has not answered yet")
        }
        return try ControlJSON.encode(
            fleet.overview(at: time, orders: orders.compactMap { try? SignedOrder.unverified($0) }))
    }
}
