import Foundation
import GRDB
import Testing
import Tickets

@testable import Journal

@Suite struct HistoryTests {
    @Test func `counts who came and went on one list, line and event`() throws {
        let station = try Station()
        try station.record(.passing(count: 2, at: .minute(3)))
        try station.record(.passing(.of("T1"), .refused(.alreadyScanned), count: 0, at: .minute(4)))
        try station.record(.passing(.of("T1"), .checkedOut, at: .minute(5)))
        try station.record(.passing(at: .minute(6)))
        try station.record(.passing(list: "lounge", at: .minute(1)))
        try station.record(.passing(line: 1, at: .minute(1)))
        try station.record(.passing(.of("T2"), at: .minute(1)))
        try station.record(.passing(event: "other", at: .minute(1)))
        let first = History.FirstEntry(at: .minute(3), gate: "A", station: "kiosk-3")
        #expect(try station.history().counts == History(ins: 3, outs: 1, first: first).counts)
        #expect(try station.history(.of("T3")) == History())
    }

    /// The entry at minute 20 was not known to them, whenever this station hears of them.
    @Test(arguments: [10, 200]) func `exits of a clock that runs ahead are no credit once they are heard of`(
        heard: Int64
    ) throws {
        let station = try Station()
        try station.record(.passing(at: .minute(0)))
        let exits = (0..<3).map { number in
            ForeignEntry(
                id: "x\(number)", line: Station.line(.of("T1")), verdict: .checkedOut,
                count: 1, at: .minute(120))
        }
        try station.journal.recordElsewhere(exits, heard: .minute(heard))
        try station.record(.passing(at: .minute(20)))
        #expect(try station.history(usedUntil: nil).inside == 1)
    }

    @Test func `an undone entry counts nothing`() throws {
        let station = try Station()
        let entry = try station.record(.passing(at: .minute(1)))
        let out = try station.record(.passing(.of("T1"), .checkedOut, at: .minute(2)))
        try station.undo(out, at: .minute(3))
        #expect(try station.history().inside == 1)
        try station.undo(entry, at: .minute(4))
        #expect(try station.history() == History())
        #expect(try station.journal.look { try $0.isUndone(id: entry.id) })
    }

    @Test func `an undo names its ticket and takes back one passage only`() throws {
        let station = try Station()
        let entry = try station.record(.passing(count: 3))
        let refusal = try station.record(.refusal())
        let undo = try station.undo(entry, at: .minute(1))
        #expect((undo.kind, undo.undoes, undo.count) == (.undo, entry.id, 0))
        #expect((undo.event, undo.key, undo.line, undo.verdict) == (entry.event, entry.key, entry.line, .admitted))
        for wrong in [entry, refusal, undo] {
            #expect { try station.undo(wrong, at: .minute(2)) } throws: { ($0 as? JournalError)?.code == .notUndoable }
        }
        var unknown = entry
        unknown.id = "0195c0de-0000-7000-8000-000000000000"
        #expect { try station.undo(unknown, at: .minute(2)) } throws: { ($0 as? JournalError)?.code == .notUndoable }
        #expect(try station.journal.figures().lastSequence == 3)
    }

    @Test func `each entry of a check-out of everyone is undone by itself`() throws {
        let station = try Station()
        for code in ["T1", "T2"] { try station.record(.passing(.of(code))) }
        let entered = try station.journal.look { try $0.entered(event: Station.event, list: "main") }
        #expect(Set(entered.map(\.key)) == [.of("T1"), .of("T2")])
        let outs = try entered.map {
            try station.record(.passing($0.key, .checkedOut, kind: .checkoutAll, at: .minute(1)))
        }
        #expect(try entered.map { try station.history($0.key).inside } == [0, 0])
        try station.undo(outs[0], at: .minute(2))
        #expect(try entered.map { try station.history($0.key).inside } == [1, 0])
    }

