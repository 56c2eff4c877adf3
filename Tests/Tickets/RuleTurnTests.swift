import Testing
import Tickets

/// The people of a group, unpaid tickets and histories with odd times, under a rule.
struct RuleTurnTests {
    private static let now = "2026-12-06T16:00:00Z"
    private static let yesterday = "2026-12-05T15:00:00Z"
    private static let today = "2026-12-06T15:00:00Z"

    private func admission(
        _ rules: [PlainRule], _ reentry: Reentry = .unlimited, admits: Int = 1, count: Int = 1, history: History,
        change: (inout AdmissionCase) -> Void = { _ in }
    ) throws -> Decision {
        let list = hall(reentry, rule: try EntryRule(rules))
        var admission = AdmissionCase(
            plan: try plan(list: list), list: list, lines: [try line(admits: admits, notAfter: "2027-12-05T23:00:00Z")],
            histories: [0: history], now: try time(Self.now), count: count)
        change(&admission)
        return admission.decision
    }

    private func entered(_ times: [String]) throws -> History {
        History(ins: times.count, entries: try times.map(time))
    }

    // MARK: - The number

    @Test(arguments: [
        // On the second day the counting starts anew.
        ([], 1), (["y", "y", "y", "y"], 1), (["y", "y", "y", "y", "t"], 2), (["y", "y"], 1),
        (["y", "y", "t", "t", "t"], 4),
    ])
    func `the number is that of the people who have no turn any more`(days: [String], number: Int) throws {
        let history = try entered(days.map { $0 == "y" ? Self.yesterday : Self.today })
        #expect(try admission([.onceADay], admits: 4, history: history).entry == number)
    }

    @Test func `without re-entry, those who have entered count as well`() throws {
        let history = try entered([Self.yesterday, Self.yesterday])
        #expect(try admission([.onceADay], .none, admits: 4, history: history).entry == 3)
        // A rule of days alone says nothing about who comes.
        let always = try #require(PlainRule.Span("every day 00:00-24:00"))
        #expect(try admission([.only([always])], admits: 4, history: history).entry == 3)
    }

    @Test func `three entries for each of four are twelve`() throws {
        let eleven = try entered(Array(repeating: Self.today, count: 11))
        #expect(try admission([.entries(3)], admits: 4, history: eleven).entry == 4)
        #expect(try admission([.entries(3)], admits: 4, count: 2, history: eleven).verdict == .refused(.rules))
        let twelve = try entered(Array(repeating: Self.today, count: 12))
        #expect(try admission([.entries(3)], admits: 4, history: twelve).verdict == .refused(.rules))
    }

    @Test func `turns are in the order of time, not in that in which entries were told`() throws {
        // Two people: the first entered yesterday and an hour ago, the second yesterday. It is the second one's turn.
        let times = try [time(Self.yesterday), time(Self.today), time(Self.yesterday) + hour]
        let history = History(
            listed: nil,
            passages: times.enumerated().map {
                Passage(id: "\($0)", at: $1, verdict: .admitted, count: 1, gate: nil, station: nil)
            })
        #expect(try admission([.onceADay], admits: 2, history: history).verdict == .admitted)
    }

    // MARK: - A wrong clock

    @Test func `a wrong clock drops the conditions of time and keeps those of entries`() throws {
        let rules = [
            PlainRule.entries(2), .wait(minutes: 240), .onceADay, .only([try #require(PlainRule.Span("mon"))]),
        ]
        let once = try admission(rules, history: try entered([Self.today])) { $0.enforcesWindows = false }
        #expect(once.verdict == .admitted)
        let twice = try admission(rules, history: try entered([Self.today, Self.today])) { $0.enforcesWindows = false }
        #expect(twice.refusal?.rule == RuleRefusal(.noMoreEntries))
        #expect(try admission(rules, history: History()).verdict == .refused(.rules), "a Sunday")
    }

    @Test(arguments: [
        // A clock was a year ahead: the entry counts, when it was is not known.
        ("2027-12-06T10:00:00Z", [PlainRule.onceADay], true), ("2027-12-06T10:00:00Z", [.wait(minutes: 240)], true),
        ("2027-12-06T10:00:00Z", [.entries(1)], false),
        // A smaller correction gives nobody a second entry.
        ("2026-12-06T16:00:30Z", [.onceADay], false), ("2026-12-06T16:00:30Z", [.wait(minutes: 5)], false),
        ("2026-12-07T16:00:00Z", [.wait(minutes: 5)], false), ("2026-12-07T16:00:00.001Z", [.wait(minutes: 5)], true),
    ])
    func `an entry that is yet to come counts, and keeps nobody out until then`(
        entry: String, rules: [PlainRule], isAdmitted: Bool
    ) throws {
        #expect((try admission(rules, history: try entered([entry])).verdict == .admitted) == isAdmitted)
    }

    // MARK: - Histories

    @Test func `of a huge number of people, only some times are assumed`() throws {
        let history = History(ins: 2_000_000_000, last: try time(Self.today))
        #expect((history.ins, history.entries.count) == (2_000_000_000, 10_000))
        #expect(try admission([.entries(1000)], history: history).refusal?.rule?.condition == .noMoreEntries)
        #expect(try admission([.entries(1000)], admits: 1000, history: history).verdict == .admitted)
    }

    @Test func `entries without a time count, and were not today`() throws {
        let history = History(ins: 2)
        #expect(history.entries == [.earliest, .earliest])
        #expect(try admission([.onceADay], history: history).verdict == .admitted)
        #expect(try admission([.wait(minutes: 240)], history: history).verdict == .admitted)
        #expect(try admission([.entries(2)], history: history).verdict == .refused(.rules))
    }

    @Test func `a paid line goes before an unpaid one where the list asks about those`() throws {
        let list = AdmissionList(
            slug: "main", name: "Hall", reentry: .unlimited, types: ["standard", "vip"],
            rule: try EntryRule([.onceADay]),
            asksUnpaid: true)
        func decide(_ histories: [Int: History]) throws -> Decision {
            AdmissionCase(
                plan: try plan(list: list), list: list,
                lines: [
                    try line(0, status: .unpaid, notAfter: "2027-12-05T23:00:00Z"),
                    try line(1, type: vip, notAfter: "2027-12-05T23:00:00Z"),
                ], histories: histories, now: try time(Self.now)
            ).decision
        }
        #expect(try decide([:]).line?.number == 1)
        let later = try decide([1: try entered([Self.today])])
        #expect((later.line?.number, later.questions) == (0, [.unpaid]))
    }
}
