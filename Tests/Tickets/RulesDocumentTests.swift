import Foundation
import Testing

@testable import Tickets

/// docs/RULES.md against the code, because organizers and other programs write rules after it.
struct RulesDocumentTests {
    private func rows() throws -> [String] {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../docs/RULES.md")
        return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").filter { $0.hasPrefix("| `") }
            .map { String($0.split(separator: "|")[0]) }
    }

    private func words(_ rows: [String]) -> Set<String> {
        Set(rows.joined().matches(of: #/`([^`]+)`/#).map { String($0.output.1) })
    }

    @Test func `it names every operator and word, and no other`() throws {
        let named = words(try rows())
        let plain: Set = ["once", "entries", "wait", "only"]
        let known =
            RuleOperator.allCases.map(\.rawValue) + RuleVariable.allCases.map(\.rawValue) + ["var", "buildTime"]
        #expect(named == Set(known).union(plain))
    }

    @Test func `its spans can be read`() {
        for span in [
            "weekdays 10:00-16:00", "sat, sun 09:00-20:00", "mon-fri", "sat, sun", "weekdays", "weekends", "every day",
            "10:00-16:00", "sat 22:00-02:00",
        ] {
            #expect(PlainRule.Span(span) != nil, "\(span)")
        }
    }

    @Test func `it can be seen how a rule came out`() throws {
        let entry = try time("2026-12-05T08:00:00Z")
        let facts = RuleFacts(
            now: try time("2026-12-05T18:00:00Z"), timeZone: named("Africa/Kampala"),
            dates: RuleDates(starts: entry, ends: entry, admission: entry), product: 7, entries: [entry])
        let rule = try #require(try EntryRule([.onceADay, .entries(10)]))
        #expect(
            rule.explanation(facts, clock: DoorClock(zone: named("Africa/Kampala"), now: facts.now)) == [
                "not met: all of", "  not met: entries today (1) < 1", "  met: entries (1) < 10",
            ])
        let json = #"""
            {"or": [{"isBefore": [{"var": "now"}, {"buildTime": ["customtime", "20:30"]}, 15]}, {"<": [1, null]},
            {"==": [{"entries_since": [{"buildTime": ["date_from"]}]}, {"lookup": ["product", "7", ""]}]},
            {"inList": [{"var": "entry_status"}, {"objectList": ["present", 2]}]}]}
            """#
        let hours = ["weekdays 10:00-16:00", "sat 22:00-02:00"].compactMap { PlainRule.Span($0) }
        let plain = try #require(try EntryRule([.wait(minutes: 240), .only(hours)]))
        #expect(
            try plain.words(in: plan()) == [
                "all of", "  one of", "    entries == 0", "    minutes since the last entry >= 240", "  one of",
                "    all of", "      day of the week is one of mon, tue, wed, thu, fri", "      time of day >= 10:00",
                "      time of day < 16:00", "    one of", "      all of", "        day of the week is one of sat",
                "        time of day >= 22:00", "      all of", "        day of the week is one of sun",
                "        time of day < 02:00",
            ])
        let dated = try EntryRule(
            JSONDecoder().decode(
                RuleJSON.self,
                from: Data(#"{"isAfter": [{"var": "now"}, {"buildTime": ["custom", "2026-12-05T15:30:00Z"]}]}"#.utf8)))
        #expect(try dated?.words(in: plan()) == ["now is after Sat 5 Dec 2026 18:30"])
        let other = try #require(try EntryRule(JSONDecoder().decode(RuleJSON.self, from: Data(json.utf8))))
        #expect(
            other.explanation(facts, clock: DoorClock(zone: named("Africa/Kampala"), now: facts.now)) == [
                "not met: one of", "  not met: now (21:00) is before 20:30 plus 15 min",
                "  not met: 1 < nothing", "  not met: entries since the start == 7",
                "  not met: presence (absent) is one of present, 2",
            ])
    }

    @Test func `a rule in words has the names of products, variations and gates, and says which way a tolerance goes`()
        throws
    {
        let json = #"""
            {"and": [{"inList": [{"var": "product"}, {"objectList": [{"lookup": ["product", "6", "VIP"]}, 9]}]},
            {"==": [{"var": "variation"}, 7]}, {"inList": [{"var": "gate"}, [3, 4]]},
            {"isAfter": [{"var": "now"}, {"buildTime": ["customtime", "16:41"]}, 120]}, {"<": [{"var": "entries_number"}, 6]}]}
            """#
        let rule = try #require(try EntryRule(JSONDecoder().decode(RuleJSON.self, from: Data(json.utf8))))
        let types = [
            TicketType(id: TicketType.number(item: 6, variation: 0), slug: "item-6", name: "VIP"),
            TicketType(id: TicketType.number(item: 5, variation: 7), slug: "item-5-7", name: "Standing (Early)"),
        ]
        let gates = [Gate(slug: "north", name: "North gate", list: "main", number: 3)]
        let plan = EventPlan(event: try winterGala(), types: types, lists: [hall()], gates: gates)
        #expect(
            rule.words(in: plan) == [
                "all of", "  product is one of VIP (6), 9", "  variation == Standing (Early) (7)",
                "  gate is one of North gate (3), 4", "  now is after 16:41 minus 120 min", "  entries < 6",
            ])
    }
}
