import Foundation
import ServerDoubles
import TestSupport
import Testing
import Tickets

@testable import Backends

/// Questions about one code, to each kind of server.
@Suite(.timeLimit(.minutes(5)))
struct TicketLookupTests {
    private static let code = EventScheduleFixture.code

    private func ask(
        _ settings: BackendSettings, about code: String = code, lists: [AdmissionList] = []
    ) async throws -> [TicketRow] {
        let connector = BackendConnector(
            secrets: { _ throws(BackendError) in EventScheduleDouble().key }, now: { EventScheduleFixture.now })
        return try await connector.lookup(settings).tickets(
            for: TicketQuestion(id: "q-1", code: code, event: "7", station: "kiosk-1", lists: lists))
    }

    @Test func `a server of the open contract says what it knows of the ticket`() async throws {
        let answer =
            #"{"tickets": [{"id": "t-1", "type": "vip", "admits": 2, "date": 4}, {"id": "t-2", "code": "another"}]}"#
        let rows = try await PathServer(["/v1/lookup": [answer]]).serve {
            try await ask(BackendSettings(name: "shop", kind: .webhook, url: "\($0)/v1/checkins"))
        }
        #expect(rows == [TicketRow(code: Self.code, reference: "t-1", type: "vip", admits: 2, date: 4)])
    }

