import Foundation
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
