import Foundation
import GRDB
import TestSupport
import Testing
import Tickets

@testable import Journal

@Suite struct VerifyTests {
    private typealias Fault = JournalVerification.Fault

    /// Six entries; the third has a value in every column that an undo or a refusal has.
    private func filledStation() throws -> Station {
        let station = try Station()
        try station.record(.passing(.of("T1")))
        let second = try station.record(.passing(.of("T2"), note: "a note"))
        try station.undo(second, at: .minute(1))
        try station.record(.passing(.of("T1"), .refused(.alreadyScanned), count: 0))
        try station.record(.passing(.of("T3")))
        try station.record(.passing(.of("T4")))
        return station
    }

    @Test func `a journal that nobody touched is whole`() throws {
        let station = try filledStation()
        var progress: [Int64] = []
        let result = try station.journal.verify { progress.append($0) }
        #expect(result.isWhole)
        #expect((result.entries, result.last, result.head) == (6, 6, nil))
        #expect(progress == [6])
        #expect(try Station().journal.verify().isWhole)
    }

    @Test(arguments: [
        "id = '019fb000-0000-7001-8000-000000000001'", "station = 'kiosk-4'", "event = 'Winter-gala-2026'",
        "list = NULL", "gate = 'B'", "key = x'00112233445566778899aabbccddeeff'", "key = x'0011'", "line = 1",
        "ref = 'R-1'", "ref = NULL", "direction = 'out'", "direction = 'up'", "verdict = 'checkedOut'",
        "reason = 'full'", "kind = 'manual'", "undoes = NULL", "undoes = ''", "count = 1", "how = 'camera'",
        "operator = 'bob'", "at = at + 1", "clock = 'unsynchronised'", "note = ''",
        "previous = zeroblob(32)", "hash = zeroblob(32)",
        // What ends at a NUL, or is repaired on reading, must not pass for what was written.
        "operator = operator || char(0) || 'x'", "operator = CAST(x'616e6eff' AS TEXT)",
    ])
    func `a change in any column is found`(change: String) throws {
        let station = try filledStation()
        try station.tamper("UPDATE entry SET \(change) WHERE seq = 3")
        let result = try station.journal.verify()
        #expect(result.fault == Fault(sequence: 3, kind: .changed))
        #expect((result.last, result.position) == (2, .noHead))
    }

    @Test func `any changed byte of an entry in the file is found`() throws {
        let station = try filledStation()
        let line = try station.journal.signHead(now: .minute(9)).line
        try station.journal.close()
        let file = station.folder.file("journal.sqlite")
        let original = try Data(contentsOf: file)
        let note = try #require(original.range(of: Data("a note".utf8)))
        let handle = try FileHandle(forUpdating: file)
        func flip(_ position: Int) throws {
            try handle.seek(toOffset: UInt64(position))
            try handle.write(contentsOf: [original[position] ^ 1])
        }
        func restore(_ position: Int) throws {
            try handle.seek(toOffset: UInt64(position))
            try handle.write(contentsOf: [original[position]])
        }
        // From the id of the record to its last byte: texts, numbers, the ticket's key and both hashes.
        for position in (note.lowerBound - 150)..<(note.upperBound + 64) {
            try flip(position)
            let journal = try Journal(folder: station.folder.url, identity: station.identity, reserveBytes: 1 << 16)
            #expect(try !journal.verify(head: line).isWhole, "byte \(position - note.lowerBound) from the note")
            try journal.close()
            try restore(position)
        }
    }

    @Test func `a missing entry is found`() throws {
        let station = try filledStation()
        try station.tamper("DELETE FROM entry WHERE seq IN (2, 3)")
        #expect(try station.journal.verify().fault == Fault(sequence: 2, kind: .missing(through: 3)))
        try station.tamper("DELETE FROM entry WHERE seq = 1")
        #expect(try station.journal.verify().fault == Fault(sequence: 1, kind: .missing(through: 3)))
    }

