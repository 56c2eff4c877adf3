public import ArgumentParser
import Messages
import Station
import StationAPI
public import Tickets

struct CheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "The verdict a code would get now. Nothing is recorded.",
        discussion: """
            Exit code 0 when the holder may pass, 1 when not. With --explain, --at, --entered and --left it shows how \
            the rule of an admission list would come out (docs/RULES.md).
            """)

    @OptionGroup var code: CodeArgument
    @Option(help: "Check at this gate instead of the station's own.") var gate: String?
    @Option(help: "in or out.") var direction: Direction?
    @Option(help: ArgumentHelp("Check for this time, like 2026-12-05T18:00:00Z.", valueName: "time")) var at: Timestamp?
    @Flag(help: "Also say how each condition of the list's rule came out.") var explain = false
    @Option(
        help: ArgumentHelp(
            "Assume that the ticket was used to enter then, whatever is known of it. May be given several times.",
            valueName: "time"))
    var entered: [Timestamp] = []
    @Option(help: ArgumentHelp("Assume that it left then. May be given several times.", valueName: "time"))
    var left: [Timestamp] = []
    @OptionGroup var station: StationOptions

    func run() async throws {
        let history =
            entered.map { CheckRequest.Passage(at: $0, direction: .in) }
            + left.map { CheckRequest.Passage(at: $0, direction: .out) }
        let request = CheckRequest(
            code: try code.read(), gate: gate, direction: direction, at: at,
            history: history.isEmpty ? nil : history.sorted { $0.at < $1.at }, explain: explain ? true : nil)
        let channel = try await station.open()
        let (report, json) = try await channel.send(.post("check", body: request), as: VerdictReport.self)
        if station.json {
            Output.line(json)
        } else {
            TerminalVerdict(in: try await channel.messages()).show(report)
            for line in report.explanation { Output.line("  " + line) }
        }
        if report.verdict.reason != nil { throw ExitCode(1) }
    }
}

extension Timestamp: ExpressibleByArgument {
    public init?(argument: String) {
        self.init(rfc3339: argument)
    }
}
