import Foundation
import TestSupport
import Testing

/// The sample event, from files to verdicts, through the real programs.
@Suite struct SampleRunTests {
    private func compare(_ lines: [String], with answers: [SampleFolder.Answer]) throws {
        let verdicts = try lines.map(PrintedVerdict.read)
        #expect(verdicts.count == answers.count)
        for (verdict, answer) in zip(verdicts, answers) {
            let printed = [verdict.verdict, verdict.reason, verdict.entry.map(String.init)]
            #expect(printed == [answer.verdict, answer.reason, answer.entry.map(String.init)], "\(verdict.message)")
        }
    }

    @Test(arguments: [true, false])
    func `lines on standard input get exactly the answers of the sheet`(withOther: Bool) async throws {
        let sample = try await SampleFolder(tickets: 60)
        let state = try await sample.station(other: withOther)
        let result = try await Programs.run(
            "usherd", ["--stdin", "--state", state], input: try sample.text("sample/answers.jsonl"))
        #expect(result.status == 0)
        try compare(result.lines, with: try sample.answers())
    }

    @Test func `pictures get exactly the answers of the sheet`() async throws {
        let sample = try await SampleFolder(tickets: 40)
        let state = try await sample.station()
        let result = try await Programs.run("usherd", ["--images", sample.path("sample/codes"), "--state", state])
        #expect(result.status == 0)
        try compare(result.lines, with: try sample.answers())
    }