    @Test func `a ticket that is gone, or is not said clearly, lets nobody in`() async throws {
        func rows(_ ticket: String) async throws -> [TicketRow] {
            try await PathServer(["/v1/lookup": [#"{"tickets": [\#(ticket)]}"#]]).serve {
                try await ask(BackendSettings(name: "shop", kind: .webhook, url: "\($0)/v1/checkins"))
            }
        }
        #expect(try await rows(#"{"id": "1", "removed": true}"#).isEmpty)
        let unclear = [
            #"{"id": "1", "removed": "yes"}"#, #"{"id": "1", "status": false}"#, #"{"id": "1", "status": ""}"#,
            #"{"id": "1", "status": {"name": "refunded"}}"#, #"{"id": "1", "type": {"id": "vip"}}"#,
            Array(repeating: #"{"id": "1"}"#, count: 101).joined(separator: ","),
        ]
        for ticket in unclear {
            await #expect(throws: BackendError.self, "\(ticket.prefix(60))") { try await rows(ticket) }
        }
    }

    @Test func `a server without the question, or with another answer, is an error`() async throws {
        let cases: [(answers: [String: [String]], code: BackendError.Code)] = [
            ([:], .unsupported), (["/v1/lookup": ["{}"]], .unexpected),
            (["/v1/lookup": [#"{"tickets": [{"id": "1", "admits": 0}]}"#]], .unexpected),
        ]
        for (answers, code) in cases {
            let error = await endOf {
                try await PathServer(answers).serve {
                    try await ask(BackendSettings(name: "shop", kind: .webhook, url: "\($0)/v1/checkins"))
                }
            }
            #expect(error?.code == code)
        }
    }

    @Test func `a relay gets the code encrypted for it, for that question alone`() throws {
        let key = RelayKey()
        let question = TicketQuestion(
            id: "q-1", code: Self.code, event: "gala", station: "kiosk-1",
            lists: [AdmissionList(slug: "main", name: "main", reentry: .afterExit, types: [])])
        let server = JSONServer(client: HTTPClient(), base: "https://relay.example/v1/checkins")
        let body = try WebhookLookup(server, relayKey: key.publicKey).body(question)
        #expect(!body.text.contains(Self.code))
        let bytes = Array(body.text.utf8)
        let read = try #require(TicketQuestion(relayed: bytes, from: "kiosk-1", key: key))
        #expect(read.code == Self.code && read.event == "gala" && read.lists == question.lists)
        #expect(TicketQuestion(relayed: bytes, from: "kiosk-2", key: key) == nil)
        #expect(TicketQuestion(relayed: bytes, from: "kiosk-1", key: RelayKey()) == nil)
        let other = Array(body.text.replacing("gala", with: "ball").utf8)
        #expect(TicketQuestion(relayed: other, from: "kiosk-1", key: key) == nil)
    }

    @Test func `what a relay answers is read as it was meant, without the name`() throws {
        let row = TicketRow(
            code: Self.code, reference: "t-1", type: "vip", holder: "Zoë Nakato", seat: "A12",
            status: .ticket(.refunded), admits: 3, notBefore: EventScheduleFixture.now,
            notAfter: EventScheduleFixture.now + .seconds(60), attention: "Wristband",
            used: [.init(list: "main", ins: 2, outs: 1, firstAt: EventScheduleFixture.now)])
        let json = row.jsonWithoutSecrets.text
        #expect(!json.contains(Self.code) && !json.contains("Nakato"))
        var expected = row
        expected.holder = nil
        let value = try #require(LenientJSON(parsing: json.utf8))
        #expect(try TicketRow(webhook: value, code: Self.code) == expected)
    }

    @Test func `pretix is asked for exactly this secret, on each list`() async throws {
        func found(_ checkIn: String) -> String {
            #"""
            {"next": null, "results": [
              {"id": 17, "order": "3LXUQ", "positionid": 2, "item": 3, "variation": 5, "secret": "\#(Self.code)", "subevent": 4, "order__status": "n", "blocked": null,
               "order__require_approval": true, "order__valid_if_pending": false, "require_attention": true,
               "checkins": [\#(checkIn)]},
              {"id": 18, "item": 3, "secret": "\#(Self.code)X", "order__status": "p", "checkins": []}]}
            """#
        }
        let server = PathServer([
            "/api/v1/organizers/acme/checkinrpc/search/": [
                found(#"{"id": 1, "list": 12, "datetime": "2026-12-05T18:00:00Z", "type": "entry"}"#),
                found(#"{"id": 2, "list": 13, "datetime": "2026-12-05T18:05:00Z", "type": "entry"}"#),
            ]
        ])
        let rows = try await server.serve { address in
            var settings = BackendSettings(name: "box", kind: .pretix, url: ServerAddress(address))
            settings.organizer = "acme"
            settings.lists = ["hall": "12"]
            return try await ask(
                settings,
                lists: ["hall", "13"].map { AdmissionList(slug: $0, name: $0, reentry: .none, types: []) })
        }
        let (entered, later) = (time("2026-12-05T18:00:00Z"), time("2026-12-05T18:05:00Z"))
        #expect(
            rows == [
                TicketRow(
                    code: Self.code, reference: "3LXUQ-2#17", type: "item-3-5", status: .ticket(.unapproved),
                    attention: "Needs special attention", date: 4,
                    used: [
                        .init(list: "hall", ins: 1, firstAt: entered, lastAt: entered, entries: [entered]),
                        .init(list: "13", ins: 1, firstAt: later, lastAt: later, entries: [later]),
                    ])
            ])
    }

    @Test func `EventSchedule is asked where it has the documented interface`() async throws {
        let fixture = EventScheduleFixture()
        fixture.double.change { state in
            state.tickets = [
                EventScheduleFixture.ticket(["code": .string(Self.code), "quantity": .integer(2)]),
                EventScheduleFixture.ticket(["id": "other", "code": .string(Self.code + "X")]),
            ]
        }
        let rows = try await fixture.double.serve {
            try await ask(BackendSettings(name: "box", kind: .eventschedule, url: ServerAddress($0)))
        }
        #expect(rows.map(\.admits) == [2])
        let planify = EventScheduleFixture(.planify)
        let error = await endOf {
            try await planify.double.serve {
                try await ask(BackendSettings(name: "box", kind: .eventschedule, url: ServerAddress($0)))
            }
        }
        #expect(error?.code == .unsupported)
    }
}
