import Foundation
import GRDB
import Testing
import Tickets

@testable import Journal

/// What another station recorded, taken back here.
@Suite struct SupervisorUndoTests {
    private static let line = Station.line(.of("T1"))

    private func id(_ number: Int) -> String { "00000000-0000-7000-8000-\(String(format: "%012d", number))" }

    private func elsewhere(
        _ id: String, _ verdict: Verdict = .admitted, undoes: String? = nil, gate: String? = "B",
        count: Int = 1, at: Timestamp = .minute(3)
    ) -> ForeignEntry {
        ForeignEntry(
            id: id, station: "kiosk-7", line: Station.line(.of("T1")), gate: gate,
            reference: "R-0", verdict: verdict, undoes: undoes, count: undoes == nil ? count : 0, at: at, knew: [])
    }

    private func draft(
        _ entry: ForeignEntry, by name: String = "Sue", note: String = "the wrong door", at: Timestamp = .minute(5)
    ) -> CheckInDraft {
        CheckInDraft(undoing: entry, station: "kiosk-3", operator: name, at: at, note: note)
    }

    private func entered(_ tally: EventTally) -> Int { tally.groups.values.reduce(0) { $0 + $1.entered } }

    @Test(arguments: [(Verdict.admitted, Direction.in), (.checkedOut, .out)])
    func `it repeats what it takes back, and says who and why`(verdict: Verdict, direction: Direction) throws {
        let station = try Station()
        let entry = elsewhere(id(1), verdict, count: 3)
        try station.journal.recordElsewhere([entry])
        let undo = try station.record(draft(entry))
        #expect((undo.kind, undo.undoes, undo.count, undo.how) == (.supervisorUndo, entry.id, 0, .manual))
        #expect((undo.listedLine, undo.gate) == (entry.line, entry.gate))
        #expect((undo.reference, undo.direction) == (entry.reference, direction))
        #expect((undo.verdict, undo.operator, undo.note) == (verdict, "Sue", "the wrong door"))
        #expect(try station.journal.verify().isWhole)
    }

    @Test func `what it takes back counts nowhere any more`() throws {
        let station = try Station()
        let entry = elsewhere(id(1))
        try station.journal.recordElsewhere([entry])
        #expect(try station.history(usedUntil: nil).ins == 1)
        try station.record(draft(entry))
        #expect(try station.history(usedUntil: nil) == History())
        #expect(try station.journal.look { try $0.passages(of: Self.line) }.isEmpty)
        #expect(try station.journal.look { try $0.isUndone(id: entry.id) })
        #expect(try station.journal.look { try $0.entered(event: Station.event, list: "main").isEmpty })
        let tally = try #require(try station.tally().events[Station.event])
        #expect((tally.inside("main"), entered(tally)) == (0, 0))
    }

    /// The manifest counts the entry of minute 3, and its undo if the backend had that before minute 30.
    @Test(arguments: [
        (ServerAnswer?.none, Int64(20), 1, 0), (.accepted, 20, 0, 0), (.accepted, 40, 1, 0),
        (.contradicted(reason: "no"), 20, 1, 1),
    ])
    func `it is taken off what the manifest counts, unless that knows of it`(
        outcome: ServerAnswer?, settled: Int64, used: Int, expected: Int
    ) throws {
        let station = try Station()
        let entry = elsewhere(id(1))
        try station.journal.recordElsewhere([entry])
        let box = OutboxDraft(backend: "box-office")
        let undo = try station.record(draft(entry), outbox: box)
        if let outcome { try station.settle(undo, outcome, at: .minute(settled)) }
        let history = try station.history(alreadyIn: .minute(30), used: History(ins: used), usedUntil: .minute(10))
        #expect(history.ins == expected)
        #expect(try station.history(usedUntil: nil) == History())
    }

    @Test func `two stations that take one entry back take it off once`() throws {
        let station = try Station()
        let entry = elsewhere(id(1))
        try station.journal.recordElsewhere([entry])
        try station.record(draft(entry, at: .minute(5)))
        try station.journal.recordElsewhere([elsewhere(id(2), undoes: entry.id, at: .minute(6))])
        #expect(try station.history(usedUntil: nil) == History())
        // The manifest knows of the other station's.
        let history = try station.history(alreadyIn: .minute(30), used: History(), usedUntil: .minute(10))
        #expect(history == History())
        let tally = try #require(try station.tally().events[Station.event])
        #expect(entered(tally) == 0)
    }

