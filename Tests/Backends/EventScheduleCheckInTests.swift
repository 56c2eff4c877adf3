import ServerDoubles
import TestSupport
import Testing
import Tickets

@testable import Backends

@Suite(.timeLimit(.minutes(5)))
struct EventScheduleCheckInTests {
    @Test func `an admission is sent as documented`() async throws {
        let fixture = EventScheduleFixture()
        let delivery = try await fixture.deliver([.entry()])
        #expect(delivery.answers == [.accepted])
        #expect(delivery.error == nil)
        let request = try #require(fixture.double.now.requests.last)
        #expect(request.headers["x-api-key"] == fixture.double.key)
        #expect(
            request.members == [
                "ticket_id": "101", "ticket_code": EventScheduleFixture.code, "event_id": "7", "gate_id": "A",
                "device_id": "kiosk-1", "action": "checkin", "ts": "2026-12-05T15:00:00.000Z",
                "idempotency_key": OutgoingCheckIn.id,
            ])
    }

    struct Case: CustomTestStringConvertible {
        let testDescription: String
        var ticket: EventScheduleDouble.Object = [:]
        var earlier: [OutgoingCheckIn] = []
        let entry: OutgoingCheckIn
        var answer = ServerAnswer.accepted
        /// What the server has recorded in the end: `action idempotency_key`.
        var recorded: [String]
    }

    static let before = OutgoingCheckIn.entry(id: OutgoingCheckIn.undoID)
    static let cases = [
        Case(
            testDescription: "an exit", earlier: [before], entry: .entry(verdict: .checkedOut),
            recorded: ["checkin \(OutgoingCheckIn.undoID)", "checkout \(OutgoingCheckIn.id)"]),
        Case(
            testDescription: "an entry taken back is an exit", earlier: [.entry()],
            entry: .entry(id: OutgoingCheckIn.undoID, code: nil, undoes: OutgoingCheckIn.id),
            recorded: [
                "checkin \(OutgoingCheckIn.id)", "checkout \(OutgoingCheckIn.undoID)/undoes-\(OutgoingCheckIn.id)",
            ]),
        Case(
            testDescription: "an exit taken back is an entry",
            entry: .entry(id: OutgoingCheckIn.undoID, verdict: .checkedOut, undoes: OutgoingCheckIn.id),
            recorded: ["checkin \(OutgoingCheckIn.undoID)/undoes-\(OutgoingCheckIn.id)"]),
        Case(
            testDescription: "the same again", earlier: [.entry()], entry: .entry(),
            recorded: ["checkin \(OutgoingCheckIn.id)"]),
        Case(
            testDescription: "people are told one by one", ticket: ["quantity": .integer(2)], entry: .entry(count: 2),
            recorded: ["checkin \(OutgoingCheckIn.id)/1-of-2", "checkin \(OutgoingCheckIn.id)/2-of-2"]),
        Case(
            testDescription: "all of them are taken back", ticket: ["quantity": .integer(2)],
            earlier: [.entry(count: 2)],
            entry: .entry(id: OutgoingCheckIn.undoID, undoes: OutgoingCheckIn.id, undoneCount: 2),
            recorded: [
                "checkin \(OutgoingCheckIn.id)/1-of-2", "checkin \(OutgoingCheckIn.id)/2-of-2",
                "checkout \(OutgoingCheckIn.undoID)/undoes-\(OutgoingCheckIn.id)",
                "checkout \(OutgoingCheckIn.undoID)/2-of-2",
            ]),
        Case(
            testDescription: "what the server refused is not taken back there", earlier: [before],
            entry: .entry(undoes: OutgoingCheckIn.groupID, undoneCount: nil),
            recorded: ["checkin \(OutgoingCheckIn.undoID)"]),
        Case(
            testDescription: "a code that the list did not have", entry: .entry(reference: nil),
            recorded: ["checkin \(OutgoingCheckIn.id)"]),
        Case(
            testDescription: "neither reference nor code", entry: .entry(reference: nil, code: nil),
            answer: .rejected(reason: "the ticket has no id on the server, and its code is not known here"),
            recorded: []
        ),
        Case(
            testDescription: "a guest without a ticket is not told",
            entry: .entry(reference: nil, code: nil, line: Int(TicketType.number(of: TicketType.walkInSlug))),
            recorded: []),
        Case(
            testDescription: "our own refusal is not asked about", ticket: ["status": "unpaid"],
            entry: .entry(verdict: .refused(.unpaid), count: 0), recorded: []),
        Case(
            testDescription: "used elsewhere", earlier: [before], entry: .entry(),
            answer: .contradicted(reason: "already used, at 2026-12-05T15:00:00.000Z, gate A"),
            recorded: ["checkin \(OutgoingCheckIn.undoID)"]),
        Case(
            testDescription: "refunded meanwhile", ticket: ["status": "refunded"], entry: .entry(),
            answer: .contradicted(reason: "refunded"), recorded: []),
        Case(
            testDescription: "unknown there", entry: .entry(reference: "999"),
            answer: .contradicted(reason: "unknown"), recorded: []),
    ]

    @Test(arguments: cases)
    func `check-ins reach the server`(_ test: Case) async throws {
        let fixture = EventScheduleFixture()
        fixture.double.change { $0.tickets = [EventScheduleFixture.ticket(test.ticket)] }
        let delivery = try await fixture.deliver(test.earlier + [test.entry])
        #expect(delivery.error == nil)
        #expect(delivery.answers.last == test.answer)
        let recorded = fixture.double.now.checkIns.map { "\($0.text("action")!) \($0.text("idempotency_key")!)" }
        #expect(recorded == test.recorded)
    }

    @Test func `a clock that was wrong is put right by the server's`() async throws {
        let fixture = EventScheduleFixture()
        _ = try await fixture.deliver([
            .entry(clock: .unsynchronised, clockOffset: .seconds(-3600)),
            .entry(id: OutgoingCheckIn.undoID, clock: .synchronised, clockOffset: .seconds(1)),
        ])
        let times = fixture.double.now.requests.compactMap { $0.members["ts"] }
        #expect(times == ["2026-12-05T16:00:00.000Z", "2026-12-05T15:00:00.000Z"])
    }

    @Test(arguments: [
        OutgoingCheckIn.id, OutgoingCheckIn.id + "/2-of-4", "\(OutgoingCheckIn.id)/undoes-\(OutgoingCheckIn.undoID)",
    ])
    func `a key is read as it was written`(_ text: String) throws {
        #expect(EntryKey(text)?.text == text)
    }

    @Test(arguments: ["", "kiosk-1:101:1765", OutgoingCheckIn.id + "/", OutgoingCheckIn.id + "/3-of-2", "a/1-of-1"])
    func `a key of other programs is not mistaken for an entry's`(_ text: String) {
        #expect(EntryKey(text) == nil)
    }

    // MARK: - What the others did

    @Test func `everybody's check-ins come back, one's own under their own id`() async throws {
        let fixture = EventScheduleFixture()
        fixture.double.change { state in
            state.tickets = [EventScheduleFixture.ticket(["quantity": .integer(5)])]
            state.pageSize = 2
        }
        let pages = try await fixture.double.serve { address in
            let link = fixture.link(address, events: ["zoo", "gala"])
            _ = await link.deliver([
                .entry(), .entry(id: OutgoingCheckIn.undoID, undoes: OutgoingCheckIn.id),
                .entry(id: OutgoingCheckIn.groupID, count: 3),
            ])
            fixture.double.change { state in
                state.checkIns.append([
                    "id": .integer(77), "ticket_id": "101", "event_id": .integer(7), "action": "checkout",
                    "ts": "2026-12-05T15:30:00Z", "device_id": "phone", "idempotency_key": "phone:101:1",
                    "gate_id": "../",
                ])
                state.checkIns.append(["id": .integer(78), "event_id": .integer(7), "action": "checkin"])
                state.checkIns.append([
                    "id": .integer(79), "ticket_id": "101", "event_id": .integer(7), "status": "expired",
                ])
            }
            return try await Self.readAll(link, from: nil)
        }
        let found = pages.flatMap(\.checkIns)
        #expect(
            found.map(\.id) == [
                OutgoingCheckIn.id, OutgoingCheckIn.undoID, OutgoingCheckIn.groupID, "eventschedule:phone:101:1",
            ])
        #expect(found.map(\.count) == [1, 0, 3, 1])
        let undo = try #require(found.first { $0.undoes != nil })
        #expect((undo.undoes, undo.count, undo.verdict) == (OutgoingCheckIn.id, 0, .admitted))
        let phone = try #require(found.last)
        #expect(phone.verdict == .checkedOut)
        #expect((phone.station, phone.gate, phone.reference, phone.event) == ("phone", nil, "101", "gala"))
        #expect(phone.at == time("2026-12-05T15:30:00Z"))
    }

    @Test func `the next round begins where the last one began`() async throws {
        let fixture = EventScheduleFixture()
        try await fixture.double.serve { address in
            let link = fixture.link(address)
            _ = await link.deliver([.entry()])
            let first = try await Self.readAll(link, from: nil)
            let cursor = try #require(first.last?.cursor)
            #expect(!first[0].checkIns.isEmpty)
            // Much later, and nothing new; the double would not tell of what arrived before.
            fixture.double.change { $0.checkIns[0]["arrived"] = "2020-01-01T00:00:00.000Z" }
            #expect(try await Self.readAll(link, from: cursor).flatMap(\.checkIns) == [])
        }
        let since = fixture.double.now.requests.filter { $0.method == "GET" && $0.path == "/api/checkins" }
            .map { $0.query["since"] }
        #expect(since[0] == nil)
        #expect(since[1].flatMap(Timestamp.init(rfc3339:)) != nil)
    }

    @Test(arguments: [EventScheduleDouble.Dialect.upstream, .planify])
    func `servers that tell nothing say so`(_ dialect: EventScheduleDouble.Dialect) async throws {
        let fixture = EventScheduleFixture(dialect)
        let trouble = try await fixture.double.serve { address in
            await endOf { try await fixture.link(address).page(after: nil) }
        }
        #expect(trouble?.code == .unsupported)
    }

    static func readAll(_ link: EventScheduleLink, from cursor: String?) async throws -> [CheckInPage] {
        var pages: [CheckInPage] = []
        var cursor = cursor
        repeat {
            pages.append(try await link.page(after: cursor))
            cursor = pages.last?.cursor
        } while pages.last?.isMore == true && pages.count < 20
        return pages
    }
}

struct EntryKeyTests {
    private static let id = "0199a0b0-0000-7000-8000-000000000001"

    @Test(arguments: ["1-of-0", "0-of-0", "0-of-1", "2-of-1", "1-of-1001", "1-of-99999999999999999999", "undoes-x", ""])
    func `a key that nobody can have made is none`(rest: String) {
        #expect(EntryKey("\(Self.id)/\(rest)") == nil)
    }

    @Test func `a key says which of how many`() {
        #expect(EntryKey("\(Self.id)/2-of-3") == EntryKey(entry: Self.id, number: 2, people: 3))
    }
}
