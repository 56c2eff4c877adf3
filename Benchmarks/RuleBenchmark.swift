import Foundation
import TestSupport
import Tickets

/// What a rule of 50 parts adds to a scan: one that lets everybody in, and one that lets nobody in, for which the time of the
/// next entry is looked for, too.
struct RuleBenchmark {
    let folder: URL
    let programs: URL

    private static let scans = 2000

    func run() throws {
        let plain = try measure("no rule", more: "")
        // Each span has 11 parts.
        let spans = ["mon-wed 00:00-12:00", "mon-wed 12:00-24:00", "thu-sun 00:00-12:00", "thu-sun 12:00-24:00"]
        let met = try measure("a rule that is met", more: Self.list("entries: 3, only: [\(Self.quoted(spans))]"))
        let days = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
        // Never: not in the only minutes of the week, unless this runs in one of them.
        let never = days.prefix(4).map { "\($0) 03:00-03:01" }
        let unmet = try measure(
            "a rule that is not met", more: Self.list("entries: 3, only: [\(Self.quoted(never))]"), as: .refused(.rules)
        )
        show("what rules add, p99", "met \((met.p99 - plain.p99).text), not met \((unmet.p99 - plain.p99).text)")
        for hostile in Self.hostile { try measure(hostile) }
    }

    // MARK: - Rules that are made to take long

    private struct Hostile {
        let name: String
        let rule: RuleJSON
        let admits: Int
        let verdict: Verdict
    }

    private static let now = Timestamp(milliseconds: 1_796_486_400_000)

    /// As many parts as a rule can have.
    private static var hostile: [Hostile] {
        func call(_ name: String, _ operands: RuleJSON...) -> RuleJSON { .object([name: .array(operands)]) }
        func variable(_ name: String) -> RuleJSON { .object(["var": .string(name)]) }
        func wide(_ name: String, _ limit: Double, in operation: String) -> RuleJSON {
            .object([operation: .array(Array(repeating: call("<", variable(name), .number(limit)), count: 640))])
        }
        func deep(_ rule: RuleJSON) -> RuleJSON {
            (0..<EntryRule.maximumDepth - 4).reduce(rule) { inner, _ in call("or", inner) }
        }
        let hours = (0..<390).map { number in
            let clock = RuleJSON.array([.string("customtime"), .string("\(10 + number / 50):\(10 + number % 50)")])
            return call("and", call("isBefore", variable("now"), .object(["buildTime": clock])), .bool(false))
        }
        let refused = [
            ("days", deep(wide("entries_days", -1, in: "or"))),
            ("today", deep(wide("entries_today", -1, in: "or"))),
            ("390 times", .object(["or": .array(hours)])),
        ]
        return refused.map { Hostile(name: $0.0, rule: $0.1, admits: 1, verdict: .refused(.rules)) }
            + [
                Hostile(
                    name: "group of 1000", rule: wide("entries_today", 10_000, in: "and"), admits: 1000,
                    verdict: .admitted)
            ]
    }

    /// With 3,000 entries in the history.
    private func measure(_ hostile: Hostile) throws {
        guard let rule = try EntryRule(hostile.rule) else { throw BenchmarkError("the rule forbids nothing") }
        let list = AdmissionList(slug: "main", name: "Main", reentry: .unlimited, types: ["standard"], rule: rule)
        let type = TicketType(id: 7, slug: "standard", name: "Standard")
        let event = Event(
            id: "bench", name: "Benchmark", timeZone: "Europe/Berlin", doorsOpen: Self.now, starts: Self.now,
            ends: Self.now + .seconds(7200))
        let gate = Gate(slug: "A", name: "A", list: "main")
        let line = TicketLine(number: 0, type: type, admits: hostile.admits, notBefore: .earliest, notAfter: .latest)
        let entries = (0..<3000).map { Self.now - .seconds($0 * 3600) }
        let admission = AdmissionCase(
            plan: EventPlan(event: event, types: [type], lists: [list], gates: [gate]), list: list, gate: gate,
            lines: [line], histories: [0: History(ins: entries.count, entries: entries)], now: Self.now + .seconds(60))
        let times = try (0..<20).map { _ in
            let start = ContinuousClock.now
            guard admission.decision.verdict == hostile.verdict else { throw BenchmarkError("another verdict") }
            return ContinuousClock.now - start
        }
        show("hostile: \(hostile.name)", Percentiles(times).text)
        guard Percentiles(times).p99 < .seconds(1) else { throw BenchmarkError("a rule takes too long") }
    }

    private static func list(_ rules: String) -> String {
        "lists: [{id: main, rules: {\(rules)}}]"
    }

    private static func quoted(_ spans: some Sequence<String>) -> String {
        spans.map { "\"\($0)\"" }.joined(separator: ", ")
    }

    private func measure(_ name: String, more: String, as verdict: Verdict = .admitted) throws -> Percentiles {
        let own = folder.appending(path: name.replacing(" ", with: "-"))
        try FileManager.default.createDirectory(at: own, withIntermediateDirectories: true)
        let event = BenchmarkEvent(tickets: 20_000, folder: own, programs: programs, more: more)
        let codes = try event.write()
        _ = try event.build()
        _ = try event.install()
        let daemon = try Daemon(program: programs.appending(path: "usherd"), state: event.state)
        let disk = try DiskProbe(path: event.path("probe"))
        var (commits, flushes): ([Duration], [Duration]) = ([], [])
        for (index, code) in codes.prefix(Self.scans).enumerated() {
            commits.append(try daemon.present(code, as: verdict))
            if index.isMultiple(of: 4) { flushes.append(try disk.flush()) }
        }
        try daemon.stop()
        let (ours, rival) = (Percentiles(commits), Percentiles(flushes))
        show(name, "\(ours.text); beyond one fdatasync: p50 \((ours.median - rival.median).text)")
        return ours
    }
}
