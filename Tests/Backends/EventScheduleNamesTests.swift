import Foundation
import ServerDoubles
import TestSupport
import Testing
import Tickets

@testable import Backends

/// The names of members that real servers and apps use; each case says where they were read.
@Suite(.timeLimit(.minutes(5)))
struct EventScheduleNamesTests {
    typealias Object = EventScheduleDouble.Object

    /// ios/PlanifyTests/TicketModelTests.swift of dfiore1230/eventschedule at 9b23e435, with a code of this test.
    static let appTicket: Object = [
        "id": "T123", "code": .string(EventScheduleFixture.code), "event_id": "7", "event_name": "Concert Night",
        "ticket_type_id": "TT1", "ticket_type_name": "VIP", "holder_name": "John Doe",
        "holder_email": "john@example.com", "status": "valid", "price": "50.00", "currency": "USD", "seat": "A12",
        "zone": "VIP Section",
    ]

    private func pull(_ ticket: Object, event: Object = [:]) async throws -> PulledTickets {
        let fixture = EventScheduleFixture()
        fixture.double.change { state in
            state.events[0].merge(event) { $1 }
            state.tickets = [ticket]
        }
        return try await fixture.pull()
    }

    @Test func `a ticket of the app's own tests keeps its type and its place`() async throws {
        let row = try #require(try await pull(Self.appTicket).rows.first)
        #expect(row.type == "VIP")
        #expect(row.holder == "John Doe")
        #expect(row.seat == "VIP Section, A12")
        #expect(row.reference == "T123")
        #expect(row.status == .ticket(.valid))
    }

    /// `capacity` of ios/Planify/Core/Models/Event.swift.
    @Test func `a capacity is kept, and the organizer hears of it`() async throws {
        let pulled = try await pull(Self.appTicket, event: ["capacity": .integer(250)])
        #expect(pulled.outline.capacity == 250)
        #expect(pulled.notes.contains { $0.hasPrefix("The server says that there is room for 250 people") })
        for value: JSONValue in [.integer(0), .null, .string("many")] {
            let pulled = try await pull(Self.appTicket, event: ["capacity": value])
            #expect(pulled.outline.capacity == nil)
            #expect(!pulled.notes.contains { $0.contains("room for") })
        }
    }

    /// `venue{id,name}` of ios/Planify/Core/Models/Event.swift.
    @Test func `the name of the venue is kept`() async throws {
        let venue = JSONValue.object([("id", .integer(3)), ("name", .string("Hall 2"))])
        #expect(try await pull(Self.appTicket, event: ["venue": venue]).outline.place == EventPlace(name: "Hall 2"))
        #expect(try await pull(Self.appTicket, event: ["venue": .null]).outline.place == nil)
    }

    struct TypeCase: CustomTestStringConvertible {
        let testDescription: String
        let members: Object
        let type: String
    }

    /// ios/Planify/Core/Models/Ticket.swift, `init(from:)`, and the types in Event.swift, `TicketPayload`.
    static let types = [
        TypeCase(testDescription: "ticket_type_name", members: ["ticket_type_name": "Crew"], type: "Crew"),
        TypeCase(
            testDescription: "ticket_type, an object",
            members: ["ticket_type": .object([("id", "TT2"), ("name", "Press")])], type: "Press"),
        TypeCase(testDescription: "type_name", members: ["type_name": "Guest"], type: "Guest"),
        TypeCase(testDescription: "an id that the event names", members: ["ticket_type_id": "TT1"], type: "Balcony"),
        TypeCase(testDescription: "an id that nobody names", members: ["ticket_type_id": "TT9"], type: "TT9"),
    ]

    @Test(arguments: types)
    func `the type of a ticket has several names`(_ test: TypeCase) async throws {
        var ticket = Self.appTicket
        (ticket["ticket_type_id"], ticket["ticket_type_name"]) = (nil, nil)
        let event: Object = ["tickets": .array([.object([("id", "TT1"), ("type", "Balcony"), ("price", "10.00")])])]
        let pulled = try await pull(ticket.merging(test.members) { $1 }, event: event)
        #expect(pulled.rows.map(\.type) == [test.type])
    }

    @Test func `notes are for staff, and a transferred ticket is void`() async throws {
        let ticket = Self.appTicket.merging(["notes": "Wheelchair", "status": "transferred"]) { $1 }
        let row = try #require(try await pull(ticket).rows.first)
        #expect(row.notes == "Wheelchair")
        #expect(row.status == .ticket(.voided))
    }