    /// What a guest could try who shows one ticket at the exit again and again.
    @Test func `scans at the exit are no credit`() throws {
        let station = try Station()
        try station.record(.passing(at: .minute(1)))
        for minute in 2...6 as ClosedRange<Int64> {
            try station.record(.passing(.of("T1"), .checkedOut, at: .minute(minute)))
        }
        try station.record(.passing(at: .minute(7)))
        #expect(
            try station.history().counts
                == History(ins: 2, outs: 1, first: .init(at: .minute(1), gate: "A", station: "kiosk-3")).counts)
        #expect(try station.history().inside == 1)
    }

    @Test func `an exit before the entry takes nobody out, whatever the clock said then`() throws {
        let station = try Station()
        // The clock was an hour ahead at first.
        try station.record(.passing(.of("T1"), .checkedOut, at: .minute(60)))
        try station.record(.passing(at: .minute(1)))
        #expect(try station.history().inside == 1)
    }

    @Test func `passages count in the order of time, in whatever order gates tell of them`() throws {
        let station = try Station()
        try station.record(.passing(at: .minute(10)))
        try station.journal.recordElsewhere([
            ForeignEntry(
                id: "late", station: "kiosk-7", line: Station.line(.of("T1")), gate: "B",
                verdict: .checkedOut, count: 1, at: .minute(5))
        ])
        #expect(try station.history(usedUntil: nil).inside == 1)
        try station.journal.recordElsewhere([
            ForeignEntry(
                id: "later", station: "kiosk-7", line: Station.line(.of("T1")), gate: "B",
                verdict: .checkedOut, count: 1, at: .minute(11))
        ])
        #expect(try station.history(usedUntil: nil).inside == 0)
    }

    @Test func `the last entry of a ticket is the newest that stands`() throws {
        let station = try Station()
        let first = try station.record(.passing(at: .minute(1)))
        let second = try station.record(.passing(.of("T1"), .checkedOut, at: .minute(2)))
        try station.record(.passing(.of("T1"), .refused(.unpaid), count: 0, at: .minute(3)))
        func last() throws -> CheckIn? {
            try station.journal.look { try $0.passage() }?.checkIn
        }
        #expect(try last() == second)
        try station.undo(second, at: .minute(4))
        #expect(try last() == first)
        try station.undo(first, at: .minute(5))
        #expect(try last() == nil)
    }

    // The manifest is issued at minute 30; `used` of it counts what the backend acknowledged before.

    @Test(arguments: [
        (ServerAnswer?.none, Int64(0), 1),
        (.accepted, Int64(29), 0),
        (.accepted, Int64(30), 1),
        (.disputed(reason: "used elsewhere"), Int64(29), 0),
        (.contradicted(reason: "no"), Int64(29), 1),
        (.rejected(reason: "later"), Int64(29), 1),
    ])
    func `what the manifest counts is not counted twice`(
        outcome: ServerAnswer?, settled: Int64, expected: Int
    ) throws {
        let station = try Station()
        let entry = try station.record(.passing(), outbox: OutboxDraft(backend: "box-office"))
        if let outcome { try station.settle(entry, outcome, at: .minute(settled)) }
        #expect(try station.history(alreadyIn: .minute(30)).ins == expected)
        #expect(try station.history(alreadyIn: nil).ins == 1)
        // A list that was made of a file, or that only a relay stands behind, does not count what was acknowledged.
        #expect(try station.history(alreadyIn: .minute(30), usedUntil: nil).ins == 1)
    }

    // A list is issued when its pull begins, at minute 30, and counts what the server got while it was read.

    private static func pulled(
        ins: Int, outs: Int = 0, first: Timestamp? = nil, last: Timestamp? = nil, entries: [Timestamp] = []
    ) -> TicketRecord.UsedCount {
        let first = first.map { History.FirstEntry(at: $0) }
        return TicketRecord.UsedCount(
            line: 0, list: "main", history: History(ins: ins, outs: outs, first: first, entries: entries, last: last),
            until: last, entries: entries)
    }

    @Test(arguments: [ServerAnswer?.none, .accepted])
    func `an entry that arrived while the list was read is counted once`(answer: ServerAnswer?) throws {
        let station = try Station()
        let early = Timestamp.minute(30) + .milliseconds(417)
        let box = OutboxDraft(backend: "box-office")
        let entry = try station.record(.passing(at: early), outbox: box)
        if let answer { try station.settle(entry, answer, at: .minute(31)) }
        func history(_ used: TicketRecord.UsedCount) throws -> History {
            try station.history(in: used, issued: .minute(30))
        }
        #expect(try history(Self.pulled(ins: 1, first: early, last: early)).ins == 1)
        #expect(try history(Self.pulled(ins: 2, first: .minute(1), last: early)).ins == 2)
        let times = [Timestamp.minute(1), early, .minute(33)]
        #expect(try history(Self.pulled(ins: 3, first: times[0], last: times[2], entries: times)).ins == 3)
        // Another one's, a millisecond later: nobody knows that it is the same.
        let later = early + .milliseconds(1)
        #expect(try history(Self.pulled(ins: 1, first: later, last: later)).ins == 2)
        #expect(try history(Self.pulled(ins: 0)).ins == 1)
    }

    @Test func `who entered, left and came again while the list was read is inside once`() throws {
        let station = try Station()
        let box = OutboxDraft(backend: "box-office")
        var times: [Timestamp] = []
        for (index, verdict) in [Verdict.admitted, .checkedOut, .admitted].enumerated() {
            times.append(.minute(Int64(30 + index)) + .milliseconds(index + 1))
            let entry = try station.record(.passing(.of("T1"), verdict, at: times[index]), outbox: box)
            try station.settle(entry, .accepted, at: times[index] + .seconds(1))
            let used = Self.pulled(ins: 1 + index / 2, outs: min(1, index), first: times[0], last: times[index])
            let history = try station.history(in: used, issued: .minute(30))
            #expect((history.ins, history.outs, history.unmatchedPeople) == (1 + index / 2, min(1, index), 0))
        }
        // Of an older list that counts the first two only, the last one is known here.
        let used = Self.pulled(ins: 1, outs: 1, first: times[0], last: times[1])
        #expect(try station.history(in: used, issued: .minute(30)).inside == 1)
    }

    @Test func `an undo of an entry that arrived while the list was read takes it off the list`() throws {
        let station = try Station()
        let time = Timestamp.minute(30) + .milliseconds(5)
        let box = OutboxDraft(backend: "box-office")
        let entry = try station.record(.passing(at: time), outbox: box)
        try station.settle(entry, .accepted, at: .minute(31))
        try station.undo(entry, at: .minute(32), outbox: box)
        #expect(try station.history(in: Self.pulled(ins: 1, first: time, last: time), issued: .minute(30)).ins == 0)
    }

    @Test func `what only the receiver of a copy knows is in no manifest`() throws {
        let station = try Station()
        let copy = OutboxDraft(backend: "confirmations", isCopy: true)
        let entry = try station.record(.passing(), outbox: OutboxDraft(backend: "box-office"), copy)
        try station.settle(entry, .accepted, at: .minute(10), by: "confirmations")
        #expect(try station.history(alreadyIn: .minute(30)).ins == 1)
        try station.settle(entry, .accepted, at: .minute(20))
        #expect(try station.history(alreadyIn: .minute(30)).ins == 0)

        let undo = try station.undo(entry, at: .minute(25), outbox: OutboxDraft(backend: "box-office"), copy)
        try station.settle(undo, .accepted, at: .minute(26), by: "confirmations")
        #expect(try station.history(alreadyIn: .minute(30), used: History(ins: 1)).counts == History().counts)
        try station.settle(undo, .accepted, at: .minute(27))
        #expect(try station.history(alreadyIn: .minute(30), used: History(ins: 1)).counts == History(ins: 1).counts)
    }

    @Test(arguments: [
        // The manifest counts the entry, and the undo is still on its way: it takes one away.
        (ServerAnswer?.none, Int64(0), 1, 0),
        (.accepted, Int64(31), 1, 0),
        // The backend knew both.
        (.accepted, Int64(29), 0, 0),
        // It does not take the undo: what it counts stands.
        (.contradicted(reason: "too late"), Int64(31), 1, 1),
    ])
    func `an undo takes away what the manifest counts until the backend knows it`(
        outcome: ServerAnswer?, settled: Int64, used: Int, expected: Int
    ) throws {
        let station = try Station()
        let box = OutboxDraft(backend: "box-office")
        let entry = try station.record(.passing(), outbox: box)
        try station.settle(entry, .accepted, at: .minute(10))
        let undo = try station.undo(entry, at: .minute(20), outbox: box)
        if let outcome { try station.settle(undo, outcome, at: .minute(settled)) }
        #expect(
            try station.history(alreadyIn: .minute(30), used: History(ins: used)).counts
                == History(ins: expected).counts)
        #expect(try station.history(alreadyIn: nil).counts == History().counts)
    }

    @Test func `an undo of another ticket's passage is none`() throws {
        let station = try Station()
        let own = try station.record(.passing())
        func undo(_ id: String, of ticket: String) -> ForeignEntry {
            ForeignEntry(
                id: id, station: nil,
                line: ListedLine(event: Station.event, list: "main", key: .of(ticket), line: 0), verdict: .admitted,
                undoes: own.id, count: 0, at: .minute(5))
        }
        #expect(try station.journal.recordElsewhere([undo("a", of: "T2")]).isEmpty)
        #expect(try station.history().ins == 1)
        try station.journal.recordElsewhere([undo("b", of: "T1")])
        #expect(try station.history() == History())
    }

    @Test func `copies for a receiver that is gone are forgotten, and nothing else`() throws {
        let station = try Station()
        let copies = ["gone", "here"].map { OutboxDraft(backend: $0, isCopy: true) }
        let entry = try station.record(.passing(), outbox: OutboxDraft(backend: "old-box"), copies[0], copies[1])
        #expect(try station.journal.forgetCopies(exceptFor: ["here"]) == 1)
        #expect(try station.journal.outbox(limit: 9).map(\.backend) == ["here", "old-box"])
        #expect(entry.sequence == 1)
    }

    @Test func `refusals of other gates, which an earlier version kept, are not counted`() throws {
        let station = try Station()
        try station.record(.passing())
        try station.tamper(
            """
            INSERT INTO elsewhere(id, event, list, key, line, verdict, count, at)
            VALUES ('old', ?, 'main', ?, 0, 'refused', 0, 0)
            """, [Station.event, TicketKey.of("T2").bytes])
        #expect(try station.tally().position.here == 1)
        #expect(try station.history(.of("T2")) == History())
    }

    @Test func `other gates count from the manifest on`() throws {
        let station = try Station()
        func elsewhere(_ id: String, _ minute: Int64, _ verdict: Verdict = .admitted, undoes: String? = nil)
            -> ForeignEntry
        {
            ForeignEntry(
                id: id, station: "kiosk-7", line: Station.line(.of("T1")), gate: "B",
                verdict: verdict, undoes: undoes, count: undoes == nil ? 1 : 0, at: .minute(minute))
        }
        try station.journal.recordElsewhere([elsewhere("a", 30), elsewhere("b", 31), elsewhere("b", 31)])
        try station.journal.recordElsewhere([elsewhere("b", 32), elsewhere("c", 33, .checkedOut)])
        let first = History.FirstEntry(at: .minute(31), gate: "B", station: "kiosk-7")
        #expect(try station.history(alreadyIn: .minute(30)).counts == History(ins: 1, outs: 1, first: first).counts)
        #expect(try station.history(alreadyIn: nil, usedUntil: nil).ins == 2)
        // A gate without a network told late what the manifest could not count.
        #expect(try station.history(alreadyIn: .minute(40), usedUntil: nil).ins == 2)
        #expect(try station.history(alreadyIn: .minute(40), usedUntil: .minute(30)).ins == 1)

        // Two gates take the same entry back; one of them is enough.
        try station.journal.recordElsewhere([elsewhere("u", 34, undoes: "b"), elsewhere("v", 35, undoes: "b")])
        #expect(try station.history(alreadyIn: .minute(30)).counts == History().counts)
        let used = History(ins: 2)
        #expect(try station.history(alreadyIn: .minute(31), used: used).counts == History(ins: 1, outs: 1).counts)
        #expect(try station.history(alreadyIn: .minute(40), used: used).counts == used.counts)
    }

    @Test func `an own entry that comes back from the backend is not somebody else's`() throws {
        let station = try Station()
        let entry = try station.record(.passing())
        let echo = ForeignEntry(
            id: entry.id, line: Station.line(.of("T1")), verdict: .admitted, count: 1,
            at: entry.at)
        try station.journal.recordElsewhere([echo])
        #expect(try station.history().ins == 1)
    }

    @Test func `an own entry taken back at another gate is undone`() throws {
        let station = try Station()
        let entry = try station.record(.passing())
        let undo = ForeignEntry(
            id: "u", line: Station.line(.of("T1")), verdict: .admitted, undoes: entry.id,
            count: 0, at: .minute(5))
        try station.journal.recordElsewhere([undo])
        #expect(try station.history() == History())
        #expect { try station.undo(entry, at: .minute(6)) } throws: { ($0 as? JournalError)?.code == .notUndoable }
    }

    @Test func `figures tell people per list`() throws {
        let station = try Station()
        try station.record(.passing(count: 3, at: .minute(1)))
        try station.record(.passing(.of("T1"), .checkedOut, at: .minute(2)))
        // Nobody knows how this one got in: it must not make the others fewer.
        try station.record(.passing(.of("T2"), .checkedOut, at: .minute(3)))
        try station.undo(try station.record(.passing(.of("T3"), at: .minute(4))), at: .minute(5))
        try station.record(.passing(.of("T4"), list: "lounge", at: .minute(6)))
        try station.journal.recordElsewhere([
            ForeignEntry(
                id: "a", line: Station.line(.of("T5")), verdict: .admitted, count: 1,
                at: .minute(1))
        ])
        let tally = try #require(try station.tally().events[Station.event])
        #expect((tally.admittedHere("lounge"), tally.inside("lounge")) == (1, 1))
        #expect((tally.admittedHere("main"), tally.inside("main")) == (3, 3))
        let figures = try station.journal.figures()
        #expect((figures.entries, figures.lastSequence, figures.lastEntryAt) == (6, 6, .minute(6)))
    }
}
