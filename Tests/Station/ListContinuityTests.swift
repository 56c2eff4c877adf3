import Foundation
import Manifests
import Messages
import StationAPI
import TestSupport
import Testing
import Tickets

@testable import Publishing
@testable import Station

/// What a station knows must mean the same in the next list.
@Suite struct ListContinuityTests {
    private let fixture: StationFixture
    private let station: Station

    init() async throws {
        fixture = try StationFixture()
        station = try await fixture.open { $0.gate = "A" }
    }

    private static let rows = (0..<8).map { "\(code("row\($0)")),r-\($0),standard,,,,," }
    private static let onlyStandard = StationFixture.galaYAML.replacing(
        "types: [standard, vip]", with: "types: [standard]")

    /// Some seconds later, so that the list is a newer one.
    private func install(
        _ rows: [String], yaml: String = StationFixture.galaYAML, after seconds: Int, acceptingLoss: Bool = false
    ) async throws {
        fixture.set(now: StationFixture.evening + .seconds(seconds))
        try await fixture.install(rows, in: station, yaml: yaml, acceptingLoss: acceptingLoss)
    }

    @Test func `a guest who entered does not enter once more when another row of the code is gone`() async throws {
        let both = ["vip", "standard"].map { "\(code("guest")),r-\($0),\($0),,,,," }
        try await install(both, yaml: Self.onlyStandard, after: 0)
        #expect(await station.door.show(code("guest")).verdict == .admitted)
        try await install([both[1]], yaml: Self.onlyStandard, after: 10)
        #expect(await station.door.show(code("guest")).verdict == .refused(.alreadyScanned))
        try await install(both.reversed(), yaml: Self.onlyStandard, after: 20)
        #expect(await station.door.show(code("guest")).verdict == .refused(.alreadyScanned))
    }

    @Test func `a renamed admission list forgets nobody`() async throws {
        try await install(Self.rows, after: 0)
        #expect(await station.door.show(code("row0")).verdict == .admitted)
        let renamed = StationFixture.galaYAML.replacing("{id: main,", with: "{id: hall,")
            .replacing("list: main}", with: "list: hall}")
        let error = await #expect(throws: ManifestError.self) {
            try await install(Self.rows, yaml: renamed, after: 10)
        }
        #expect(error?.code == .lossNotAccepted)
        // The list before is still there, and knows the entry.
        #expect(await station.door.show(code("row0")).verdict == .refused(.alreadyScanned))
        let replacing = renamed.replacing("{id: hall,", with: "{id: hall, replaces: main,")
        try await install(Self.rows, yaml: replacing, after: 20)
        fixture.set(now: StationFixture.evening + .seconds(120))
        #expect(await station.door.show(code("row0")).verdict == .refused(.alreadyScanned))
        #expect(await station.door.show(code("row1")).verdict == .admitted)
        #expect(try await station.figures.figures(event: nil).first?.lists.first?.admitted == 2)
    }

    @Test func `a list whose codes were all made anew lets nobody in a second time by accident`() async throws {
        try await install(Self.rows, after: 0)
        for number in 0..<7 { #expect(await station.door.show(code("row\(number)")).verdict == .admitted) }
        let fresh = (0..<8).map { "\(code("fresh\($0)")),r-\($0),standard,,,,," }
        let error = await #expect(throws: ManifestError.self) { try await install(fresh, after: 10) }
        #expect(error?.code == .lossNotAccepted)
        #expect(await station.door.show(code("fresh0")).verdict == .refused(.invalid))
        #expect(await station.door.show(code("row7")).verdict == .admitted)
        // A few who lost theirs get others.
        try await install(Array(fresh[..<5] + Self.rows[5...]), after: 20)
        #expect(await station.door.show(code("fresh4")).verdict == .admitted)
    }

    @Test func `a list that has lost too much is refused with an alert, and taken when a person says so`() async throws
    {
        try await install(Self.rows, after: 0)
        let error = await #expect(throws: ManifestError.self) { try await install([], after: 10) }
        let refusal = try #require(error)
        #expect(refusal.code == .lossNotAccepted)
        #expect(station.resources.conditions.reportListSource("https://example.org/gala.usher", refusal))
        let alerts = try await station.monitor.currentConditions().compactMap {
            StationAlert($0, policy: Policy(), in: .english)
        }
        #expect(alerts.map(\.kind.rawValue) == ["listLoss"])
        #expect(try await station.monitor.status().serving.map(\.tickets) == [8])
        station.resources.conditions.clearListSource("https://example.org/gala.usher")
        try await install([], after: 20, acceptingLoss: true)
        let status = try await station.monitor.status()
        #expect(status.serving.map(\.listWarnings) == [["The list of Winter Gala has 0 tickets."]])
        #expect(status.conditions.contains { $0.code == .listEmpty })
        let findings = try await station.monitor.examine()
        #expect(findings.contains { $0.level == .broken && $0.code == .listEmpty })
    }

    @Test func `a verdict for a time before the list was made keeps to the windows`() async throws {
        try await install(Self.rows, after: 0)
        fixture.set(now: StationFixture.evening, isSynchronised: false)
        let early = StationFixture.evening - .seconds(2 * 3600)
        let report = try await station.acts.check(CheckRequest(code: code("row0"), at: early))
        #expect(report.verdict == .refused(.notStarted))
        #expect(try await station.acts.check(CheckRequest(code: code("row0"))).verdict == .admitted)
    }
}