    struct InsideCase: CustomTestStringConvertible {
        let testDescription: String
        let members: Object
        let used: [TicketRow.Used]
    }

    static let inside = [
        InsideCase(
            testDescription: "in", members: ["checked_in_at": "2026-12-05T14:00:00Z"],
            used: [
                .init(
                    list: nil, ins: 1, firstAt: time("2026-12-05T14:00:00Z"), lastAt: time("2026-12-05T14:00:00Z"))
            ]),
        InsideCase(
            testDescription: "in and out",
            members: ["checked_in_at": "2026-12-05T14:00:00Z", "checked_out_at": "2026-12-05T14:30:00Z"],
            used: [
                .init(
                    list: nil, ins: 1, outs: 1, firstAt: time("2026-12-05T14:00:00Z"),
                    lastAt: time("2026-12-05T14:30:00Z"))
            ]),
        InsideCase(
            testDescription: "in again",
            members: ["checked_in_at": "2026-12-05T14:30:00Z", "checked_out_at": "2026-12-05T14:00:00Z"],
            used: [
                .init(
                    list: nil, ins: 1, firstAt: time("2026-12-05T14:30:00Z"), lastAt: time("2026-12-05T14:30:00Z"))
            ]),
    ]

    @Test(arguments: inside)
    func `a ticket says itself whether its holder is inside`(_ test: InsideCase) async throws {
        let pulled = try await pull(Self.appTicket.merging(test.members) { $1 })
        #expect(pulled.rows.map(\.used) == [test.used])
    }

    struct StartCase: CustomTestStringConvertible {
        let testDescription: String
        let members: Object
    }

    /// ios/Planify/Core/Models/Event.swift, `decodeDate`: four names, RFC 3339 or local text, seconds, milliseconds.
    static let starts = [
        StartCase(testDescription: "start_at", members: ["start_at": "2026-12-05T16:00:00Z"]),
        StartCase(testDescription: "start_time, local", members: ["start_time": "2026-12-05 19:00:00"]),
        StartCase(testDescription: "start, seconds", members: ["start": .integer(1_796_486_400)]),
        StartCase(testDescription: "start, milliseconds", members: ["start": .integer(1_796_486_400_000)]),
    ]

    @Test(arguments: starts)
    func `the start of an event has several names and forms`(_ test: StartCase) async throws {
        let event = test.members.merging(["starts_at": .null]) { $1 }
        #expect(try await pull(Self.appTicket, event: event).outline.starts == time("2026-12-05T16:00:00Z"))
    }

    @Test func `a draft is said, and a cancellation under another name is one`() async throws {
        let draft = try await pull(Self.appTicket, event: ["publishState": "draft"])
        #expect(draft.notes.contains { $0.contains("draft") })
        let cancelled = try await pull(Self.appTicket, event: ["publish_state": "cancelled"])
        #expect(cancelled.outline.status == .cancelled)
    }

    // MARK: - The open source server

    private func pullSale(_ sale: Object) async throws -> PulledTickets {
        let fixture = EventScheduleFixture(.upstream)
        fixture.double.change { $0.sales = [EventScheduleFixture.sale(sale)] }
        return try await fixture.pull()
    }

    private func pass(_ members: Object) -> Object {
        ["tickets": .array([EventScheduleFixture.saleLine("Season", ["is_pass": .bool(true)].merging(members) { $1 })])]
    }

