import Foundation
import GRDB
import TestSupport
import Testing
import Tickets

@testable import Journal

@Suite struct ForgetTests {
    private static let box = OutboxDraft(backend: "box-office")

    private func draft(_ reference: String?, _ ticket: String, event: String = Station.event) -> CheckInDraft {
        CheckInDraft(
            station: "kiosk-3", event: event, list: "main", gate: "A", key: .of(ticket), line: 0, reference: reference,
            verdict: .admitted, count: 1, how: .camera, at: .minute(0))
    }

    private func export(_ station: Station) throws {
        try station.journal.markExported(try station.journal.exportLines(.jsonLines, now: .minute(1)) { _ in })
    }

    private func forget(_ station: Station, _ reference: String = "R-1") throws -> ForgottenTicket {
        try station.journal.forget(ticket: reference, keys: [], event: Station.event, now: .minute(99))
    }

    @Test func `a ticket goes with all its entries, and the chain and its heads hold`() throws {
        let station = try Station()
        let first = try station.record(draft("R-1", "T1"))
        try station.record(draft("R-2", "T2"))
        try station.undo(first, at: .minute(3))
        try station.record(draft(nil, "T1"))
        try station.record(draft("R-1#7", "T9"))
        try station.record(draft("R-1", "T1", event: "tomorrow"))
        let head = try station.journal.signHead(now: .minute(2))
        try export(station)
        #expect(try forget(station) == ForgottenTicket(entries: 4))
        #expect(try station.journal.entries(limit: 10).map(\.checkIn.sequence) == [2, 6])
        let result = try station.journal.verify(head: head.line)
        #expect(result.isWhole)
        #expect(result.removed == [1...1, 3...5])
        #expect(try forget(station) == ForgottenTicket())
    }

    @Test func `somebody else who has the same code stays`() throws {
        let station = try Station()
        try station.record(draft("R-1", "family"))
        try station.record(draft("R-2", "family"))
        try export(station)
        #expect(try forget(station).entries == 1)
        #expect(try station.journal.entries(limit: 10).map(\.checkIn.reference) == ["R-2"])
    }

    @Test func `nothing goes while an entry is stored nowhere else`() throws {
        let station = try Station()
        let sent = try station.record(draft("R-1", "T1"), outbox: Self.box)
        try station.settle(sent, .accepted)
        try station.record(draft("R-1", "T1"), outbox: Self.box)
        #expect(try forget(station) == ForgottenTicket(kept: 1))
        #expect(try station.journal.entries(limit: 10).count == 2)
    }

    @Test func `what others told of the ticket goes, and what they told of others stays`() throws {
        let station = try Station()
        try station.record(draft("R-1", "T1"))
        try station.journal.recordElsewhere(
            ["T1", "T2"].map {
                ForeignEntry(
                    id: $0, line: Station.line(.of($0)), verdict: .admitted, count: 1, at: .minute(1))
            })
        try station.journal.recordUpdates(
            of: "box-office", [], heard: .minute(1),
            unmatched: [
                UnmatchedUpdate(id: "a", text: #"{"reference":"R-1"}"#, heard: .minute(1)),
                UnmatchedUpdate(id: "b", text: #"{"reference":"R-12"}"#, heard: .minute(1)),
            ], cursor: nil)
        let row = TicketRow(code: "late", reference: "R-1", type: nil, status: .ticket(.valid), admits: 1)
        try station.journal.keep(LateTicket([row], asked: .minute(1)), of: .of("late"), event: Station.event)
        try export(station)
        #expect(try forget(station) == ForgottenTicket(entries: 1, others: 3))
        let left = try station.journal.queue.read { db in
            try ["elsewhere", "unplaced", "late_ticket"].map {
                try Int.fetchOne(db, sql: "SELECT count(*) FROM \($0)") ?? -1
            }
        }
        #expect(left == [1, 1, 0])
    }

    @Test func `the reference is not in the file afterwards, and the key only where it says that the ticket was used`()
        throws
    {
        let station = try Station()
        try station.record(draft("REFERENCE-1", "T1"))
        try station.record(draft("R-2", "T2"))
        try export(station)
        _ = try forget(station, "REFERENCE-1")
        try station.journal.close()
        let bytes = ["journal.sqlite", "journal.sqlite-wal"].map { name in
            (try? Data(contentsOf: station.folder.url.appending(path: name))) ?? Data()
        }
        for bytes in bytes {
            #expect(bytes.range(of: Data("REFERENCE-1".utf8)) == nil)
        }
        let places = bytes[0].ranges(of: TicketKey.of("T1").bytes)
        #expect(places.count == 1)
    }

    @Test func `a journal that was tampered with forgets nothing`() throws {
        let station = try Station()
        try station.record(draft("R-1", "T1"))
        try export(station)
        try station.tamper("UPDATE entry SET count = 2")
        #expect { try forget(station) } throws: { ($0 as? JournalError)?.code == .damaged }
        #expect(try station.journal.entries(limit: 10).count == 1)
    }

    @Test func `heads from before and after it say nothing against an export, and a forged one does`() throws {
        let station = try Station()
        try station.record(draft("R-2", "T2"))
        try station.record(draft("R-1", "T1"))
        let before = try station.journal.signHead(now: .minute(2))
        try export(station)
        _ = try station.journal.forget(ticket: "R-1", keys: [], event: Station.event, now: .minute(9))
        var text = ""
        _ = try station.journal.exportLines(.jsonLines, now: .minute(20)) { text += $0 }
        let exported = try ExportedJournal(Data(text.utf8), name: "journal")
        #expect(exported.verification.isWhole)
        for head in [before, exported.head, try station.journal.signHead(now: .minute(30))] {
            #expect(exported.contradiction(by: head) == nil)
        }
    }
}
