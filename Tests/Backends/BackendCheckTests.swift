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
        var settings = BackendSettings(name: "box", kind: kind, url: ServerAddress(address))
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

    @Test func `a webhook is asked for what others did, and for events where it has them`() async throws {
        let told = #"{"items": [], "cursor": "1", "more": false}"#
        let events = #"{"items": [{"id": "17", "name": "Winter Gala"}], "cursor": "1", "more": false}"#
        for (answers, expected) in [
            (["/v1/checkins": [told]], nil),
            (
                ["/v1/checkins": [told], "/v1/events": [events]],
                [ServerEvent(id: "17", name: "Winter Gala", starts: nil)]
            ),
        ] {
            let found = try await PathServer(answers).serve {
                try await check(.webhook, at: $0 + "/v1/checkins", key: "token")
            }
            #expect(found.server == "webhook")
            #expect(found.events == expected)
            #expect(found.refusal == nil)
        }
    }

    @Test func `a login page of the network is not taken for a webhook`() async throws {
        let error = await endOf {
            try await PathServer(["/v1/checkins": ["<html>Log in</html>"]]).serve {
                try await check(.webhook, at: $0 + "/v1/checkins", key: "token")
            }
        }
        #expect(error?.code == .unexpected)
    }

    @Test func `pretix lists its events, and the dates of a series`() async throws {
        func page(_ results: String) -> [String] { [#"{"count": 1, "next": null, "results": [\#(results)]}"#] }
        let events = "/api/v1/organizers/acme/events/"
        let answers = [
            "/api/v1/device/info": [#"{"server": {"version": {"pretix": "2026.8.0"}}}"#],
            events: page(
                #"{"slug": "gala", "name": {"en": "Gala"}, "date_from": "2026-12-05T19:00:00+03:00"}, "#
                    + #"{"slug": "tour", "name": {"en": "Tour"}, "has_subevents": true}"#),
            events + "tour/subevents/": page(#"{"id": 17, "name": {"en": "Kampala"}}"#),
        ]
        let found = try await PathServer(answers).serve { try await check(.pretix, at: $0, key: "token") }
        #expect(found.server == "pretix 2026.8.0")
        #expect(found.events?.map(\.id) == ["gala", "tour", "tour/17"])
        #expect(found.events?.map(\.name) == ["Gala", "Tour", "Kampala"])
        #expect(found.events?.first?.starts == time("2026-12-05T16:00:00Z"))
    }
}
