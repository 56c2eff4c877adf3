import ArgumentParser
import Foundation
import Messages
import Pictures
import Reports
import Station
import StationAPI
import Tickets

struct JournalCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "journal", abstract: "Everything this station decided: list, export, verify, purge.",
        subcommands: [List.self, Export.self, Verify.self, Purge.self])
}

extension JournalCommand {
    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Shows entries, oldest first.")

        @Option(help: ArgumentHelp("Only entries after this sequence number.", valueName: "seq")) var after: Int64 = 0
        @Option(help: "At most this many; 0 for all.") var limit = 0
        @OptionGroup var station: StationOptions

        func validate() throws {
            guard after >= 0, limit >= 0 else { throw ValidationError("--after and --limit are 0 or more") }
        }

        func run() async throws {
            let channel = try await station.open()
            var last = after
            var left = limit == 0 ? Int.max : limit
            while left > 0 {
                let query = ["after": String(last), "limit": String(min(left, 500))]
                let lines = try await channel.lines(ControlRequest("GET", "journal", query: query))
                let entries = try lines.map(JournalDocument.Entry.init(line:))
                guard let final = entries.last else { return }
                if last == after, !station.json { Output.line(Ink.bold.paint(Self.header)) }
                for text in station.json ? lines : entries.map(line(for:)) { Output.line(text) }
                last = final.seq
                left -= entries.count
            }
        }

        private static let header = columns(["SEQ", "AT", "WAY", "VERDICT", "GATE", "REFERENCE", "BY"])

        private func line(for entry: JournalDocument.Entry) -> String {
            Self.columns([
                String(entry.seq), entry.at.description, entry.direction, entry.outcome, entry.gate ?? "",
                entry.ref?.referenceForPeople ?? "", entry.by,
            ])
        }

        /// Of fixed widths, because entries come page by page.
        private static func columns(_ cells: [String]) -> String {
            let widths = [6, 24, 4, 18, 8, 16, 0]
            return zip(cells, widths).map { cell, width in
                let clean = cell.withoutControls
                return clean + String(repeating: " ", count: max(0, width - clean.columns))
            }.joined(separator: "  ").trimmingCharacters(in: .whitespaces)
        }
    }

    struct Export: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Writes all entries as JSON lines, CSV or PDF.",
            discussion: """
                With --out, the signed head of the journal is written next to the file as FILE.head: keep it, and \
                "usher journal verify --head FILE.head" finds any entry that is changed later. A PDF is for people, and \
                does not count as an export for a purge.
                """)

        enum Format: String, ExpressibleByArgument, CaseIterable {
            case jsonl, csv, pdf
        }

        @Option(help: "jsonl, csv or pdf.") var format = Format.jsonl
        @Option(help: ArgumentHelp("A file to write; without it, standard output.", valueName: "file")) var out: String?
        @OptionGroup var station: StationOptions

        func validate() throws {
            if format == .pdf, out == nil, Output.isTerminal {
                throw ValidationError("a PDF is not for a terminal: name a file with --out")
            }
        }

        func run() async throws {
            let channel = try await station.open()
            guard format != .pdf else { return try await writePDF(from: channel) }
            let request = ControlRequest("GET", "journal", "export", query: ["format": format.rawValue])
            let pieces = try await channel.pieces(request)
            guard let out else {
                for try await piece in pieces { Output.write(piece) }
                return
            }
            try await WholeFile(path: out).write(pieces)
            let head = try await channel.send(ControlRequest("GET", "journal", "head"), as: JournalHeadAnswer.self)
            try await WholeFile(path: out + ".head").write(head.answer.head + "\n")
        }

        private func writePDF(from channel: ControlChannel) async throws {
            var entries: [JournalDocument.Entry] = []
            while case let page = try await channel.lines(
                ControlRequest("GET", "journal", query: ["after": String(entries.last?.seq ?? 0), "limit": "500"])),
                !page.isEmpty
            {
                entries += try page.map(JournalDocument.Entry.init(line:))
            }
            let file = try JournalDocument(entries).pdfFile(
                made: StationClock.system.now(), in: try await channel.messages())
            guard let out else { return Output.write(file) }
            try await WholeFile(path: out).write(file)
        }
    }

    struct Verify: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Looks for entries that were changed, removed or reordered.",
            discussion: """
                It finds any such entry before the last head that left the station. Entries after it could have been \
                rewritten together with the chain by somebody who has the station's key; nothing on the station \
                itself can rule that out.
                """)

        @Option(help: ArgumentHelp("A signed head from an earlier export.", valueName: "file")) var head: String?
        @OptionGroup var station: StationOptions

        func run() async throws {
            let request = VerifyRequest(head: try head.map { try Self.line(of: $0) })
            let (answer, json) = try await station.ask(.post("journal", "verify", body: request), as: VerifyAnswer.self)
            if station.json {
                Output.line(json)
            } else {
                Output.line(
                    answer.isWhole
                        ? "intact: \(answer.entries) entries"
                        : "NOT intact: only the first \(answer.entries) entries are unchanged")
                if let fault = answer.fault { Output.line("  \(fault)") }
                Output.line(answer.note)
            }
            if !answer.isWhole { throw ExitCode(1) }
        }

        private static func line(of path: String) throws -> String {
            String(decoding: try FileBytes.all(of: path), as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        }
    }

    struct Purge: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Removes entries of events that have ended and are settled or exported.",
            discussion: """
                A signed checkpoint takes their place, so that the chain can still be verified, and which tickets were used \
                stays remembered, by the hashes of their codes: a later list of the same event does not admit them again \
                (see "usher forget --used"). An event whose list is gone counts as ended a week after its newest entry. \
                The clock must be synchronised, or confirmed by a server.
                """)

        @OptionGroup var station: StationOptions

        func run() async throws {
            let (answer, json) = try await station.ask(ControlRequest("POST", "journal", "purge"), as: PurgeAnswer.self)
            guard !station.json else { return Output.line(json) }
            let events = answer.events.isEmpty ? "" : " of \(answer.events.joined(separator: ", "))"
            Output.line("\(answer.removed) entries removed\(events)")
            if answer.used > 0 { Output.line("\(answer.used) used tickets stay used, also in a later list") }
            for kept in answer.kept { Output.line("kept: \(kept)") }
        }
    }
}

extension JournalDocument.Entry {
    fileprivate init(line: String) throws {
        self = try JSONDecoder().decode(Self.self, from: Data(line.utf8))
    }
}