    /// app/Models/Sale.php, `toApiData`, of eventschedule/eventschedule at 5d87ac5f.
    @Test func `a pass ends when it expires, and is blocked when its visits are used`() async throws {
        let expiring = try await pullSale(
            pass([
                "pass_expires_at": "2026-12-05T18:00:00+00:00", "pass_visits_used": .integer(3), "pass_max_uses": .null,
            ]))
        #expect(expiring.rows.map(\.notAfter) == [time("2026-12-05T18:00:00Z")])
        #expect(expiring.rows.map(\.status) == [.ticket(.valid)])
        let long = try await pullSale(pass(["pass_expires_at": "2027-06-01T00:00:00+00:00"]))
        #expect(long.rows.map(\.notAfter) == [nil], "it ends with the event")
        let over = try await pullSale(pass(["pass_expires_at": "2026-06-01T00:00:00+00:00"]))
        #expect(over.rows.map(\.notAfter) == [time("2026-06-01T00:00:00Z")])
        #expect(
            over.rows.map(\.notBefore) == [time("2026-05-31T23:59:59Z")], "one that is over is no fault of the list")
        let used = try await pullSale(pass(["pass_visits_used": .integer(10), "pass_max_uses": .integer(10)]))
        #expect(used.rows.map(\.status) == [.ticket(.blocked)])
        #expect(used.notes.contains { $0.contains("used up") })
        let left = try await pullSale(pass(["pass_visits_used": .integer(9), "pass_max_uses": .integer(10)]))
        #expect(left.rows.map(\.status) == [.ticket(.valid)])
    }

    @Test func `of two passes of one sale, the one that is used up admits nobody`() async throws {
        let lines = [10, 2].map { used in
            EventScheduleFixture.saleLine(
                "Season",
                ["is_pass": .bool(true), "pass_visits_used": .integer(Int64(used)), "pass_max_uses": .integer(10)])
        }
        for order in [lines, lines.reversed()] {
            let rows = try await pullSale(["tickets": .array(order)]).rows
            #expect(rows.map(\.status) == [.ticket(.valid)])
            #expect(rows.map(\.admits) == [1])
        }
    }

    /// app/Http/Controllers/TicketController.php, line 2711: such a guest is not to be turned away.
    @Test func `a payment that does not match lets in, with a note for the steward`() async throws {
        let pulled = try await pullSale(["status": "amount_mismatch"])
        #expect(pulled.rows.map(\.status) == [.ticket(.valid)])
        #expect(pulled.rows.first?.attention?.contains("box office") == true)
        #expect(pulled.notes.contains { $0.contains("another amount") })
    }

    // MARK: - The fork

    /// Its rule of today: `scanByCode` compares dates in the event's zone.
    @Test func `an upload after midnight is said to be late, and not to be a ticket for another day`() async throws {
        let fixture = EventScheduleFixture(.planify)
        fixture.double.change { $0.today = "2026-12-06" }
        let delivery = try await fixture.deliver([.entry()])
        #expect(delivery.error == nil)
        #expect(delivery.words.map { $0.contains("only on the day of the event") } == [true])
    }

    @Test func `the secret of a sale is counted at each scan there`() async throws {
        let fixture = EventScheduleFixture(.planify)
        fixture.double.change { state in
            state.tickets = []
            state.sales = [EventScheduleFixture.sale()]
        }
        // The stand-in answers with its own time.
        let now = Date.now.timestamp
        let delivery = try await fixture.deliver([.entry(at: now), .entry(at: now)])
        #expect(delivery.answers.count == 2 && delivery.words.isEmpty)
        #expect(fixture.double.now.checkIns.count == 2)
    }

    // MARK: - Servers that are slow, or do not know `since`

    @Test(arguments: [429, 503])
    func `a page that cannot be had at the moment does not throw the pull away`(_ status: Int) async throws {
        let fixture = EventScheduleFixture()
        fixture.double.change { state in
            state.pageSize = 1
            state.tickets = (0..<9).map { number in
                EventScheduleFixture.ticket([
                    "id": .integer(Int64(number)), "code": .string("\(EventScheduleFixture.code)\(number)"),
                ])
            }
            // The event is the first request, then come pages.
            (state.busyAt[6], state.busyAt[7]) = (status, status)
        }
        #expect(try await fixture.pull().rows.count == 9)
    }

    @Test func `a server that stays busy ends the pull with its own error`() async throws {
        let fixture = EventScheduleFixture()
        fixture.double.change { state in
            state.pageSize = 1
            state.tickets += [
                EventScheduleFixture.ticket(["id": "102", "code": .string(EventScheduleFixture.secondCode)])
            ]
            for number in 3...50 { state.busyAt[number] = 503 }
        }
        #expect(await endOf { try await fixture.pull() }?.code == .failing)
        #expect(fixture.double.now.requests.count < 20)
    }

    @Test func `a server that sends everything each time is asked less often`() async throws {
        let fixture = EventScheduleFixture()
        let checkIns: [Object] = (0..<40).map { number in
            ["id": .integer(Int64(number)), "ticket_id": "101", "event_id": "7", "timestamp": "2026-12-05T14:00:00Z"]
        }
        fixture.double.change { state in
            state.knowsSince = false
            state.pageSize = 10
            state.checkIns = checkIns
        }
        let pauses = try await fixture.double.serve { address in
            let link = fixture.link(address)
            var pauses: [Duration] = []
            var cursor: String?
            for _ in 0..<8 {
                let page = try await link.page(after: cursor)
                cursor = page.cursor
                pauses.append(page.pause)
            }
            return pauses
        }
        #expect(pauses == [.zero, .zero, .zero, .seconds(12), .zero, .zero, .zero, .seconds(12)])
    }
}
