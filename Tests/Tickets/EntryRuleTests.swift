import Foundation
import Testing
import Tickets

/// Rules one by one. Tests/Servers compares thousands of random ones with pretix's own code.
struct EntryRuleTests {
    /// Berlin, 2026-03-29: clocks go from 02:00 to 03:00 at 01:00 UTC.
    private func facts(
        at now: String, zone: String = "Europe/Berlin", entries: [String] = [], isPresent: Bool = false,
        gate: Int64? = nil
    ) throws -> RuleFacts {
        RuleFacts(
            now: try time(now), timeZone: named(zone),
            dates: RuleDates(
                starts: try time("2026-03-29T18:00:00Z"), ends: try time("2026-03-29T22:00:00Z"),
                admission: try time("2026-03-29T17:00:00Z")),
            product: 7, variation: 9, gate: gate, entries: try entries.map(time), isPresent: isPresent)
    }

    private func rule(_ json: String) throws -> EntryRule {
        try #require(try EntryRule(JSONDecoder().decode(RuleJSON.self, from: Data(json.utf8))))
    }

    @Test(arguments: [
        (#"{"==": [{"var": "product"}, 7]}"#, true),
        (#"{"inList": [{"var": "variation"}, {"objectList": [1, 2]}]}"#, false),
        (#"{"inList": [{"var": "product"}, {"objectList": [{"lookup": ["product", "7", "VIP"]}]}]}"#, true),
        (#"{"==": [{"var": "gate"}, null]}"#, true), (#"{"==": [{"var": "entry_status"}, "present"]}"#, false),
        (#"{"==": [{"var": "now_isoweekday"}, 7]}"#, true), (#"{"==": [{"var": "now_minute_of_day"}, 930]}"#, true),
        (#"{"<": [1, {"var": "entries_number"}, 3]}"#, true),
        (#"{"==": [{"var": "entries_today"}, 1]}"#, true), (#"{"==": [{"var": "entries_days"}, 2]}"#, true),
        (#"{"==": [{"var": "minutes_since_last_entry"}, 90]}"#, true),
        (#"{">": [{"var": "minutes_since_first_entry"}, 1440]}"#, true),
        (#"{"isBefore": [{"var": "now"}, {"buildTime": ["date_admission"]}]}"#, true),
        (#"{"isAfter": [{"var": "now"}, {"buildTime": ["date_admission"]}, 240]}"#, true),
        // 03:30 on the clock: the hour before it does not exist.
        (#"{"isAfter": [{"var": "now"}, {"buildTime": ["customtime", "15:29"]}]}"#, true),
        (#"{"isAfter": [{"var": "now"}, {"buildTime": ["customtime", "15:31"]}]}"#, false),
        (#"{"==": [{"entries_since": [{"buildTime": ["custom", "2026-03-29T12:00:00+02:00"]}]}, 1]}"#, true),
        (#"{"and": []}"#, nil), (#"{"or": []}"#, false), ("{}", nil), ("[]", nil), ("true", true),
        // What crashes anywhere lets nobody pass, as in pretix.
        (#"{"or": [true, {"<": [1]}]}"#, false), (#"{"or": [true, {"isBefore": [{"var": "now"}, 5]}]}"#, false),
    ])
    func `decides`(json: String, answer: Bool?) throws {
        let facts = try facts(
            at: "2026-03-29T13:30:00Z", entries: ["2026-03-28T11:00:00Z", "2026-03-29T12:00:00Z"])
        let rule = try EntryRule(JSONDecoder().decode(RuleJSON.self, from: Data(json.utf8)))
        #expect(rule?.admits(facts) == answer)
    }

    @Test(arguments: [
        // The day has 23 hours; the rule counts calendar days.
        ("2026-03-28T23:30:00Z", "2026-03-28T22:59:00Z", true), ("2026-03-28T23:30:00Z", "2026-03-28T23:00:00Z", false),
        ("2026-03-29T21:59:00Z", "2026-03-28T23:00:00Z", false), ("2026-03-29T22:00:00Z", "2026-03-28T23:00:00Z", true),
    ])
    func `begins a day where the event takes place`(now: String, entry: String, answer: Bool) throws {
        let rule = try #require(try EntryRule([PlainRule.onceADay]))
        #expect(rule.admits(try facts(at: now, entries: [entry])) == answer)
    }

    @Test(arguments: [
        #"{"if": [true, true]}"#, #"{"var": "product"}"#, #"{"<": [{"var": "age"}, 1]}"#, #"{"and": [], "or": []}"#,
        #"{"==": [{"and": []}, true]}"#, #"{"<": [{"entries_since": [5]}, 1]}"#,
        #"{"and": [{"objectList": {"+": 1}}]}"#,
        #"{"isAfter": [{"var": "now"}, {"buildTime": ["custom", "soon"]}]}"#, #"{"<": [1e300, 1]}"#,
        #"{"<": [0.0001, 1]}"#,
    ])
    func `refuses what pretix does not accept`(json: String) throws {
        #expect(throws: RuleFault.self) { try rule(json) }
    }

    @Test func `is bounded`() throws {
        func nested(_ depth: Int) -> RuleJSON {
            (0..<depth).reduce(RuleJSON.bool(true)) { rule, _ in .object(["and": .array([rule])]) }
        }
        #expect(try EntryRule(nested(EntryRule.maximumDepth)) != nil)
        #expect(throws: RuleFault.self) { try EntryRule(nested(EntryRule.maximumDepth + 1)) }
        #expect(throws: RuleFault.self) {
            try EntryRule(.object(["and": .array(Array(repeating: .bool(true), count: EntryRule.maximumCount))]))
        }
    }

    @Test func `is written as it was read`() throws {
        let rule = try rule(#"{"isAfter": [{"var": "now"}, {"buildTime": ["date_from"]}, 7.5]}"#)
        #expect(rule.json.value.text == #"{"isAfter":[{"var":"now"},{"buildTime":["date_from"]},7.5]}"#)
        let again = try JSONDecoder().decode(RuleJSON.self, from: Data(rule.json.value.text.utf8))
        #expect(try EntryRule(again) == rule)
    }

    // MARK: - Explaining

    @Test(arguments: [
        (
            ["2026-03-28T10:00:00Z", "2026-03-29T10:00:00Z"], RuleRefusal.Condition.noMoreEntriesToday,
            Optional("2026-03-29T22:00:00Z")
        ),
        (["2026-03-29T10:00:00Z"], .noMoreEntriesToday, "2026-03-29T22:00:00Z"),
        (["2026-03-01T10:00:00Z", "2026-03-02T10:00:00Z", "2026-03-03T10:00:00Z"], .noMoreEntries, nil),
    ])
    func `says which rule and when`(
        entries: [String], condition: RuleRefusal.Condition, next: String?
    ) throws {
        let rule = try #require(try EntryRule([.onceADay, .entries(3)]))
        let refusal = try #require(rule.refusal(try facts(at: "2026-03-29T13:00:00Z", entries: entries)))
        #expect(refusal == RuleRefusal(condition, next: try next.map(time)))
    }

    @Test func `says how long to wait`() throws {
        let rule = try #require(try EntryRule([.wait(minutes: 240)]))
        let entry = "2026-03-29T10:00:00Z"
        let refusal = try #require(rule.refusal(try facts(at: "2026-03-29T13:59:59Z", entries: [entry])))
        #expect(refusal == RuleRefusal(.tooSoon(after: try time(entry)), next: try time("2026-03-29T14:00:00Z")))
        #expect(rule.refusal(try facts(at: "2026-03-29T14:00:00Z", entries: [entry])) == nil)
        #expect(rule.refusal(try facts(at: "2026-03-29T14:00:00Z")) == nil)
        // The clock was set back a little.
        #expect(rule.refusal(try facts(at: "2026-03-29T09:59:30Z", entries: [entry])) != nil)
    }

    @Test(arguments: [
        // A Sunday; Monday at ten is at 08:00 UTC.
        ("2026-03-29T13:00:00Z", RuleRefusal.Condition.weekday, "2026-03-30T08:00:00Z"),
        ("2026-03-30T07:00:00Z", .onlyFrom(Timestamp(seconds: 1_774_857_600)), "2026-03-30T08:00:00Z"),
        ("2026-03-30T15:00:00Z", .onlyUntil(Timestamp(seconds: 1_774_879_200)), "2026-03-31T08:00:00Z"),
    ])
    func `says when it opens`(now: String, condition: RuleRefusal.Condition, next: String) throws {
        let span = try #require(PlainRule.Span("weekdays 10:00-16:00"))
        let rule = try #require(try EntryRule([.only([span])]))
        #expect(rule.refusal(try facts(at: now)) == RuleRefusal(condition, next: try time(next)))
        #expect(rule.refusal(try facts(at: "2026-03-30T09:00:00Z")) == nil)
    }

    @Test func `says what a guest can do most about`() throws {
        // pretix's own example: regular tickets from nine to five, VIPs from eight to six.
        let rule = try rule(
            #"""
            {"or": [
              {"and": [{"==": [{"var": "product"}, 7]},
                {"isAfter": [{"var": "now"}, {"buildTime": ["customtime", "09:00"]}]},
                {"isBefore": [{"var": "now"}, {"buildTime": ["customtime", "17:00"]}]}]},
              {"and": [{"==": [{"var": "product"}, 8]},
                {"isAfter": [{"var": "now"}, {"buildTime": ["customtime", "08:00"]}]},
                {"isBefore": [{"var": "now"}, {"buildTime": ["customtime", "18:00"]}]}]}]}
            """#)
        let refusal = try #require(rule.refusal(try facts(at: "2026-03-30T15:30:00Z")))
        #expect(refusal.condition == .onlyUntil(try time("2026-03-30T15:00:00Z")))
        #expect(refusal.next == (try time("2026-03-31T07:00:00Z")))
    }

    // MARK: - Plain words

    @Test(arguments: [
        (
            "weekdays 10:00-16:00", ["2026-03-30T08:00:01Z", "2026-04-03T13:59:00Z"],
            ["2026-03-29T10:00:00Z", "2026-03-30T07:59:00Z"]
        ),
        ("fri-sun", ["2026-03-29T10:00:00Z"], ["2026-03-30T10:00:00Z"]),
        ("sat-mon", ["2026-03-30T10:00:00Z"], ["2026-03-31T10:00:00Z"]),
        ("mon, wed 18:00-24:00", ["2026-04-01T21:59:00Z"], ["2026-04-01T22:01:00Z", "2026-03-31T21:00:00Z"]),
        // Until two in the night that follows.
        (
            "sat 22:00-02:00", ["2026-03-28T21:30:00Z", "2026-03-28T23:30:00Z"],
            ["2026-03-29T21:30:00Z", "2026-03-28T00:30:00Z"]
        ),
        ("09:00-17:00", ["2026-03-29T09:00:00Z"], ["2026-03-29T17:00:00Z"]),
        ("every day", ["2026-03-29T09:00:00Z"], []),
    ])
    func `reads days and hours`(text: String, open: [String], closed: [String]) throws {
        let span = try #require(PlainRule.Span(text))
        let rule = try EntryRule([.only([span])])
        for time in open { #expect(rule?.admits(try facts(at: time)) ?? true, "\(time)") }
        for time in closed { #expect(rule?.admits(try facts(at: time)) == false, "\(time)") }
    }

    @Test(arguments: [
        "", "10-16", "weekdays 10:00", "someday", "10:00-10:00", "mon-", "mon 25:00-26:00", "10:00-16:00 mon",
    ])
    func `refuses other days and hours`(text: String) {
        #expect(PlainRule.Span(text) == nil)
    }
}

/// Rules among the other tests of a ticket.
struct AdmissionWithRuleTests {
    private func admission(
        _ rules: [PlainRule], admits: Int = 1, count: Int = 1, entries: [String] = [],
        at now: String = "2026-12-05T16:00:00Z",
        change: (inout AdmissionCase) -> Void = { _ in }
    ) throws -> Decision {
        let list = hall(.unlimited, rule: try EntryRule(rules))
        let times = try entries.map(time)
        var admission = AdmissionCase(
            plan: try plan(list: list), list: list, lines: [try line(admits: admits)],
            histories: [0: History(ins: times.count, entries: times)], now: try time(now), count: count)
        change(&admission)
        return admission.decision
    }

    @Test func `refuses who may not pass, and not who leaves`() throws {
        let entry = "2026-12-05T15:00:00Z"
        #expect(try admission([.onceADay], entries: [entry]).verdict == .refused(.rules))
        #expect(try admission([.onceADay], entries: [entry]) { $0.direction = .out }.verdict == .checkedOut)
        #expect(try admission([.onceADay]).verdict == .admitted)
    }

    @Test func `lets the people of a group take turns`() throws {
        let entry = "2026-12-05T15:00:00Z"
        #expect(try admission([.onceADay], admits: 4, entries: [entry, entry, entry]).verdict == .admitted)
        #expect(try admission([.onceADay], admits: 4, count: 4).verdict == .admitted)
        #expect(
            try admission([.onceADay], admits: 4, count: 2, entries: [entry, entry, entry]).verdict == .refused(.rules))
        #expect(try admission([.wait(minutes: 240)], admits: 2, entries: [entry]).verdict == .admitted)
        #expect(try admission([.wait(minutes: 240)], admits: 2, entries: [entry, entry]).verdict == .refused(.rules))
    }

    @Test func `asks for no time while the clock is wrong`() throws {
        let entry = "2026-12-05T15:00:00Z"
        #expect(try admission([.onceADay], entries: [entry]) { $0.enforcesWindows = false }.verdict == .admitted)
        let limited = try admission([.entries(1)], entries: [entry]) { $0.enforcesWindows = false }
        #expect(limited.verdict == .refused(.rules))
        let both = try admission([.onceADay, .entries(1)], entries: [entry]) { $0.enforcesWindows = false }
        #expect(both.verdict == .refused(.rules))
    }

    @Test func `knows products, variations and gates by the server's numbers`() throws {
        let json = RuleJSON.object([
            "and": .array([
                .object(["==": .array([.object(["var": .string("product")]), .number(5)])]),
                .object(["==": .array([.object(["var": .string("variation")]), .number(12)])]),
                .object(["==": .array([.object(["var": .string("gate")]), .number(3)])]),
            ])
        ])
        let number = TicketType.number(item: 5, variation: 12)
        for (id, gate, verdict) in [
            (number, Int64(3), Verdict.admitted), (-4 * number - 2, 3, .admitted), (-4 * number - 1, 3, .admitted),
            (-4 * number, 3, .admitted),
            (number, 4, .refused(.rules)), (5, 3, .refused(.rules)),
        ] {
            let type = TicketType(id: id, slug: "standard", name: "Standard")
            let list = hall(rule: try EntryRule(json))
            let decision = AdmissionCase(
                plan: try plan(list: list), list: list, gate: Gate(slug: "A", name: "A", list: "main", number: gate),
                lines: [try line(type: type)], now: try time("2026-12-05T16:00:00Z")
            ).decision
            #expect(decision.verdict == verdict, "\(id) at \(gate)")
        }
    }
}
