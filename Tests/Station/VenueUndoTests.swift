import Foundation
import Manifests
import StationAPI
import Testing
import Tickets

@testable import Journal
@testable import Station
@testable import Venue

/// What one gate of a venue recorded, taken back by a supervisor at another.
extension VenueDoorTests {
    private static let supervisor = Staff(name: "Sue", role: .supervisor)

    private func request(_ entry: String, note: String? = "the wrong door") -> UndoRequest {
        UndoRequest(entry: entry, note: note, operator: "Sue")
    }

    private func reason(_ body: () async throws -> Void) async -> String? {
        do {
            try await body()
            return nil
        } catch {
            return (error as? StationError)?.reason
        }
    }

    /// Lets a ticket in at one gate, and has the other hear of it.
    private func admit(_ name: String, at first: Gate, knownAt second: Gate) async throws -> CheckIn {
        #expect(await first.door.show(code(name)).verdict == .admitted)
        try second.link.catchUp()
        return try #require(try first.journal().last)
    }

    @Test func `it is asked for first, and the ticket may enter once more, at either gate`() async throws {
        let (a, b) = (try await gate("A"), try await gate("B"))
        let entry = try await admit("a", at: a, knownAt: b)
        let answer = try await b.station.acts.undo(request(entry.id.uppercased()), by: Self.supervisor)
        #expect((answer.undone, answer.entry, answer.ref) == (nil, entry.id, "R-a"))
        let undo = try #require(ledger.entries.last)
        #expect((undo.kind, undo.undoes, undo.count) == ("supervisorUndo", entry.id, 0))
        #expect((undo.operator, undo.note, undo.gate) == ("Sue", "the wrong door", "A"))
        #expect(try b.standing(1) == .claimed)
        #expect(await a.door.show(code("a")).verdict == .admitted)
        #expect(await b.door.show(code("a")).verdict == .refused(.alreadyScanned))
    }

    @Test func `where the ledger's owner forbids it nothing is recorded, and the supervisor is told`() async throws {
        let (a, b) = (try await gate("A"), try await gate("B"))
        let entry = try await admit("a", at: a, knownAt: b)
        ledger.change { $0.forbidsSupervisorUndo = true }
        let said = await reason { _ = try await b.station.acts.undo(request(entry.id), by: Self.supervisor) }
        #expect(said == "the venue's ledger refuses it: the owner forbids it")
        #expect(try b.journal().isEmpty)
        #expect(b.link.open == nil)
        #expect(await b.door.show(code("a")).verdict == .refused(.alreadyScanned))
        // What a station recorded itself is its own business.
        _ = try await a.station.acts.undo(UndoRequest(entry: entry.id), by: Self.supervisor)
        #expect(ledger.entries.map(\.kind) == ["scan", "undo"])
    }

    @Test func `a gate that was faster has taken it back: once is enough`() async throws {
        let (a, b, c) = (try await gate("A"), try await gate("B"), try await gate("L"))
        let entry = try await admit("a", at: a, knownAt: b)
        try c.link.catchUp()
        _ = try await b.station.acts.undo(request(entry.id), by: Self.supervisor)
        let said = await reason { _ = try await c.station.acts.undo(request(entry.id), by: Self.supervisor) }
        #expect(said == "it has already been undone")
        #expect(try c.journal().isEmpty)
        #expect(ledger.entries.map(\.kind) == ["scan", "supervisorUndo"])
    }

    @Test func `alone it is recorded and told afterwards, and two that were alone count once`() async throws {
        let (a, b, c) = (try await gate("A"), try await gate("B"), try await gate("L"))
        let entry = try await admit("a", at: a, knownAt: b)
        try c.link.catchUp()
        ledger.change { $0.isGone = true }
        for gate in [b, c] { _ = try await gate.station.acts.undo(request(entry.id), by: Self.supervisor) }
        #expect(try [b.standing(1), c.standing(1)] == [.waiting, .waiting])
        ledger.change { $0.isGone = false }
        try b.link.deliver()
        try c.link.catchUp()
        let ledgerJournal = try #require(c.station.resources.venue).ledgerJournal
        // As the ledger says to a second undo of the same entry.
        try ledgerJournal.park(
            try c.journal()[0].id, because: VenueError(.rejected, "deliver", "the ledger", "a duplicate"))
        #expect(try c.standing(1) == .delivered)
        try a.link.catchUp()
        #expect(await a.door.show(code("a")).verdict == .admitted)
        #expect(await a.door.show(code("a")).verdict == .refused(.alreadyScanned))
    }

    @Test func `what a server has told is named as its station does, once the ledger has told that`() async throws {
        let (a, b) = (try await gate("A"), try await gate("B"))
        #expect(await a.door.show(code("a")).verdict == .admitted)
        let entry = try #require(try a.journal().last)
        try b.station.resources.journal.recordElsewhere([
            ForeignEntry(
                id: "pretix:5", line: try #require(entry.listedLine), reference: "R-a", verdict: .admitted, count: 1,
                at: entry.at)
        ])
        let answer = try await b.station.acts.undo(request("pretix:5"), by: Self.supervisor)
        #expect(answer.entry == entry.id)
        #expect(ledger.entries.map(\.undoes) == [nil, entry.id])
    }

    @Test func `what only a server knows is no business of the ledger`() async throws {
        let (a, b) = (try await gate("A"), try await gate("B"))
        _ = try await admit("b", at: a, knownAt: b)
        let unknown = try line(of: "a", in: #require(b.station.resources.manifests.installed.first))
        try b.station.resources.journal.recordElsewhere([
            ForeignEntry(
                id: "pretix:5", line: unknown, reference: "R-a", verdict: .admitted, count: 1,
                at: StationFixture.evening)
        ])
        #expect(await b.door.show(code("a")).verdict == .refused(.alreadyScanned))
        #expect(try await b.station.acts.undo(request("pretix:5"), by: Self.supervisor).entry == "pretix:5")
        #expect(try b.standing(2) == nil)
        #expect(ledger.entries.count == 1)
        #expect(await b.door.show(code("a")).verdict == .admitted)
    }
}
