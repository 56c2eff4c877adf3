import Foundation
import GRDB
import TestSupport
import Testing
import Tickets

@testable import Journal

/// Which tickets were used stays known when entries are removed.
@Suite struct UseMemoryTests {
    private static let box = OutboxDraft(backend: "box-office")

    private func export(_ station: Station) throws {
        try station.journal.markExported(try station.journal.exportLines(.jsonLines, now: .minute(1)) { _ in })
    }

    private func purge(_ station: Station) throws {
        try export(station)
        _ = try station.journal.purge(events: [Station.event], now: .minute(99))
    }

    @Test func `a purge keeps who entered and left on each line, here and elsewhere, and nobody's reference`() throws {
        let station = try Station()
        try station.record(.passing(.of("T1"), count: 2, at: .minute(1)))
        try station.record(.passing(.of("T1"), .checkedOut, at: .minute(2)))
        try station.undo(try station.record(.passing(.of("T2"), at: .minute(3))), at: .minute(4))
        try station.record(.passing(.of("T3"), list: "lounge", at: .minute(5)))
        try station.journal.recordElsewhere([
            ForeignEntry(id: "a", line: Station.line(.of("T4")), verdict: .admitted, count: 3, at: .minute(6))
        ])
        try purge(station)
        #expect(try station.journal.entries(limit: 9).isEmpty)
        for (ticket, list, ins, outs) in [
            ("T1", "main", 2, 1), ("T2", "main", 0, 0), ("T3", "lounge", 1, 0), ("T4", "main", 3, 0),
        ] {
            let history = try station.history(.of(ticket), list: list, usedUntil: nil)
            #expect((history.ins, history.outs) == (ins, outs), "\(ticket)")
            #expect(history.first == nil)
        }
        #expect(try station.journal.useMemory(of: Station.event) == UseMemory(tickets: 3, at: .minute(99)))
        #expect(try station.journal.verify().isWhole)
        let columns = try station.journal.queue.read { try $0.columns(in: "use_memory").map(\.name) }
        #expect(!columns.contains { ["ref", "gate", "operator", "station"].contains($0) })
    }

    @Test func `it outlives a restart, and adds up over several purges`() throws {
        let folder = try TemporaryFolder()
        var station = try Station(in: folder)
        try station.record(.passing(count: 1, at: .minute(1)))
        try purge(station)
        try station.journal.close()
        station = try Station(in: folder)
        try station.record(.passing(count: 2, at: .minute(100)))
        #expect(try station.history(usedUntil: nil).ins == 3)
        try purge(station)
        #expect(try station.history(usedUntil: nil).ins == 3)
        try purge(station)
        #expect(try station.history(usedUntil: nil).ins == 3)
    }

    @Test func `an interruption between remembering and removing counts nothing twice`() throws {
        let station = try Station()
        try station.record(.passing(count: 2, at: .minute(1)))
        try export(station)
        let uses = [KeptUse(line: Station.line(.of("T1")))]
        for _ in 0..<2 {
            _ = try station.journal.remember(uses, of: Station.event, through: 1, to: "purge", now: .minute(98))
            #expect(try station.history(usedUntil: nil).ins == 2)
        }
        try station.record(.passing(count: 1, at: .minute(2)))
        #expect(try station.history(usedUntil: nil).ins == 3)
        try purge(station)
        #expect(try station.history(usedUntil: nil).ins == 3)
    }

    @Test func `what a server has taken counts once with its own list, and what it has not counts beside it`() throws {
        let station = try Station()
        let sent = try station.record(.passing(count: 1, at: .minute(1)), outbox: Self.box)
        try station.settle(sent, .accepted)
        try station.record(.passing(count: 1, at: .minute(2)), outbox: Self.box)
        try purge(station)
        #expect(try station.history(usedUntil: nil).ins == 2)
        let later = Timestamp.minute(200)
        #expect(try station.history(alreadyIn: later, used: History(ins: 1), usedUntil: .minute(1)).ins == 2)
        #expect(try station.history(alreadyIn: later, used: History(ins: 0), usedUntil: .minute(1)).ins == 2)
    }

