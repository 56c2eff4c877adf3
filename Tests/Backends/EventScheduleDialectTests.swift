import ServerDoubles
import TestSupport
import Testing
import Tickets

@testable import Backends

@Suite(.timeLimit(.minutes(5)))
struct UpstreamTests {
    @Test func `a sale with several types is several lines of one code`() async throws {
        let fixture = EventScheduleFixture(.upstream)
        fixture.double.change { state in
            state.sales = [
                EventScheduleFixture.sale([
                    "tickets": .array([
                        EventScheduleFixture.saleLine("VIP", quantity: 2),
                        EventScheduleFixture.saleLine("Standard"), EventScheduleFixture.saleLine("VIP"),
                        EventScheduleFixture.saleLine("Parking", ["is_addon": .bool(true)]),
                    ])
                ])
            ]
        }
        let pulled = try await fixture.pull()
        let holder = EventScheduleFixture.holder
        #expect(
            pulled.rows == [
                TicketRow(
                    code: EventScheduleFixture.code, reference: "S1/T-VIP", type: "VIP", holder: holder, admits: 3),
                TicketRow(
                    code: EventScheduleFixture.code, reference: "S1/T-Standard", type: "Standard", holder: holder),
            ])
        #expect(pulled.notes.first == "1 ticket: are add-ons, which admit nobody, and were left out.")
    }

    @Test func `its times are UTC and its zone is the schedule's`() async throws {
        let outline = try await EventScheduleFixture(.upstream).pull().outline
        #expect(outline.timeZone == "Africa/Kampala")
        #expect(outline.doorsOpen == time("2026-12-05T10:00:00Z"))
        #expect(outline.starts == time("2026-12-05T16:00:00Z"))
        #expect(outline.ends == time("2026-12-05T21:00:00Z"))
    }

    @Test func `an event without a length lasts two hours`() async throws {
        let fixture = EventScheduleFixture(.upstream)
        fixture.double.change { $0.events[0]["duration"] = .null }
        #expect(try await fixture.pull().outline.ends == time("2026-12-05T18:00:00Z"))
    }

    @Test func `a zone is not guessed among several`() async throws {
        let fixture = EventScheduleFixture(.upstream)
        fixture.double.change { $0.events[0]["schedules"] = .array([]) }
        let pulled = try await fixture.pull()
        #expect(pulled.outline.timeZone == nil)
        #expect(pulled.notes.contains("The server gives no time zone: set it in event.yaml."))
    }

    @Test func `a sale for another date is good on that date`() async throws {
        let fixture = EventScheduleFixture(.upstream)
        fixture.double.change { state in
            // Clocks in Berlin have changed in between.
            state.events[0]["starts_at"] = "2026-10-20 17:00:00"
            state.schedules = [["subdomain": "hall", "timezone": "Europe/Berlin"]]
            state.sales = [EventScheduleFixture.sale(["event_date": "2026-10-27"])]
        }
        let row = try #require(try await fixture.pull().rows.first)
        #expect(row.notBefore == time("2026-10-27T12:00:00Z"))
        #expect(row.notAfter == time("2026-10-27T23:00:00Z"))
    }

    @Test(arguments: [
        ("paid", TicketStatus.valid), ("unpaid", .unpaid), ("cancelled", .voided), ("refunded", .refunded),
        ("expired", .voided),
    ])
    func `the state of a sale is that of its ticket`(_ word: String, _ status: TicketStatus) async throws {
        let fixture = EventScheduleFixture(.upstream)
        fixture.double.change { $0.sales = [EventScheduleFixture.sale(["status": .string(word)])] }
        #expect(try await fixture.pull().rows.map(\.status) == [.ticket(status)])
    }

    @Test func `the key of somebody else gets no secrets`() async throws {
        let fixture = EventScheduleFixture(.upstream)
        fixture.double.change { $0.sales = [EventScheduleFixture.sale(["secret": .null])] }
        let trouble = await endOf { try await fixture.pull() }
        #expect(trouble?.code == .unsupported)
        #expect(trouble?.hint == "Use the key of the event's owner.")
    }

    @Test func `check-ins wait, and it is said once`() async throws {
        let fixture = EventScheduleFixture(.upstream)
        let delivery = try await fixture.deliver([.entry()])
        #expect(delivery.answers.isEmpty)
        #expect(delivery.error?.code == .unsupported)
        #expect(delivery.error?.hint?.contains("usher journal export") == true)
    }
}

