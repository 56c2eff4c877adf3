import Foundation
import Subprocess
import Testing

/// A running usherd, and the commands that talk to it.
@Suite struct DaemonTests {
    /// Runs `body` while a usherd runs on the state folder, then stops it gracefully.
    /// - Returns: the daemon's exit status.
    private func withDaemon(
        _ state: String, _ body: @escaping @Sendable () async throws -> Void
    ) async throws -> TerminationStatus {
        try await Self.beside(state, body)
    }

    /// As ``withDaemon(_:_:)``, for other suites.
    static func beside(
        _ state: String, options: [String] = [], _ body: @escaping @Sendable () async throws -> Void
    ) async throws -> TerminationStatus {
        let record = try await Subprocess.run(
            .name("usherd"), arguments: Arguments(["--state", state] + options),
            environment: Programs.environment(), input: .none, output: .discarded, error: .discarded
        ) { execution in
            try await Self.waitForSocket(in: state)
            try await body()
            try execution.send(signal: .terminate)
        }
        return record.terminationStatus
    }

    /// Repeats a request until the daemon answers.
    static func waitForSocket(in state: String) async throws {
        for _ in 0..<2000 {
            if FileManager.default.fileExists(atPath: state + "/usher.sock") { return }
            await Task.yield()
            _ = try await Programs.run("true", [])
        }
        Issue.record("usherd made no socket in \(state)")
    }

    @Test(.timeLimit(.minutes(5)))
    func `a command gives the same answer with and without a daemon`() async throws {
        let sample = try await SampleFolder()
        let state = try await sample.station()
        _ = try await Programs.run(
            "usherd", ["--stdin", "--state", state], input: try sample.text("sample/answers.jsonl"))
        let questions = [
            ["journal", "list"], ["journal", "list", "--json"], ["manifest", "list"], ["key", "list", "--json"],
            ["search", "S-0001"], ["outbox", "list"], ["outbox", "list", "--conflicts"],
            ["manifest", "remove", "nothing"], ["undo", "9999"],
        ]
        @Sendable func ask() async throws -> [String] {
            var answers: [String] = []
            for question in questions {
                let result = try await Programs.run("usher", question + ["--state", state])
                answers.append("\(result.status) \(result.output) \(result.errors)")
            }
            return answers
        }
        let alone = try await ask()
        let status = try await withDaemon(state) {
            let asked = try await ask()
            #expect(asked == alone)
        }
        #expect(status == .exited(0))
        #expect(!FileManager.default.fileExists(atPath: state + "/usher.sock"))
    }

    @Test func `what only asks makes no station, and tail does not wait for one`() async throws {
        let sample = try await SampleFolder()
        let missing = try await Programs.run("usher", ["status", "--state", sample.path("missing")])
        #expect(missing.status == 1)
        #expect(!FileManager.default.fileExists(atPath: sample.path("missing")))
        let tail = try await Programs.run("usher", ["tail", "--state", try await sample.station()])
        #expect(tail.status == 1)
        #expect(tail.errors.contains("no usherd is running"))
    }

    @Test func `an export replaces the one before, and its head proves it`() async throws {
        let sample = try await SampleFolder()
        let state = try await sample.station()
        let export = sample.path("journal.jsonl")
        for count in [12, 24] {
            _ = try await Programs.run(
                "usherd", ["--stdin", "--state", state],
                input: try sample.text("sample/answers.jsonl").split(separator: "\n").prefix(12).joined(separator: "\n")
            )
            try await Programs.usher("journal", "export", "--out", export, "--state", state)
            #expect(try sample.text("journal.jsonl").split(separator: "\n").count == count + 1)
            try await Programs.usher("journal", "verify", "--head", export + ".head", "--state", state)
        }
        #expect(!FileManager.default.fileExists(atPath: export + ".partial"))
    }

    @Test func `the journal as a PDF has every entry, and leaves nothing to be purged`() async throws {
        let sample = try await SampleFolder()
        let state = try await sample.station()
        _ = try await Programs.run(
            "usherd", ["--stdin", "--state", state], input: try sample.text("sample/answers.jsonl"))
        let file = sample.path("journal.pdf")
        try await Programs.usher("journal", "export", "--format", "pdf", "--out", file, "--state", state)
        let pages = try await Subprocess.run(
            .name("pdftotext"), arguments: ["-layout", file, "-"], output: .string(limit: 1 << 20)
        ).standardOutput
        let listed = try await Programs.usher("journal", "list", "--json", "--state", state).output
        let entries = listed.split(separator: "\n")
        #expect(entries.count > 30)
        let numbers = pages.split(separator: "\n").compactMap {
            $0.split(separator: " ").first.flatMap { Int($0) }
        }
        #expect(numbers == [entries.count] + Array(1...entries.count))
        // Refused where the clock is not synchronised, which is as good here.
        _ = try await Programs.run("usher", ["journal", "purge", "--state", state])
        #expect(try await Programs.usher("journal", "list", "--json", "--state", state).output == listed)
    }

