import Testing
import Tickets

@testable import Journal

@Suite struct UnplacedNewsTests {
    private func news(_ id: String, at minute: Int64 = 1) -> UnplacedNews {
        UnplacedNews(id: id, text: "text of \(id)", heard: .minute(minute))
    }

    @Test func `what waits is told in its order, once, and apart for each backend`() throws {
        let journal = try Station().journal
        try journal.recordNews(of: "box", [], heard: .minute(1), unplaced: [news("b"), news("a")], cursor: "1")
        try journal.recordNews(of: "box", [], heard: .minute(1), unplaced: [news("a"), news("c")], cursor: nil)
        try journal.recordNews(of: "other", [], heard: .minute(1), unplaced: [news("a")], cursor: "9")
        #expect(try journal.unplacedNews(of: "box") == [news("b"), news("a"), news("c")])
        #expect(try journal.unplacedNews(of: "other") == [news("a")])
        #expect(try journal.streamCursor(backend: "box") == "1")
        try journal.place(["a": [], "c": []], of: "box", waiting: try journal.unplacedNews(of: "box"))
        #expect(try journal.unplacedNews(of: "box") == [news("b")])
        #expect(try journal.unplacedNews(of: "other") == [news("a")])
    }

    @Test func `no server fills the disk with what is never asked for`() throws {
        let journal = try Station().journal
        try journal.recordNews(of: "other", [], heard: .minute(1), unplaced: [news("a")], cursor: nil)
        let many = (0..<Journal.mostUnplaced).map { news(String($0)) }
        try journal.recordNews(of: "box", [], heard: .minute(1), unplaced: many, cursor: nil)
        try journal.recordNews(
            of: "box", [], heard: .minute(1), unplaced: [news("newer"), news("newest")], cursor: nil)
        let waiting = try journal.unplacedNews(of: "box").map(\.id)
        #expect(waiting.count == Journal.mostUnplaced)
        #expect((waiting.first, waiting.last) == ("2", "newest"))
        #expect(try journal.unplacedNews(of: "other").count == 1)
    }

    @Test func `a purge removes what has waited for a month`() throws {
        let station = try Station()
        try station.record(.passing())
        try station.journal.recordNews(
            of: "box", [], heard: .minute(1), unplaced: [news("old", at: 1), news("new", at: 60 * 24 * 20)],
            cursor: nil)
        try station.journal.markExported(try station.journal.exportLines(.jsonLines, now: .minute(1)) { _ in })
        _ = try station.journal.purge(events: [Station.event], now: .minute(60 * 24 * 31))
        #expect(try station.journal.unplacedNews(of: "box").map(\.id) == ["new"])
    }
}
