import Testing
import Tickets

struct VerdictMessageTests {
    private static let during = "2026-12-05T16:00:00Z"

    /// The message for a ticket at Gate A, or at another list.
    private func message(
        _ lines: [TicketLine], on list: AdmissionList = hall(), history: History = History(),
        direction: Direction = .in, at now: String = during, event: Event? = nil,
        change: (inout AdmissionCase) -> Void = { _ in }
    ) throws -> String {
        var admission = AdmissionCase(
            plan: try plan(event), list: list, lines: lines, histories: [0: history], direction: direction,
            now: try time(now))
        change(&admission)
        return AdmissionRules.decision(for: .ticket(admission))
            .message(in: admission.plan, direction: direction, at: admission.now)
    }

    @Test func `greets`() throws {
        #expect(try message([line()]) == "Welcome")
        #expect(try message([line(admits: 4)], history: History(ins: 1)) == "Welcome, 2 of 4")
        #expect(try message([line(admits: 4)], direction: .look) == "Would be admitted, 1 of 4")
        #expect(try message([line()], history: History(ins: 1), direction: .out) == "Goodbye")
        #expect(try message([line()], direction: .out) == "Goodbye, no entry is known")
    }

    @Test func `says when and where a ticket was scanned`() throws {
        let first = History.FirstEntry(at: try time("2026-12-05T15:02:59Z"), gate: "A", station: "kiosk-1")
        let used = History(ins: 1, first: first)
        #expect(try message([line()], history: used) == "Already scanned at 18:02, Gate A (kiosk-1)")
        let elsewhere = History(ins: 1, first: .init(at: first.at, gate: "Z"))
        #expect(try message([line()], history: elsewhere) == "Already scanned at 18:02, Z")
        let group = History(ins: 4, first: .init(at: first.at))
        #expect(try message([line(admits: 4)], history: group) == "All 4 already scanned, first at 18:02")
        #expect(try message([line()], history: History(ins: 1)) == "Already scanned")
    }

    @Test func `says when doors open and tickets begin`() throws {
        #expect(try message([line()], at: "2026-12-05T12:00:00Z") == "Doors open 17:00")
        let late = try line(notBefore: "2026-12-05T15:30:00Z")
        #expect(try message([late], at: "2026-12-05T15:29:00Z") == "This ticket is valid from 18:30")
        #expect(try message([line()], at: "2026-12-04T12:00:00Z") == "Doors open Sat 5 Dec 17:00")
        #expect(try message([line()], at: "2025-12-05T15:00:00Z") == "Doors open Sat 5 Dec 2026 17:00")
        #expect(try message([line()], event: winterGala(status: .postponed)) == "Winter Gala is postponed")
    }

    @Test func `says until when a ticket was good`() throws {
        // 02:00 of the same night: another day than the doors, the same as now.
        #expect(try message([line()], at: "2026-12-06T01:30:00Z") == "The event ended 02:00")
        #expect(try message([line()], at: "2026-12-07T01:30:00Z") == "The event ended Sun 6 Dec 02:00")
        let short = try line(notAfter: "2026-12-05T15:00:00Z")
        #expect(try message([short]) == "This ticket was valid until 18:00")
    }

    @Test(arguments: [
        ("Africa/Kampala", "Doors open 17:00"), ("America/New_York", "Doors open 09:00"),
        ("Asia/Kathmandu", "Doors open 19:45"), ("Pacific/Kiritimati", "Doors open Sun 6 Dec 04:00"),
        ("Europe/Nowhere", "Doors open 14:00 UTC"),
    ])
    func `tells times on the event's clock`(zone: String, text: String) throws {
        #expect(try message([line()], at: "2026-12-05T09:00:00Z", event: winterGala(timeZone: zone)) == text)
    }

    @Test func `tells times across the end of summer time`() throws {
        // In Berlin, 2026-10-25 has two hours from 02:00 to 03:00.
        let event = Event(
            id: "e", name: "E", timeZone: "Europe/Berlin", doorsOpen: try time("2026-10-25T00:30:00Z"),
            starts: try time("2026-10-25T01:30:00Z"), ends: try time("2026-10-25T05:00:00Z"))
        for (from, text) in [
            ("2026-10-25T00:45:00Z", "02:45"), ("2026-10-25T01:45:00Z", "02:45"), ("2026-10-25T02:15:00Z", "03:15"),
        ] {
            let late = try line(notBefore: from, notAfter: "2026-10-25T05:00:00Z")
            #expect(
                try message([late], at: "2026-10-25T00:31:00Z", event: event) == "This ticket is valid from \(text)")
        }
    }

    @Test func `names the right gate`() throws {
        #expect(try message([line(type: vip)]) == "VIP entrance: Lounge door")
        #expect(try message([line(type: parking)]) == "No gate admits Parking")
        #expect(try message([]) == "No gate admits this ticket")
    }

    @Test func `names the event of a foreign ticket`() throws {
        let decision = AdmissionRules.decision(for: .otherEvent(name: "Summer Ball"))
        let now = try time(Self.during)
        #expect(
            decision.message(in: try plan(), direction: .in, at: now)
                == "This ticket is for Summer Ball, not for Winter Gala")
        #expect(
            decision.message(in: nil, direction: .in, at: now) == "This ticket is for Summer Ball, not for this event")
    }

    @Test(arguments: [
        (TicketStatus.unpaid, "This ticket is not paid"), (.voided, "This ticket was voided"),
        (.refunded, "This ticket was refunded"), (.blocked, "This ticket is blocked"),
        (.unapproved, "This ticket is not approved yet"),
    ])
    func `words what the backend says of a ticket`(status: TicketStatus, text: String) throws {
        #expect(try message([line(status: status)]) == text)
    }

    @Test func `words what holds for the code, the list and the event`() throws {
        #expect(try message([line()]) { $0.isRevoked = true } == "This ticket was revoked")
        #expect(try message([line()]) { $0.isFull = true } == "No more people may enter now")
        #expect(try message([line()], event: winterGala(status: .cancelled)) == "Winter Gala is cancelled")
    }

    @Test(arguments: [
        (Finding.stationTrouble(.noManifest), "No ticket list is installed for this event"),
        (.stationTrouble(.stationNotAuthorised), "This station is not authorised"),
        (.stationTrouble(.notRecorded), "The check-in could not be recorded"),
        (.stationTrouble(.listExpired), "The ticket list is too old"),
        (.malformed, "Not a valid ticket"),
        (.unknown(otherEvent: nil), "Not a valid ticket"),
    ])
    func `words what keeps a ticket from being judged`(finding: Finding, text: String) throws {
        let decision = AdmissionRules.decision(for: finding)
        #expect(decision.message(in: nil, direction: .in, at: try time(Self.during)) == text)
    }

    @Test func `lets no control character through`() throws {
        let decision = AdmissionRules.decision(for: .unknown(otherEvent: "Ball\u{202E}\u{1B}[2J\n"))
        let message = decision.message(in: try plan(), direction: .in, at: try time(Self.during))
        #expect(message == "This ticket is for Ball[2J, not for Winter Gala")
    }
}
