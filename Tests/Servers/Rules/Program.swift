// rule-cases: decides the cases that Tests/Servers/seeds/rules.py wrote, and names each where pretix decided otherwise.

import Foundation
import Tickets
import TimeZones

/// One case in one line of JSON.
struct Case: Decodable {
    struct Passage: Decodable {
        let at: Timestamp
        let entry: Bool
    }

    let rule: RuleJSON
    let zone: String
    let starts: Timestamp
    let ends: Timestamp
    let admission: Timestamp
    let product: Int64
    let variation: Int64?
    let gate: Int64?
    let now: Timestamp
    let passages: [Passage]
    /// What pretix says: `yes`, `no`, or `invalid` when it does not accept the rule.
    let pretix: String

    /// What we say.
    var answer: String {
        do {
            guard let rule = try EntryRule(rule) else { return "yes" }
            let facts = RuleFacts(
                now: now, timeZone: ZoneFolder.system.zone(named: zone),
                dates: RuleDates(starts: starts, ends: ends, admission: admission),
                product: product, variation: variation, gate: gate, entries: passages.filter(\.entry).map(\.at),
                isPresent: passages.max { $0.at < $1.at }?.entry ?? false)
            let admits = rule.admits(facts)
            let refusal = rule.refusal(facts)
            guard admits == (refusal == nil) else { return "a refusal that does not fit" }
            if let next = refusal?.next, next <= facts.now { return "a next time that is past" }
            return admits ? "yes" : "no"
        } catch {
            return "invalid"
        }
    }
}

@main
struct Program {
    static func main() throws {
        var (count, differing) = (0, 0)
        var answers: [String: Int] = [:]
        while let line = readLine() {
            let decoded = try JSONDecoder().decode(Case.self, from: Data(line.utf8))
            let answer = decoded.answer
            count += 1
            answers[answer, default: 0] += 1
            guard answer != decoded.pretix else { continue }
            differing += 1
            if differing <= 20 { print("ours \(answer), pretix \(decoded.pretix): \(line)") }
        }
        let kinds = answers.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: ", ")
        print("\(count) cases (\(kinds)), \(differing) differ")
        if differing > 0 || count == 0 { exit(1) }
    }
}
