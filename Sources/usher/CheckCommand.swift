public import ArgumentParser
import StationAPI
public import Tickets

struct CheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "The verdict a code would get now. Nothing is recorded.",
        discussion: "Exit code 0 when the holder may pass, 1 when not.")

    @OptionGroup var code: CodeArgument
    @Option(help: "Check at this gate instead of the station's own.") var gate: String?
    @Option(help: "in or out.") var direction: Direction?
    @Option(help: ArgumentHelp("Check for this time, like 2026-12-05T18:00:00Z.", valueName: "time")) var at: Timestamp?
    @OptionGroup var station: StationOptions

    func run() async throws {
        let request = CheckRequest(code: try code.read(), gate: gate, direction: direction, at: at)
        let (report, json) = try await station.ask(.post("check", body: request), as: VerdictReport.self)
        station.json ? Output.line(json) : TerminalVerdict.show(report)
        if report.verdict.reason != nil { throw ExitCode(1) }
    }
}

extension Timestamp: ExpressibleByArgument {
    public init?(argument: String) {
        self.init(rfc3339: argument)
    }
}
