import Foundation
import Journal
import Manifests
import Messages
import StationAPI
import Testing
import Tickets

@testable import Station

@Suite struct DoorFaultTests {
    let fixture: StationFixture

    init() throws {
        fixture = try StationFixture()
    }

    private var other: String {
        StationFixture.yaml(id: "spring").replacing("2026-12", with: "2027-04")
    }

    /// Cuts the bodies of the lists of an event to nothing, under the station that reads them.
    private func cut(_ event: String, of station: Station) throws {
        let folder = station.resources.folder.manifests
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        let bodies = files.filter { $0.lastPathComponent.hasPrefix(event) && $0.pathExtension == "sqlite" }
        #expect(bodies.count == 1)
        for body in bodies { try FileHandle(forWritingTo: body).truncate(atOffset: 0) }
    }

    @Test func `a list that cannot be read is a fault of the station, until it is replaced`() async throws {
        let station = try await fixture.open { $0.gate = "A" }
        let row = "\(code("a")),R1,standard,,valid,1,,"
        try await fixture.install([row], in: station)
        try cut("gala", of: station)
        #expect(await station.door.show(code("a")).verdict == .refused(.manifestUnreadable))
        #expect(try await station.codes() == [.lookUpFailed])
        fixture.set(now: StationFixture.evening + .seconds(1))
        try await fixture.install([row], in: station)
        #expect(await station.door.show(code("a")).verdict == .admitted)
        #expect(try await station.codes().isEmpty)
    }

    @Test func `a clock that nobody vouches for removes no list`() async throws {
        let station = try await fixture.open()
        try await fixture.install(["\(code("a")),R1,standard,,valid,1,,"], in: station)
        let later = StationFixture.evening + .seconds(30 * 86_400)
        fixture.set(now: later, isSynchronised: false)
        station.lists.tidyUp()
        #expect(try await station.monitor.status().installed == ["gala"])
        fixture.set(now: later)
        station.lists.tidyUp()
        #expect(try await station.monitor.status().installed == [])
    }

    @Test func `a list of another event that cannot be read stops nobody here`() async throws {
        let station = try await fixture.open()
        try await fixture.install(["\(code("a")),R1,standard,,valid,1,,"], in: station)
        try await fixture.install(["\(code("b")),R1,standard,,valid,1,,"], in: station, yaml: other)
        try cut("spring", of: station)
        #expect(await station.door.show(code("a")).verdict == .admitted)
        #expect(await station.door.show(code("b")).verdict == .refused(.invalid))
    }
}
