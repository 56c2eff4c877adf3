import ArgumentParser
import Foundation
import Logging
import Relay
import Station
import Tickets

struct RelayCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "relay",
        abstract: "Passes the stations' check-ins on, on the machine that holds the account's key.",
        discussion: """
            For ticketing servers that have one key for everything: it stays on the organizer's machine, and stations get \
            a token each that can do nothing but check in. A check-in is on this machine's disk before the station hears \
            that it was taken; what other stations did comes back within seconds. Runs until SIGTERM or SIGINT. Speaks \
            plain HTTP: put a web server with a certificate before it. docs/BACKENDS.md describes relay.yaml.
            """)

    @Argument(help: ArgumentHelp("How it works, and for whom.", valueName: "relay.yaml")) var file: String
    @Flag(help: "Print the key that stations need as `relay_key`, made when there is none, and end.") var key = false
    @Option(help: "What it logs: debug, info, notice, warning or error.") var log = "notice"

    func validate() throws {
        guard Logger.Level(rawValue: log) != nil else { throw ValidationError("--log knows no level \(log)") }
    }

    func run() async throws {
        var logger = Logger(label: "usher relay", factory: { StreamLogHandler.standardError(label: $0) })
        logger.logLevel = Logger.Level(rawValue: log) ?? .notice
        let configuration = try RelayConfiguration(contentsOf: URL(filePath: file))
        guard !key else { return Output.line(try RelayService.publicKey(of: configuration)) }
        let (host, log) = (configuration.host, logger)
        try await RelayService(configuration, logger: logger, now: StationClock.system.now) { port in
            log.notice("relay listens", metadata: ["host": "\(host)", "port": "\(port)"])
        }.run()
    }
}