    @Test func `exchanged entries are found and told from changed ones`() throws {
        let station = try filledStation()
        for (from, to) in [(2, -1), (5, 2), (-1, 5)] {
            try station.tamper("UPDATE entry SET seq = \(to) WHERE seq = \(from)")
        }
        #expect(try station.journal.verify().fault == Fault(sequence: 2, kind: .reordered(from: 5)))
    }

    @Test func `an entry written anew does not fit its neighbour`() throws {
        let station = try filledStation()
        try rewrite(station, from: 5, through: 5)
        #expect(try station.journal.verify().fault == Fault(sequence: 6, kind: .unlinked))
    }

    @Test func `a chain written anew is found with a head, and not without`() throws {
        let station = try filledStation()
        let head = try station.journal.signHead(now: .minute(9))
        try rewrite(station, from: 5, through: 6)
        #expect(try station.journal.verify().isWhole)
        let result = try station.journal.verify(head: head.line + "\n")
        #expect(result.fault == Fault(sequence: 6, kind: .rewritten))
        #expect((result.head, result.position) == (6, .beforeHead))
    }

    @Test func `what happened after the head is told apart`() throws {
        let station = try filledStation()
        let head = try station.journal.signHead(now: .minute(9))
        try station.record(.passing(.of("T5")))
        #expect(try station.journal.verify(head: head.line).isWhole)
        try station.tamper("UPDATE entry SET count = 9 WHERE seq = 7")
        #expect(try station.journal.verify(head: head.line).position == .afterHead)
    }

    @Test func `a tail that was cut off is found with an older head`() throws {
        let station = try filledStation()
        let older = try station.journal.signHead(now: .minute(9))
        try station.tamper("DELETE FROM entry WHERE seq > 4")
        #expect(try station.journal.verify().isWhole)
        let result = try station.journal.verify(head: older.line)
        #expect(result.fault == Fault(sequence: 5, kind: .missing(through: 6)))
        #expect(result.position == .beforeHead)
    }

    @Test func `an index that does not say what the entries say is found`() throws {
        let station = try filledStation()
        try station.tamper("PRAGMA writable_schema = ON")
        try station.tamper("UPDATE sqlite_schema SET sql = sql || ' WHERE seq > 3' WHERE name = 'entry_ticket'")
        try station.journal.close()
        let reopened = try Station(in: station.folder)
        guard case .unreadable = try reopened.journal.verify().fault?.kind else {
            Issue.record("nothing was found")
            return
        }
    }

    // MARK: - In steps

    /// To its end, one row at a time.
    private func check(_ journal: Journal, between: (Int64) throws -> Void = { _ in }) throws -> JournalVerification {
        var check = try journal.beginCheck()
        while !check.isOver {
            check = try journal.advance(check, by: 1)
            try between(check.result.entries)
        }
        return check.result
    }

    @Test func `a check in steps finds what a whole one finds, and the journal knows of it`() throws {
        let station = try filledStation()
        #expect(try check(station.journal).entries == 6)
        #expect(station.journal.damage == nil)
        try station.tamper("UPDATE entry SET count = 9 WHERE seq = 3")
        #expect(try check(station.journal).fault == Fault(sequence: 3, kind: .changed))
        #expect(station.journal.damage == Fault(sequence: 3, kind: .changed))
        try station.tamper("UPDATE entry SET count = 1 WHERE seq = 3")
        #expect(try station.journal.verify().fault == station.journal.damage)
    }

    @Test func `what is recorded, purged and forgotten between the steps disturbs no check`() throws {
        let station = try filledStation()
        try station.journal.markExported(try station.journal.exportLines(.jsonLines, now: .minute(10)) { _ in })
        var isPurged = false
        let result = try check(station.journal) { entries in
            if entries == 3, !isPurged {
                isPurged = true
                #expect(try station.journal.purge(events: [Station.event], now: .minute(11)).removed == 6)
                try station.record(.passing(.of("T9")))
            }
        }
        #expect(result.isWhole)
        #expect(result.removed == [1...6] && result.entries == 1)
    }

