import Foundation
import ServerDoubles
import TestSupport
import Testing
import Tickets

/// A day of an organizer with a server of the EventSchedule family, with real programs: the list, the doors, the exits, the
/// report. Names and answers of the servers are those of `EventScheduleDouble`, which names its sources.
@Suite(.timeLimit(.minutes(5)))
struct EventScheduleDayTests {
    /// What people did at the door of 12 tickets: 9 went in, 2 of them twice, 3 went out, one showed a code of nobody.
    private static let entered = 0..<9
    private static let again = 0..<2
    private static let left = 3..<6

    /// Plays it, and waits until nothing is to be sent any more.
    /// - Returns: the word of each verdict.
    private func play(_ bench: Bench, _ state: String) async throws -> [String] {
        let scans =
            (Array(Self.entered) + Array(Self.again)).map { bench.codes[$0] } + ["0123456789abcdef0123456789abcdef"]
        let exits = Self.left.map { #"{"code":"\#(bench.codes[$0])","direction":"out"}"# }
        let printed = try await Programs.run(
            "usherd", ["--stdin", "--state", state, "--config", bench.path("usher.yaml")],
            input: (scans + exits).joined(separator: "\n") + "\n")
        #expect(printed.status == 0, "\(printed.errors)")
        try await bench.withDaemon(state) {
            try await bench.wait("nothing waits any more") {
                try await !Self.outbox(state).contains { $0.state == "waiting" }
            }
        }
        return try printed.output.split(separator: "\n").map {
            let verdict = try JSONDecoder().decode(Verdict.self, from: Data($0.utf8))
            return verdict.reason ?? verdict.verdict
        }
    }

    private static let verdicts =
        Array(repeating: "admitted", count: 9) + Array(repeating: "alreadyScanned", count: 2) + ["invalid"]
        + Array(repeating: "checkedOut", count: 3)

    private struct Verdict: Decodable {
        let verdict: String
        let reason: String?
    }

    private struct Waiting: Decodable {
        let state: String
        let reason: String?
    }

    private static func outbox(_ state: String) async throws -> [Waiting] {
        struct Answer: Decodable { let items: [Waiting] }
        let text = try await Programs.usher("outbox", "list", "--json", "--state", state).output
        return try JSONDecoder().decode(Answer.self, from: Data(text.utf8)).items
    }

    /// The report has what happened at the door.
    private func check(_ bench: Bench, _ state: String) async throws {
        let text = try await Programs.usher("report", "--event", "gala", "--json", "--state", state).output
        let report = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        let figures = try #require((report["items"] as? [[String: Any]])?.first)
        let list = try #require((figures["lists"] as? [[String: Any]])?.first)
        let gates = try #require(list["gates"] as? [[String: Any]])
        let numbers = [list["admitted"], list["inside"], gates.first?["checked_out"]].map { $0 as? Int }
        #expect(numbers == [9, 6, 3], "\(list)")
        let refusals = try #require(figures["refusals"] as? [[String: Any]])
        #expect(
            Dictionary(refusals.map { ($0["reason"] as? String, $0["codes"] as? Int) }) { first, _ in first }
                == ["alreadyScanned": 2, "invalid": 1])
        let pdf = bench.path("report.pdf")
        try await Programs.usher("report", "--event", "gala", "--out", pdf, "--state", state)
        #expect(try Data(contentsOf: bench.url("report.pdf")).starts(with: Data("%PDF".utf8)))
    }

    @Test func `with the documented interface, or the package, the server has every entry and exit`() async throws {
        let bench = try Bench(tickets: 12)
        try await bench.double.serve { address in
            try await bench.build(from: address)
            let state = try await bench.station(telling: address)
            #expect(try await play(bench, state) == Self.verdicts)
            let told = bench.double.now.checkIns.map { [$0.text("ticket_id") ?? "", $0.text("action") ?? ""] }
            let expected =
                Self.entered.map { ["\(100 + $0)", "checkin"] } + Self.left.map { ["\(100 + $0)", "checkout"] }
            #expect(told == expected)
            #expect(try await Self.outbox(state).isEmpty)
            try await check(bench, state)
        }
    }

    @Test func `with the fork, tickets come from a file, entries arrive, and exits are kept as not sent`() async throws
    {
        let bench = try Bench(.planify, tickets: 12)
        try await bench.double.serve { address in
            try await bench.buildFromFile()
            let state = try await bench.station(telling: address)
            #expect(try await play(bench, state) == Self.verdicts)
            let scanned = bench.double.now.checkIns.map { $0.text("ticket_id") }
            #expect(scanned == Self.entered.map { "\(100 + $0)" })
            let kept = try await Self.outbox(state)
            #expect(kept.map(\.state) == ["refused", "refused", "refused"], "\(kept)")
            try await check(bench, state)
        }
    }

    @Test func `with the open source server alone, its sales are the list, and nothing is sent`() async throws {
        let bench = try Bench(.upstream, tickets: 12)
        try await bench.double.serve { address in
            try await bench.build(from: address)
            let before = bench.double.now.requests.count
            let state = try await bench.station(telling: nil)
            #expect(try await play(bench, state) == Self.verdicts)
            #expect(bench.double.now.requests.count == before)
            try await check(bench, state)
        }
    }
}
