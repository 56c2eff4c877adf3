import Foundation
import Subprocess
import Testing

/// The text that is sent to a person who helps remotely.
@Suite struct SupportBundleTests {
    private static let titles = [
        "versions", "status", "doctor", "configuration", "enrolment", "lists", "figures", "devices", "metrics", "log",
    ]

    /// Everything in a sample's folder that must not be in the text.
    private func secrets(of sample: SampleFolder) throws -> [String] {
        let rows = try sample.text("sample/tickets.csv").split(separator: "\n").dropFirst()
            .map { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) }
        let names = rows.map { $0[2...3] }.joined().filter { $0.contains(" ") }
        return try sample.answers().map(\.code) + rows.map { $0[1] } + names
    }

    @Test(.timeLimit(.minutes(5)))
    func `holds no code, no reference, no name and no credential, with and without a daemon`() async throws {
        let sample = try await SampleFolder()
        let state = try await sample.station()
        _ = try await Programs.run(
            "usherd", ["--stdin", "--state", state], input: try sample.text("sample/answers.jsonl"))
        let added = try await Programs.run(
            "usher", ["operator", "add", "Wilhelmina Vole", "--state", state], input: "493817\n493817\n")
        #expect(added.status == 0, "\(added.errors)")
        try FileManager.default.createDirectory(atPath: state + "/credentials", withIntermediateDirectories: true)
        try Data("api-key of-the-box".utf8).write(to: URL(filePath: state + "/credentials/box"))
        let forbidden =
            try secrets(of: sample).filter { $0.count > 3 } + [
                "Wilhelmina", "Vole", "493817", "api-key of-the-box",
            ]
        #expect(forbidden.count > 30)
        let alone = try await Programs.usher("support-bundle", "--state", state).output
        #expect(alone.contains("usherd does not run"))
        let running = try await DaemonTests.beside(state) {
            try await Programs.usher("support-bundle", "--state", state, "--out", sample.path("bundle.txt"))
        }
        #expect(running == .exited(0))
        for text in [alone, try sample.text("bundle.txt")] {
            for title in Self.titles { #expect(text.contains("\n== \(title) ==\n"), "\(title)") }
            for secret in forbidden { #expect(!text.contains(secret), "\(secret) in \(text)") }
            #expect(text.contains("usher_build_info"))
            #expect(text.contains("refused alreadyScanned"))
        }
    }

    @Test func `says what it can where there is no station`() async throws {
        let text = try await Programs.usher("support-bundle", "--state", "/nonexistent/usher").output
        #expect(text.contains("== versions =="))
        #expect(text.contains("not available: "))
    }

    @Test(.timeLimit(.minutes(5)))
    func `the log's level is changed while the daemon runs, and only then`() async throws {
        let sample = try await SampleFolder()
        let state = try await sample.station(other: false)
        let down = try await Programs.run("usher", ["station", "log-level", "--state", state])
        #expect(down.status == 1)
        #expect(down.errors.contains("no usherd is running"))
        let status = try await DaemonTests.beside(state) {
            let before = try await Programs.usher("station", "log-level", "--state", state)
            let after = try await Programs.usher("station", "log-level", "debug", "--state", state)
            #expect(before.output == "notice\n")
            #expect(after.output == "debug\n")
            let wrong = try await Programs.run("usher", ["station", "log-level", "loud", "--state", state])
            #expect(wrong.status == 1)
        }
        #expect(status == .exited(0))
    }
}