    /// As a flipped bit in a page of the index would have it: the row of the index names another ticket.
    private func misdirect(_ station: Station, _ table: String) throws {
        try station.tamper("CREATE INDEX other ON \(table)(event, key, line, seq)")
        try station.tamper("PRAGMA writable_schema = ON")
        let pages = try station.journal.queue.read {
            try Int.fetchAll(
                $0,
                sql: "SELECT rootpage FROM sqlite_schema WHERE name IN ('\(table)_ticket', 'other') ORDER BY name")
        }
        try station.tamper("UPDATE sqlite_schema SET rootpage = \(pages[1]) WHERE name = '\(table)_ticket'")
        try station.tamper("UPDATE sqlite_schema SET rootpage = \(pages[0]) WHERE name = 'other'")
        try station.journal.close()
    }

    @Test func `an entry that its index does not find is found, and the index can be made again`() throws {
        let station = try filledStation()
        try misdirect(station, "entry")
        let reopened = try Station(in: station.folder)
        #expect(try reopened.history(.of("T3")).ins == 0)
        let fault = try #require(try check(reopened.journal).fault)
        #expect(fault == Fault(sequence: 1, kind: .unindexed) && fault.isOfIndex)
        try reopened.journal.makeIndexesAgain()
        #expect(try check(reopened.journal).isWhole)
        #expect(reopened.journal.damage == nil)
        #expect(try reopened.history(.of("T3")).ins == 1)
    }

    @Test func `a head is signed by the station and says where the chain stands`() throws {
        let station = try filledStation()
        let head = try station.journal.signHead(now: .minute(9))
        let newest = try #require(try station.journal.entries(after: 5, limit: 1).first)
        #expect((head.sequence, head.hash, head.station) == (6, newest.hash, "kiosk-3"))
        #expect(head.key == station.identity.signingKey.verificationKey)
        #expect(try JournalHead(line: head.line, of: station.identity) == head)
        let signed = try SignedClaims(parsing: head.line, purpose: .journalHead)
        let payload = """
            {"station":"kiosk-3","seq":6,"hash":"\(newest.hash)","at":"\(Timestamp.minute(9))",\
            "key":"\(Base64URL.encode(head.key.raw))"}
            """
        #expect(String(decoding: signed.payload, as: UTF8.self) == payload)
    }

    @Test func `the head of an empty journal is its beginning`() throws {
        let station = try Station()
        let head = try station.journal.signHead(now: .minute(0))
        #expect((head.sequence, head.hash, head.station) == (0, JournalEntry.beginning, nil))
        try station.record(.passing())
        #expect(try station.journal.verify(head: head.line).isWhole)
    }

    @Test func `a head of another station or kind is refused`() throws {
        let station = try filledStation()
        let foreign = try Station().journal.signHead(now: .minute(0)).line
        let checkpoint = try SignedClaims.sign(
            Data(#"{"seq":6}"#.utf8), purpose: .checkpoint, with: station.identity.signingKey)
        for line in [foreign, checkpoint, "", "not a head"] {
            #expect { try station.journal.verify(head: line) } throws: { ($0 as? JournalError)?.code == .badHead }
        }
    }

    /// Changes an entry and makes the hashes right again, as somebody who knows the format can.
    private func rewrite(_ station: Station, from first: Int64, through last: Int64) throws {
        let entries = try station.journal.entries(after: first - 2, limit: 100)
        var previous = entries[0].hash
        for entry in entries.dropFirst() where entry.checkIn.sequence <= last {
            var checkIn = entry.checkIn
            if checkIn.sequence == first { checkIn.note = "nobody was here" }
            let anew = JournalEntry(checkIn, after: previous)
            try station.tamper("DELETE FROM entry WHERE seq = ?", [checkIn.sequence])
            try station.journal.queue.write { try anew.insert(into: $0) }
            previous = anew.hash
        }
    }
}