    @Test func `what lies where an export is written is not written through`() async throws {
        let sample = try await SampleFolder()
        let state = try await sample.station()
        let export = sample.path("journal.jsonl")
        try Data("kept".utf8).write(to: URL(filePath: sample.path("other")))
        try FileManager.default.createSymbolicLink(
            atPath: export + ".partial", withDestinationPath: sample.path("other"))
        try await Programs.usher("journal", "export", "--out", export, "--state", state)
        #expect(try sample.text("other") == "kept")
        let attributes = try FileManager.default.attributesOfItem(atPath: export)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        #expect(attributes[.type] as? FileAttributeType == .typeRegular)
    }

    @Test func `a faulty configuration is told whole, with status 2`() async throws {
        let sample = try await SampleFolder()
        let file = sample.path("usher.yaml")
        try Data("gaet: A\npolicy: {grace_after_end: soon}\n".utf8).write(to: URL(filePath: file))
        let result = try await Programs.run("usherd", ["--config", file, "--state", sample.path("state")])
        #expect(result.status == 2)
        #expect(result.errors.contains("gaet"))
        #expect(result.errors.contains("grace_after_end"))
    }

    @Test func `a configuration is checked without a station`() async throws {
        let sample = try await SampleFolder()
        let file = sample.path("usher.yaml")
        for (text, status) in [("gate: A\n", 0), ("gaet: A\n", 2)] {
            try Data(text.utf8).write(to: URL(filePath: file))
            let result = try await Programs.run(
                "usherd", ["--check", "--config", file, "--state", sample.path("none")])
            #expect(result.status == status)
            #expect((result.output + result.errors).contains(status == 0 ? "is valid" : "gaet"))
        }
        #expect(!FileManager.default.fileExists(atPath: sample.path("none")))
    }

    @Test(.timeLimit(.minutes(5)))
    func `staff admit, undo and check out through the daemon`() async throws {
        let sample = try await SampleFolder()
        let state = try await sample.station()
        let status = try await withDaemon(state) {
            let admitted = try await Programs.usher("admit", "S-0001", "--state", state)
            #expect(admitted.output.contains("ADMITTED"))
            let again = try await Programs.run("usher", ["admit", "S-0001", "--state", state])
            #expect(again.status == 1)
            #expect(again.output.contains("ALREADY SCANNED"))
            try await Programs.usher("undo", "--state", state)
            try await Programs.usher("admit", "S-0001", "--state", state)
            let all = try await Programs.usher("checkout", "--all", "--state", state)
            #expect(all.output.contains("Checked out: 1"))
            try await Programs.usher("journal", "verify", "--state", state)
        }
        #expect(status == .exited(0))
    }

    @Test(.timeLimit(.minutes(5)))
    func `a second daemon on the same state folder is refused and the first goes on`() async throws {
        let sample = try await SampleFolder()
        let state = try await sample.station()
        let status = try await withDaemon(state) {
            let second = try await Programs.run("usherd", ["--state", state])
            #expect(second.status == 1)
            #expect(second.errors.contains("uses it"))
            try await Programs.usher("status", "--state", state)
        }
        #expect(status == .exited(0))
    }

    @Test(.timeLimit(.minutes(5)))
    func `commands find their answer while the daemon starts over one that was killed`() async throws {
        let sample = try await SampleFolder()
        let state = try await sample.station()
        let result = try await Programs.run(
            "sh",
            [
                "-c",
                """
                usherd --state "$0" & first=$!
                until [ -e "$0/usher.sock" ]; do :; done
                kill -9 $first; wait $first
                usherd --state "$0" & second=$!
                for round in 1 2 3 4 5 6; do usher status --state "$0" --json || bad=1; done
                kill $second; wait $second && exit $bad
                """, state,
            ])
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.lines.count == 6)
    }

    @Test(.timeLimit(.minutes(5)))
    func `a newer list is installed under a running daemon`() async throws {
        let sample = try await SampleFolder()
        let state = try await sample.station(other: false)
        let status = try await withDaemon(state) {
            let installed = try await Programs.usher(
                "manifest", "install", sample.path("sample/other.usher"), "--state", state)
            #expect(installed.output.contains("sample-matinee"))
            let again = try await Programs.run(
                "usher", ["manifest", "install", sample.path("sample/other.usher"), "--state", state])
            #expect(again.status == 1)
        }
        #expect(status == .exited(0))
    }

    @Test func `a large terminal face waits for the station, shows its verdicts, and says when it has gone`()
        async throws
    {
        let sample = try await SampleFolder()
        let state = try await sample.station()
        let answer = try #require(try sample.answers().first { $0.verdict == "admitted" })
        let (codes, frames) = (sample.path("codes"), sample.path("frames"))
        let result = try await Programs.run(
            "sh",
            [
                "-c",
                """
                set -e
                mkfifo \(codes) \(frames)
                command='stty cols 100 rows 30; echo $$ >\(sample.path("pid")); exec usher tail --large --state \(state)'
                script -qfc "$command" /dev/null </dev/null >\(frames) &
                exec 5<\(frames)
                shown() { grep -qam1 "$1" <&5; }
                shown 'Let nobody in'
                usherd --stdin --state \(state) <\(codes) >/dev/null &
                exec 3>\(codes)
                shown 'admitted, 0 inside'
                echo '\(answer.code)' >&3
                shown 'Welcome'
                exec 3>&-
                shown 'Let nobody in'
                kill -INT "$(cat \(sample.path("pid")))"
                grep -qa '1049l' <&5
                wait
                """,
            ])
        #expect(result.status == 0, "\(result.errors)")
    }
}
