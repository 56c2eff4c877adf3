import Testing
import Tickets

@testable import Journal

@Suite struct UnmatchedUpdateTests {
    private func update(_ id: String, at minute: Int64 = 1) -> UnmatchedUpdate {
        UnmatchedUpdate(id: id, text: "text of \(id)", heard: .minute(minute))
    }

    @Test func `what waits is told in its order, once, and apart for each backend`() throws {
        let journal = try Station().journal
        try journal.recordUpdates(of: "box", [], heard: .minute(1), unmatched: [update("b"), update("a")], cursor: "1")
        try journal.recordUpdates(of: "box", [], heard: .minute(1), unmatched: [update("a"), update("c")], cursor: nil)
        try journal.recordUpdates(of: "other", [], heard: .minute(1), unmatched: [update("a")], cursor: "9")
        #expect(try journal.unmatchedUpdates(of: "box") == [update("b"), update("a"), update("c")])
        #expect(try journal.unmatchedUpdates(of: "other") == [update("a")])
        #expect(try journal.streamCursor(backend: "box") == "1")
        try journal.match(["a": [], "c": []], of: "box", waiting: try journal.unmatchedUpdates(of: "box"))
        #expect(try journal.unmatchedUpdates(of: "box") == [update("b")])
        #expect(try journal.unmatchedUpdates(of: "other") == [update("a")])
    }

    @Test func `no server fills the disk with what is never asked for`() throws {
        let journal = try Station().journal
        try journal.recordUpdates(of: "other", [], heard: .minute(1), unmatched: [update("a")], cursor: nil)
        let many = (0..<Journal.mostUnmatched).map { update(String($0)) }
        try journal.recordUpdates(of: "box", [], heard: .minute(1), unmatched: many, cursor: nil)
        try journal.recordUpdates(
            of: "box", [], heard: .minute(1), unmatched: [update("newer"), update("newest")], cursor: nil)
        let waiting = try journal.unmatchedUpdates(of: "box").map(\.id)
        #expect(waiting.count == Journal.mostUnmatched)
        #expect((waiting.first, waiting.last) == ("2", "newest"))
        #expect(try journal.unmatchedUpdates(of: "other").count == 1)
    }

    @Test func `a purge removes what has waited for a month`() throws {
        let station = try Station()
        try station.record(.passing())
        try station.journal.recordUpdates(
            of: "box", [], heard: .minute(1), unmatched: [update("old", at: 1), update("new", at: 60 * 24 * 20)],
            cursor: nil)
        try station.journal.markExported(try station.journal.exportLines(.jsonLines, now: .minute(1)) { _ in })
        _ = try station.journal.purge(events: [Station.event], now: .minute(60 * 24 * 31))
        #expect(try station.journal.unmatchedUpdates(of: "box").map(\.id) == ["new"])
    }
}
