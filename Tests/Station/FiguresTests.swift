import Foundation
import Journal
import Manifests
import Reports
import StationAPI
import Subprocess
import TestSupport
import Testing
import Tickets

@testable import Station

/// The figures and reports of a real station.
struct FiguresTests {
    private let fixture: StationFixture
    private let station: Station

    init() async throws {
        fixture = try StationFixture()
        station = try await fixture.open { $0.gate = "A" }
        let rows = (1...6).map { "\(code("S\($0)")),S-\($0),standard,Zoë Holder,valid,1,," }
        try await fixture.install(
            rows + [
                "\(code("G1")),G-1,standard,=Group,valid,4,,", "\(code("V1")),V-1,vip,Ada Guest,valid,1,,",
                "\(code("U1")),U-1,standard,Ada Guest,unpaid,1,,",
            ], in: station)
    }

    private func main() async throws -> ListFigures {
        try #require(try await station.figures.figures(event: nil).first?.lists.first)
    }

    private func pass(_ reference: String, by operator: String = "ann", override: Bool = false) async throws {
        _ = try await station.acts.admit(
            ManualRequest(reference: reference, count: 1, isOverride: override, note: "because", operator: `operator`))
    }

    @Test func `counts people by type and gate, leaves out what is taken back, and reads each entry once`() async throws
    {
        for name in ["S1", "S2", "V1", "G1", "G1"] { _ = await station.door.show(code(name)) }
        _ = await station.door.show(code("U1"))
        _ = await station.door.show("a code that nobody made")
        var figures = try await main()
        #expect(figures.slug == "main")
        #expect((figures.admitted, figures.inside, figures.tickets) == (5, 5, 11))
        #expect(figures.types.map(\.slug) == ["standard", "vip"])
        #expect(figures.types.map(\.admitted) == [4, 1])
        #expect(figures.types.map(\.tickets) == [10, 1])
        #expect(figures.gates.map(\.admitted) == [5])
        #expect(figures.isEstimate)
        #expect(figures.perMinute == 1)
        _ = try await station.acts.undo(UndoRequest(operator: "ann"))
        _ = await station.door.show(code("V1"), gate: "L", direction: .in)
        figures = try await main()
        #expect((figures.admitted, figures.inside) == (4, 4))
        let all = try #require(try await station.figures.figures(event: "gala").first)
        #expect(all.lists.map(\.slug) == ["main", "lounge"])
        #expect(all.lists.map(\.admitted) == [4, 1])
        #expect(
            Dictionary(uniqueKeysWithValues: all.refusals.map { ($0.reason, $0.codes) }) == [.unpaid: 1, .invalid: 1])
    }

    @Test func `whoever is checked out is inside no more, and then inside is no estimate`() async throws {
        for name in ["S1", "S2"] { _ = await station.door.show(code(name)) }
        _ = await station.door.show(code("S1"), direction: .out)
        let figures = try await main()
        #expect((figures.admitted, figures.inside, figures.checkedOut, figures.isEstimate) == (2, 1, 1, false))
    }

    @Test func `what other gates told counts, apart from this station's own`() async throws {
        _ = await station.door.show(code("S1"))
        let manifest = try #require(station.resources.manifests.installed.first)
        try station.resources.journal.recordElsewhere([
            ForeignEntry(
                id: "there-1", station: "kiosk-2", line: try line(of: "S2", in: manifest), gate: "B",
                verdict: .admitted, count: 1, at: StationFixture.evening)
        ])
        let figures = try await main()
        #expect((figures.admitted, figures.elsewhere, figures.inside) == (1, 1, 2))
        #expect(figures.gates.map(\.slug) == ["A", "B"])
        #expect(figures.gates.map(\.elsewhere) == [0, 1])
    }

    @Test func `an event without a list is told apart from one without guests`() async throws {
        await #expect(throws: StationError.self) { try await station.figures.figures(event: "unknown") }
        let figures = try await main()
        #expect((figures.admitted, figures.inside, figures.perMinute) == (0, 0, 0))
        #expect(figures.course == nil && figures.peak == nil)
    }

    // MARK: - Reports

    private func playEvening() async throws {
        for name in ["S1", "S2", "S2", "V1", "G1"] { _ = await station.door.show(code(name)) }
        try await pass("S-3")
        try await pass("S-1", by: "=bob", override: true)
        _ = try await station.acts.undo(UndoRequest(operator: "zoë"))
    }

    @Test func `a CSV report has one number a row, and neither names nor formulas`() async throws {
        try await playEvening()
        let text = String(
            decoding: try await station.figures.report(event: nil, format: .csv, language: nil), as: UTF8.self)
        let rows = text.split(separator: "\r\n")
        #expect(rows.first == "section,list,gate,type,key,at,reference,operator,value")
        for row in [
            "event,,,,name,,,,Winter Gala", "total,main,,,admitted_here,,,,5", "total,main,,,inside_estimate,,,,5",
            "type,main,,vip,admitted,,,,1", "gate,main,A,,admitted_here,,,,5", "refusal,,A,,alreadyScanned,,,,1",
            "course,main,,,entered,2026-12-05 18:00:00,,,5", "act,,A,,override,2026-12-05 18:00:00,S-1,'=bob,1",
            "act,,A,,undo,2026-12-05 18:00:00,S-1,zoë,1", "act,,A,,manual,2026-12-05 18:00:00,S-3,ann,1",
        ] {
            #expect(rows.contains { $0 == row }, "\(row)")
        }
        #expect(rows.allSatisfy { $0.filter { $0 == "," }.count == 8 })
        #expect(!text.contains("Holder") && !text.contains("Guest"))
    }

    @Test func `a PDF report can be read as text`() async throws {
        try await playEvening()
        let file = fixture.folder.appending(path: "report.pdf")
        let text = try await text(of: station.figures.report(event: "gala", format: .pdf, language: nil))
        for words in [
            "Winter Gala", "Gala Ltd", "Ticket types", "VIP", "Already scanned", "zoë", "Page 1 of", "5 December 2026",
            "times of",
        ] {
            #expect(text.contains(words), "\(words)")
        }
        #expect(!text.contains("Holder") && !text.contains("Guest"))
        let properties = try await Subprocess.run(
            .name("pdfinfo"), arguments: [file.path], output: .string(limit: 1 << 20))
        #expect(properties.standardOutput.contains("Winter Gala: report"))
    }

    private func text(of pdf: [UInt8]) async throws -> String {
        let file = fixture.folder.appending(path: "report.pdf")
        try Data(pdf).write(to: file)
        let result = try await Subprocess.run(
            .name("pdftotext"), arguments: ["-layout", file.path, "-"], output: .string(limit: 1 << 20))
        return result.standardOutput
    }

    @Test func `a PDF report is in one language, the station's or the one that was asked for`() async throws {
        try await playEvening()
        let german = try await text(of: station.figures.report(event: "gala", format: .pdf, language: "de"))
        for words in ["Ticketarten", "Schon gescannt", "5. Dezember 2026", "Seite 1 von", "Von Hand"] {
            #expect(german.contains(words), "\(words)")
        }
        let pseudo = try await text(of: station.figures.eventReport(on: "gala").pdfFile(in: PseudoLanguage.messages))
        let names: Set = [
            "Winter", "Gala", "Ltd", "Africa", "Kampala", "kiosk", "VIP", "Standard", "Group", "zoë", "zo", "ann",
            "bob",
            "Gate", "Hall", "Lounge", "door", "Main", "UTC",
        ]
        #expect(PseudoLanguage.strayWords(in: pseudo, except: names) == [], "\(pseudo)")
    }

    @Test func `a CSV for Excel has semicolons, decimal commas and a byte order mark`() async throws {
        try await playEvening()
        let file = try await station.figures.report(event: nil, format: .excel, language: nil)
        #expect(file.starts(with: [0xEF, 0xBB, 0xBF]))
        let rows = String(decoding: file.dropFirst(3), as: UTF8.self).split(separator: "\r\n")
        #expect(rows.first == "section;list;gate;type;key;at;reference;operator;value")
        #expect(rows.contains("act;;A;;override;2026-12-05 18:00:00;S-1;'=bob;1"))
    }
}