@Suite(.timeLimit(.minutes(5)))
struct PlanifyTests {
    struct Case: CustomTestStringConvertible {
        let testDescription: String
        var ticket: EventScheduleDouble.Object = [:]
        /// When the ticket was scanned before.
        var scanned: String?
        let entry: OutgoingCheckIn
        let answer: ServerAnswer
        var asks = true
    }

    /// The double's clock is this machine's, so entries that nobody scanned before are long past.
    static let past = time("2020-01-01T12:00:00Z")
    static let cases = [
        Case(testDescription: "a first scan", entry: .entry(at: past), answer: .accepted),
        Case(
            testDescription: "scanned before by somebody else", scanned: "2020-01-01 11:59:00", entry: .entry(at: past),
            answer: .contradicted(reason: "already scanned at 2020-01-01T11:59:00.000Z")),
        Case(
            testDescription: "scanned after, and long before it was told", scanned: "2020-01-01T12:30:00.000000Z",
            entry: .entry(at: past), answer: .contradicted(reason: "already scanned at 2020-01-01T12:30:00.000Z")),
        Case(
            testDescription: "unknown", ticket: ["code": "another"], entry: .entry(at: past),
            answer: .contradicted(reason: "Ticket not found")),
        Case(
            testDescription: "not ours to scan", ticket: ["status": "foreign"], entry: .entry(at: past),
            answer: .contradicted(reason: "You are not authorized to scan this ticket")),
        Case(
            testDescription: "not paid", ticket: ["status": "unpaid"], entry: .entry(at: past),
            answer: .contradicted(reason: "This ticket is not paid")),
        Case(
            testDescription: "an exit", entry: .entry(verdict: .checkedOut),
            answer: .contradicted(reason: "not sent: this server does not support check-outs"), asks: false),
        Case(
            testDescription: "an undo", entry: .entry(undoes: OutgoingCheckIn.undoID),
            answer: .contradicted(reason: "not sent: this server cannot undo a check-in"), asks: false),
        Case(
            testDescription: "chosen by hand", entry: .entry(code: nil),
            answer: .rejected(
                reason: "not sent: this server identifies tickets by their code, which was not scanned here"),
            asks: false),
        Case(testDescription: "a refusal", entry: .entry(verdict: .refused(.unpaid)), answer: .accepted, asks: false),
    ]

    @Test(arguments: cases)
    func `entries are scanned again over there`(_ test: Case) async throws {
        let fixture = EventScheduleFixture(.planify)
        fixture.double.change { state in
            state.tickets = [EventScheduleFixture.ticket(test.ticket)]
            guard let scanned = test.scanned else { return }
            state.checkIns = [["ticket_id": .string("101"), "scanned_at": .string(scanned)]]
        }
        let delivery = try await fixture.deliver([test.entry])
        #expect(delivery.error == nil)
        #expect(delivery.answers == [test.answer])
        let scans = fixture.double.now.requests.filter { $0.path == "/api/tickets/scan" }
        #expect(scans.count == (test.asks ? 1 : 0))
        #expect(
            scans.allSatisfy {
                $0.members == ["code": EventScheduleFixture.code, "ticket_code": EventScheduleFixture.code]
            })
    }

    @Test func `a server that was asked too often is left alone for a minute`() async throws {
        let fixture = EventScheduleFixture(.planify)
        fixture.double.change { $0.hostility = ("/api/tickets/scan", .failing(status: 429, retryAfter: nil)) }
        let trouble = try await fixture.deliver([.entry()]).error
        #expect(trouble?.code == .busy)
        #expect(trouble?.retryAfter == .seconds(60))
    }

    @Test func `a key that may not scan is the key's fault`() async throws {
        let fixture = EventScheduleFixture(.planify)
        fixture.double.change { $0.hostility = ("/api/tickets/scan", .failing(status: 403, retryAfter: nil)) }
        #expect(try await fixture.deliver([.entry()]).error?.code == .unauthorised)
    }

    @Test func `nothing can be pulled, and it is said`() async throws {
        let trouble = await endOf {
            try await EventScheduleFixture(.planify).pull()
        }
        #expect(trouble?.code == .unsupported)
    }
}
