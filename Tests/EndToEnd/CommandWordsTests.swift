import Foundation
import TestSupport
import Testing

/// What commands say about input that makes no sense: one clear error, with what to do.
@Suite struct CommandWordsTests {
    private static func errors(_ status: Int32, _ arguments: [String]) async throws -> String {
        let result = try await Programs.run("usher", arguments)
        #expect(result.status == status, "\(result.errors)")
        return result.errors
    }

    @Test(arguments: [
        (["mainfest"], "usher has no subcommand \"mainfest\", did you mean \"manifest\"?"),
        (["manifest", "instal"], "usher manifest has no subcommand \"instal\", did you mean \"install\"?"),
        (["abracadabra"], "usher has no subcommand \"abracadabra\""),
    ])
    func `a misspelt subcommand is told the nearest one`(arguments: [String], says: String) async throws {
        #expect(try await Self.errors(2, arguments).contains(says))
    }

    @Test func `a list is no key, and a key no list`() async throws {
        let sample = try await SampleFolder()
        let state = try await sample.station()
        let list = sample.path("sample/sample.usher")
        let key = sample.path("sample/organizer.pub")
        let trust = try await Self.errors(1, ["key", "trust", list, "--state", state])
        #expect(trust.contains("it is a ticket list, not a key. Install it with `usher manifest install \(list)`."))
        let install = try await Self.errors(1, ["manifest", "install", key, "--state", state])
        #expect(
            install.contains("it is a key, not a ticket list. A station trusts the .pub file with `usher key trust"))
        let names = sample.path("sample.usher.staff-key")
        try Data(count: 44).write(to: URL(filePath: names))
        let opens = try await Self.errors(1, ["key", "trust", names, "--state", state])
        #expect(opens.contains("it opens the names of a list, and signs none"))
        let cut = sample.path("cut.usher")
        try Data(contentsOf: URL(filePath: list)).dropLast(1000).write(to: URL(filePath: cut))
        let other = sample.path("other")
        try await Programs.usher("key", "trust", key, "--state", other)
        let cutOff = try await Self.errors(1, ["manifest", "install", cut, "--state", other])
        #expect(cutOff.contains("it is cut off: 1000 of the ") && cutOff.contains("Copy or download it again"))
    }

    @Test func `a disk without room, and answers that are none, are one clear error`() async throws {
        let sample = try await SampleFolder()
        let state = try await sample.station()
        let report = try await Self.errors(1, ["report", "--out", "/dev/full", "--state", state])
        #expect(report == "Error: cannot write /dev/full: No space left on device\n")
        let answers = sample.path("answers")
        try Data("vegan\n".utf8).write(to: URL(filePath: answers))
        let confirm = try await Self.errors(1, ["confirm", "12", "--answers", answers, "--state", state])
        #expect(
            confirm == "Error: cannot read the answers: a line is not id=answer. One answer a line, like 12=true.\n")
    }
}
