public import ArgumentParser
import Messages
import Station
public import StationAPI

struct ReportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "report", abstract: "Writes the figures of an event as CSV or PDF.",
        discussion: """
            Totals by ticket type, list and gate, the course of the evening, refusals, conflicts, and what people \
            decided by hand. It contains no holder's name. The rows of the CSV are explained in docs/SCREEN.md.
            """)

    @Option(help: "The event's id; without it, the one that is served now.") var event: String?
    @Option(
        help:
            "csv, excel (csv for an Excel with decimal commas) or pdf; without it, as the name of the file ends, otherwise csv."
    ) var format: ReportFormat?
    @Option(help: ArgumentHelp("A file to write; without it, standard output.", valueName: "file")) var out: String?
    @OptionGroup var spoken: LanguageOption
    @OptionGroup var station: StationOptions

    /// What is written.
    private var chosenFormat: ReportFormat {
        format ?? ReportFormat.allCases.first { out?.lowercased().hasSuffix(".\($0.rawValue)") ?? false } ?? .csv
    }

    func validate() throws {
        if chosenFormat == .pdf, out == nil, Output.isTerminal {
            throw ValidationError("a PDF is not for a terminal: name a file with --out")
        }
    }

    func run() async throws {
        let channel = try await station.open()
        if station.json {
            let figures = ControlRequest("GET", "figures", query: query([:]))
            return Output.line(try await channel.send(figures, as: Items<EventFigures>.self).json)
        }
        var asked = ["format": chosenFormat.rawValue]
        asked["language"] = spoken.language?.messages.language
        let file = try await channel.bytes(ControlRequest("GET", "report", query: query(asked)))
        guard let out else { return Output.write(file) }
        try await WholeFile(path: out).write(file)
    }

    private func query(_ pairs: [String: String]) -> [String: String] {
        var pairs = pairs
        if let event { pairs["event"] = event }
        return pairs
    }
}

extension ReportFormat: ExpressibleByArgument {}
