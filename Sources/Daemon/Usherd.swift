// Daemon: the command line of usherd, for both programs that answer to that name.

public import ArgumentParser
internal import Foundation
internal import Station
public import Tickets

/// The gate daemon.
/// See docs/decisions/032-faulty-configuration-status-2.md.
public struct Usherd: AsyncParsableCommand {
    /// The name under which the program is this daemon.
    public static let programName = "usherd"

    public static let configuration = CommandConfiguration(
        commandName: programName,
        abstract: "The door check-in station: reads codes, decides, records, shows.",
        discussion: """
            Reads /etc/usher/usher.yaml; the environment (USHER_STATION, USHER_GATE, USHER_DIRECTION, USHER_EVENTS, \
            USHER_SCREEN, USHER_LOG) and these options override it. State is kept in STATE_DIRECTORY or /var/lib/usher. The \
            commands of "usher" reach it through usher.sock in RUNTIME_DIRECTORY, else in the state folder.

            With --stdin each line of standard input is a presentation: a code, or an object \
            {"code":...,"gate":...,"direction":...}. A line {"answers":{"12":"true"}} answers what the verdict before it \
            asked. With --images the pictures of a folder are shown in the order of the \
            answers.jsonl in or next to it, else by name. Both print one JSON object for each and end after the last.

            Exit codes: 0 stopped or done, 1 failed, 2 the command line or the configuration is not valid.
            """,
        version: Station.versions)

    @Option(help: ArgumentHelp("The configuration.", valueName: "file")) var config: String?
    @Option(help: ArgumentHelp("The state folder.", valueName: "dir")) var state: String?
    @Option(help: "The gate this station stands at.") var gate: String?
    @Option(help: "Which way people pass: in or out; look shows verdicts and records nothing.")
    var direction: Direction?
    @Flag(help: "Only read the configuration, and say what is wrong with it.") var check = false
    @Flag(help: "Read presentations from standard input.") var stdin = false
    @Option(help: ArgumentHelp("Read presentations from the pictures in this folder.", valueName: "dir"))
    var images: String?

    public init() {}

    public func validate() throws {
        guard !(stdin && images != nil) else { throw ValidationError("give --stdin or --images, not both") }
    }

    public func run() async throws {
        let environment = ProcessInfo.processInfo.environment
        var configuration: Configuration
        do {
            configuration = try Configuration.read(file: config, environment: environment)
        } catch {
            try? FileHandle.standardError.write(contentsOf: Data("\(error)\n".utf8))
            throw ExitCode.validationFailure
        }
        guard !check else { return print("the configuration is valid") }
        configuration.gate = gate ?? configuration.gate
        configuration.direction = direction ?? configuration.direction
        let source: StationService.Source =
            stdin ? .standardInput : images.map { .pictures(URL(filePath: $0)) } ?? .devices
        let service = StationService(
            configuration: configuration, state: state.map { URL(filePath: $0) }, source: source,
            environment: environment)
        try await service.run()
    }

    /// Exit codes: 0 stopped or done, 1 failed, 2 usage or a faulty configuration.
    public static func main() async {
        do {
            var command = try parseAsRoot()
            if var asynchronous = command as? any AsyncParsableCommand {
                try await asynchronous.run()
            } else {
                try command.run()
            }
        } catch {
            let code = exitCode(for: error)
            let text = fullMessage(for: error)
            let handle = code.isSuccess ? FileHandle.standardOutput : FileHandle.standardError
            if !text.isEmpty { try? handle.write(contentsOf: Data((text + "\n").utf8)) }
            Foundation.exit(code.isSuccess ? 0 : code == .validationFailure ? 2 : 1)
        }
    }
}

extension Direction: ExpressibleByArgument {}
