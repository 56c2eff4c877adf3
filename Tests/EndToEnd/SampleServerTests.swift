import Foundation
import Subprocess
import TestSupport
import Testing

/// `usher sample --server`: what it prints is what is typed here.
@Suite(.timeLimit(.minutes(5)))
struct SampleServerTests {
    /// What a run of the server printed.
    private struct Run<Result: Sendable>: Sendable {
        let result: Result
        /// One for each request.
        let requests: [String]

        /// Of the posts with check-ins: what was accepted.
        func accepted(_ reference: String) -> Int {
            requests.count {
                $0.hasPrefix("POST /v1/checkins: 200") && $0.contains("\(reference) admitted; 1 accepted")
            }
        }
    }

    /// - Parameter body: gets what the server has printed, line by line.
    private func withServer<Result: Sendable>(
        _ sample: SampleFolder, _ options: [String] = [], _ body: @Sendable ([String]) async throws -> Result
    ) async throws -> Run<Result> {
        let record = try await run(
            .name("usher"),
            arguments: Arguments(
                ["sample", "--server", sample.path("sample")] + (options.isEmpty ? ["--port", "0"] : options)),
            environment: Programs.environment(), input: .none, output: .sequence, error: .discarded
        ) { server in
            var lines = server.standardOutput.strings().makeAsyncIterator()
            var guide: [String] = []
            while let line = try await lines.next(), !line.hasPrefix("What it is asked") { guide.append(line) }
            let result = try await body(guide)
            try server.send(signal: .interrupt)
            var requests: [String] = []
            while let line = try await lines.next() { requests.append(line) }
            return Run(result: result, requests: requests)
        }
        return record.closureResult
    }

    private func port(_ guide: [String]) throws -> String {
        let address = try #require(guide.first?.firstMatch(of: /http:\/\/127\.0\.0\.1:([0-9]+)\/v1/))
        return String(address.output.1)
    }

    /// What a person pastes into another terminal.
    private func paste(_ guide: [String]) async throws -> Programs.Result {
        let commands = try #require(guide.firstIndex { $0.hasPrefix("cd ") })
        return try await Programs.run(
            "bash", ["-euc", guide[commands...].joined(separator: "\n")])
    }

    /// Prints how many check-ins the server tells of; none of them twice.
    private func recorded(_ guide: [String]) async throws -> Programs.Result {
        let token = try #require(guide.first { $0.contains("stations' token") }?.split(separator: " ").last)
        let script = """
            import json, urllib.request
            url, headers = "http://127.0.0.1:\(try port(guide))/v1/checkins", {"Authorization": "Bearer \(token)"}
            ids = [item["id"] for item in json.load(urllib.request.urlopen(urllib.request.Request(url, headers=headers)))["items"]]
            assert len(set(ids)) == len(ids), "one is there twice"
            print(len(ids))
            """
        // Tests of servers name a proxy that is none, for the whole process.
        return try await Programs.run("python3", ["-c", script], environment: ["no_proxy": "127.0.0.1"])
    }

