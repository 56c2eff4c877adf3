import Foundation
import Messages
import StationAPI
import TestSupport
import Testing
import Tickets

@testable import Station

@Suite(.timeLimit(.minutes(5)))
struct HookServiceTests {
    private let announcer = Announcer()
    private let conditions = ReportedConditions()

    private static let report = #"""
        {"seq":1,"verdict":"refused","reason":"unpaid","event":"gala","list":"main","gate":"A","ref":"r-1","line":0,
        "type":"VIP","holder":"Ada","seat":null,"attention":null,"direction":"in","entry":null,"admits":1,
        "at":"2026-11-21T12:00:00.000Z","how":"stdin","first":null,"repeat":false,"message":"Unpaid"}
        """#

    private func report() throws -> VerdictReport {
        try JSONDecoder().decode(VerdictReport.self, from: Data(Self.report.utf8))
    }

    /// - Parameter long: the type's name and the holder's, in the place of what they are.
    private func problem(
        _ command: [String], timeout: Duration = .seconds(60), long: String? = nil
    ) async throws -> HookProblem? {
        let hook = Hook(command: command, timeout: timeout)
        let service = HookService(hooks: [hook], announcer: announcer, conditions: conditions)
        return await service.problem(telling: try report(long: long), to: hook)
    }

    private func report(long: String?) throws -> VerdictReport {
        guard let long else { return try report() }
        let text = Self.report.replacing(#""VIP""#, with: "\"\(long)\"").replacing(#""Ada""#, with: "\"\(long)\"")
        return try JSONDecoder().decode(VerdictReport.self, from: Data(text.utf8))
    }

    @Test(arguments: ["x", "\u{1F3AB}"])
    func `a verdict that is longer than any pipe stops nobody, whether the hook reads it or not`(letter: String)
        async throws
    {
        let long = String(repeating: letter, count: 200_000)
        #expect(try await problem(["/bin/true"], long: long) == nil)
        let folder = try TemporaryFolder()
        let file = folder.file("heard")
        #expect(try await problem(["/bin/sh", "-c", #"cat >"$1""#, "hook", file.path], long: long) == nil)
        let heard = try Data(contentsOf: file)
        #expect(heard.count <= HookInput.mostBytes)
        let verdict = try JSONDecoder().decode(VerdictReport.self, from: heard)
        #expect(verdict.verdict == .refused(.unpaid))
        #expect(verdict.type.map { long.hasPrefix($0.prefix(200)) } == true)
    }

    @Test func `gives the verdict on standard input, and its colour as a variable`() async throws {
        let folder = try TemporaryFolder()
        let file = folder.file("heard")
        let script = #"{ cat; printf '%s %s %s' $USHER_COLOR $USHER_VERDICT $USHER_REASON; } >"$1""#
        #expect(try await problem(["/bin/sh", "-c", script, "hook", file.path]) == nil)
        let heard = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map(String.init)
        #expect(heard == [try report().json.text, "amber refused unpaid"])
    }

    @Test(
        "says what is wrong with a command",
        arguments: [
            (["/bin/sh", "-c", "exit 3"], HookProblem.status(3), "The hook light failed with exit status 3."),
            (["/bin/sh", "-c", "kill -9 $$"], .signal(9), "The hook light was ended by signal 9."),
            (["/nowhere/light"], .notStarted, "The hook light cannot be started."),
        ])
    func trouble(command: [String], expected: HookProblem, words: String) async throws {
        #expect(try await problem(command) == expected)
        #expect(expected.condition(of: "light").says == words)
    }

    @Test func `ends a command that does not end`() async throws {
        #expect(
            try await problem(["/usr/bin/tail", "-f", "/dev/null"], timeout: .milliseconds(50))
                == .slow(.milliseconds(50)))
    }

    @Test func `is no display: while only it listens no ticket is taken`() {
        let listening = announcer.listen(as: .program)
        #expect(!announcer.hasListener)
        let display = announcer.listen()
        #expect(announcer.hasListener)
        withExtendedLifetime((listening, display)) {}
    }
}
