import Foundation
import Messages
import StationAPI
import Testing
import Tickets

@testable import Station

/// A station that has the lists of two events.
@Suite struct TwoEventsTests {
    let fixture: StationFixture

    init() throws {
        fixture = try StationFixture()
    }

    /// The night after the gala, at another place, whose doors open a day before.
    private static let nextNight = """
        id: ball
        name: Spring Ball
        organizer: Gala Ltd
        timezone: UTC
        doors_open: 2026-12-05 17:30
        starts: 2026-12-06 17:30
        ends: 2026-12-06 23:00
        types: [{id: standard, name: Standard}]
        lists: [{id: ball, name: Ballroom, types: [standard], reentry: none}]
        gates: [{id: "24", name: Gate 24, list: ball}, {id: "25", name: Gate 25, list: ball}]
        """

    private func row(_ name: String) -> String { "\(code(name)),R-\(name),standard,,valid,1,," }

    private func open(_ change: (inout Configuration) -> Void = { _ in }, yaml: String = nextNight) async throws
        -> Station
    {
        let station = try await fixture.open(change)
        try await fixture.install([row("tonight"), row("both")], in: station)
        try await fixture.install([row("tomorrow"), row("both")], in: station, yaml: yaml)
        return station
    }

    @Test func `tomorrow's ticket is for another event tonight`() async throws {
        let station = try await open()
        #expect(await station.door.show(code("tomorrow")).verdict == .refused(.wrongEvent))
        #expect(await station.door.show(code("tonight")).verdict == .admitted)
        #expect(try await station.monitor.status().serving.map(\.id) == ["gala"])
        #expect(try await station.codes().contains(.eventNotServed))
    }

    @Test func `two events that are configured are served both, and status says that they overlap`() async throws {
        let station = try await open { $0.events = ["gala", "ball"] }
        #expect(await station.door.show(code("tomorrow")).verdict == .admitted)
        #expect(await station.door.show(code("tonight")).verdict == .admitted)
        #expect(
            try await station.monitor.status().faults.contains {
                $0.hasPrefix("Winter Gala and Spring Ball are open at the same time (17:30 to 02:00")
            })
        #expect(
            try await station.monitor.examine().contains {
                $0.level == .warning && $0.says.hasPrefix("Winter Gala and Spring Ball are open at the same time")
            })
    }

    @Test func `a gate of one event does not make the other's codes the station's trouble`() async throws {
        let station = try await open {
            $0.events = ["gala", "ball"]
            $0.gate = "24"
        }
        #expect(await station.door.show(code("nobody's")).verdict == .refused(.invalid))
        #expect(await station.door.show(code("tomorrow")).verdict == .admitted)
        // The gala has two gates, and nobody said at which of them this is.
        #expect(await station.door.show(code("tonight")).verdict == .refused(.wrongEvent))
    }

    @Test func `an event with one gate is served there, whatever the gate of the other is called`() async throws {
        let single = Self.nextNight.replacing(", {id: \"25\", name: Gate 25, list: ball}", with: "")
        let station = try await open(
            {
                $0.events = ["gala", "ball"]
                $0.gate = "A"
            }, yaml: single)
        #expect(await station.door.show(code("tonight")).report?.gate == "A")
        #expect(await station.door.show(code("tomorrow")).report?.gate == "24")
    }

    @Test func `a gate that no event has is the station's trouble`() async throws {
        let station = try await open {
            $0.events = ["gala", "ball"]
            $0.gate = "Z"
        }
        #expect(await station.door.show(code("tonight")).verdict == .refused(.unknownGate))
    }

    @Test func `a code of two events is good once for each`() async throws {
        let station = try await open { $0.events = ["gala", "ball"] }
        let reports = [
            await station.door.show(code("both")).report, await station.door.show(code("both")).report,
            await station.door.show(code("both")).report,
        ]
        #expect(reports.map { $0?.verdict } == [.admitted, .admitted, .refused(.alreadyScanned)])
        #expect(reports.prefix(2).map { $0?.event } == ["gala", "ball"])
    }
}
