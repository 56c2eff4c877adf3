import Testing
import Tickets

struct AdmissionRulesTests {
    private static let during = "2026-12-05T16:00:00Z"

    private func decide(
        _ lines: [TicketLine], on list: AdmissionList = hall(), histories: [Int: History] = [:],
        direction: Direction = .in, at now: String = during, change: (inout AdmissionCase) -> Void = { _ in }
    ) throws -> Decision {
        var admission = AdmissionCase(
            plan: try plan(list: list), list: list, lines: lines, histories: histories, direction: direction,
            now: try time(now))
        change(&admission)
        return admission.decision
    }

    // MARK: - Groups at once

    @Test(arguments: [(2, 2, true), (2, 3, false), (0, 4, true), (0, 5, false), (4, 1, false)])
    func `lets all of a group in at once, or none`(ins: Int, count: Int, isAdmitted: Bool) throws {
        let decision = try decide([line(admits: 4)], histories: [0: History(ins: ins)]) { $0.count = count }
        #expect(decision.verdict == (isAdmitted ? .admitted : .refused(.alreadyScanned)))
    }

    // MARK: - Leaving

    @Test func `whoever is inside can leave, also on a list that is not for the ticket`() throws {
        let (here, elsewhere) = (try line(1), try line(2, type: vip))
        let inside = [2: History(ins: 1)]
        let leaving = try decide([here, elsewhere], histories: inside, direction: .out)
        #expect(leaving.outcome == .checkedOut(isUnmatched: false) && leaving.line?.number == 2)
        let blocked = try line(2, type: vip, status: .blocked)
        #expect(try decide([blocked], histories: inside, direction: .out).outcome == .checkedOut(isUnmatched: false))
        #expect(try decide([elsewhere], histories: inside).verdict == .refused(.wrongGate))
        let left = [2: History(ins: 1, outs: 1)]
        #expect(try decide([elsewhere], histories: left, direction: .out).verdict == .refused(.wrongGate))
    }

    // MARK: - The venue's ledger

    @Test func `holds back an admission and nothing else, and a person may overrule it`() throws {
        let held = try decide([line()]).held
        #expect(held.outcome == .refused(.held))
        #expect(held.overruled.outcome == .overruled(.held))
        #expect(held.overruled.verdict == .admitted)
        #expect(Decision.refused(.sessionOver).overruled.outcome == .refused(.sessionOver))
        let used = try decide([line()], histories: [0: History(ins: 1)])
        #expect(used.held == used)
        let leaving = try decide([line()], direction: .out)
        #expect(leaving.held == leaving)
    }

    // MARK: - Questions

    @Test func `asks only when nothing else stands in the way, and lets in what was confirmed`() throws {
        let adult = TicketLine(
            number: 0, type: standard.from(age: 18, asked: true), notBefore: .earliest, notAfter: .latest)
        let asked = try decide([adult])
        #expect(asked.outcome == .refused(.questions([.age(years: 18)])))
        #expect(asked.held.outcome == .refused(.held) && asked.overruled.verdict == .admitted)
        #expect(try decide([adult], change: { $0.confirmed = [.age(years: 18)] }).outcome == .admitted(entry: 1))
        #expect(try decide([adult], change: { $0.confirmed = [.age(years: 16)] }).verdict == .refused(.questions))
        #expect(asked.overruled.questions.isEmpty && asked.questions == [.age(years: 18)])
        #expect(try decide([adult], histories: [0: History(ins: 1)]).verdict == .refused(.alreadyScanned))
        #expect(try decide([adult], direction: .out).verdict == .checkedOut)
    }

    @Test func `asks about an unpaid ticket where the list says so`() throws {
        let asking = AdmissionList(
            slug: "main", name: "Hall", reentry: .none, types: ["standard"], asksUnpaid: true)
        let unpaid = try line(status: .unpaid)
        #expect(try decide([unpaid]).verdict == .refused(.unpaid))
        #expect(try decide([unpaid], on: asking).outcome == .refused(.questions([.unpaid])))
        #expect(try decide([unpaid], on: asking, change: { $0.confirmed = [.unpaid] }).verdict == .admitted)
        #expect(try decide([unpaid], on: asking, histories: [0: History(ins: 1)]).verdict == .refused(.alreadyScanned))
        #expect(try decide([line()], on: asking).verdict == .admitted)
    }

