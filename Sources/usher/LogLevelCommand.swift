import ArgumentParser
import Foundation
import Station
import StationAPI
import Tickets
import Web

struct LogLevelCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "log-level", abstract: "Shows how much the running usherd logs, or changes it.",
        discussion: """
            A level is one of trace, debug, info, notice, warning, error and critical. It applies until usherd is \
            restarted, which reads usher.yaml.
            """)

    @Argument(help: "The new level.") var level: String?
    @OptionGroup var station: StationOptions

    func run() async throws {
        let state = station.state.map { URL(filePath: $0) }
        guard let daemon = ControlChannel.daemon(state: state, environment: ProcessInfo.processInfo.environment) else {
            throw CommandError(
                "ask", "usherd", "no usherd is running on this state folder",
                hint: "Start it (systemctl start usherd), or set log in usher.yaml.")
        }
        if let level {
            try await daemon.send(
                ControlRequest(
                    "PUT", "log-level", body: .bytes(try ControlJSON.encode(LogLevel(level: level)))))
        }
        let (answer, json) = try await daemon.send(ControlRequest("GET", "log-level"), as: LogLevel.self)
        Output.line(station.json ? json : answer.level)
    }
}
