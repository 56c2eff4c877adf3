import Foundation
import Subprocess
import TestSupport
import Testing
import Tickets

/// The built programs, run as users run them.
enum Programs {
    /// The folder of the test runner, which also has usher and usherd.
    static let folder: String = {
        let runner = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        return URL(filePath: runner).deletingLastPathComponent().path
    }()

    struct Result {
        let status: Int32
        let output: String
        let errors: String

        /// The lines of standard output.
        var lines: [String] { output.split(separator: "\n").map(String.init) }
    }

    /// The environment of the test, with our programs first in the path.
    static func environment(_ variables: [String: String] = [:]) -> Environment {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        // Many stations run at once, and one machine has only one address for a screen.
        var updates: [Environment.Key: String?] = ["PATH": "\(folder):\(path)", "USHER_SCREEN": "off"]
        for (name, value) in variables { updates[Environment.Key(rawValue: name)!] = value }
        return .inherit.updating(updates)
    }

    /// - Parameter program: `usher`, `usherd`, or a program of the system.
    static func run(
        _ program: String, _ arguments: [String], input: String = "", environment: [String: String] = [:]
    ) async throws -> Result {
        try await run(program, arguments, input: Array(input.utf8), environment: environment)
    }

    static func run(
        _ program: String, _ arguments: [String], input: [UInt8], environment: [String: String] = [:]
    ) async throws -> Result {
        let record = try await Subprocess.run(
            .name(program), arguments: Arguments(arguments), environment: Self.environment(environment),
            input: .array(input), output: .bytes(limit: 64 << 20), error: .bytes(limit: 8 << 20))
        let status: Int32 =
            switch record.terminationStatus {
            case .exited(let code): code
            case .signaled(let signal): 128 + signal
            }
        return Result(
            status: status, output: String(decoding: record.standardOutput, as: UTF8.self),
            errors: String(decoding: record.standardError, as: UTF8.self))
    }

    /// Runs `usher` and expects it to succeed.
    @discardableResult
    static func usher(
        _ arguments: String..., sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> Result {
        let result = try await run("usher", arguments)
        #expect(result.status == 0, "usher \(arguments): \(result.errors)", sourceLocation: sourceLocation)
        return result
    }
}

/// A sample event in a temporary folder, and state folders for stations.
final class SampleFolder: Sendable {
    private let folder: TemporaryFolder

    init(tickets: Int? = nil) async throws {
        folder = try TemporaryFolder()
        var arguments = ["sample", path("sample")]
        if let tickets { arguments += ["--tickets", String(tickets)] }
        let result = try await Programs.run("usher", arguments)
        #expect(result.status == 0, "\(result.errors)")
    }

    func path(_ name: String) -> String { folder.file(name).path }

    /// A state folder with the sample's list.
    func station(_ name: String = "state", other: Bool = true) async throws -> String {
        let state = path(name)
        try await Programs.usher("key", "trust", path("sample/organizer.pub"), "--state", state)
        try await Programs.usher("manifest", "install", path("sample/sample.usher"), "--state", state)
        if other { try await Programs.usher("manifest", "install", path("sample/other.usher"), "--state", state) }
        return state
    }

    /// Lists beside the main one.
    static let extras = ["cancelled", "postponed", "questions", "series", "outdated", "expired"]

    struct Answer: Decodable, Equatable {
        var code: String
        var verdict: String
        var reason: String?
        var entry: Int?
    }

    func answers() throws -> [Answer] {
        try text("sample/answers.jsonl").split(separator: "\n").map {
            try JSONDecoder().decode(Answer.self, from: Data($0.utf8))
        }
    }

    func text(_ name: String) throws -> String {
        try String(contentsOfFile: path(name), encoding: .utf8)
    }
}

/// What a station printed for one presentation.
struct PrintedVerdict: Decodable {
    var seq: Int64?
    var verdict: String
    var reason: String?
    var entry: Int?
    var ref: String?
    var message: String

    static func read(_ line: String) throws -> PrintedVerdict {
        try JSONDecoder().decode(PrintedVerdict.self, from: Data(line.utf8))
    }
}
