import Manifests
import StationAPI
import TestSupport
import Testing
import Tickets

@testable import Station

/// The capacity of an admission list, without a ledger.
struct CapacityTests {
    private static let yaml = WinterGala.yaml(
        id: "gala", timeZone: "UTC",
        more: """
            types: [{id: standard}]
            lists: [{id: main, name: Hall, reentry: after_exit, capacity: 3}]
            gates: [{id: A, list: main}]
            """)

    private let fixture: StationFixture
    private let station: Station

    init() async throws {
        fixture = try StationFixture()
        station = try await fixture.open()
        try await install(in: station)
    }

    private func install(in station: Station, yaml: String = yaml, isTest: Bool = false) async throws {
        let rows = (1...5).map { "\(code("S\($0)")),S-\($0),standard,,valid,1,," }
        try await fixture.install(
            rows + ["\(code("G")),G,standard,,valid,4,,"], in: station, yaml: yaml, isTest: isTest)
    }

    private func show(_ name: String, direction: Direction? = nil) async -> Reason? {
        await station.door.show(code(name), direction: direction).verdict?.reason
    }

    @Test func `as many come in as there is room for, and the next when one has left`() async throws {
        for name in ["S1", "S2", "S3"] { #expect(await show(name) == nil) }
        #expect(await show("S4") == .full)
        // Who is inside already is told that, not that it is full.
        #expect(await show("S1", direction: .out) == nil)
        #expect(await show("S4") == nil)
        #expect(await show("S1") == .full)
    }

    @Test func `an undo makes room, and a supervisor may let in more`() async throws {
        for name in ["S1", "S2", "S3"] { _ = await show(name) }
        _ = try await station.acts.undo(UndoRequest(operator: "ann"))
        #expect(await show("S4") == nil)
        #expect(await show("S5") == .full)
        _ = try await station.acts.admit(
            ManualRequest(reference: "S-5", count: 1, isOverride: true, note: "crew", operator: "ann"))
        #expect(try await inside() == 4)
    }

    @Test func `a group comes in as a whole or not at all`() async throws {
        _ = await show("S1")
        let refused = try await station.acts.admit(ManualRequest(reference: "G", count: 3, operator: "ann"))
        #expect(refused.verdict.reason == .full)
        let admitted = try await station.acts.admit(ManualRequest(reference: "G", count: 2, operator: "ann"))
        #expect(admitted.verdict.reason == nil)
        #expect(try await inside() == 3)
    }

    @Test func `a look shows that it is full and counts nobody`() async throws {
        for name in ["S1", "S2", "S3"] { _ = await show(name) }
        #expect(await show("S4", direction: .look) == .full)
        #expect(try await inside() == 3)
    }

    @Test func `the figures say the limit, and that only this station counts`() async throws {
        let list = try #require(try await station.figures.figures(event: nil).first?.lists.first)
        #expect(list.capacity == 3)
        #expect(list.capacityBasis == .station)
    }

    @Test func `whoever is refused is told that only this station counts`() async throws {
        for name in ["S1", "S2", "S3"] { _ = await show(name) }
        let full = try #require(await station.door.show(code("S4")).report)
        #expect(full.verdict.reason == .full && full.countedBy == .station)
        let admitted = try #require(await station.door.show(code("S1"), direction: .out).report)
        #expect(admitted.countedBy == nil)
    }

    @Test func `people of before a restart are counted`() async throws {
        for name in ["S1", "S2", "S3"] { _ = await show(name) }
        let fixture = try StationFixture()
        do {
            let first = try await fixture.open()
            let rows = (1...5).map { "\(code("S\($0)")),S-\($0),standard,,valid,1,," }
            try await fixture.install(rows, in: first, yaml: Self.yaml)
            for name in ["S1", "S2", "S3"] { #expect(await first.door.show(code(name)).verdict?.reason == nil) }
        }
        let again = try await fixture.open()
        #expect(await again.door.show(code("S4")).verdict?.reason == .full)
    }

    private func inside() async throws -> Int {
        try #require(try await station.figures.figures(event: nil).first?.lists.first).inside
    }
}