    @Test func `what cannot be taken back is refused, and nothing is recorded`() throws {
        let station = try Station()
        let (entry, other) = (elsewhere(id(1)), elsewhere(id(2), at: .minute(4)))
        let undo = elsewhere(id(3), undoes: other.id)
        try station.journal.recordElsewhere([entry, other, undo, elsewhere(id(4), .refused(.invalid), count: 0)])
        let own = try station.record(.passing(.of("T2")))
        let refused = [
            draft(elsewhere(id(9))), draft(elsewhere(own.id)), draft(other), draft(undo), draft(elsewhere(id(4))),
            draft(entry, by: " "), draft(entry, note: ""), draft(entry, note: "\u{7} "),
        ]
        for draft in refused {
            #expect { try station.record(draft) } throws: { ($0 as? JournalError)?.code == .notUndoable }
        }
        try station.record(draft(entry))
        #expect { try station.record(draft(entry)) } throws: { ($0 as? JournalError)?.code == .notUndoable }
        #expect(try station.journal.figures().lastSequence == 2)
    }

    @Test func `an own entry is no other station's, and the other way round`() throws {
        let station = try Station()
        let undo = try station.undo(try station.record(.passing()), at: .minute(1))
        #expect(try station.journal.look { try $0.foreignEntry(undo.id) } == nil)
        let entry = elsewhere(id(1))
        try station.journal.recordElsewhere([entry])
        #expect(try station.journal.look { try $0.entry(id: entry.id) } == nil)
        #expect(try station.journal.look { try $0.foreignEntry(entry.id) } == entry)
    }

    @Test func `a supervisor's undo is no passage that could be taken back`() throws {
        let station = try Station()
        let entry = elsewhere(id(1))
        try station.journal.recordElsewhere([entry])
        let undo = try station.record(draft(entry))
        #expect { try station.undo(undo, at: .minute(6)) } throws: { ($0 as? JournalError)?.code == .notUndoable }
        #expect(try station.journal.look { try $0.passages(limit: 9) }.isEmpty)
    }

    // MARK: - Under two names

    @Test(arguments: [true, false])
    func `it is found by the server's name, and named by its journal's`(isServerFirst: Bool) throws {
        let station = try Station()
        let (told, named) = (elsewhere(id(1)), elsewhere("pretix:5", gate: nil))
        try station.journal.recordElsewhere(isServerFirst ? [named, told] : [told, named])
        let found = try #require(try station.journal.look { try $0.foreignEntry("pretix:5") })
        #expect(found.id == told.id)
        try station.record(draft(found))
        #expect(try station.history(usedUntil: nil) == History())
    }

    @Test func `what was taken back under the server's name stays so when its station tells of it`() throws {
        let station = try Station()
        let named = elsewhere("pretix:5", gate: nil)
        try station.journal.recordElsewhere([named])
        try station.record(draft(named))
        #expect(try station.history(usedUntil: nil) == History())
        try station.journal.recordElsewhere([elsewhere(id(1))])
        #expect(try station.history(usedUntil: nil) == History())
        #expect(try station.journal.look { try $0.passages(of: Self.line) }.isEmpty)
        #expect(try station.journal.look { try $0.isUndone(id: id(1)) })
        #expect(try station.journal.look { try $0.entered(event: Station.event, list: "main").isEmpty })
        // And when that takes it back, too.
        try station.journal.recordElsewhere([elsewhere(id(2), undoes: id(1))])
        let tally = try #require(try station.tally().events[Station.event])
        #expect((tally.inside("main"), entered(tally)) == (0, 0))
        #expect { try station.record(draft(elsewhere(id(1)))) } throws: { ($0 as? JournalError)?.code == .notUndoable }
    }

    // MARK: - Outbox

    @Test func `the backend is told how many people it is about`() throws {
        let station = try Station()
        let entry = elsewhere(id(1), count: 3)
        try station.journal.recordElsewhere([entry])
        try station.record(draft(entry), outbox: OutboxDraft(backend: "box-office"))
        let uploads = try station.journal.nextToUpload(backend: "box-office", limit: 9)
        #expect(uploads.map(\.checkIn.kind) == [.supervisorUndo])
        #expect(uploads.map(\.undoneCount) == [3])
    }
}
