import Testing
import Tickets

@testable import Journal

@Suite struct PassageTests {
    private func elsewhere(_ id: String, _ ticket: String, _ verdict: Verdict = .admitted) -> ForeignEntry {
        ForeignEntry(
            id: id, station: "kiosk-7", line: Station.line(.of(ticket)), gate: "B",
            reference: "r-\(ticket)", verdict: verdict, count: 1, at: .minute(3))
    }

    @Test func `each entry of another gate is compared once, page by page`() throws {
        let station = try Station()
        try station.record(.passing(.of("T1")))
        try station.record(.passing(.of("T2")))
        try station.journal.recordElsewhere([
            elsewhere("a", "T1"), elsewhere("b", "T3"), elsewhere("c", "T2", .checkedOut),
        ])
        let page = try #require(try station.journal.linesSeenAtTwoStations(after: 0))
        #expect(page.lines.map(\.key) == [.of("T1")])
        #expect(try station.journal.linesSeenAtTwoStations(after: page.end) == nil)

        let many = (0..<600).map { elsewhere("many-\($0)", "X\($0)") } + [elsewhere("last", "T2")]
        try station.journal.recordElsewhere(many)
        var (end, lines, pages) = (page.end, [ListedLine](), 0)
        while let next = try station.journal.linesSeenAtTwoStations(after: end) {
            (end, lines, pages) = (next.end, lines + next.lines, pages + 1)
        }
        #expect(lines.map(\.key) == [.of("T2")])
        #expect(pages == 3)
    }

    @Test func `everybody who passed on a line is told, without what was taken back`() throws {
        let station = try Station()
        let first = try station.record(.passing(.of("T1")))
        try station.undo(first, at: .minute(2))
        try station.record(.passing(.of("T1")))
        try station.journal.recordElsewhere([elsewhere("a", "T1")])
        let line = Station.line(.of("T1"))
        #expect(try station.journal.look { try $0.passages(of: line) }.map(\.gate).count == 2)
    }
}
