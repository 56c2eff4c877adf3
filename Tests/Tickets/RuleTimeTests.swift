import Foundation
import Testing
import Tickets

/// When a rule opens, what a guest is told about the next entry, and how much work that may be.
struct RuleTimeTests {
    private func facts(at now: String, zone: String = "Europe/Berlin", entries: [String] = []) throws -> RuleFacts {
        let start = try time("2026-03-29T18:00:00Z")
        return RuleFacts(
            now: try time(now), timeZone: named(zone), dates: RuleDates(starts: start, ends: start, admission: start),
            product: 7, entries: try entries.map(time))
    }

    private func rule(_ span: String) throws -> EntryRule {
        let span = try #require(PlainRule.Span(span))
        return try #require(try EntryRule([.only([span])]))
    }

    private func rule(json: String) throws -> EntryRule {
        try #require(try EntryRule(JSONDecoder().decode(RuleJSON.self, from: Data(json.utf8))))
    }

    @Test(arguments: [
        ("weekdays 10:00-16:00", "2026-03-30T07:59:59.999Z", false),
        ("weekdays 10:00-16:00", "2026-03-30T08:00:00Z", true),
        ("weekdays 10:00-16:00", "2026-03-30T13:59:59.999Z", true),
        ("weekdays 10:00-16:00", "2026-03-30T14:00:00Z", false),
        ("sat 22:00-02:00", "2026-03-28T21:00:00Z", true),
    ])
    func `a span begins with its first instant and ends before its last`(
        span: String, now: String, answer: Bool
    ) throws {
        #expect(try rule(span).admits(facts(at: now)) == answer)
    }

    // Berlin, 2026-03-29: from 02:00 to 03:00 at 01:00 UTC.
    @Test(arguments: [
        ("02:40-03:20", "2026-03-29T00:59:59.999Z", false), ("02:40-03:20", "2026-03-29T01:00:00Z", true),
        ("02:40-03:20", "2026-03-29T01:19:59Z", true), ("02:40-03:20", "2026-03-29T01:20:00Z", false),
        ("01:00-02:30", "2026-03-29T00:59:59Z", true), ("01:00-02:30", "2026-03-29T01:00:00Z", false),
        ("02:10-02:50", "2026-03-29T01:00:00Z", false),
    ])
    func `a span whose start is skipped opens when clocks are put forward`(
        span: String, now: String, answer: Bool
    ) throws {
        #expect(try rule(span).admits(facts(at: now)) == answer)
    }

    @Test func `the instant at which clocks are put forward is told as the next entry`() throws {
        let opening = try time("2026-03-29T01:00:00Z")
        let refusal = try rule("02:40-03:20").refusal(try facts(at: "2026-03-29T00:30:00Z"))
        #expect(refusal == RuleRefusal(.onlyFrom(opening), next: opening))
    }

    @Test func `pretix's own words are evaluated as pretix does`() throws {
        let after = try rule(json: #"{"isAfter": [{"var": "now"}, {"buildTime": ["customtime", "10:00"]}]}"#)
        #expect(try !after.admits(facts(at: "2026-03-30T08:00:00Z")))
        #expect(try after.admits(facts(at: "2026-03-30T08:00:00.001Z")))
        // A time that clocks skip counts from before the change: 03:40.
        let skipped = try rule(json: #"{"isAfter": [{"var": "now"}, {"buildTime": ["customtime", "02:40"]}]}"#)
        #expect(try !skipped.admits(facts(at: "2026-03-29T01:39:00Z")))
        #expect(try skipped.admits(facts(at: "2026-03-29T01:41:00Z")))
    }

    // MARK: - The next entry

    @Test func `the next entry is a whole minute, and then the guest is let in`() throws {
        let rule = try #require(try EntryRule([.wait(minutes: 240)]))
        let entry = "2026-03-29T10:03:42.500Z"
        let next = try time("2026-03-29T14:04:00Z")
        let refusal = try #require(rule.refusal(try facts(at: "2026-03-29T12:00:00Z", entries: [entry])))
        #expect(refusal.next == next)
        #expect(rule.admits(try facts(at: "\(next)", entries: [entry])))
        #expect(!rule.admits(try facts(at: "2026-03-29T14:03:00Z", entries: [entry])))
    }

    // Berlin, 2026-10-25: from 03:00 to 02:00 at 01:00 UTC.
    @Test(arguments: [
        ("02:15-02:45", "2026-10-25T00:50:00Z", "2026-10-25T01:15:00Z"),
        ("02:15-02:45", "2026-10-25T01:50:00Z", "2026-10-26T01:15:00Z"),
        ("01:00-02:30", "2026-10-25T00:40:00Z", "2026-10-25T01:00:00Z"),
    ])
    func `hours that clocks show twice are open twice`(span: String, now: String, next: String) throws {
        let rule = try rule(span)
        let refusal = try #require(rule.refusal(try facts(at: now)))
        // The second pass of 01:00-02:30 begins at 02:00, which the rule does not name: the next day is told.
        let expected = span == "01:00-02:30" ? try time("2026-10-26T00:00:00Z") : try time(next)
        #expect(refusal.next == expected)
        #expect(rule.admits(try facts(at: next)))
    }

    @Test func `the next entry may be at midnight, when the times of a day begin anew`() throws {
        let until = try rule(json: #"{"isBefore": [{"var": "now"}, {"buildTime": ["customtime", "16:00"]}]}"#)
        #expect(until.refusal(try facts(at: "2026-03-30T15:00:00Z"))?.next == (try time("2026-03-30T22:00:00Z")))
    }

    @Test func `all hours of a week are looked at`() throws {
        let days = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
        let spans = days.enumerated().compactMap { day, name in
            PlainRule.Span("\(name) 1\(day):1\(day)-1\(day):2\(day)")
        }
        let rule = try #require(try EntryRule([.only(spans), .only([spans[6]])]))
        // On a Sunday after the only hours that meet both: those of the next Sunday.
        #expect(rule.refusal(try facts(at: "2026-04-05T18:00:00Z"))?.next == (try time("2026-04-12T14:16:00Z")))
    }

    // MARK: - Work

    @Test(.timeLimit(.minutes(1))) func `times of comparisons in comparisons are not doubled`() throws {
        let time = #"{"buildTime": ["customtime", "10:00"]}"#
        let nested = (0..<40).reduce(time) { inner, level in
            #"{"isBefore": [\#(inner), \#(time), \#(1 << level)]}"#
        }
        // It cannot be evaluated; before, 2^40 times were collected to say so.
        #expect(try rule(json: nested).refusal(facts(at: "2026-03-29T12:00:00Z")) == RuleRefusal(.other))
    }
}
