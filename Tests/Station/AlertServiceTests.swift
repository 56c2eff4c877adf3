import Alerts
import Foundation
import Manifests
import Messages
import TestSupport
import Testing
import Tickets

@testable import Station

/// What people far from the door are told of a station.
@Suite struct AlertServiceTests {
    private let fixture: StationFixture
    private let station: Station

    init() async throws {
        fixture = try StationFixture()
        station = try await fixture.open()
    }

    private var service: AlertService {
        let shared = station.resources
        return AlertService(
            source: shared.alertSource, messages: shared.messages, settings: nil, file: shared.folder.alerts,
            monitor: station.monitor,
            door: station.door, manifests: shared.manifests, doubleEntries: shared.doubleEntries,
            sending: station.alertSending, clock: shared.clock, journalQueue: shared.journalQueue)
    }

    private func severities() async throws -> [String: AlertSeverity] {
        let alerts = try await service.alerts()
        return Dictionary(alerts.map { ($0.kind.rawValue, $0.severity) }) { first, _ in first }
    }

    private func install(_ yaml: String = StationFixture.galaYAML) async throws {
        try await fixture.install(
            (0..<30).map { "\(code("row\($0)")),r-\($0),standard,,,,," }, in: station, yaml: yaml)
    }

    @Test func `a station without a list says that nobody gets in`() async throws {
        #expect(try await severities() == ["noKeyTrusted": .doorShut, "noList": .doorShut])
        try await install()
        #expect(try await severities() == [:])
    }

    @Test func `a cancelled event shuts the door`() async throws {
        try await install(StationFixture.galaYAML + "\nstatus: cancelled\n")
        #expect(try await severities() == ["eventCancelled": .doorShut])
    }

    @Test(arguments: [(20, 540, 600, true), (19, 540, 600, false), (20, 570, 600, false), (20, 540, 599, false)])
    func `a rush that stops for ten minutes is told`(people: Int, within: Int, silence: Int, isTold: Bool) async throws
    {
        try await install()
        for number in 0..<people {
            let second = people == 1 ? 0 : within * number / (people - 1)
            fixture.set(now: StationFixture.evening + .seconds(within == 540 ? second : second * 2))
            #expect(await station.door.show(code("row\(number)")).verdict == .admitted)
        }
        let last = StationFixture.evening + .seconds(within == 540 ? within : within * 2)
        fixture.set(now: last + .seconds(silence))
        #expect(try await severities() == (isTold ? ["scansStopped": .broken] : [:]))
        if isTold {
            #expect(await station.door.show(code("row29")).verdict == .admitted)
            #expect(try await severities() == [:])
        }
    }

    // MARK: - Before the doors

    private static let doors = Timestamp(rfc3339: "2026-12-05T17:00:00Z")!

    @Test func `says once within the hour before the doors whether it is ready`() async throws {
        fixture.set(now: Self.doors - .seconds(3601))
        try await install()
        #expect(await service.readiness() == nil)
        fixture.set(now: Self.doors - .seconds(3600))
        let told = try #require(await service.readiness())
        #expect(told.alert.subject == "gala")
        #expect(told.expires == Self.doors)
        #expect(told.alert.message.contains("Winter Gala, doors open 17:00"))
        #expect(await service.readiness(unless: [told.key]) == nil)
        fixture.set(now: Self.doors)
        #expect(await service.readiness() == nil)
    }

    @Test func `one message has all that is missing, and what to do`() async throws {
        try await install()
        let event = try #require(station.resources.manifests.installed.first?.plan.event)
        let findings = [
            Condition(.noReader), Condition(.noDisplay), Condition(.listIsTest, subject: "gala", ["event": "Gala"]),
            Condition(.diskRoom, ["free": "900"]),
        ]
        let alert = EventReports.readiness(for: event, findings, policy: Policy(), now: Self.doors, in: .english).alert
        #expect(alert.kind == .notReady)
        #expect(alert.severity == .doorShut)
        #expect(alert.message.hasPrefix("Not ready for Winter Gala, doors open 17:00: No camera and no scanner"))
        #expect(alert.message.contains("Nobody would see a verdict"))
        #expect(alert.message.contains("To look at: The list of Gala is a test list."))
        #expect(!alert.message.contains("900"))
        let ready = EventReports.readiness(for: event, [findings[3]], policy: Policy(), now: Self.doors, in: .english)
            .alert
        #expect(ready.kind == .ready)
        #expect(ready.message == "Ready for Winter Gala, doors open 17:00.")
    }