/// Lists that are made by a timer.
@Suite struct PublishingTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        _ = try KeyFile.generate(named: folder.file("organizer"), for: .manifest)
        try folder.write(StationFixture.galaYAML, to: "event.yaml")
        try folder.write(
            "lists: [{event: event.yaml, key: organizer.key, tickets: tickets.csv, to: gala.usher}]",
            to: "publish.yaml")
    }

    private func publish(
        _ tickets: Int, after seconds: Int, acceptingLoss: Bool = false
    ) async throws -> Publisher.Result {
        let rows = ["code,type"] + (0..<tickets).map { "\(code("ticket\($0)")),standard" }
        try folder.write(rows.joined(separator: "\n"), to: "tickets.csv")
        let publication = try #require(try Publication.read(contentsOf: folder.file("publish.yaml")).first)
        return try await Publisher(now: { StationFixture.evening + .seconds(seconds) }).publish(
            publication, acceptingLoss: acceptingLoss
        ) { _ in }
    }

    @Test func `a list is made when something has changed, and one that lost too much is not`() async throws {
        let list = folder.file("gala.usher")
        let first = try await publish(20, after: 0)
        #expect(first.difference == nil)
        let bytes = try Data(contentsOf: list)
        let second = try await publish(20, after: 300)
        #expect(second.isUnchanged && second.claims == first.claims)
        #expect(try Data(contentsOf: list) == bytes)
        let third = try await publish(23, after: 600)
        #expect(third.difference?.summary == "+3")
        let good = try Data(contentsOf: list)
        let error = await #expect(throws: ManifestError.self) { try await publish(10, after: 900) }
        #expect(error?.code == .lossNotAccepted)
        #expect(try Data(contentsOf: list) == good)
        #expect(try await publish(10, after: 1200, acceptingLoss: true).difference?.summary == "-13")
    }

    @Test func `of two runs at once the second one says so`() async throws {
        _ = try await publish(3, after: 0)
        let publication = try #require(try Publication.read(contentsOf: folder.file("publish.yaml")).first)
        let lock = try PublicationLock(publication)
        let error = await #expect(throws: PublishingError.self) { try await publish(4, after: 10) }
        #expect(error?.reason.contains("another usher publish") == true)
        withExtendedLifetime(lock) {}
    }

    /// Friday's event with Saturday's hours, and once more with doors that open while Friday dances.
    @Test(arguments: [("2026-12-06 17:00", 0), ("2026-12-06 01:00", 1)])
    func `two nights of which one is still on when the doors of the other open are named`(
        doors: String, count: Int
    ) async throws {
        let friday = try await publish(3, after: 0).claims
        let saturday = StationFixture.yaml(id: "saturday")
            .replacing("doors_open: 2026-12-05 17:00", with: "doors_open: \(doors)")
            .replacing("starts: 2026-12-05 19:00", with: "starts: 2026-12-06 19:00")
            .replacing("ends: 2026-12-06 02:00", with: "ends: 2026-12-07 02:00")
        try folder.write(saturday, to: "event.yaml")
        let text = try String(contentsOf: folder.file("publish.yaml"), encoding: .utf8)
        try folder.write(text.replacing("gala.usher", with: "saturday.usher"), to: "publish.yaml")
        let other = try await publish(3, after: 0).claims
        let overlaps = Publisher(now: { StationFixture.evening }).overlaps(among: [other, friday])
        #expect(overlaps.count == count)
    }

    @Test func `two lists of one event are a fault before anything is made`() throws {
        try folder.write(StationFixture.galaYAML, to: "second.yaml")
        let list = "{event: event.yaml, key: organizer.key, tickets: tickets.csv, to: gala.usher}"
        let other = "{event: second.yaml, key: organizer.key, tickets: tickets.csv, to: other.usher}"
        let file = try folder.write("lists: [\(list), \(other)]", to: "publish.yaml")
        #expect { try Publication.read(contentsOf: file) } throws: {
            "\($0)".contains("the same event id as another list")
        }
        try folder.write(StationFixture.yaml(id: "ball"), to: "second.yaml")
        #expect(try Publication.read(contentsOf: file).count == 2)
    }
}
