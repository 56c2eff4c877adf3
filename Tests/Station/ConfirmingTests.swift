import Backends
import GRDB
import StationAPI
import TestSupport
import Testing
import Tickets

@testable import Journal
@testable import Station

/// Guests whose age staff confirm before they are let in.
struct ConfirmingTests {
    private static let yaml = WinterGala.yaml(
        id: "gala", timeZone: "UTC",
        more: """
            types: [{id: standard}, {id: bar, age: 18}]
            lists: [{id: main, name: Hall}]
            gates: [{id: A, list: main}]
            ask_age: true
            backend: box
            """)
    private static let backend = BackendSettings(
        name: "box", kind: .webhook, url: "https://box.example")

    private let fixture: StationFixture
    private let station: Station
    private let start = ContinuousClock.now

    init() async throws {
        fixture = try StationFixture()
        station = try await fixture.open { $0.backends = [Self.backend] }
        try await install()
    }

    private func install(status: String = "valid", yaml: String = yaml) async throws {
        try await fixture.install(
            ["\(code("bar")),R-1,bar,,\(status),2,,", "\(code("hall")),R-2,standard,,valid,1,,"], in: station,
            yaml: yaml)
    }

    private func ask(at reader: String = "camera") async throws -> VerdictReport {
        let presentation = Presentation(bytes: Array(code("bar").utf8), how: .camera, source: reader, arrived: start)
        return try #require(await station.door.take(presentation).report)
    }

    private func confirm(_ ask: Int64, note: String? = nil) async throws -> VerdictReport {
        try await station.acts.confirm(ConfirmRequest(ask: ask, note: note, operator: "Anne"))
    }

    private func entries() throws -> [CheckIn] {
        try station.resources.journal.entries(after: 0, limit: 9).map(\.checkIn)
    }