    @Test func `a forgotten ticket stays used, and so does that it was taken back`() throws {
        let station = try Station()
        try station.record(.passing(.of("T1")))
        try station.record(.passing(.of("T2"), line: 1))
        try station.journal.noteRefunds([Refund(event: Station.event, key: .of("T1"))])
        try export(station)
        let forgotten = try station.journal.forget(
            ticket: "R-0", keys: [], event: Station.event, now: .minute(99))
        #expect(forgotten.entries == 1)
        #expect(try station.history(.of("T1"), usedUntil: nil).ins == 1)
        #expect(try station.journal.look { try $0.hasPassed(.of("T1"), event: Station.event) })
        #expect(try station.journal.look { try $0.isRefunded(.of("T1"), event: Station.event) })
        #expect(try station.journal.verify().isWhole)
    }

    @Test func `lists and lines of removed passages are still compared with the next list`() throws {
        let station = try Station()
        try station.record(.passing())
        try purge(station)
        #expect(try station.journal.listsPassed(event: Station.event) == ["main"])
        #expect(
            try station.journal.linesPassed(event: Station.event) == [Journal.PassedLine(key: .of("T1"), line: 0)])
    }

    @Test(arguments: [
        "UPDATE use_memory SET ins = 0", "DELETE FROM use_memory", "DELETE FROM memory_seal",
        "DELETE FROM use_memory; DELETE FROM memory_seal", "UPDATE memory_seal SET event = 'ball'",
    ])
    func `what is remembered cannot be changed or removed without a trace`(sql: String) throws {
        let station = try Station()
        try station.record(.passing())
        try purge(station)
        try station.tamper(sql)
        let fault = try #require(try station.journal.verify().fault)
        guard case .badMemory = fault.kind else { return #expect(Bool(false), "\(fault)") }
        #expect(fault.description.contains("used tickets of"))
        try station.record(.passing(event: Station.event))
        try export(station)
        #expect(throws: JournalError.self) { try station.journal.purge(events: [Station.event], now: .minute(99)) }
    }

    @Test func `a person's confirmation ends it, and the journal stays whole`() throws {
        let station = try Station()
        try station.record(.passing())
        try purge(station)
        #expect(try station.journal.forgetUses(of: Station.event, now: .minute(100)) == 1)
        #expect(try station.history(usedUntil: nil).ins == 0)
        #expect(try station.journal.useMemory(of: Station.event) == nil)
        #expect(try station.journal.verify().isWhole)
        #expect(try station.journal.forgetUses(of: Station.event, now: .minute(100)) == 0)
    }

    @Test func `what a list counted stays known when it is removed, beside what was recorded here`() throws {
        let station = try Station()
        let sent = try station.record(.passing(count: 1, at: .minute(1)), outbox: Self.box)
        try station.settle(sent, .accepted, at: .minute(2))
        let count = TicketRecord.UsedCount(line: 0, list: "main", history: History(ins: 2), until: .minute(3))
        try station.journal.rememberUses(
            [(.of("T1"), count)], of: Station.event, issued: .minute(10), now: .minute(99))
        #expect(try station.history(usedUntil: nil).ins == 2)
        try purge(station)
        #expect(try station.history(usedUntil: nil).ins == 2)
    }

    @Test func `an entry from the year 9999 counts as made before the next one, and keeps nothing for ever`() throws {
        let station = try Station()
        let now = Timestamp.minute(20_000)
        try station.record(.passing(at: .latest))
        #expect(try station.journal.newestEntries(now: now)[Station.event] == now)
        try station.record(.passing(event: "tomorrow", at: .minute(9)))
        #expect(try station.journal.newestEntries(now: now)[Station.event] == .minute(9))
        try station.journal.recordElsewhere(
            [ForeignEntry(id: "a", line: Station.line(.of("T9")), verdict: .admitted, count: 1, at: .latest)],
            heard: .minute(11))
        #expect(try station.journal.newestEntries(now: now)[Station.event] == .minute(11))
    }
}
