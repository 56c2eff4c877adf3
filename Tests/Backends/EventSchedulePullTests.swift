import ServerDoubles
import TestSupport
import Testing
import Tickets

@testable import Backends

@Suite(.timeLimit(.minutes(5)))
struct EventSchedulePullTests {
    typealias Object = EventScheduleDouble.Object

    @Test func `an event fills the outline`() async throws {
        let outline = try await EventScheduleFixture().pull().outline
        #expect(outline.name == "Winter Gala")
        #expect(outline.timeZone == "Africa/Kampala")
        #expect(outline.starts == time("2026-12-05T16:00:00Z"))
        #expect(outline.doorsOpen == time("2026-12-05T10:00:00Z"))
        #expect(outline.ends == time("2026-12-05T21:00:00Z"))
        #expect(outline.status == nil)
    }

    struct EventCase: CustomTestStringConvertible {
        let testDescription: String
        let event: Object
        let starts: String?
        let ends: String?
        var status: Event.Status?
    }

    static let events = [
        EventCase(
            testDescription: "ends_at wins over duration", event: ["ends_at": "2026-12-06 01:00"],
            starts: "2026-12-05T16:00:00Z", ends: "2026-12-05T22:00:00Z"),
        EventCase(
            testDescription: "an offset wins over the zone", event: ["starts_at": "2026-12-05T19:00:00+01:00"],
            starts: "2026-12-05T18:00:00Z", ends: "2026-12-05T23:00:00Z"),
        EventCase(
            testDescription: "the hour that comes twice: the earlier start, the later end",
            event: [
                "timezone": "Europe/Berlin", "starts_at": "2026-10-25 02:30", "ends_at": "2026-10-25 02:45",
            ], starts: "2026-10-25T00:30:00Z", ends: "2026-10-25T01:45:00Z"),
        EventCase(
            testDescription: "no length, and cancelled", event: ["duration": .null, "status": "cancelled"],
            starts: "2026-12-05T16:00:00Z", ends: nil, status: .cancelled),
        EventCase(testDescription: "no times", event: ["starts_at": .null], starts: nil, ends: nil),
    ]

    @Test(arguments: events)
    func `times are converted once`(_ test: EventCase) async throws {
        let fixture = EventScheduleFixture()
        fixture.double.change { $0.events[0].merge(test.event) { $1 } }
        let outline = try await fixture.pull().outline
        #expect(outline.starts == test.starts.map(time))
        #expect(outline.ends == test.ends.map(time))
        #expect(outline.status == test.status)
    }

    struct TicketCase: CustomTestStringConvertible {
        let testDescription: String
        let ticket: Object
        var row = TicketRow(
            code: EventScheduleFixture.code, reference: "101", type: "VIP", holder: EventScheduleFixture.holder)
        var note: String?

        init(
            _ name: String, _ ticket: Object, note: String? = nil, _ change: (inout TicketRow) -> Void = { _ in }
        ) {
            testDescription = name
            self.ticket = ticket
            self.note = note
            change(&row)
        }
    }

    static let tickets = [
        TicketCase("a plain one", [:]),
        TicketCase("paid", ["status": "paid"]),
        TicketCase("unpaid", ["status": "unpaid"]) { $0.status = .ticket(.unpaid) },
        TicketCase("void", ["status": "void"]) { $0.status = .ticket(.voided) },
        TicketCase("cancelled", ["status": "cancelled"]) { $0.status = .ticket(.voided) },
        TicketCase("refunded", ["status": "refunded"]) { $0.status = .ticket(.refunded) },
        TicketCase("used, nobody knows when", ["status": "used", "quantity": .integer(2)]) {
            $0.admits = 2
            $0.used = [.init(list: nil, ins: 2)]
        },
        TicketCase("of a status nobody knows", ["status": "held"], note: "1 ticket: have the status \"held\"") {
            $0.status = .ticket(.blocked)
        },
        TicketCase("of no status", ["status": .null], note: "unknown here") { $0.status = .ticket(.blocked) },
        TicketCase("numbers as texts, texts as numbers", ["id": "101", "quantity": "4", "seat": .integer(12)]) {
            $0.admits = 4
            $0.seat = "12"
        },
        TicketCase(
            "type and holder by other names",
            [
                "type": .null, "ticket_type": .object([("id", .integer(3)), ("name", "Standard")]), "holder": .null,
                "holder_name": "Okello",
            ]
        ) {
            $0.type = "Standard"
            $0.holder = "Okello"
        },
        TicketCase("null names", ["holder": .null, "type": .null]) {
            $0.holder = nil
            $0.type = nil
        },
        TicketCase("its own window", ["valid_from": "2026-12-05 18:00", "valid_until": "2026-12-05T20:00:00Z"]) {
            $0.notBefore = time("2026-12-05T15:00:00Z")
            $0.notAfter = time("2026-12-05T20:00:00Z")
        },
        TicketCase(
            "a name of 50,000 characters", ["holder": .string(String(repeating: "ß", count: 50_000))],
            note: "too long"
        ) { $0.holder = String(repeating: "ß", count: 250) },
    ]

