import ServerDoubles
import TestSupport
import Testing
import Tickets

@testable import Backends

@Suite(.timeLimit(.minutes(5)))
struct BackendCheckTests {
    private func check(
        _ kind: BackendSettings.Kind, at address: String, key: String
    ) async throws(BackendError) -> BackendCheck {
        var settings = BackendSettings(name: "box", kind: kind, url: address)
        settings.organizer = "acme"
        let connector = BackendConnector(
            secrets: { _ throws(BackendError) in key }, now: { EventScheduleFixture.now })
        return try await connector.check(settings)
    }

    private func check(_ fixture: EventScheduleFixture, key: String? = nil) async throws -> BackendCheck {
        try await fixture.double.serve {
            try await check(.eventschedule, at: $0, key: key ?? fixture.double.key)
        }
    }

    @Test func `a documented server lists its events, takes check-ins, and shows this key the codes`() async throws {
        let fixture = EventScheduleFixture()
        fixture.double.change { $0.announcements = ["min_app_version": "2.1.0"] }
        let found = try await check(fixture)
        #expect(found.server == "EventSchedule")
        #expect(found.events == [ServerEvent(id: "7", name: "Winter Gala", starts: time("2026-12-05T16:00:00Z"))])
        #expect(found.refusal == nil)
        #expect(found.seesCodes == true)
        #expect(found.appVersion == "2.1.0")
    }

    @Test func `a key that gets tickets without codes is one for a door`() async throws {
        let fixture = EventScheduleFixture()
        fixture.double.change { $0.tickets = [EventScheduleFixture.ticket(["code": .null])] }
        #expect(try await check(fixture).seesCodes == false)
        fixture.double.change { $0.tickets = [] }
        #expect(try await check(fixture).seesCodes == nil)
    }

    @Test func `the open source server takes no check-ins, and Planify shows no codes`() async throws {
        let upstream = try await check(EventScheduleFixture(.upstream))
        #expect(upstream.server == "EventSchedule, open source")
        #expect(upstream.events?.map(\.id) == ["7"])
        #expect(upstream.refusal?.code == .unsupported)
        #expect(upstream.seesCodes == true)
        let planify = try await check(EventScheduleFixture(.planify))
        #expect(planify.server == "Planify")
        #expect(planify.seesCodes == false)
    }

    @Test func `a wrong key and a wrong address are told apart`() async throws {
        let fixture = EventScheduleFixture()
        #expect(await endOf { try await check(fixture, key: "wrong") }?.code == .unauthorised)
        #expect(
            await endOf { try await check(.eventschedule, at: "http://127.0.0.1:1", key: "k") }?.code == .unreachable)
    }
}
