import ArgumentParser
import Foundation
import Messages
import Station
import StationAPI
import Tickets

struct TailCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tail", abstract: "Shows each verdict as it is made, until it is stopped.",
        discussion: """
            --large fills the terminal with one verdict at a time, for a kiosk without a browser; it waits while no \
            station is running.

            With "-" it shows the lines of standard input instead, as usherd prints them:
              usherd --images sample/codes | usher tail -
            """)

    @Argument(help: ArgumentHelp("- reads standard input instead of asking the station.", valueName: "-"))
    var input: String?
    @Flag(help: "One verdict at a time on the whole terminal.") var large = false
    @OptionGroup var spoken: LanguageOption
    @OptionGroup var station: StationOptions

    func validate() throws {
        guard input == nil || input == "-" else { throw ValidationError("the only argument that tail takes is -") }
        guard !large || (input == nil && !station.json) else {
            throw ValidationError("--large cannot be combined with - or --json")
        }
    }

    func run() async throws {
        guard !large else { return try await LargeTail(station: station, language: spoken.language).run() }
        var totals = VerdictTotals()
        if input == "-" {
            let messages = spoken.language?.messages ?? .english
            while let line = readLine() { show(line, in: messages, totals: &totals) }
            guard !station.json else { return }
            Output.line("")
            for line in totals.lines(in: messages) { Output.line(line) }
        } else {
            let channel = try await station.open()
            guard channel.isDaemon else {
                throw CommandError(
                    "follow", station.state ?? "the station", "no usherd is running on it",
                    hint: "Start one with usherd --state DIR.")
            }
            let messages = try await spoken.messages(of: channel)
            for try await line in try await channel.announcements() { show(line, in: messages, totals: &totals) }
        }
    }

    private func show(_ line: String, in messages: Messages, totals: inout VerdictTotals) {
        guard !station.json else { return Output.line(line) }
        let data = Data(line.utf8)
        if let report = try? JSONDecoder().decode(VerdictReport.self, from: data) {
            totals.add(report)
            TerminalVerdict(in: messages).show(report)
        } else if let hint = try? JSONDecoder().decode(ScanHint.self, from: data) {
            Output.line(TerminalVerdict(in: messages).line(for: hint))
        } else {
            Output.printError(line.withoutControls)
        }
    }
}
