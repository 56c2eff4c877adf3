import ArgumentParser
import Foundation
import Logging
import Relay
import Station
import Tickets

struct RelayCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "relay",
        abstract: "Forwards the stations' check-ins, on the machine that holds the account's key.",
        discussion: """
            For ticketing servers that have one key for everything: it stays on the organizer's machine, and each \
            station gets a token that allows nothing but check-ins. A check-in is on this machine's disk before the \
            station is told that it was accepted; what other stations did is returned within seconds. Runs until \
            SIGTERM or SIGINT. Uses plain HTTP: put a web server with a certificate in front of it. docs/BACKENDS.md \
            describes relay.yaml.
            """)

    @Argument(help: ArgumentHelp("The relay's configuration.", valueName: "relay.yaml")) var file: String
    @Flag(help: "Print the key that stations need as `relay_key`, created when there is none, and exit.") var key =
        false
    @Option(help: "What it logs: debug, info, notice, warning or error.") var log = "notice"

    func validate() throws {
        guard Logger.Level(rawValue: log) != nil else {
            throw ValidationError("--log is debug, info, notice, warning or error, not \(log)")
        }
    }

    func run() async throws {
        var logger = Logger(label: "usher relay", factory: { StreamLogHandler.standardError(label: $0) })
        logger.logLevel = Logger.Level(rawValue: log) ?? .notice
        let configuration = try RelayConfiguration(contentsOf: URL(filePath: file))
        guard !key else { return Output.line(try RelayService.publicKey(of: configuration)) }
        let (host, log) = (configuration.host, logger)
        let clock = StationClock.system
        try await RelayService(
            configuration, logger: logger, now: clock.now, isSynchronised: clock.isSynchronised
        ) { port in
            log.notice("relay listens", metadata: ["host": "\(host)", "port": "\(port)"])
        }.run()
    }
}