    @Test func `where a code stands for one line, it lets in on none of several, unless staff choose one`() throws {
        let both = AdmissionList(
            slug: "main", name: "Hall", reentry: .none, types: ["standard", "vip"], takesOneLine: true)
        let lines = try [line(0), line(1, type: vip)]
        let refused = try decide(lines, on: both)
        #expect((refused.outcome, refused.line?.number) == (.refused(.ambiguous), 0))
        #expect(refused.overruled.verdict == .admitted)
        #expect(try decide(lines, on: both, change: { $0.chosenLine = 1 }).verdict == .admitted)
        #expect(try decide(lines, on: both, histories: [1: History(ins: 1)], direction: .out).line?.number == 1)
        #expect(try decide(lines, on: both, direction: .out).verdict == .checkedOut)
        #expect(try decide([line(0), line(1, type: vip, status: .voided)], on: both).verdict == .admitted)
        #expect(try decide(lines, on: hall()).verdict == .admitted, "one of them is not on this list")
    }

    @Test func `of two tickets out of their time, the one that begins next is named`() throws {
        let (noon, night) = (try time("2026-12-05T12:00:00Z"), try time("2026-12-05T22:00:00Z"))
        let ended = TicketLine(number: 0, type: standard, notBefore: .earliest, notAfter: noon)
        let next = TicketLine(number: 1, type: standard, notBefore: night, notAfter: .latest)
        let later = TicketLine(number: 2, type: standard, notBefore: night + .seconds(1), notAfter: .latest)
        for lines in [[ended, later, next], [next, later, ended], [later, next, ended]] {
            #expect(try decide(lines).outcome == .refused(.notStarted(opens: night)))
        }
    }

    // MARK: - Re-entry

    /// `entry` is `nil` where the line is refused as already scanned.
    struct Count: Sendable {
        let reentry: Reentry
        let admits: Int
        let ins: Int
        let outs: Int
        let entry: Int?

        init(_ reentry: Reentry, admits: Int, ins: Int, outs: Int, entry: Int?) {
            self.reentry = reentry
            self.admits = admits
            self.ins = ins
            self.outs = outs
            self.entry = entry
        }
    }

    @Test(arguments: [
        Count(.none, admits: 1, ins: 0, outs: 0, entry: 1),
        Count(.none, admits: 1, ins: 1, outs: 0, entry: nil),
        Count(.none, admits: 1, ins: 1, outs: 1, entry: nil),
        Count(.none, admits: 1, ins: 0, outs: 1, entry: 1),
        Count(.none, admits: 4, ins: 2, outs: 0, entry: 3),
        Count(.none, admits: 4, ins: 3, outs: 3, entry: 4),
        Count(.none, admits: 4, ins: 4, outs: 1, entry: nil),
        Count(.none, admits: 4, ins: 5, outs: 0, entry: nil),
        Count(.afterExit, admits: 1, ins: 0, outs: 0, entry: 1),
        Count(.afterExit, admits: 1, ins: 1, outs: 0, entry: nil),
        Count(.afterExit, admits: 1, ins: 1, outs: 1, entry: 1),
        Count(.afterExit, admits: 1, ins: 2, outs: 1, entry: nil),
        Count(.afterExit, admits: 1, ins: 1, outs: 3, entry: 1),
        Count(.afterExit, admits: 4, ins: 4, outs: 1, entry: 4),
        Count(.afterExit, admits: 4, ins: 6, outs: 4, entry: 3),
        Count(.afterExit, admits: 4, ins: 9, outs: 4, entry: nil),
        Count(.unlimited, admits: 1, ins: 0, outs: 0, entry: 1),
        Count(.unlimited, admits: 1, ins: 7, outs: 0, entry: 1),
        Count(.unlimited, admits: 4, ins: 2, outs: 1, entry: 2),
        Count(.unlimited, admits: 4, ins: 9, outs: 0, entry: 4),
    ])
    func `counts entries by the rule of the list`(count: Count) throws {
        let first = History.FirstEntry(at: try time("2026-12-05T15:02:00Z"), gate: "A", station: "kiosk-1")
        let history = History(ins: count.ins, outs: count.outs, first: first)
        let decision = try decide(
            [line(admits: count.admits)], on: hall(count.reentry), histories: [0: history])
        #expect(decision.entry == count.entry)
        #expect(decision.verdict == (count.entry == nil ? .refused(.alreadyScanned) : .admitted))
        #expect(decision.refusal == (count.entry == nil ? .alreadyScanned(first: first) : nil))
    }

