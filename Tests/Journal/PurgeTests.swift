import Foundation
import GRDB
import Testing
import Tickets

@testable import Journal

@Suite struct PurgeTests {
    private static let box = OutboxDraft(backend: "box-office")

    @Test func `an ended event goes when every entry is acknowledged, and leaves a checkpoint`() throws {
        let station = try Station()
        let entries = try ["T1", "T2"].map { try station.record(.passing(.of($0)), outbox: Self.box) }
        try station.record(.passing(.of("T3"), event: "tomorrow"))
        try station.settle(entries[0], .accepted)
        #expect(
            try station.journal.purge(events: [Station.event], now: .minute(99))
                == PurgeReport(removed: 0, kept: [Station.event: 1]))

        try station.settle(entries[1], .accepted)
        #expect(try station.journal.purge(events: [Station.event], now: .minute(99)) == PurgeReport(removed: 2))
        #expect(try station.journal.entries(limit: 10).map(\.checkIn.sequence) == [3])
        let result = try station.journal.verify()
        #expect(result.isWhole)
        #expect((result.removed, result.entries, result.last) == ([1...2], 1, 3))
    }

    @Test(arguments: [ServerAnswer?.none, .contradicted(reason: "no"), .rejected(reason: "later")])
    func `what no backend has taken must be exported first`(outcome: ServerAnswer?) throws {
        let station = try Station()
        let entry = try station.record(.passing(), outbox: outcome == nil ? nil : Self.box)
        if let outcome { try station.settle(entry, outcome) }
        #expect(try station.journal.purge(events: [Station.event], now: .minute(99)).removed == 0)
        let export = try station.journal.exportLines(.csv, event: Station.event, now: .minute(60)) { _ in }
        #expect(try station.journal.purge(events: [Station.event], now: .minute(99)).removed == 0)
        try station.journal.markExported(export)
        #expect(try station.journal.purge(events: [Station.event], now: .minute(99)).removed == 1)
    }

    @Test func `a copy neither keeps an entry nor lets it go`() throws {
        let station = try Station()
        let copy = OutboxDraft(backend: "confirmations", isCopy: true)
        let sent = try station.record(.passing(.of("T1")), outbox: Self.box, copy)
        try station.settle(sent, .accepted, by: "confirmations")
        let alone = try station.record(.passing(.of("T2"), event: "tomorrow"), outbox: copy)
        try station.settle(alone, .accepted, by: "confirmations")
        #expect(
            try station.journal.purge(events: [Station.event, "tomorrow"], now: .minute(99))
                == PurgeReport(removed: 0, kept: [Station.event: 1, "tomorrow": 1]))

        let waiting = try station.record(.passing(.of("T3")), outbox: Self.box, copy)
        for entry in [sent, waiting] { try station.settle(entry, .accepted) }
        #expect(try station.journal.purge(events: [Station.event], now: .minute(99)).removed == 2)
        #expect(try station.journal.nextToUpload(backend: "confirmations", limit: 9).isEmpty)
    }

    @Test func `the chain goes on where it was when everything is gone`() throws {
        let station = try Station()
        for _ in 0..<3 { try station.record(.passing()) }
        let head = try station.journal.signHead(now: .minute(1))
        try station.journal.markExported(try station.journal.exportLines(.jsonLines, now: .minute(1)) { _ in })
        #expect(try station.journal.purge(events: [Station.event], now: .minute(99)).removed == 3)
        #expect(try station.journal.entries(limit: 1).isEmpty)
        #expect(try station.journal.figures().lastSequence == 3)

        #expect(try station.record(.passing(event: "tomorrow")).sequence == 4)
        #expect(try station.journal.entries(limit: 1).map(\.previous) == [head.hash])
        #expect(try station.journal.verify(head: head.line).isWhole)
    }

    @Test func `refusals of no event go with what was exported, and other events stay between`() throws {
        let station = try Station()
        try station.record(.refusal())
        try station.record(.passing())
        try station.record(.passing(event: "tomorrow"))
        try station.record(.passing())
        try station.record(.refusal())
        try station.journal.markExported(try station.journal.exportLines(.jsonLines, now: .minute(1)) { _ in })
        try station.record(.refusal())
        #expect(try station.journal.purge(events: [Station.event], now: .minute(99)).removed == 3)
        #expect(try station.journal.entries(limit: 10).map(\.checkIn.sequence) == [3, 5, 6])
        #expect(try station.journal.verify().removed == [1...2, 4...4])
    }

    @Test func `long runs are removed in steps and the chain holds`() throws {
        let station = try Station()
        try station.journal.transaction { transaction in
            for number in 0..<2100 { try transaction.append(.passing(.of("T\(number)"))) }
        }
        try station.journal.markExported(try station.journal.exportLines(.jsonLines, now: .minute(1)) { _ in })
        #expect(try station.journal.purge(events: [Station.event], now: .minute(99)).removed == 2100)
        #expect(try station.journal.verify().removed == [1...1000, 1001...2000, 2001...2100])
    }

    @Test func `a head inside a purged run is said to prove nothing of it`() throws {
        let station = try Station()
        try station.record(.passing())
        let head = try station.journal.signHead(now: .minute(1))
        try station.record(.passing())
        try station.journal.markExported(try station.journal.exportLines(.jsonLines, now: .minute(1)) { _ in })
        _ = try station.journal.purge(events: [Station.event], now: .minute(99))
        let result = try station.journal.verify(head: head.line)
        #expect(result.isWhole)
        #expect(result.headIsRemoved)
    }

    @Test func `a forged or misplaced checkpoint is found`() throws {
        let station = try Station()
        for _ in 0..<4 { try station.record(.passing()) }
        let entries = try station.journal.entries(limit: 10)
        let forged = try Checkpoint(first: entries[1], last: entries[2], at: .minute(9), by: SigningKey())
        try station.tamper("DELETE FROM entry WHERE seq IN (2, 3)")
        try station.journal.queue.write { try forged.insert(into: $0) }
        #expect(try station.journal.verify().fault == .init(sequence: 2, kind: .badCheckpoint))

        let overlapping = try Checkpoint(
            first: entries[1], last: entries[3], at: .minute(9), by: station.identity.signingKey)
        try station.tamper("DELETE FROM checkpoint")
        try station.journal.queue.write { try overlapping.insert(into: $0) }
        #expect(try station.journal.verify().fault == .init(sequence: 4, kind: .badCheckpoint))
    }

    @Test func `a journal that was tampered with is not purged`() throws {
        let station = try Station()
        try station.record(.passing())
        try station.journal.markExported(try station.journal.exportLines(.jsonLines, now: .minute(1)) { _ in })
        try station.tamper("UPDATE entry SET count = 2")
        #expect { try station.journal.purge(events: [Station.event], now: .minute(99)) } throws: {
            ($0 as? JournalError)?.code == .damaged
        }
        #expect(try station.journal.entries(limit: 10).count == 1)
    }

    @Test func `what other gates said of a purged event goes too`() throws {
        let station = try Station()
        try station.record(.passing())
        try station.journal.recordElsewhere([
            ForeignEntry(
                id: "a", line: Station.line(.of("T9")), verdict: .admitted, count: 1,
                at: .minute(1))
        ])
        try station.journal.markExported(try station.journal.exportLines(.jsonLines, now: .minute(1)) { _ in })
        _ = try station.journal.purge(events: [Station.event], now: .minute(99))
        #expect(try station.tally().events.isEmpty)
    }

    @Test func `what is about no ticket keeps no event`() throws {
        let station = try Station()
        let sent = try station.record(.passing(), outbox: Self.box)
        try station.settle(sent, .accepted)
        try station.record(
            CheckInDraft(
                station: "kiosk-3", event: Station.event, verdict: .noted, kind: .signIn, count: 0, how: .manual,
                operator: "ann", at: .minute(1), note: "steward"))
        #expect(try station.journal.purge(events: [Station.event], now: .minute(99)) == PurgeReport(removed: 2))
        #expect(try station.journal.verify().isWhole)
    }

    /// A station at which nobody passed has heard of all that the others did.
    @Test func `an event of which only others told, and wristbands of it, go too`() throws {
        let station = try Station()
        try station.journal.recordElsewhere([
            ForeignEntry(id: "a", line: Station.line(.of("T9")), verdict: .admitted, count: 1, at: .minute(1))
        ])
        var draft = CheckInDraft.passing(event: "tomorrow")
        draft.medium = .of("band")
        try station.record(draft)
        #expect(try Set(station.journal.newestEntries(now: .minute(99)).keys) == [Station.event, "tomorrow"])
        try station.journal.markExported(try station.journal.exportLines(.jsonLines, now: .minute(1)) { _ in })
        _ = try station.journal.purge(events: [Station.event, "tomorrow"], now: .minute(99))
        for table in ["entry", "elsewhere", "medium"] {
            let rows = try station.journal.queue.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM \(table)") }
            #expect(rows == 0, "\(table)")
        }
    }
}