    /// Runs usherd until it has nothing to send any more.
    private func settle(_ sample: SampleFolder) async throws {
        let (state, configuration) = (sample.path("sample/server/state"), sample.path("sample/server/usher.yaml"))
        _ = try await run(
            .name("usherd"), arguments: ["--stdin", "--config", configuration, "--state", state],
            environment: Programs.environment(), input: .inputWriter, output: .discarded, error: .discarded
        ) { _ in
            try await DaemonTests.waitForSocket(in: state)
            for _ in 0..<2000 {
                let outbox = try await Programs.run("usher", ["outbox", "list", "--json", "--state", state])
                if outbox.output.contains(#""items":[]"#) { return }
            }
            Issue.record("the outbox does not empty")
        }
    }

    @Test func `what it prints makes a list and a station, and each check-in arrives once, also when answers are lost`()
        async throws
    {
        let sample = try await SampleFolder()
        let run = try await withServer(sample, ["--port", "0", "--failing", "1", "--losing", "1"]) { guide in
            let pasted = try await paste(guide)
            #expect(pasted.status == 0, "\(pasted.errors)")
            try await settle(sample)
            let told = try await recorded(guide)
            #expect(told.output == "47\n", "\(told.output)\(told.errors)")
            return pasted
        }
        #expect(run.result.output.contains("24 admitted, 3 checked out, 21 refused"), "\(run.result.output)")
        #expect(run.requests.first == "GET /v1/events/sample-gala: 200")
        #expect(run.requests.contains("GET /v1/events/sample-gala/tickets: 200, 29 tickets"))
        #expect(run.requests.count { $0.contains("503") } == 1)
        // The first was taken, its answer was lost, and it came once more.
        let lost = run.requests.filter { $0.contains("the answer breaks off") }
        #expect(lost.count == 1 && lost.allSatisfy { $0.contains("kiosk-1: S-0001 admitted") }, "\(run.requests)")
        #expect(
            run.accepted("S-0001") == 2 && run.accepted("S-0002") == 1 && run.accepted("S-0029") == 1, "\(run.requests)"
        )
        #expect(run.requests.allSatisfy { !$0.contains("contradicted") && !$0.contains("rejected") })
    }

    @Test func `what is decided while the server is away arrives once when it is back`() async throws {
        let sample = try await SampleFolder()
        let first = try await withServer(sample) { guide in
            _ = try await paste(guide)
            try await settle(sample)
            return try port(guide)
        }
        let state = sample.path("sample/server/state")
        let away = try await Programs.run(
            "usherd", ["--stdin", "--config", sample.path("sample/server/usher.yaml"), "--state", state],
            input: try sample.text("sample/tickets.csv").split(separator: "\r\n").first { $0.contains(",S-0025,") }
                .map { $0.prefix { $0 != "," } + "\n" } ?? "")
        #expect(away.lines.count == 1)
        let second = try await withServer(sample, ["--port", first.result]) { _ in try await settle(sample) }
        #expect(first.accepted("S-0025") == 0 && first.accepted("S-0001") == 1)
        #expect(second.accepted("S-0025") == 1, "\(second.requests)")
        #expect(second.requests.count { $0.contains("S-0001") } == 0)
    }

    @Test func `it keeps every rule of the contract`() async throws {
        let sample = try await SampleFolder()
        let folder = try TemporaryFolder()
        let run = try await withServer(sample) { guide in
            for (name, word) in [("station", "stations' token"), ("organizer", "organizer's token")] {
                let line = try #require(guide.first { $0.contains(word) })
                try folder.write(line.split(separator: " ").last.map(String.init) ?? "", to: name)
                try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: folder.file(name).path)
            }
            return try await Programs.run(
                "usher",
                [
                    "backend", "conformance", "http://127.0.0.1:\(port(guide))/v1", "--token",
                    folder.file("station").path,
                    "--organizer-token", folder.file("organizer").path,
                ])
        }
        #expect(run.result.status == 0)
        #expect(run.result.lines.last?.hasSuffix("0 are broken, 0 were not tried") == true, "\(run.result.output)")
        #expect(run.requests.contains { $0.hasPrefix("POST /v1/checkins: 401, ") })
    }

    @Test(arguments: [["--server", "--check"], ["--typed"], ["--server", "--port", "70000"]])
    func `what does not go together is a usage error`(options: [String]) async throws {
        #expect(try await Programs.run("usher", ["sample", "nowhere"] + options).status == 2)
    }

    @Test func `a folder that is no sample cannot be served`() async throws {
        let folder = try TemporaryFolder()
        let result = try await Programs.run("usher", ["sample", "--server", folder.file("").path])
        #expect(result.status == 1 && result.errors.contains("event.yaml"))
    }
}
