import Foundation
import ServerDoubles
import Subprocess
import TestSupport
import Testing
import Tickets

@testable import Backends

/// The reference server of integrations/server, as it is and with a mistake each: the check must tell them apart.
@Suite(.timeLimit(.minutes(10)))
struct ConformanceTests {
    @Test func `the reference server keeps every rule`() async throws {
        let findings = try await withReferenceServer { try await Self.findings(at: $0) }
        #expect(findings.count == ContractRule.all.count)
        for finding in findings { #expect(finding.outcome == .holds, "\(finding.rule)") }
    }

    @Test func `without the organizer's token, events and tickets are not tried`() async throws {
        let findings = try await withReferenceServer { try await Self.findings(at: $0, organizerToken: nil) }
        for finding in findings {
            #expect(finding.outcome == (finding.part == .tickets ? .untried("no token for tickets was given") : .holds))
        }
    }

    @Test(arguments: Mistake.all)
    func `a server with a mistake breaks the rule about it`(_ mistake: Mistake) async throws {
        let findings = try await withReferenceServer { address in
            try await MistakenServer(
                real: address, mistake: mistake, tokens: (Self.stationToken, Self.organizerToken)
            ).serve { try await Self.findings(at: $0 + "/v1") }
        }
        let broken = findings.filter { if case .broken = $0.outcome { true } else { false } }.map(\.rule)
        #expect(broken.contains(mistake.breaks), "broken are: \(broken)")
    }

    @Test func `where there is no server, that is said at once`() async throws {
        let error = await endOf { try await Self.findings(at: "http://127.0.0.1:1/v1") }
        #expect(error?.code == .unreachable)
    }

    // MARK: - Servers

    private static let organizerToken = String(repeating: "o", count: 40)
    private static let stationToken = String(repeating: "s", count: 40)

    private static func findings(
        at base: String, organizerToken: String? = organizerToken
    ) async throws -> [Conformance.Finding] {
        let conformance = Conformance(
            base: base, station: "conformance", stationToken: stationToken, organizerToken: organizerToken, event: nil,
            now: { EventScheduleFixture.now }, makeID: { UUID().uuidString.lowercased() })
        var findings: [Conformance.Finding] = []
        try await conformance.run { findings.append($0) }
        return findings
    }

    private static let event = """
        {"event": {"id": "gala", "name": "Winter Gala", "timezone": "Africa/Kampala",
                   "doors_open": "2026-12-05T17:00:00+03:00", "starts": "2026-12-05T19:00:00+03:00",
                   "types": [{"id": "standard"}, {"id": "vip", "name": "VIP"}]},
         "tickets": [{"id": "t1", "code": "8QK2VT6NCE3WB4RM", "type": "standard", "holder": "Zoë Nakato"},
                     {"id": "t2", "code": "M3XW7ZKD9P2HQ5TC", "type": "vip", "admits": 4},
                     {"id": "t3", "code": "2TGB6YHN4UJM8IKL", "type": "vip", "status": "refunded"}]}
        """

    private func withReferenceServer<Answer: Sendable>(
        _ body: @Sendable (_ address: String) async throws -> Answer
    ) async throws -> Answer {
        let folder = try TemporaryFolder()
        for name in ["events", "tokens"] {
            try FileManager.default.createDirectory(at: folder.file(name), withIntermediateDirectories: true)
        }
        try Data(Self.event.utf8).write(to: folder.file("events/gala.json"))
        try Data(Self.organizerToken.utf8).write(to: folder.file("organizer"))
        try Data(Self.stationToken.utf8).write(to: folder.file("tokens/conformance"))
        let script = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../integrations/server/usher_server.py").standardized.path
        let arguments = [
            script, "--data", folder.file("data.sqlite").path, "--events", folder.file("events").path, "--listen",
            "127.0.0.1:0", "--organizer-token", folder.file("organizer").path, "--station-tokens",
            folder.file("tokens").path,
        ]
        let result = try await run(
            .name("python3"), arguments: Arguments(arguments), input: .inputWriter, output: .sequence, error: .discarded
        ) { server in
            var lines = server.standardOutput.strings().makeAsyncIterator()
            let words = try #require(try await lines.next()).split(whereSeparator: \.isWhitespace)
            let answer = try await body(String(try #require(words.last)))
            try server.send(signal: .terminate)
            return answer
        }
        return result.closureResult
    }
}
