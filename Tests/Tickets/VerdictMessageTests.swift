import Foundation
import Messages
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
        return text(of: admission.decision, in: admission.plan, direction: direction, at: admission.now)
    }

    private func text(
        of decision: Decision, in plan: EventPlan?, direction: Direction = .in, people: Int = 1, at now: Timestamp
    ) -> String {
        Messages.english.text(
            of: Sentence(decision, plan: plan, direction: direction, people: people, showsType: true),
            clock: DoorClock(zone: plan?.event.timeZone, now: now))
    }

    @Test func `greets`() throws {
        #expect(try message([line()]) == "Welcome")
        #expect(try message([line(admits: 4)], history: History(ins: 1)) == "Welcome, 2 of 4")
        #expect(try message([line(admits: 4)], direction: .look) == "Would be admitted, 1 of 4. Nothing is recorded")
        #expect(try message([line()], history: History(ins: 1), direction: .out) == "Goodbye")
        #expect(try message([line()], direction: .out) == "Goodbye. No entry is known")
    }

    @Test func `says when and where a ticket was scanned`() throws {
        let first = History.FirstEntry(at: try time("2026-12-05T15:02:59Z"), gate: "A", station: "kiosk-1")
        let used = History(ins: 1, first: first)
        #expect(try message([line()], history: used) == "Already scanned 18:02, Gate A (kiosk-1)")
        let elsewhere = History(ins: 1, first: .init(at: first.at, gate: "Z"))
        #expect(try message([line()], history: elsewhere) == "Already scanned 18:02, Z")
        let group = History(ins: 4, first: .init(at: first.at))
        #expect(try message([line(admits: 4)], history: group) == "All 4 already scanned, first 18:02")
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
        #expect(try message([line()], at: "2026-12-05T09:00:00Z", event: winterGala(timeZone: named(zone))) == text)
    }

    @Test func `tells times across the end of summer time`() throws {
        // In Berlin, 2026-10-25 has two hours from 02:00 to 03:00.
        let event = Event(
            id: "e", name: "E", timeZone: named("Europe/Berlin"), doorsOpen: try time("2026-10-25T00:30:00Z"),
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
        let message = text(of: .refused(.wrongEvent(event: "Summer Ball")), in: try plan(), at: try time(Self.during))
        #expect(message == "This ticket is for Summer Ball, not for Winter Gala")
    }

    @Test func `counts the people of a group that passes at once`() throws {
        let now = try time(Self.during)
        let entry = Decision(.admitted(entry: 2), line: try line(admits: 4))
        #expect(text(of: entry, in: nil, people: 3, at: now) == "Welcome, 3 people")
        #expect(text(of: Decision(.checkedOut(isUnmatched: false)), in: nil, people: 2, at: now) == "Goodbye, 2 people")
        #expect(
            text(of: Decision(.checkedOut(isUnmatched: true)), in: nil, people: 2, at: now)
                == "Goodbye, 2 people. No entry is known")
        #expect(
            text(of: Decision(.overruled(.unpaid), line: try line(admits: 4)), in: nil, people: 3, at: now)
                == "Let in by hand, 3 people. This ticket is not paid")
    }

    @Test func `says why the rules had refused whom a person lets in`() throws {
        let decision = Decision(.overruled(.unpaid), line: try line())
        #expect(text(of: decision, in: nil, at: try time(Self.during)) == "Let in by hand. This ticket is not paid")
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
        (Refusal.noManifest, "No ticket list is installed for this event"),
        (.manifestUnreadable, "The ticket list cannot be read"),
        (.stationNotAuthorised, "This station may not scan tickets"),
        (.unknownGate(asked: "Z"), "There is no gate Z at Winter Gala; its gates: Gate A (A), Lounge door (L)"),
        (.unknownGate(asked: nil), "No gate is chosen for Winter Gala; its gates: Gate A (A), Lounge door (L)"),
        (.sessionOver, "This station's session is over"), (.clockUntrusted, "This station's clock is wrong"),
        (.held, "The other gates cannot be asked: this ticket has to wait"),
        (.notRecorded, "The check-in could not be recorded"), (.listExpired, "The ticket list is too old"),
        (.paused(why: "The hall is full"), "This gate is paused: The hall is full"),
        (.invalid, "Not a valid ticket"), (.notAMedium, "Not a wristband or card of this event"),
        (.ambiguous, "This code stands for several tickets here"),
    ])
    func `words what keeps a ticket from being judged`(refusal: Refusal, message: String) throws {
        #expect(text(of: .refused(refusal), in: try plan(), at: try time(Self.during)) == message)
    }

    @Test func `every sentence has its text, and every value of it`() throws {
        let (plan, evening) = (try plan(), try time(Self.during))
        let first = History.FirstEntry(at: evening, gate: "A", station: "kiosk-1")
        let size = CheckInQuestion(id: "1", text: "Which size?", kind: .line, types: ["standard"])
        let band = CheckInQuestion(id: "2", text: "Wristband", kind: .medium, types: ["standard"])
        let refusals: [Refusal] =
            [
                .noManifest, .manifestUnreadable, .stationNotAuthorised, .unknownGate(asked: "Z"),
                .unknownGate(asked: nil),
                .sessionOver, .clockUntrusted, .held, .notRecorded, .listExpired, .paused(why: "Full"), .invalid,
                .wrongEvent(event: "Ball"), .notAMedium, .ambiguous,
                .voided, .refunded, .cancelled, .blocked, .revoked, .unapproved, .postponed,
                .notStarted(opens: evening),
                .notStarted(opens: plan.event.doorsOpen), .ended(closed: evening), .ended(closed: plan.event.ends),
                .wrongGate(right: "A"), .wrongGate(right: nil), .wrongDate(starts: evening), .unpaid, .full,
                .alreadyScanned(first: nil),
                .alreadyScanned(first: first), .alreadyScanned(first: .init(at: evening)),
                .unmatchedExit(.init(id: "x", at: evening, gate: "B", station: "kiosk-2", people: 1, isApart: true)),
                .unmatchedExit(.init(id: "x", at: evening, gate: nil, station: nil, people: 1, isApart: true)),
                .questions([.age(years: 18)]), .questions([.unpaid]), .questions([.age(years: 18), .unpaid]),
                .questions([.answer(size)]), .questions([.answer(band)]), .questions([.age(years: 18), .answer(size)]),
                .questions([.answer(size), .unpaid]), .questions([.age(years: 18), .answer(size), .unpaid]),
                .questions([.records]),
                .rules(RuleRefusal(.weekday, next: evening)),
            ] + Self.ruleConditions(evening).map { .rules(RuleRefusal($0)) }
        #expect(Set(refusals.map(\.reason)) == Set(Reason.allCases))
        let outcomes: [Decision.Outcome] =
            [.admitted(entry: 1), .checkedOut(isUnmatched: false), .checkedOut(isUnmatched: true)]
            + refusals.map { .refused($0) } + [.overruled(.unpaid)]
        var keys: Set<String> = []
        for (outcome, direction) in outcomes.flatMap({ outcome in Direction.allCases.map { (outcome, $0) } }) {
            for (admits, people, showsType) in [(1, 1, true), (4, 1, true), (4, 2, true), (4, 1, false)] {
                let sentence = Sentence(
                    Decision(outcome, line: try line(admits: admits)), plan: plan, direction: direction, people: people,
                    showsType: showsType)
                let text = english(sentence)
                #expect(!text.isEmpty, "\(sentence)")
                // A missing value would leave a gap in the text.
                for name in Messages.english.label(sentence.key).matches(of: /\{(\w+)\}/).map({ String($0.output.1) }) {
                    #expect(sentence.values[name] != nil, "\(sentence.key) needs \(name)")
                }
                keys.insert(sentence.key)
            }
        }
        let file = try #require(MessageFile.all.first { $0.language == "en" })
        let texts =
            try #require(
                JSONSerialization.jsonObject(with: Data(file.bytes)) as? [String: Any])["sentences"] as? [String: Any]
        #expect(keys == Set(try #require(texts).keys.map { "sentences.\($0)" }))
    }

    static func ruleConditions(_ time: Timestamp) -> [RuleRefusal.Condition] {
        [
            .onlyUntil(time), .onlyFrom(time), .weekday, .ticketType, .gate, .alreadyInside, .notInside, .noMoreEntries,
            .noMoreEntriesToday, .noMoreEntriesNow, .noMoreDays, .tooSoon(after: time), .tooLate(after: time), .other,
        ]
    }

    @Test func `says which rule refuses, and when it lets in`() throws {
        let next = try time("2026-12-06T03:00:00Z")
        let refusal = Refusal.rules(RuleRefusal(.noMoreEntriesToday, next: next))
        #expect(
            text(of: .refused(refusal, line: try line()), in: try plan(), at: try time(Self.during))
                == "No more entries today on this ticket. Next entry: Sun 6 Dec 06:00")
    }

    @Test func `takes braces in a name for what they are`() throws {
        let refusal = Refusal.wrongEvent(event: "{event} {other}")
        let message = text(of: .refused(refusal), in: try plan(), at: try time(Self.during))
        #expect(message == "This ticket is for {event} {other}, not for Winter Gala")
    }

    @Test func `lets no control character through`() throws {
        let refusal = Refusal.wrongEvent(event: "Ball\u{202E}\u{1B}[2J\n")
        let message = text(of: .refused(refusal), in: try plan(), at: try time(Self.during))
        #expect(message == "This ticket is for Ball[2J, not for Winter Gala")
    }
}
