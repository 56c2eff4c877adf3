import ArgumentParser
import Evening
import Foundation
import Manifests
import Messages
import Reports
import Spreadsheets
import Station
import StationAPI
import Tickets

struct EveningCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "evening", abstract: "One event, from the journals of all its stations.",
        subcommands: [Join.self])
}

extension EveningCommand {
    struct Join: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Verifies the journals of an event, and writes one report on all of them.",
            discussion: """
                Each journal is the file that "usher journal export --out FILE" wrote at a station, as JSON lines. Who \
                came and who did not, entries by gate and type, refusals, double entries, sales and what people decided \
                by hand are as if there had been one journal. No holder's name is in it. docs/CONTROL.md explains the \
                report. What may make its numbers wrong is said, and the exit code is 1 then: a journal that was changed \
                or is not whole, a gate without a journal.
                """)

        enum Format: String, ExpressibleByArgument, CaseIterable {
            case csv, excel, xlsx, pdf, json
        }

        @Argument(help: ArgumentHelp("The exported journals.", valueName: "journal.jsonl")) var journals: [String]
        @Option(help: ArgumentHelp("The newest list of the event.", valueName: "name.usher")) var list: String
        @Option(help: ArgumentHelp("The key that signed the list.", valueName: "name.pub")) var key: String
        @Option(
            help: ArgumentHelp(
                "Signed heads that left the stations before, one in a line: each is compared with the journals. May be repeated.",
                valueName: "file"))
        var head: [String] = []
        @Option(
            help: ArgumentHelp(
                "The JSON report of an earlier event, which the PDF compares this one with. May be repeated, up to three times.",
                valueName: "earlier.json"))
        var before: [String] = []
        @Option(
            help:
                "csv, excel (csv for an Excel with decimal commas), xlsx, pdf or json; without it, as the name of the file ends, otherwise csv."
        ) var format: Format?
        @Option(help: ArgumentHelp("A file to write; without it, standard output.", valueName: "file")) var out: String?
        @Option(help: "The language of the PDF; without it, English.") var language: Language?

        /// What is written.
        private var chosenFormat: Format {
            format ?? Format.allCases.first { out?.lowercased().hasSuffix(".\($0.rawValue)") ?? false } ?? .csv
        }

        func validate() throws {
            guard before.count <= 3 else { throw ValidationError("--before is given three times at most") }
            guard before.isEmpty || chosenFormat == .pdf else { throw ValidationError("--before is for a PDF") }
            if [.pdf, .xlsx].contains(chosenFormat), out == nil, Output.isTerminal {
                throw ValidationError("\(chosenFormat.rawValue) is not for a terminal: name a file with --out")
            }
        }

        func run() async throws {
            let listKey = try KeyFile.verificationKey(at: URL(filePath: key), for: .manifest)
            let file = try openList(listKey)
            let evening = try join(file.list)
            try await write(evening.report)
            for doubt in evening.doubts { Output.printError("attention: \(doubt)") }
            if !evening.doubts.isEmpty { throw ExitCode(1) }
        }

        private func openList(_ key: VerificationKey) throws -> ListFile {
            do {
                return try ListFile(URL(filePath: list), keys: [key])
            } catch let error as ManifestError where error.code == .untrustedKey {
                throw CommandError(
                    "use", list, "it is not signed with the key in \(self.key)",
                    hint: "Give the .pub file of the key that the list was built with.")
            }
        }

        private func join(_ list: InstalledManifest) throws -> Evening {
            defer { Output.endProgress() }
            return try Evening(
                joining: try journals.map { ($0, Data(try FileBytes.all(of: $0))) },
                heads: try head.map { ($0, try FileBytes.text(of: $0)) }, list: list,
                earlier: try before.map { try EventSummary(json: Data(try FileBytes.all(of: $0)), named: $0) },
                now: StationClock.system.now()
            ) { Output.progress("\($0): \($1) lines") }
        }

        private func write(_ report: EventReport) async throws {
            let bytes: [UInt8] =
                switch chosenFormat {
                case .csv: Array(report.csv.utf8)
                case .excel: Array(report.excelCSV.utf8)
                case .json: Array((report.json.text + "\n").utf8)
                case .xlsx: try workbook(of: report)
                case .pdf: try report.pdfFile(in: language?.messages ?? .in("en"))
                }
            guard let out else { return Output.write(bytes) }
            try await WholeFile(path: out).write(bytes)
            Output.line(out)
        }

        private func workbook(of report: EventReport) throws -> [UInt8] {
            let rows = report.table.map { row in
                row.enumerated().map { index, cell in
                    let isNumber =
                        index == row.count - 1 && row[0] != "event" && cell.wholeMatch(of: /\d+(\.\d+)?/) != nil
                    return isNumber ? Decimal(string: cell).map(XLSXWriter.Cell.number) ?? .text(cell) : .text(cell)
                }
            }
            return try XLSXWriter.file(header: EventReport.columns, rows: rows, sheet: "Report")
        }
    }
}
