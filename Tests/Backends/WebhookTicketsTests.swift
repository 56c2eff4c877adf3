import Foundation
import ServerDoubles
import Synchronization
import TestSupport
import Testing
import Tickets

@testable import Backends

@Suite(.timeLimit(.minutes(5)))
struct WebhookTicketsTests {
    private static let event = """
        {"id": "17", "name": "Winter Gala", "timezone": "Africa/Kampala", "doors_open": "2026-12-05T17:00:00+03:00",
         "starts": "2026-12-05T19:00:00+03:00", "ends": "2026-12-06T02:00:00+03:00", "status": "postponed",
         "types": [{"id": "standard"}, {"id": "vip", "name": "VIP", "color": "#9333ea", "attention": "A lanyard"}],
         "lists": [{"id": "hall", "reentry": "after_exit"}, {"id": "lounge", "types": ["vip"]}],
         "gates": [{"id": "A", "list": "hall"}, {"id": "L", "name": "Lounge", "list": "lounge"}], "capacity": 500}
        """

    private func pull(
        event: String = WebhookTicketsTests.event, _ pages: String...
    ) async throws -> (PulledTickets, [String]) {
        let server = PathServer(["/v1/events/17": [event], "/v1/events/17/tickets": pages])
        let pulled = try await server.serve { address in
            let settings = BackendSettings(name: "shop", kind: .webhook, url: "\(address)/v1")
            let connector = BackendConnector(
                secrets: { _ throws(BackendError) in "token" }, now: { EventScheduleFixture.now })
            return try await connector.source(settings, event: "17", ignoringRules: false).pull { _ in }
        }
        return (pulled, server.requests.withLock(\.self))
    }

    private static func page(_ items: String, cursor: String = "1", more: Bool = false) -> String {
        #"{"items": [\#(items)], "cursor": "\#(cursor)", "more": \#(more)}"#
    }