    @Test func `an age is asked for, confirmed and recorded, and only then is somebody in`() async throws {
        let asked = try await ask()
        #expect((asked.verdict, asked.questions, asked.bornBy) == (.refused(.questions), ["age"], "2008-12-05"))
        let admitted = try await confirm(#require(asked.ask), note: "passport")
        #expect(asked.ask == asked.sequence && admitted.answers == asked.ask)
        #expect((admitted.verdict, admitted.entry, admitted.sequence) == (.admitted, 1, 2))
        let entry = try #require(try entries().last)
        #expect((entry.kind, entry.how, entry.operator, entry.count) == (.scan, .camera, "Anne", 1))
        #expect(entry.note == "age checked: 18 years; passport")
        // The camera sees the code all the time: it shows the answer now.
        #expect(try await ask().verdict == .admitted)
        #expect(try entries().count == 2)
    }

    @Test func `a type without an age asks nothing, and nobody is asked on the way out`() async throws {
        #expect(await station.door.show(code("hall")).verdict == .admitted)
        #expect(await station.door.show(code("bar"), direction: .out).verdict == .checkedOut)
    }

    @Test func `an answer counts once, for its own entry and for ten minutes`() async throws {
        let asked = try #require(try await ask().ask)
        await #expect(throws: StationError.self) { try await confirm(asked + 1) }
        _ = try await confirm(asked)
        await #expect(throws: StationError.self) { try await confirm(asked) }
        let late = try #require(try await ask(at: "second").ask)
        fixture.set(now: StationFixture.evening + .seconds(601))
        await #expect(throws: StationError.self) { try await confirm(late) }
    }

    @Test func `a ticket that was used or voided while it was asked about is refused`() async throws {
        let asked = try await [ask(), ask(at: "second"), ask(at: "third")].compactMap(\.ask)
        #expect(try await confirm(asked[0]).verdict == .admitted)
        #expect(try await confirm(asked[1]).entry == 2)
        #expect(try await confirm(asked[2]).verdict == .refused(.alreadyScanned))
        // Nobody is asked for the sake of a ticket that is used up.
        #expect(try await ask(at: "fourth").verdict == .refused(.alreadyScanned))
    }

    @Test func `a new list decides about an answer to the old one`() async throws {
        let asked = try #require(try await ask().ask)
        fixture.set(now: StationFixture.evening + .seconds(5))
        try await install(status: "voided")
        #expect(try await confirm(asked).verdict == .refused(.voided))
    }

    @Test func `whom staff name is asked about too, and the server is told of the entry alone`() async throws {
        let staff = Staff(name: "Sue", role: .supervisor)
        let asked = try await station.acts.admit(ManualRequest(reference: "R-1", operator: "Sue"), by: staff)
        #expect(asked.verdict == .refused(.questions))
        #expect(try await confirm(#require(asked.ask)).verdict == .admitted)
        #expect(try entries().map(\.kind) == [.manual, .manual])
        #expect(try await station.uploads.outbox(of: Self.backend).next(limit: 9).map(\.checkIn.verdict) == [.admitted])
        let request = ManualRequest(reference: "R-1", isOverride: true, note: "with her mother", operator: "Sue")
        let overruled = try await station.acts.admit(request, by: staff)
        #expect(overruled.verdict == .admitted && overruled.questions.isEmpty && overruled.ask == nil)
        #expect(try entries().last?.note == "with her mother")
        // It asks nothing any more: an answer would be one entry too many.
        await #expect(throws: StationError.self) { try await confirm(#require(overruled.sequence)) }
    }

    @Test func `an answer about another age is none`() async throws {
        let asked = try #require(try await ask().ask)
        fixture.set(now: StationFixture.evening + .seconds(5))
        try await install(yaml: Self.yaml.replacing("age: 18", with: "age: 21"))
        let again = try await confirm(asked)
        #expect((again.verdict, again.bornBy) == (.refused(.questions), "2005-12-05"))
        #expect(try await confirm(#require(again.ask)).verdict == .admitted)
        #expect(try entries().last?.note == "age checked: 21 years")
    }

    @Test func `an answer is about where the ticket was shown, wherever the station stands now`() async throws {
        let asked = try #require(try await ask().ask)
        let supervisor = Staff(name: "Sue", role: .supervisor)
        _ = try await station.place.move(PlaceRequest(direction: .out), by: supervisor)
        #expect(try await confirm(asked).verdict == .admitted)
        _ = try await station.place.move(PlaceRequest(direction: .look), by: supervisor)
        let look = try await ask(at: "second")
        #expect((look.verdict, look.ask) == (.refused(.questions), nil))
    }

    @Test func `of two events the one that only asks comes before one that refuses, and the answer is for it`()
        async throws
    {
        let fixture = try StationFixture()
        let station = try await fixture.open { $0.events = ["ball", "gala"] }
        let rows = { (status: String) in ["\(code("bar")),R-1,bar,,\(status),1,,"] }
        try await fixture.install(rows("voided"), in: station, yaml: Self.yaml.replacing("id: gala", with: "id: ball"))
        try await fixture.install(rows("valid"), in: station, yaml: Self.yaml)
        let asked = try #require(await station.door.show(code("bar")).report)
        #expect((asked.event, asked.verdict) == ("gala", .refused(.questions)))
        let admitted = try await station.acts.confirm(ConfirmRequest(ask: #require(asked.ask)))
        #expect((admitted.event, admitted.verdict) == ("gala", .admitted))
    }

    @Test func `a guest is asked also while the disk takes nothing`() async throws {
        try await station.resources.journal.queue.write { db in
            try db.execute(
                sql: "CREATE TEMP TRIGGER broken BEFORE INSERT ON main.entry BEGIN SELECT RAISE(ABORT, 'broken'); END")
        }
        #expect(try await ask().verdict == .refused(.notRecorded))
        try await station.acts.setNotRecorded(
            NotRecordedRequest(isOn: true, operator: "Sue"), by: Staff(name: "Sue", role: .supervisor))
        let asked = try await ask(at: "second")
        #expect((asked.verdict, asked.sequence) == (.refused(.questions), nil))
        let admitted = try await confirm(#require(asked.ask))
        #expect(admitted.verdict == .admitted && admitted.isUnrecorded)
        try await station.resources.journal.queue.write { db in try db.execute(sql: "DROP TRIGGER temp.broken") }
        await station.door.recordWaiting()
        #expect(try entries().map(\.verdict) == [.refused(.questions), .admitted])
        await #expect(throws: StationError.self) { try await confirm(#require(asked.ask)) }
    }

    @Test func `a question is no refusal in the figures`() async throws {
        _ = try await confirm(#require(try await ask().ask))
        _ = try await ask(at: "second")
        let figures = try #require(try await station.figures.figures(event: nil).first)
        #expect(figures.refusals.isEmpty)
    }
}
