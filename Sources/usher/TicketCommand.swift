public import ArgumentParser
import Foundation
import Pictures
import Publishing
public import QRWriter
import Tickets

struct TicketCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ticket", abstract: "Tickets: from a spreadsheet to codes, paper and e-mails.",
        subcommands: [Import.self, Render.self, Issue.self, Print.self, Mail.self], aliases: ["tickets"])
}

extension QRErrorCorrection: ExpressibleByArgument {}

extension TicketCommand {
    struct Render: ParsableCommand {
        enum Format: String, ExpressibleByArgument, CaseIterable {
            case png, svg, pdf, terminal
        }

        static let configuration = CommandConfiguration(
            abstract: "Draws QR codes: one, or all of a ticket list.",
            discussion: """
                One code goes to OUT.FORMAT or, as terminal blocks, to standard output. With --tickets, OUT is a folder \
                that gets a file for each row, or a sheet with a caption under each code (pdf).
                """)

        @Argument(
            help: ArgumentHelp(
                "The code; - reads it from standard input. An argument is visible in the process list.",
                valueName: "code|-")
        )
        var code: String?
        @Option(help: ArgumentHelp("Draw every ticket of this list.", valueName: "tickets.csv")) var tickets: String?
        @Option(help: ArgumentHelp("File without extension, or folder.", valueName: "path")) var out: String?
        @Option(help: "png, svg, pdf or terminal.") var format: Format = .png
        @Option(help: "Error correction: L, M, Q or H.") var ecc: QRErrorCorrection = .medium
        @Option(help: ArgumentHelp("Pixels a module.", valueName: "px")) var module = 8
        @Flag(help: "Light modules on dark, as phones in dark mode show.") var invert = false

        func validate() throws {
            guard (code == nil) != (tickets == nil) else { throw ValidationError("give either a code or --tickets") }
            guard QRMatrix.modulePixels.contains(module) else {
                throw ValidationError("a module has \(QRMatrix.modulePixels.lowerBound) to 64 pixels")
            }
            guard format == .terminal || out?.isEmpty == false else {
                throw ValidationError("name the output with --out")
            }
        }

        func run() throws {
            if let tickets {
                try renderAll(of: URL(filePath: tickets))
            } else if let code {
                let text = code == "-" ? try CodeArgument.readCode() : code
                let path = out.map { "\($0).\(format.rawValue)" }
                try render(QRMatrix(encoding: text, errorCorrection: ecc), caption: [], to: path)
                if let path { Output.line(path) }
            }
        }

        private func render(_ matrix: QRMatrix, caption: [String], to path: String?) throws {
            switch format {
            case .terminal: Output.line(matrix.terminalText(inverted: invert))
            case .png: try write(matrix.picture(modulePixels: module, inverted: invert).pngFile(), to: path)
            case .svg: try write(matrix.svgFile(modulePixels: module, inverted: invert), to: path)
            case .pdf:
                let entry = QRSheet.Entry(code: matrix, inverted: invert, caption: caption)
                try write(QRSheet([entry]).pdfFile(), to: path)
            }
        }

        private func write(_ bytes: [UInt8], to path: String?) throws {
            guard let path else { return }
            try PictureFile.write(bytes, to: path)
        }

        /// All rows, unless one has a fault.
        private static func rows(of file: URL) throws -> [TicketRow] {
            // Times are not drawn, so any zone will do.
            let source = try TicketCSV(file, zone: .utc)
            var rows: [TicketRow] = []
            while let next = try source.next() {
                do {
                    rows.append(try next.row.get())
                } catch {
                    throw CommandError(
                        "draw", "line \(next.place) of \(file.path)", error.problem)
                }
            }
            return rows
        }

        /// Files are named by row: never by code.
        private func renderAll(of file: URL) throws {
            let rows = try Self.rows(of: file)
            if format != .terminal, let out {
                try FileManager.default.createDirectory(
                    at: URL(filePath: out), withIntermediateDirectories: true)
            }
            if format == .pdf, let out {
                let entries = try rows.map { row in
                    QRSheet.Entry(
                        code: try QRMatrix(encoding: row.code, errorCorrection: ecc), inverted: invert,
                        caption: [row.type, row.holder, row.reference?.referenceForPeople].compactMap(\.self))
                }
                try PictureFile.write(QRSheet(entries).pdfFile(), to: out + "/sheet.pdf")
                return Output.line("\(out)/sheet.pdf: \(entries.count) codes")
            }
            for (index, row) in rows.enumerated() {
                let number = String(index + 1)
                let name = String(repeating: "0", count: max(0, 5 - number.count)) + number
                if format == .terminal { Output.line("\(name) \(row.reference?.referenceForPeople ?? "")") }
                try render(
                    QRMatrix(encoding: row.code, errorCorrection: ecc), caption: [],
                    to: out.map { "\($0)/\(name).\(format.rawValue)" })
                Output.progress("\(index + 1) of \(rows.count) codes")
            }
            Output.endProgress()
            if let out, format != .terminal { Output.line("\(out): \(rows.count) codes") }
        }
    }
}
