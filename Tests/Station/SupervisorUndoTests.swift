import Foundation
import Journal
import Manifests
import StationAPI
import Testing
import Tickets

@testable import Station

/// What another station recorded, taken back by staff of this one.
@Suite struct SupervisorUndoTests {
    private let fixture: StationFixture
    private let steward = Staff(name: "Anne", role: .steward)
    private let supervisor = Staff(name: "Sue", role: .supervisor)
    private static let passage = "00000000-0000-7000-8000-00000000000a"

    init() throws {
        fixture = try StationFixture()
    }

    private func open(_ permissions: Set<Permission> = Set(Permission.allCases)) async throws -> Station {
        let station = try await fixture.open { $0.permissions = permissions }
        try await fixture.install(
            ["\(code("a")),R-a,standard,Amina,valid,1,,", "\(code("b")),R-b,standard,,valid,1,,"], in: station)
        try station.resources.journal.recordElsewhere([try entry(Self.passage, at: station)])
        return station
    }

    private func entry(
        _ id: String, _ verdict: Verdict = .admitted, undoes: String? = nil, ticket: String = "a", at station: Station
    ) throws -> ForeignEntry {
        ForeignEntry(
            id: id, station: "kiosk-2",
            line: try line(of: ticket, in: #require(station.resources.manifests.installed.first)),
            gate: "A",
            reference: "R-\(ticket)", verdict: verdict, undoes: undoes, count: undoes == nil ? 1 : 0,
            operator: "Bob", at: StationFixture.evening - .seconds(60))
    }

    private func request(_ entry: String = passage, by name: String? = "Sue", note: String? = "the wrong door")
        -> UndoRequest
    {
        UndoRequest(entry: entry, note: note, operator: name)
    }

    private func refusal(_ body: () async throws -> Void) async -> StationError? {
        do {
            try await body()
            return nil
        } catch {
            return error as? StationError
        }
    }

    @Test func `a supervisor takes it back by name and with a reason, and the ticket is good again, once`() async throws
    {
        let station = try await open()
        #expect(await station.door.show(code("a")).verdict == .refused(.alreadyScanned))
        let answer = try await station.acts.undo(request(), by: supervisor)
        #expect((answer.seq, answer.undone, answer.entry) == (2, nil, Self.passage))
        #expect((answer.verdict, answer.ref) == ("admitted", "R-a"))
        let undo = try #require(try station.resources.journal.entries(after: 1, limit: 9).first?.checkIn)
        #expect((undo.kind, undo.undoes, undo.operator) == (.supervisorUndo, Self.passage, "Sue"))
        #expect((undo.note, undo.gate, undo.count) == ("the wrong door", "A", 0))
        // After the pause in which a code that stays in front of a camera is one.
        fixture.set(now: StationFixture.evening + .seconds(60))
        #expect(await station.door.show(code("a")).verdict == .admitted)
        #expect(try await station.figures.figures(event: nil).first?.lists.first { $0.slug == "main" }?.inside == 1)
    }

    @Test func `a steward does not, whatever the id`() async throws {
        let station = try await open()
        for id in [Self.passage, "unknown"] {
            let said = await refusal { _ = try await station.acts.undo(request(id, by: "Anne"), by: steward) }
            #expect(said?.reason == "only a supervisor may do this")
        }
        #expect(try station.resources.journal.figures().entries == 0)
    }

    @Test func `an own entry is named by its id, too, by whoever may take it back`() async throws {
        let station = try await open()
        for name in ["Anne", "Sue"] {
            let request = ManualRequest(reference: "R-b", isOverride: name == "Sue", note: "paid", operator: name)
            _ = try await station.acts.admit(request, by: name == "Sue" ? supervisor : steward)
        }
        let ids = try station.resources.journal.entries(limit: 9).map(\.checkIn.id)
        let others = await refusal { _ = try await station.acts.undo(request(ids[1], by: "Anne"), by: steward) }
        #expect(others?.reason == "it is neither your own act nor a scan of the last 15 minutes")
        let own = try await station.acts.undo(request(ids[0], by: "Anne", note: nil), by: steward)
        #expect((own.undone, own.entry) == (1, ids[0]))
        #expect(try await station.acts.undo(request(ids[1].uppercased(), note: nil), by: supervisor).undone == 2)
        #expect(try station.resources.journal.entries(after: 2, limit: 9).map(\.checkIn.kind) == [.undo, .undo])
    }

    @Test func `what cannot be taken back is told, and nothing is recorded`() async throws {
        let station = try await open()
        let (undone, undo) = ("00000000-0000-7000-8000-00000000000b", "00000000-0000-7000-8000-00000000000c")
        let refused = "00000000-0000-7000-8000-00000000000d"
        try station.resources.journal.recordElsewhere([
            try entry(undone, .checkedOut, ticket: "b", at: station),
            try entry(undo, .checkedOut, undoes: undone, ticket: "b", at: station),
            try entry(refused, .refused(.unpaid), ticket: "b", at: station),
        ])
        let cases = [
            (request(code("a")), "no entry with this id is known here"),
            (request(undo), "this entry is itself an undo"),
            (request(refused), "no entry with this id is known here"), (request(undone), "it has already been undone"),
            (request(by: nil), "no name is given"), (request(by: "  "), "no name is given"),
            (request(note: nil), "no reason is given"), (request(note: " \n"), "no reason is given"),
        ]
        for (request, reason) in cases {
            let said = await refusal { _ = try await station.acts.undo(request, by: supervisor) }
            #expect(said?.reason == reason)
            #expect(said?.hint != nil)
            #expect(said?.description.contains(code("a")) == false, "it could be a ticket's code")
        }
        var both = request()
        both.sequence = 1
        #expect(
            await refusal { _ = try await station.acts.undo(both, by: supervisor) }?.reason.hasPrefix("both") == true)
        #expect(try station.resources.journal.figures().entries == 0)
    }

    @Test func `a second time is once too often`() async throws {
        let station = try await open()
        _ = try await station.acts.undo(request(), by: supervisor)
        let said = await refusal { _ = try await station.acts.undo(request(), by: supervisor) }
        #expect(said?.reason == "it has already been undone")
        #expect(try station.resources.journal.figures().entries == 1)
    }

    @Test func `a station that may not act by hand takes nothing back`() async throws {
        let station = try await open([.scan])
        #expect(await refusal { _ = try await station.acts.undo(request(), by: supervisor) } != nil)
        #expect(try station.resources.journal.figures().entries == 0)
    }

    @Test func `whoever may take it back is shown who passed on a ticket, with ids`() async throws {
        let station = try await open()
        func passages(_ staff: Staff) async throws -> [SearchAnswer.Passage]? {
            try await station.acts.search(SearchRequest(query: "R-a"), by: staff).hits.first?.passages
        }
        let request = ManualRequest(reference: "R-a", isOverride: true, note: "Was let out", operator: "Sue")
        _ = try await station.acts.admit(request, by: supervisor)
        #expect(try await passages(steward) == nil)
        let found = try #require(try await passages(supervisor))
        let own = try #require(try station.resources.journal.entries(limit: 1).first?.checkIn)
        #expect(found.map(\.entry) == [Self.passage, own.id])
        #expect(found.map(\.seq) == [nil, 1])
        #expect(found.map(\.station) == ["kiosk-2", "kiosk-1"])
        #expect(found.map(\.operator) == ["Bob", "Sue"])
        _ = try await station.acts.undo(self.request(), by: supervisor)
        #expect(try await passages(supervisor)?.map(\.seq) == [1])
    }
}