    @Test func `tells when the times or the place of an event have changed`() async throws {
        var reports = EventReports()
        func event(doors: Int64, status: Event.Status = .on, at place: String? = nil) -> Event {
            Event(
                id: "gala", name: "Gala", timeZone: "UTC", doorsOpen: Timestamp(seconds: doors),
                starts: Timestamp(seconds: 7200), ends: Timestamp(seconds: 14_400), status: status,
                place: place.map { EventPlace(name: $0) })
        }
        let now = Timestamp(seconds: 0)
        #expect(reports.moved([event(doors: 3600)], now: now, in: .english).isEmpty)
        #expect(reports.moved([event(doors: 3600, status: .postponed)], now: now, in: .english).isEmpty)
        let told = reports.moved([event(doors: 1800)], now: now, in: .english)
        #expect(
            told.map(\.alert.message) == [
                "Gala has changed: now doors 00:30, start 02:00, end 04:00; before, doors 01:00, start 02:00, end 04:00."
            ])
        let moved = reports.moved([event(doors: 1800, at: "Hall 2")], now: now, in: .english)
        #expect(moved.map(\.alert.message) == ["Gala has changed: now at Hall 2; before, at no place."])
        #expect(Set((told + moved).map(\.key)).count == 2)
        #expect(reports.moved([event(doors: 1800, at: "Hall 2")], now: now, in: .english).isEmpty)
    }

    @Test func `people are told in the station's language`() async throws {
        try await install()
        let event = try #require(station.resources.manifests.installed.first?.plan.event)
        let messages = PseudoLanguage.messages
        let findings = [Condition(.noReader), Condition(.listIsTest, subject: "gala", ["event": "Gala"])]
        let moved = Event(
            id: event.id, name: event.name, timeZone: event.timeZone, doorsOpen: event.doorsOpen, starts: event.starts,
            ends: event.ends, place: EventPlace(name: "Hall"))
        var reports = EventReports()
        _ = reports.moved([event], now: Self.doors - .seconds(99), in: messages)
        let told =
            [
                EventReports.readiness(for: event, findings, policy: Policy(), now: Self.doors, in: messages).alert,
                EventReports.readiness(for: event, [], policy: Policy(), now: Self.doors, in: messages).alert,
            ] + reports.moved([moved], now: Self.doors - .seconds(99), in: messages).map(\.alert)
        #expect(told.count == 3)
        for alert in told {
            let words = PseudoLanguage.strayWords(in: alert.message, except: ["Winter", "Gala", "Hall"])
            #expect(words == [], "\(alert.message)")
        }
    }

    // MARK: - The table

    @Test(arguments: Condition.Code.allCases)
    func `the page about alerts has each condition that is told, in the right table`(code: Condition.Code) throws {
        let page = try String(
            contentsOf: URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../docs/ALERTS.md"),
            encoding: .utf8)
        let start = try #require(page.range(of: "## What is told"))
        let end = try #require(page.range(of: "## Before the doors"))
        let parts = page[start.upperBound..<end.lowerBound].components(separatedBy: "\n**")
        var strict = Policy()
        (strict.afterExpiry, strict.clockUntrusted) = (.refuse, .refuse)
        let told = Set([Policy(), strict].compactMap { Condition(code).alertSeverity($0) })
        for severity in [AlertSeverity.doorShut, .broken, .warning] {
            let part = try #require(parts.first { $0.contains("(`\(severity.rawValue)`)") })
            #expect(part.contains("`\(code.rawValue)`") == told.contains(severity), "\(code) \(severity)")
        }
    }
}