    @Test func `an exit takes away at most who is inside`() throws {
        func passage(_ minute: Int64, _ verdict: Verdict, _ count: Int = 1) -> Passage {
            Passage(
                id: "\(minute)", at: Timestamp(seconds: minute * 60), verdict: verdict, count: count, gate: "A",
                station: "k")
        }
        let early = History.FirstEntry(at: Timestamp(seconds: 60), gate: "B")
        let listed = ListedHistory(
            .init(line: 0, list: "main", history: History(ins: 2, outs: 1, first: early)), issued: nil)
        let history = History(
            listed: listed,
            passages: [
                passage(2, .checkedOut, 3), passage(3, .admitted, 2), passage(4, .checkedOut), passage(5, .admitted),
            ].connected)
        #expect((history.ins, history.outs, history.first) == (5, 3, early))
        #expect(history.entries.count == 5 && history.entries.last == Timestamp(seconds: 300) && history.endsWithEntry)
        #expect(history.inside == 2)
        #expect(History(ins: 1, outs: 2).inside == 0)
        #expect(History(listed: listed, counted: [passage(1, .admitted, 2)], takenBack: ["1"], passages: []).ins == 0)
        // What the list counts: in, out, in. Without the first entry nobody left, and one person is inside.
        let known = [passage(1, .admitted), passage(2, .checkedOut), passage(3, .admitted)].connected
        let undone = History(listed: listed, counted: known, takenBack: ["1"], passages: [])
        #expect((undone.ins, undone.outs, undone.entries) == (1, 0, [Timestamp(seconds: 180)]))
        // Without the exit, two are inside; without the last entry, nobody.
        #expect(History(listed: listed, counted: known, takenBack: ["2"], passages: []).inside == 2)
        #expect(History(listed: listed, counted: known, takenBack: ["3"], passages: []).inside == 0)
    }

    // MARK: - Windows

    @Test(arguments: [
        ("2026-12-05T13:59:59.999Z", Reason.notStarted), ("2026-12-05T14:00:00.000Z", nil),
        // Good until the event's end, and so two hours longer.
        ("2026-12-05T23:00:00.000Z", nil), ("2026-12-06T00:59:59.999Z", nil), ("2026-12-06T01:00:00.000Z", .ended),
    ])
    func `opens at once and closes after the grace`(now: String, reason: Reason?) throws {
        let refusals = try [
            Reason.notStarted: Refusal.notStarted(opens: time("2026-12-05T14:00:00Z")),
            .ended: .ended(closed: time("2026-12-05T23:00:00Z")),
        ]
        #expect(try decide([line()], at: now).refusal == reason.flatMap { refusals[$0] })
    }

    @Test(arguments: [("2026-12-05T17:59:59.999Z", Reason?.none), ("2026-12-05T18:00:00.000Z", .ended)])
    func `takes an earlier end of a ticket exactly`(now: String, reason: Reason?) throws {
        #expect(try decide([line(notAfter: "2026-12-05T18:00:00Z")], at: now).verdict.reason == reason)
    }

    @Test(arguments: [("2026-12-08T01:59:59.999Z", Reason?.none), ("2026-12-08T02:00:00.000Z", .ended)])
    func `extends a later end of a ticket too`(now: String, reason: Reason?) throws {
        #expect(try decide([line(notAfter: "2026-12-08T00:00:00Z")], at: now).verdict.reason == reason)
    }

    @Test func `takes the grace it is given`() throws {
        let none = try decide([line()], at: "2026-12-05T23:00:00Z") { $0.graceAfterEnd = .zero }
        #expect(none.verdict == .refused(.ended))
        let long = try decide([line()], at: "2026-12-06T04:59:59Z") { $0.graceAfterEnd = hour * 6 }
        #expect(long.verdict == .admitted)
    }

    @Test(arguments: ["1970-01-01T00:00:00Z", "2030-01-01T00:00:00Z"])
    func `holds no window against a ticket while the clock is untrusted`(now: String) throws {
        #expect(try decide([line()], at: now) { $0.enforcesWindows = false }.verdict == .admitted)
    }

    @Test func `does not know when a postponed event opens`() throws {
        for enforcesWindows in [true, false] {
            let decision = try decide([line()]) {
                $0.plan = EventPlan(
                    event: Event(
                        id: "e", name: "E", timeZone: named("UTC"), doorsOpen: .earliest, starts: .earliest,
                        ends: .latest,
                        status: .postponed),
                    types: $0.plan.types, lists: $0.plan.lists, gates: $0.plan.gates)
                $0.enforcesWindows = enforcesWindows
            }
            #expect(decision.refusal == .postponed)
            #expect(decision.verdict == .refused(.notStarted))
        }
    }

    // MARK: - Gates

    @Test func `names a gate that admits the ticket`() throws {
        let decision = try decide([line(type: vip)])
        #expect(decision.refusal == .wrongGate(right: "Lounge door"))
        #expect(decision.line?.type == vip)
    }

    @Test func `names no gate when none admits the ticket`() throws {
        let decision = try decide([line(type: parking)])
        #expect(decision.refusal == .wrongGate(right: nil))
    }

    // MARK: - Several lines

