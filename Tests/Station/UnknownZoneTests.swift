import Foundation
import Manifests
import Messages
import Reports
import TestSupport
import Testing
import Tickets
import TimeZones

@testable import Station

/// A station whose machine lacks the time zone of its event, as where tzdata-legacy was left out.
@Suite struct UnknownZoneTests {
    private let fixture: StationFixture
    private let empty: TemporaryFolder

    /// An hour before the doors, which open at 17:00 in Berlin.
    init() throws {
        fixture = try StationFixture(now: Timestamp(rfc3339: "2026-12-05T15:00:00Z")!)
        empty = try TemporaryFolder()
    }

    private func open() async throws -> Station {
        let station = try await fixture.open { $0.gate = "A" }
        let yaml = StationFixture.galaYAML.replacing("timezone: UTC", with: "timezone: Europe/Berlin")
        let rows = ["\(code("a")),R1,standard,,valid,1,,", "\(code("b")),R2,standard,,valid,1,,"]
        try await fixture.install(rows, in: station, yaml: yaml)
        return station
    }

    @Test func `doctor and status name the zone and the next step, until it is there`() async throws {
        let station = try await open()
        #expect(try await !station.codes().contains(.zoneUnknown))
        _ = station.resources.manifests.renewZones(from: ZoneFolder(empty.url))
        let found = try #require(try await station.monitor.examine().first { $0.code == .zoneUnknown })
        #expect(found.level == .warning && found.says.contains("Europe/Berlin"))
        #expect(found.next?.contains("tzdata-legacy") == true)
        #expect(try await station.codes().contains(.zoneUnknown))
        // A package that is installed while the station runs.
        station.lists.renewZones()
        #expect(try await !station.codes().contains(.zoneUnknown))
    }

    @Test func `doctor names the version of the rules`() async throws {
        let found = try await open().monitor.examine().first { $0.code == .zonesFine }
        #expect(found?.level == .ok && found?.says.contains(ZoneFolder.system.version) == true)
    }

    @Test func `times are in UTC and say so, in every language`() async throws {
        let station = try await open()
        #expect(await station.door.show(code("a")).report?.message == "Doors open 17:00")
        _ = station.resources.manifests.renewZones(from: ZoneFolder(empty.url))
        let report = try #require(await station.door.show(code("b")).report)
        #expect(
            report.message == "Doors open 16:00 UTC" && report.timeZone == "Europe/Berlin" && report.utcOffsets.isEmpty)
        for language in MessageFile.languages {
            let text = Messages.in(language).message(of: report)
            #expect(text.contains("UTC"), "\(language): \(text)")
        }
    }
}
