import Foundation
import Testing
import Tickets

/// Tickets of a series, each for one of its dates.
struct EventDateTests {
    private static let slots = SlotTolerance(early: .seconds(15 * 60), late: .seconds(30 * 60))

    private func decide(
        _ lines: [TicketLine], on list: AdmissionList = hall(), at now: String = "2026-12-05T15:00:00Z",
        slots: SlotTolerance? = nil
    ) throws -> Decision {
        AdmissionCase(
            plan: try plan(list: list, dates: [matinee, soiree], slots: slots), list: list, lines: lines,
            now: try time(now)
        ).decision
    }

    @Test func `a list of one date refuses a ticket of another, and says what the ticket is for`() throws {
        let ours = try line(date: matinee)
        let theirs = try line(date: soiree)
        #expect(try decide([ours], on: hall(date: 1)).verdict == .admitted)
        let refused = try decide([theirs], on: hall(date: 1))
        #expect(refused.outcome == .refused(.wrongDate(starts: soiree.starts)))
        let sentence = Sentence(refused, plan: try plan(), direction: .in, people: 1, showsType: true)
        #expect(english(sentence) == "Ticket is for 22:00")
        #expect(try decide([line()], on: hall(date: 1)).verdict == .refused(.wrongGate), "it is for no date at all")
        #expect(try decide([theirs]).verdict == .admitted, "a list for all dates")
    }

    @Test func `of several lines of a code the one of the date is used`() throws {
        let lines = [try line(0, date: soiree), try line(1, date: matinee)]
        #expect(try decide(lines, on: hall(date: 1)).line?.number == 1)
    }

    @Test func `a ticket of another type is sent to the gate of its date`() throws {
        let small = AdmissionList(slug: "small", name: "Small", reentry: .none, types: ["vip"], date: 2)
        let plan = EventPlan(
            event: try winterGala(), types: [standard, vip], lists: [small, lounge],
            gates: [Gate(slug: "S", name: "Small", list: "small"), loungeDoor], dates: [1: matinee, 2: soiree])
        #expect(plan.gate(admitting: try line(type: vip, date: soiree))?.slug == "S")
        #expect(plan.gate(admitting: try line(type: vip, date: matinee))?.slug == "L")
    }

    // MARK: - Slots

    @Test(arguments: [
        ("14:14:59.999", Reason.notStarted), ("14:15:00", nil), ("15:29:59.999", nil), ("15:30:00", .ended),
    ])
    func `a slot begins before the admission time and ends after the beginning`(at: String, reason: Reason?) throws {
        let plan = try plan(dates: [matinee, soiree], slots: Self.slots)
        let line = TicketLine(
            number: 0, type: standard, notBefore: plan.opens(matinee), notAfter: plan.closes(matinee), date: matinee)
        let decision = try decide([line], at: "2026-12-05T\(at)Z", slots: Self.slots)
        #expect(decision.verdict.reason == reason)
    }

    @Test func `the grace after the event is not added to the last slot`() throws {
        let line = try line(notAfter: "2026-12-05T23:00:00Z", date: soiree)
        #expect(try decide([line], at: "2026-12-05T23:30:00Z").verdict == .admitted)
        #expect(try decide([line], at: "2026-12-05T23:30:00Z", slots: Self.slots).verdict == .refused(.ended))
    }

    @Test func `who is admitted only after the beginning has a slot, too`() {
        let date = EventDate(
            id: 3, name: "", starts: matinee.starts, admission: matinee.starts + .seconds(3600))
        #expect(Self.slots.opens(date) == matinee.starts - .seconds(15 * 60))
    }

    @Test(
        arguments: [
            ("14:29", false, nil), ("14:30", true, nil), ("16:59", true, nil), ("17:00", false, nil),
            ("19:00", false, nil),
            ("14:14", false, slots), ("14:15", true, slots), ("17:00", false, slots), ("18:45", true, slots),
            ("19:29", true, slots), ("19:30", false, slots),
        ] as [(String, Bool, SlotTolerance?)])
    func `nobody is expected between two dates`(at: String, isExpected: Bool, slots: SlotTolerance?) throws {
        let now = try time("2026-12-05T\(at):00Z")
        #expect(try plan(dates: [matinee, soiree], slots: slots).expectsGuests(at: now) == isExpected)
        #expect(try plan(slots: slots).expectsGuests(at: now), "an event without dates")
    }

    // MARK: - Rules

    @Test(arguments: ["date_from", "date_admission", "date_to"])
    func `a rule names the times of the ticket's own date`(word: String) throws {
        let rule = try EntryRule(
            .object([
                "isAfter": .array([
                    .object(["var": .string("now")]), .object(["buildTime": .array([.string(word)])]), .number(60),
                ])
            ]))
        // From an hour before: of the matinee, never later than 16:00; of the soirée, 18:00.
        let list = hall(.unlimited, rule: rule)
        #expect(try decide([line(date: matinee)], on: list, at: "2026-12-05T17:00:00Z").verdict == .admitted)
        #expect(try decide([line(date: soiree)], on: list, at: "2026-12-05T17:00:00Z").verdict == .refused(.rules))
        let refused = try decide([line(date: soiree)], on: list, at: "2026-12-05T17:00:00Z")
        #expect(refused.refusal?.rule?.condition == .onlyFrom(try time("2026-12-05T18:00:00Z")))
        #expect(try decide([line(date: soiree)], on: list, at: "2026-12-05T18:30:00Z").verdict == .admitted)
    }

    // MARK: - Codes in no list

    @Test func `a signed code is for the date that it names`() throws {
        func line(_ date: Int64, _ plan: EventPlan) throws -> TicketLine? {
            let text = try SignedCode.issue(item: 1, subevent: date, seed: "seed", with: sampleKey())
            guard case .code(let code) = SignedCode.reading(text) else { return nil }
            return TicketLine(signed: code, plan: plan)
        }
        let series = try plan(dates: [matinee, soiree], slots: Self.slots)
        let sold = try #require(try line(1, series))
        #expect(sold.date == matinee && sold.notBefore == series.opens(matinee))
        #expect(sold.notAfter == matinee.starts + .seconds(30 * 60))
        for date in [0, 3] as [Int64] { #expect(try line(date, series) == nil) }
        #expect(try line(3, plan())?.notBefore == plan().event.doorsOpen, "of no series")
    }

    @Test func `a ticket that the server told of is for its date`() throws {
        let series = try plan(dates: [matinee, soiree], slots: Self.slots)
        let key = TicketKey(code: "code", salt: .init())
        func record(_ date: Int64?) -> TicketRecord? {
            LateTicket([TicketRow(code: "code", type: "standard", date: date)], asked: matinee.starts)
                .record(of: key, in: series, isNumberedByType: true)
        }
        let line = try #require(record(2)?.lines.first)
        #expect(line.date == soiree && line.notAfter == series.closes(soiree))
        #expect(record(nil) == nil && record(3) == nil)
    }

    // MARK: - Reports

    @Test func `a verdict shows what the ticket is for`() throws {
        func report(_ permissions: Set<Permission>) throws -> VerdictReport {
            VerdictReport(
                Decision(.admitted(entry: 1), line: try line(date: soiree)), sequence: 1, plan: try plan(), gate: gateA,
                permissions: permissions, direction: .in, at: try time("2026-12-05T12:00:00Z"), how: .stdin,
                text: english)
        }
        let shown = try #require(try report(Set(Permission.allCases)).date)
        #expect(shown.text == "22:00, Soirée" && shown.starts == soiree.starts && shown.name == "Soirée")
        #expect(try report([]).date == nil)
    }
}
