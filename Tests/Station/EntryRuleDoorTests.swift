import Journal
import StationAPI
import TestSupport
import Testing
import Tickets

@testable import Station

/// Rules of an admission list at a station.
struct EntryRuleDoorTests {
    private static let yaml = WinterGala.yaml(
        id: "gala", timeZone: "UTC",
        more: """
            types: [{id: standard}]
            lists: [{id: main, name: Hall, unpaid: ask, rules: {once: a day, entries: 2}}]
            gates: [{id: A, list: main}]
            """)

    private let fixture: StationFixture
    private let station: Station

    init() async throws {
        fixture = try StationFixture()
        station = try await fixture.open()
        try await fixture.install(
            [
                "\(code("S")),S,standard,,valid,1,,2026-12-20 00:00", "\(code("G")),G,standard,,valid,2,,",
                "\(code("U")),U,standard,,unpaid,1,,",
            ], in: station, yaml: Self.yaml)
    }

    private func show(_ name: String, direction: Direction? = nil) async throws -> VerdictReport {
        try #require(await station.door.show(code(name), direction: direction).report)
    }

    @Test func `a ticket enters as often as the rule allows, and is told when again`() async throws {
        #expect(try await show("S").verdict == .admitted)
        let again = try await show("S")
        #expect((again.verdict, again.rule) == (.refused(.rules), "noMoreEntriesToday"))
        #expect(again.nextEntry == Timestamp(rfc3339: "2026-12-06T00:00:00Z"))
        #expect(again.countedBy == .station)
        #expect(again.message == "No more entries today on this ticket. Next entry: Sun 6 Dec 00:00")
        fixture.set(now: StationFixture.evening + .seconds(6 * 3600))
        #expect(try await show("S").verdict == .admitted)
        fixture.set(now: StationFixture.evening + .seconds(30 * 3600))
        let last = try await show("S")
        #expect((last.rule, last.nextEntry) == ("noMoreEntries", nil))
        #expect(try await show("S", direction: .out).verdict == .checkedOut)
    }

    @Test func `an undone entry does not count, and a supervisor may let in more`() async throws {
        _ = try await show("S")
        _ = try await station.acts.undo(UndoRequest(operator: "ann"))
        #expect(try await show("S").verdict == .admitted)
        let request = ManualRequest(reference: "S", isOverride: true, note: "lost a child", operator: "ann")
        #expect(try await station.acts.admit(request).verdict == .admitted)
        #expect(try await show("S").rule == "noMoreEntries")
    }

    @Test func `the people of a group enter once a day each`() async throws {
        #expect(try await show("G").entry == 1)
        #expect(try await show("G").entry == 2)
        #expect(try await show("G").rule == "noMoreEntriesToday")
        // On the next day both may come again.
        fixture.set(now: StationFixture.evening + .seconds(6 * 3600))
        #expect(try await show("G").message == "Welcome, 1 of 2")
    }

    @Test func `a group that is too large is told how many may still enter`() async throws {
        func admit(_ count: Int) async throws -> VerdictReport {
            try await station.acts.admit(ManualRequest(reference: "G", count: count, operator: "ann"))
        }
        #expect(try await show("G").verdict == .admitted)
        let error = await #expect(throws: StationError.self) { try await admit(2) }
        #expect(error?.reason == "only 1 of 2 may still enter on this ticket")
        #expect(try await admit(1).verdict == .admitted)
        // Nobody may: the rule says when.
        #expect(try await admit(2).rule == "noMoreEntriesToday")
        fixture.set(now: StationFixture.evening + .seconds(6 * 3600))
        #expect(try await admit(2).verdict == .admitted)
    }

    @Test func `a history can be assumed, and the rule explained`() async throws {
        func check(_ history: [CheckRequest.Passage]?, at time: String? = nil) async throws -> VerdictReport {
            try await station.acts.check(
                CheckRequest(
                    code: code("S"), at: time.flatMap { Timestamp(rfc3339: $0) }, history: history, explain: true))
        }
        #expect(try await check(nil).explanation.first == "met: all of")
        let entry = try #require(Timestamp(rfc3339: "2026-12-05T17:00:00Z"))
        let refused = try await check([.init(at: entry, direction: .in)])
        #expect(refused.verdict == .refused(.rules))
        #expect(
            refused.explanation == [
                "not met: all of", "  not met: entries today (1) < 1", "  met: entries (1) < 2",
            ])
        #expect(try await check([.init(at: entry, direction: .in)], at: "2026-12-06T17:00:00Z").verdict == .admitted)
        #expect(try station.resources.journal.entries(after: 0, limit: 9).isEmpty)
    }

    @Test func `an unpaid ticket is asked about where the list says so`() async throws {
        let asked = try await show("U")
        #expect((asked.verdict, asked.questions) == (.refused(.questions), ["unpaid"]))
        #expect(asked.message == "The ticket is not paid. Let in anyway?")
        let admitted = try await station.acts.confirm(
            ConfirmRequest(ask: try #require(asked.ask), note: nil, operator: "Anne"))
        #expect(admitted.verdict == .admitted)
        let entries = try station.resources.journal.entries(after: 0, limit: 9).map(\.checkIn)
        #expect(entries.last?.note == "let in unpaid")
        #expect(try await show("U", direction: .out).verdict == .checkedOut)
        #expect(try await show("U").rule == "noMoreEntriesToday")
    }
}
