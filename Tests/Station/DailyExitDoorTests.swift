import Journal
import Manifests
import StationAPI
import TestSupport
import Testing
import Tickets

@testable import Station

/// A list on which everybody counts as out at an hour.
struct DailyExitDoorTests {
    private static let yaml = WinterGala.yaml(
        id: "gala", timeZone: "UTC",
        more: """
            types: [{id: standard}]
            lists:
              - {id: main, name: Hall, reentry: after_exit, capacity: 2, everyone_out: 03:00}
              - {id: once, name: Buffet, everyone_out: 03:00}
            gates: [{id: A, list: main}, {id: B, list: once}]
            """)

    private let fixture: StationFixture
    private let station: Station
    /// Three o'clock in the night after.
    private let hour: Timestamp

    init() async throws {
        fixture = try StationFixture()
        station = try await fixture.open()
        hour = try #require(Timestamp(rfc3339: "2026-12-06T03:00:00Z"))
        try await install(in: station)
    }

    private func install(in station: Station, status: String = "valid") async throws {
        let rows = (1...4).map { "\(code("S\($0)")),S-\($0),standard,,\(status),1,,2026-12-20 00:00" }
        try await fixture.install(rows, in: station, yaml: Self.yaml)
    }

    private func show(_ name: String, gate: String = "A", direction: Direction? = nil) async -> Reason? {
        await station.door.show(code(name), gate: gate, direction: direction).verdict?.reason
    }

    private func inside(_ station: Station? = nil) async throws -> Int {
        let figures = try await (station ?? self.station).figures.figures(event: nil)
        return try #require(figures.first?.lists.first { $0.slug == "main" }).inside
    }

    @Test func `makes room and lets guests come again, where the list allows it`() async throws {
        for name in ["S1", "S2"] { #expect(await show(name) == nil) }
        #expect(await show("S1", gate: "B") == nil)
        fixture.set(now: hour - .milliseconds(1))
        #expect(await show("S1") == .full)
        #expect(try await inside() == 2)
        fixture.set(now: hour)
        #expect(try await inside() == 0)
        #expect(await show("S1") == nil)
        #expect(await show("S1") == .alreadyScanned)
        #expect(await show("S1", gate: "B") == .alreadyScanned)
        #expect(try await inside() == 1)
        #expect(try await station.acts.peopleInside(by: .administrator(nil)).people == 1)
    }

    @Test func `whoever stayed can leave, and is one exit`() async throws {
        _ = await show("S1")
        fixture.set(now: hour + .seconds(600))
        #expect(await show("S1", direction: .out) == nil)
        #expect(await show("S1") == nil)
        #expect(try await inside() == 1)
    }

    @Test func `whoever stayed can leave also when the ticket was refunded meanwhile`() async throws {
        _ = await show("S1")
        fixture.set(now: hour - .seconds(60))
        try await install(in: station, status: "refunded")
        fixture.set(now: hour + .seconds(600))
        let report = await station.door.show(code("S1"), gate: "A", direction: .out).report
        #expect(report?.verdict == .checkedOut && report?.isUnmatched == false)
        #expect(await show("S1") == .refunded)
        #expect(await show("S2", direction: .out) == .refunded)
    }

    @Test func `the hour is recorded once for each list, and everyone out has nothing left to do`() async throws {
        _ = await show("S1")
        fixture.set(now: hour)
        #expect(try await station.acts.checkOutAll(CheckOutAllRequest()).people == 0)
        let entries = try station.resources.journal.entries(after: 0, limit: 9).map(\.checkIn)
        #expect(entries.filter { $0.kind != .everyoneOut }.map(\.kind) == [.scan])
        let marks = entries.filter { $0.kind == .everyoneOut && $0.note == hour.description }
        #expect(marks.count == 2 && Set(marks.map(\.list)).count == 2)
    }

    @Test func `counts for a station that was off`() async throws {
        let fixture = try StationFixture()
        do {
            let first = try await fixture.open()
            let rows = (1...4).map { "\(code("S\($0)")),S-\($0),standard,,valid,1,,2026-12-20 00:00" }
            try await fixture.install(rows, in: first, yaml: Self.yaml)
            #expect(await first.door.show(code("S1"), gate: "A").verdict?.reason == nil)
        }
        fixture.set(now: hour + .seconds(3600))
        let again = try await fixture.open()
        #expect(try await inside(again) == 0)
        #expect(await again.door.show(code("S1"), gate: "A").verdict?.reason == nil)
        #expect(try await inside(again) == 1)
    }
}
