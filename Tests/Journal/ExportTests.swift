import Foundation
import Subprocess
import TestSupport
import Testing
import Tickets

@testable import Journal

@Suite struct ExportTests {
    private func filledStation() throws -> Station {
        let station = try Station()
        try station.record(.passing(note: "Zoë 🎫 \"quoted\", \\"))
        try station.record(.refusal())
        try station.record(.passing(.of("T2"), event: "other"))
        return station
    }

    private func export(_ station: Station, _ format: ExportFormat, event: String? = nil) throws -> (
        String, JournalExport
    ) {
        var text = ""
        let export = try station.journal.exportLines(format, event: event, now: .minute(9)) { text += $0 }
        return (text, export)
    }

    @Test func `JSON lines are the entries and the signed head`() throws {
        let station = try filledStation()
        let (text, export) = try export(station, .jsonLines)
        let lines = text.split(separator: "\n").map(String.init)
        let entries = try station.journal.entries(limit: 10)
        #expect(lines == entries.map(\.json.text) + ["{\"head\":\"\(export.head.line)\"}"])
        #expect((export.entries, export.head.sequence) == (3, 3))
        #expect(
            lines[1].hasPrefix(#"{"id":""# + entries[1].checkIn.id + #"","station":"kiosk-3","seq":2,"event":null,"#))
    }

    @Test func `an export of more than a page holds every entry once`() throws {
        let station = try Station()
        try station.journal.transaction { transaction in
            for number in 0..<1203 {
                try transaction.append(.passing(.of("T\(number)"), event: number % 2 == 0 ? "a" : "b"))
            }
        }
        let (text, export) = try export(station, .jsonLines)
        #expect(text.split(separator: "\n").count == 1204)
        #expect(export.entries == 1203)
        #expect(try self.export(station, .jsonLines, event: "a").1.entries == 602)
        #expect(try station.journal.verify().entries == 1203)
    }

    @Test func `CSV has a header, and no cell is a formula`() throws {
        let station = try Station()
        try station.record(.passing(note: "=HYPERLINK(\"x\"), said she"))
        for start in ["+1", "-1", "@a", "plain"] { try station.record(.passing(note: start)) }
        let (text, _) = try export(station, .csv)
        let rows = text.components(separatedBy: "\r\n")
        guard case .object(let members) = try #require(try station.journal.entries(limit: 1).first).json else { return }
        #expect(rows[0] == members.map(\.name).joined(separator: ","))
        #expect(rows.count == 7)
        #expect(rows[1].contains(#","'=HYPERLINK(""x""), said she","#))
        for (row, cell) in zip(rows[2...], ["'+1", "'-1", "'@a", "plain"]) {
            #expect(row.components(separatedBy: ",")[19] == cell)
        }
    }

    /// Runs the program that docs/JOURNAL.md prints.
    private func verifyOutside(_ text: String, by station: Station) async throws -> (isGood: Bool, said: String) {
        let page = URL(filePath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../docs/JOURNAL.md").standardizedFileURL
        let document = try String(contentsOf: page, encoding: .utf8)
        let start = try #require(document.range(of: "```python\n"))
        let end = try #require(document.range(of: "\n```", range: start.upperBound..<document.endIndex))
        let program = station.folder.file("verify.py")
        let export = station.folder.file("export.jsonl")
        try Data(document[start.upperBound..<end.lowerBound].utf8).write(to: program)
        try Data(text.utf8).write(to: export)
        let key = Base64URL.encode(station.identity.signingKey.verificationKey.raw)
        // Debian's Python, which has jwcrypto; another one may stand before it in the path.
        let result = try await run(
            .name("python3"), arguments: [program.path, export.path, key],
            environment: .inherit.updating(["PATH": "/usr/bin:/bin"]), output: .string(limit: 4096),
            error: .string(limit: 4096))
        return (result.terminationStatus.isSuccess, result.standardOutput + result.standardError)
    }

    @Test func `the program in the documentation verifies an export, purged or not`() async throws {
        let station = try filledStation()
        let (whole, export) = try export(station, .jsonLines)
        let first = try await verifyOutside(whole, by: station)
        #expect(first.isGood, "\(first.said)")
        #expect(first.said == "3 entries, signed by kiosk-3 at \(Timestamp.minute(9))\n")

        try station.journal.markExported(export)
        _ = try station.journal.purge(events: [Station.event], now: .minute(10))
        let purged = try self.export(station, .jsonLines).0
        #expect(purged.hasPrefix("{\"checkpoint\":"))
        let second = try await verifyOutside(purged, by: station)
        #expect(second.isGood, "\(second.said)")
    }

    @Test func `the program in the documentation finds a change`() async throws {
        let station = try filledStation()
        let (text, _) = try export(station, .jsonLines)
        let changed = try await verifyOutside(text.replacingOccurrences(of: "Zoë", with: "Zoe"), by: station)
        #expect(!changed.isGood)
        #expect(changed.said == "entry 1 was changed\n")
        let cut = text.split(separator: "\n").enumerated().filter { $0.offset != 2 }.map(\.element)
        let missing = try await verifyOutside(cut.joined(separator: "\n"), by: station)
        #expect(missing.said == "the head is not the one of the last entry\n")
    }
}