    @Test func `the check names what differs, what is missing and what is too much`() async throws {
        let sample = try await SampleFolder()
        let state = try await sample.station()
        let verdicts = try await Programs.run(
            "usherd", ["--stdin", "--state", state], input: try sample.text("sample/answers.jsonl")
        ).lines
        func check(_ lines: [String]) async throws -> Programs.Result {
            try await Programs.run(
                "usher", ["sample", "--check", sample.path("sample")], input: lines.joined(separator: "\n"))
        }
        let all = try await check(verdicts)
        #expect(
            all.status == 0 && all.output == "\(verdicts.count) of \(verdicts.count) verdicts as in answers.jsonl\n")
        let wrong = try await check([verdicts[1]] + verdicts.dropFirst() + [verdicts[0]])
        #expect(wrong.status == 1 && wrong.output.contains("nothing") == true)
        #expect(wrong.lines.last == "\(verdicts.count) of \(verdicts.count) verdicts as in answers.jsonl")
        let short = try await check(Array(verdicts.dropLast()))
        #expect(short.status == 1 && short.lines.last?.hasPrefix("\(verdicts.count - 1) of") == true)
        let changed = try await check(verdicts.map { $0.replacing(#""alreadyScanned""#, with: #""invalid""#) })
        #expect(changed.status == 1 && changed.output.contains("refused: alreadyScanned"))
        let mute = try await check(verdicts.map { $0.replacing("; Hand out a lanyard", with: "") })
        #expect(mute.status == 1 && mute.lines.count == 3, "\(mute.output)")
        #expect(
            mute.output.contains("attention: Wheelchair: show them the lift; Hand out a lanyard, notes: Vegetarian"))
        #expect(try await check(["menu"]).errors.contains("line 1 of standard input"))
    }

    @Test func `what a hand scanner types at gate A gets its answers, and only these are compared`() async throws {
        let sample = try await SampleFolder()
        let state = try await sample.station()
        let codes = try sample.text("sample/codes.txt")
        let verdicts = try await Programs.run("usherd", ["--stdin", "--gate", "A", "--state", state], input: codes)
        #expect(verdicts.lines.count == codes.split(separator: "\n").count)
        let check = ["sample", "--check", sample.path("sample")]
        let typed = try await Programs.run("usher", check + ["--typed"], input: verdicts.output)
        #expect(typed.status == 0 && typed.output == "36 of 36 verdicts as in answers.jsonl\n", "\(typed.output)")
        let all = try await Programs.run("usher", check, input: verdicts.output)
        #expect(all.status == 1)
    }

    @Test func `each list beside the main one gets its answers, on a station that has all of them`() async throws {
        let sample = try await SampleFolder()
        let state = try await sample.station()
        for name in SampleFolder.extras {
            let install = try await Programs.run(
                "usher", ["manifest", "install", sample.path("sample/\(name)/list.usher"), "--state", state])
            #expect(install.status == (name == "expired" ? 1 : 0), "\(name): \(install.errors)")
            if name == "expired" { #expect(install.errors.contains("it expired on")) }
        }
        for name in [""] + SampleFolder.extras {
            let folder = sample.path("sample/\(name)")
            let configuration = name.isEmpty ? [] : ["--config", folder + "/usher.yaml"]
            let pictures = try await Programs.run(
                "usherd", ["--images", folder + "/codes", "--state", state] + configuration)
            let check = try await Programs.run("usher", ["sample", "--check", folder], input: pictures.output)
            #expect(check.status == 0, "\(name): \(check.output)\(pictures.errors)")
        }
    }

    @Test(arguments: [("cancelled", "cancelled"), ("series", "wrongDate"), ("outdated", "listExpired")])
    func `a list beside the main one has the case that it is for`(name: String, reason: String) async throws {
        let sample = try await SampleFolder()
        #expect(try sample.text("sample/\(name)/answers.jsonl").contains(#""reason":"\#(reason)""#))
    }

    @Test(arguments: [true, false])
    func `a question is answered by the line after it`(isRight: Bool) async throws {
        let sample = try await SampleFolder()
        let state = try await sample.station()
        try await Programs.usher("manifest", "install", sample.path("sample/questions/list.usher"), "--state", state)
        let lines = try sample.text("sample/questions/answers.jsonl")
        let result = try await Programs.run(
            "usherd", ["--stdin", "--config", sample.path("sample/questions/usher.yaml"), "--state", state],
            input: isRight ? lines : lines.replacing(#""tea""#, with: #""beer""#))
        let verdicts = try result.lines.map(PrintedVerdict.read)
        guard isRight else {
            #expect(result.status == 1 && result.errors.contains("has no such option"), "\(result.errors)")
            return #expect(verdicts.map(\.reason) == ["questions"])
        }
        #expect(result.status == 0 && verdicts.map(\.reason) == ["questions", nil, "alreadyScanned"])
    }

    @Test func `an answer to nothing ends the run with an error`() async throws {
        let sample = try await SampleFolder()
        let state = try await sample.station()
        let result = try await Programs.run(
            "usherd", ["--stdin", "--state", state], input: #"{"answers":{"drink":"tea"}}"#)
        #expect(result.status == 1 && result.lines.isEmpty)
        #expect(result.errors.contains("no ticket waits for an answer"), "\(result.errors)")
    }

    @Test func `no code and no name is left in the state folder or the log`() async throws {
        let sample = try await SampleFolder()
        let state = try await sample.station()
        let result = try await Programs.run(
            "usherd", ["--stdin", "--state", state], input: try sample.text("sample/answers.jsonl"),
            environment: ["USHER_LOG": "debug"])
        var bytes = Data(result.errors.utf8)
        let files = try #require(
            FileManager.default.enumerator(at: URL(filePath: state), includingPropertiesForKeys: nil))
        for case let file as URL in files { bytes += (try? Data(contentsOf: file)) ?? Data() }
        let columns = try sample.text("sample/tickets.csv").split(separator: "\r\n").dropFirst().map {
            $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        }
        let secrets = Set(try sample.answers().map(\.code) + columns.map { $0[0] } + columns.map { $0[3] })
        #expect(secrets.count > 40)
        for secret in secrets where !secret.isEmpty {
            #expect(bytes.range(of: Data(secret.utf8)) == nil, "\(secret) is there")
        }
    }

    @Test func `the same seed and time make the same tickets and answers, and other keys`() async throws {
        let folder = try TemporaryFolder()
        func read(_ name: String) throws -> String {
            try String(contentsOf: folder.file(name), encoding: .utf8)
        }
        for name in ["a", "b"] {
            try await Programs.usher(
                "sample", folder.file(name).path, "--seed", "7", "--at", "2025-12-05T18:00:00Z", "--tickets",
                "30")
        }
        #expect(try read("a/tickets.csv") == read("b/tickets.csv"))
        #expect(try read("a/answers.jsonl") == read("b/answers.jsonl"))
        #expect(try read("a/organizer.pub") != read("b/organizer.pub"))
        #expect(try read("a/tickets.pub") != read("b/tickets.pub"))
    }

    @Test func `every picture decodes to its code`() async throws {
        let sample = try await SampleFolder()
        let pictures = try FileManager.default.contentsOfDirectory(atPath: sample.path("sample/codes")).sorted()
        let result = try await Programs.run("usher", ["decode"] + pictures.map { sample.path("sample/codes/\($0)") })
        #expect(result.status == 0)
        let texts = Set(result.lines.map { $0.split(separator: "\t")[1] })
        #expect(texts == Set(try sample.answers().map { Substring($0.code) }))
    }

    @Test func `the terminal face shows each verdict and the totals`() async throws {
        let sample = try await SampleFolder()
        let state = try await sample.station()
        let verdicts = try await Programs.run(
            "usherd", ["--stdin", "--state", state], input: try sample.text("sample/answers.jsonl"))
        let shown = try await Programs.run("usher", ["tail", "-"], input: verdicts.output)
        #expect(shown.status == 0)
        #expect(shown.output.contains("ADMITTED"))
        #expect(shown.output.contains("Entry 4 of 4"))
        #expect(shown.output.contains("24 admitted, 3 checked out, 21 refused"))
    }
}