    @Test(arguments: tickets)
    func `a ticket becomes a row`(_ test: TicketCase) async throws {
        let fixture = EventScheduleFixture()
        fixture.double.change { $0.tickets = [EventScheduleFixture.ticket(test.ticket)] }
        let pulled = try await fixture.pull()
        #expect(pulled.rows == [test.row])
        #expect(pulled.notes.count == (test.note == nil ? 0 : 1))
        if let note = test.note { #expect(pulled.notes.joined().contains(note)) }
        #expect(pulled.began == EventScheduleFixture.now)
    }

    @Test func `what cannot be shown is left out, and said`() async throws {
        let fixture = EventScheduleFixture()
        fixture.double.change { state in
            state.tickets += [
                EventScheduleFixture.ticket(["id": "102", "code": .null]),
                EventScheduleFixture.ticket([
                    "id": "103", "code": .string(EventScheduleFixture.secondCode), "event_id": .null,
                ]),
            ]
        }
        let pulled = try await fixture.pull()
        #expect(pulled.rows.map(\.reference) == ["101"])
        #expect(pulled.notes == ["1 ticket: without a code were left out: they cannot be scanned."])
    }

    @Test func `remarks are few, however many tickets they are about`() async throws {
        let fixture = EventScheduleFixture()
        fixture.double.change { state in
            state.tickets = (1...50).map { number in
                EventScheduleFixture.ticket([
                    "id": .integer(number), "code": .string("\(EventScheduleFixture.code)\(number)"),
                    "status": .string("state \(number)"),
                ])
            }
        }
        let notes = try await fixture.pull().notes
        #expect(notes.count == 21)
        #expect(notes.contains { $0.hasPrefix("30 tickets: have the status \"...\"") })
    }

    @Test(arguments: EventScheduleDouble.Envelope.allCases)
    func `every envelope is read to its end`(_ envelope: EventScheduleDouble.Envelope) async throws {
        let fixture = EventScheduleFixture()
        let isPaged = envelope == .nested || envelope == .flat
        fixture.double.change { state in
            state.envelope = envelope
            state.pageSize = isPaged ? 4 : 100
            state.tickets = (1...9).map { number in
                EventScheduleFixture.ticket([
                    "id": .integer(number), "code": .string("\(EventScheduleFixture.code)\(number)"),
                ])
            }
        }
        let pulled = try await fixture.pull()
        #expect(pulled.rows.compactMap(\.reference) == (1...9).map(String.init))
        let pages = fixture.double.now.requests.filter { $0.path == "/api/tickets" }.map(\.query)
        #expect(pages.map { $0["page"] } == (isPaged ? ["1", "2", "3"] : ["1"]))
        #expect(pages.allSatisfy { $0["event_id"] == "7" && $0["per_page"] == "500" })
    }

    @Test func `who is in already is counted by gate, up to the beginning of the pull`() async throws {
        let fixture = EventScheduleFixture()
        func checkIn(_ id: Int, _ action: String, _ minute: Int, gate: String?, key: String? = nil) -> Object {
            [
                "id": .integer(Int64(id)), "ticket_id": "101", "event_id": .integer(7), "action": .string(action),
                "timestamp": .string("2026-12-05T14:\(minute):00Z"), "gate_id": .init(gate),
                "idempotency_key": .init(key),
            ]
        }
        fixture.double.change { state in
            state.tickets = [EventScheduleFixture.ticket(["status": "used", "quantity": .integer(5)])]
            state.checkIns = [
                checkIn(1, "checkin", 10, gate: "A"), checkIn(2, "checkin", 20, gate: "A"),
                checkIn(3, "checkout", 30, gate: "A"), checkIn(4, "checkin", 40, gate: nil),
                // Two people in one entry.
                checkIn(5, "checkin", 41, gate: "B", key: OutgoingCheckIn.id + "/1-of-2"),
                checkIn(6, "checkin", 41, gate: "B", key: OutgoingCheckIn.id + "/2-of-2"),
                // One that was taken back.
                checkIn(7, "checkin", 42, gate: "C", key: OutgoingCheckIn.undoID),
                checkIn(8, "checkout", 43, gate: "C", key: "\(OutgoingCheckIn.id)/undoes-\(OutgoingCheckIn.undoID)"),
            ]
            var late = checkIn(9, "checkin", 50, gate: "A")
            late["timestamp"] = "2026-12-05T15:00:01Z"
            state.checkIns.append(late)
        }
        let used = try await fixture.pull().rows[0].used
        #expect(
            used == [
                .init(list: nil, ins: 1, firstAt: time("2026-12-05T14:40:00Z"), lastAt: time("2026-12-05T14:40:00Z")),
                .init(
                    list: nil, gate: "A", ins: 2, outs: 1, firstAt: time("2026-12-05T14:10:00Z"),
                    lastAt: time("2026-12-05T14:30:00Z")),
                .init(
                    list: nil, gate: "B", ins: 2, firstAt: time("2026-12-05T14:41:00Z"),
                    lastAt: time("2026-12-05T14:41:00Z")),
            ])
    }
}