    @Test func `an event comes with its types, lists and gates`() async throws {
        let outline = try await pull(Self.page("")).0.outline
        #expect(outline.name == "Winter Gala")
        #expect(outline.timeZone == "Africa/Kampala")
        #expect(outline.doorsOpen == time("2026-12-05T14:00:00Z"))
        #expect(outline.ends == time("2026-12-05T23:00:00Z"))
        #expect(outline.status == .postponed)
        #expect(outline.types?.map(\.name) == ["standard", "VIP"])
        #expect(outline.types?.last?.attention == "A lanyard")
        #expect(outline.lists?.map(\.reentry) == [.afterExit, .none])
        #expect(outline.lists?.last?.types == ["vip"])
        #expect(
            outline.gates == [
                Gate(slug: "A", name: "A", list: "hall"), Gate(slug: "L", name: "Lounge", list: "lounge"),
            ])
    }

    @Test func `an event comes with its place and its age limits`() async throws {
        let place = #""venue": {"name": "Hall 2", "address": "5 Main Street"}, "age_limit": 16, "#
        let event = Self.event.replacing(#""timezone""#, with: place + #""timezone""#)
            .replacing(#""name": "VIP","#, with: #""name": "VIP", "age_limit": 18,"#)
        let outline = try await pull(event: event, Self.page("")).0.outline
        #expect(outline.place == EventPlace(name: "Hall 2", address: "5 Main Street"))
        #expect(outline.minimumAge == 16)
        #expect(outline.types?.map(\.minimumAge) == [nil, 18])
        let long = Self.event.replacing(
            #""timezone""#, with: #""venue": "\#(String(repeating: "é", count: 200))\nupstairs", "timezone""#)
        let cut = try await pull(event: long, Self.page("")).0.outline.place
        #expect(cut.map { $0.name.utf8.count <= 200 && $0.address == nil } == true)
        for bad in [#""age_limit": 0, "#, #""age_limit": "adults", "#] {
            await #expect(throws: BackendError.self) {
                try await pull(
                    event: Self.event.replacing(#""timezone""#, with: bad + #""timezone""#), Self.page(""))
            }
        }
    }

    @Test func `a ticket comes with everything that a list can hold`() async throws {
        let ticket = """
            {"id": "t-1", "code": "8QK2VT6NCE3WB4RM", "type": "vip", "holder": "Zoë Nakato", "seat": "Row 3",
             "status": "refunded", "admits": 2, "not_before": "2026-12-05T20:00:00+03:00", "attention": "Wristband",
             "notes": "Wheelchair", "not_after": null, "of_a_later_version": [1],
             "used": [{"list": "hall", "ins": 2, "outs": 1, "first_at": "2026-12-05T16:10:00.250Z"}]}
            """
        let row = try #require(try await pull(Self.page(ticket)).0.rows.first)
        #expect(
            row
                == TicketRow(
                    code: "8QK2VT6NCE3WB4RM", reference: "t-1", type: "vip", holder: "Zoë Nakato", seat: "Row 3",
                    status: .ticket(.refunded), admits: 2, notBefore: time("2026-12-05T17:00:00Z"),
                    attention: "Wristband", notes: "Wheelchair",
                    used: [.init(list: "hall", ins: 2, outs: 1, firstAt: time("2026-12-05T16:10:00.250Z"))]))
    }

    @Test func `a ticket that changes or goes while the pages are read counts as it came last`() async throws {
        let (pulled, requests) = try await pull(
            Self.page(
                #"{"id": "1", "code": "A"}, {"id": "2", "code": "B"}, {"id": "3", "code": "C"}"#, cursor: "c 1+",
                more: true),
            Self.page(#"{"id": "1", "code": "A", "status": "voided"}, {"id": "3", "removed": true}"#, cursor: "c2"))
        #expect(pulled.rows.map(\.reference) == ["1", "2"])
        #expect(pulled.rows.map(\.status) == [.ticket(.voided), .ticket(.valid)])
        #expect(requests.last == "/v1/events/17/tickets?after=c 1+")
    }

    @Test func `a status that is not known blocks the ticket, and the organizer hears of it`() async throws {
        let pulled = try await pull(Self.page(#"{"id": "1", "code": "A", "status": "on hold"}"#)).0
        #expect(pulled.rows.map(\.status) == [.ticket(.blocked)])
        #expect(pulled.notes == [#"1 ticket: have the status "on hold", which is unknown here, and are blocked."#])
    }

    struct BadAnswer: CustomTestStringConvertible, Sendable {
        var event = WebhookTicketsTests.event
        var pages = [WebhookTicketsTests.page("")]
        let reason: String

        var testDescription: String { reason }
    }

    @Test(arguments: [
        BadAnswer(
            event: #"{"id": "17", "lists": [{"id": "Main Hall"}]}"#,
            reason: #"the event: lists has the id "Main Hall", which is not 1 to 100 letters"#),
        BadAnswer(
            event: #"{"id": "17", "lists": [{"id": "a"}, {"id": "b"}], "gates": [{"id": "A"}]}"#,
            reason: "the event: gate A does not say which of the lists is its own"),
        BadAnswer(
            event: #"{"id": "17", "lists": [{"id": "a"}], "gates": [{"id": "A", "list": "c"}]}"#,
            reason: #"the event: gate A names the list "c", which is not among `lists`"#),
        BadAnswer(
            event: #"{"id": "17", "types": [{"id": "x"}], "lists": [{"id": "a", "types": ["y"]}]}"#,
            reason: #"the event: list a names the type "y", which is not among `types`"#),
        BadAnswer(
            event: #"{"id": "17", "starts": "tonight"}"#, reason: "the event: starts is not a time with an offset"),
        BadAnswer(
            event: #"{"id": "17", "status": "off"}"#, reason: "the event: status must be on, cancelled or postponed"),
        BadAnswer(
            event: #"{"id": "17", "capacity": "many"}"#,
            reason: "the event: it has a capacity that is not a whole number"),
        BadAnswer(event: #"{"id": "17", "types": [{"id": "x"}, {"id": "x"}]}"#, reason: #"types has the id "x" twice"#),
        BadAnswer(pages: [WebhookTicketsTests.page(#"{"id": "1"}"#)], reason: "ticket 1 has no code"),
        BadAnswer(pages: [WebhookTicketsTests.page(#"{"code": "A"}"#)], reason: "a ticket has no id"),
        BadAnswer(
            pages: [WebhookTicketsTests.page(#"{"id": "1", "code": "A", "admits": 0}"#)],
            reason: "ticket 1 has a quantity that is not a number from 1 to 1000"),
        BadAnswer(
            pages: [WebhookTicketsTests.page(#"{"id": "1", "code": "A", "not_after": "05/12/2026"}"#)],
            reason: "ticket 1 not_after is not a time with an offset"),
        BadAnswer(
            pages: [WebhookTicketsTests.page(#"{"id": "1", "code": "A"}, {"id": "2", "code": "A"}"#)],
            reason: "ticket 2 has the same code and type as ticket 1"),
        BadAnswer(
            pages: [WebhookTicketsTests.page(#"{"id": "1", "code": "A", "used": [{"list": "hall"}]}"#)],
            reason: "ticket 1 has `used` without a number of people let in"),
        BadAnswer(
            pages: [WebhookTicketsTests.page("", cursor: "1", more: true), WebhookTicketsTests.page("", more: true)],
            reason: "the tickets have more pages, and no cursor leads to the next one"),
        BadAnswer(pages: [#"{"data": []}"#], reason: "it sends something other than the tickets: `items` is missing"),
    ])
    func `an answer that cannot be read ends the pull, and says where`(_ bad: BadAnswer) async throws {
        let server = PathServer(["/v1/events/17": [bad.event], "/v1/events/17/tickets": bad.pages])
        let error = await endOf {
            try await server.serve { address in
                let json = JSONServer(client: HTTPClient(), base: address + "/v1")
                let tickets = WebhookTickets(server: json, event: "17", now: { EventScheduleFixture.now })
                _ = try await tickets.pull { _ in }
            }
        }
        #expect(error?.reason.contains(bad.reason) == true, "\(error.map(\.reason) ?? "none")")
    }

    @Test func `an event that the server does not have is said to be unknown`() async throws {
        let error = await endOf {
            try await PathServer([:]).serve { address in
                let json = JSONServer(client: HTTPClient(), base: address + "/v1")
                _ = try await WebhookTickets(server: json, event: "18", now: { EventScheduleFixture.now }).pull { _ in }
            }
        }
        #expect(error?.code == .notFound)
        #expect(error?.hint == "Check the event's id in the configuration, and whose account the key belongs to.")
    }
}