    @Test func `takes the first line that still admits someone`() throws {
        let lines = [try line(0, admits: 2), try line(1, admits: 2)]
        let expected = [(0, 1), (0, 2), (1, 1), (1, 2)]
        for (people, place) in expected.enumerated() {
            let histories = [0: History(ins: min(people, 2)), 1: History(ins: max(0, people - 2))]
            let decision = try decide(lines, histories: histories)
            #expect(decision.verdict == .admitted)
            #expect(decision.line?.number == place.0)
            #expect(decision.entry == place.1)
        }
        let decision = try decide(lines, histories: [0: History(ins: 2), 1: History(ins: 2)])
        #expect(decision.verdict == .refused(.alreadyScanned))
        #expect(decision.line?.number == 0)
    }

    @Test func `considers only the lines of this gate's list`() throws {
        let lines = [try line(0, type: vip), try line(1)]
        #expect(try decide(lines).line?.number == 1)
        #expect(try decide(lines, on: lounge).line?.number == 0)
        // The VIP line would pass at another gate; here it does not speak for the used one.
        let used = try decide(lines, histories: [1: History(ins: 1)])
        #expect(used.verdict == .refused(.alreadyScanned))
        #expect(used.line?.number == 1)
        let voided = try decide([line(0, type: vip), line(1, status: .voided)])
        #expect(voided.verdict == .refused(.voided))
    }

    @Test func `passes over a bad line`() throws {
        for status in TicketStatus.allCases where status != .valid {
            let decision = try decide([line(0, status: status), line(1)])
            #expect(decision.verdict == .admitted)
            #expect(decision.line?.number == 1)
        }
    }

    @Test func `tells of the line that passed the most tests`() throws {
        let lines = [
            try line(0, status: .voided), try line(1, status: .unpaid), try line(2, status: .blocked),
            try line(3, status: .unpaid), try line(4, notBefore: "2026-12-05T20:00:00Z"),
        ]
        let decision = try decide(lines)
        #expect(decision.verdict == .refused(.unpaid))
        #expect(decision.line?.number == 1)
        let lateLine = try decide([lines[2], lines[4], lines[0]])
        #expect(lateLine.verdict == .refused(.notStarted))
        #expect(lateLine.line?.number == 4)
    }

    @Test func `tells of the best line when none is for this gate`() throws {
        let decision = try decide([line(0, type: vip, status: .voided), line(1, type: vip)])
        #expect(decision.verdict == .refused(.wrongGate))
        #expect(decision.line?.number == 1)
    }

    @Test func `judges the line that staff picked and no other`() throws {
        let lines = [try line(0), try line(1), try line(2, type: vip)]
        #expect(try decide(lines) { $0.chosenLine = 1 }.line?.number == 1)
        let used = try decide(lines, histories: [1: History(ins: 1)]) { $0.chosenLine = 1 }
        #expect(used.verdict == .refused(.alreadyScanned))
        #expect(used.line?.number == 1)
        #expect(try decide(lines) { $0.chosenLine = 2 }.verdict == .refused(.wrongGate))
        let missing = try decide(lines) { $0.chosenLine = 7 }
        #expect(missing.verdict == .refused(.wrongGate))
        #expect(missing.line == nil)
    }

    // MARK: - Check-outs

    @Test func `checks out the first line with somebody inside`() throws {
        let lines = [try line(0), try line(1), try line(2)]
        let histories = [0: History(ins: 1, outs: 1), 1: History(ins: 1), 2: History(ins: 1)]
        let decision = try decide(lines, histories: histories, direction: .out)
        #expect(decision.verdict == .checkedOut)
        #expect(decision.line?.number == 1)
        #expect(!decision.isUnmatched)
        #expect(decision.entry == nil)
    }

    @Test func `lets people out whose entry is not known`() throws {
        for history in [History(), History(ins: 1, outs: 1), History(ins: 1, outs: 4)] {
            let lines = [try line(0), try line(1)]
            let decision = try decide(lines, histories: [0: history, 1: history], direction: .out)
            #expect(decision.verdict == .checkedOut)
            #expect(decision.line?.number == 0)
            #expect(decision.isUnmatched)
        }
    }

    @Test func `checks a picked line out, though somebody is inside on another`() throws {
        let decision = try decide([line(0), line(1)], histories: [0: History(ins: 1)], direction: .out) {
            $0.chosenLine = 1
        }
        #expect(decision.line?.number == 1)
        #expect(decision.isUnmatched)
    }

    @Test func `shows with a look what an entry would get`() throws {
        for ins in 0...1 {
            let histories = [0: History(ins: ins)]
            let look = try decide([line()], histories: histories, direction: .look)
            #expect(look == (try decide([line()], histories: histories, direction: .in)))
        }
    }
}
