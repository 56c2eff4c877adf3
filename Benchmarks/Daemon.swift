import Foundation
import Glibc
import Tickets

/// A usherd that gets one line at a time.
final class Daemon {
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()
    private var rest = Data()
    /// From the start of the process to its answer to an empty request.
    let timeToReady: Duration

    init(program: URL, state: URL) throws {
        process.executableURL = program
        process.arguments = ["--stdin", "--state", state.path]
        process.standardInput = input
        process.standardOutput = output
        let start = ContinuousClock.now
        try process.run()
        // A web address is answered with a hint, which touches neither list nor journal.
        try input.fileHandleForWriting.write(contentsOf: Data("https://example.org\n".utf8))
        var buffer = Data()
        while !buffer.contains(UInt8(ascii: "\n")) {
            let more = output.fileHandleForReading.availableData
            guard !more.isEmpty else { throw BenchmarkError("usherd ended before it was ready") }
            buffer += more
        }
        timeToReady = .now - start
    }

    /// - Returns: the time the daemon itself reports from the line to the commit.
    func present(_ code: String, as verdict: Verdict = .admitted) throws -> Duration {
        try input.fileHandleForWriting.write(contentsOf: Data((code + "\n").utf8))
        while true {
            if let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                let report = try JSONDecoder().decode(VerdictReport.self, from: rest[..<end])
                rest = Data(rest[rest.index(after: end)...])
                guard report.verdict == verdict, let elapsed = report.elapsed else {
                    throw BenchmarkError("a ticket was not \(verdict.word): \(report.message)")
                }
                return elapsed
            }
            let more = output.fileHandleForReading.availableData
            guard !more.isEmpty else { throw BenchmarkError("usherd ended") }
            rest += more
        }
    }

    /// proc(5), `/proc/PID/status`.
    func memory() throws -> String {
        let status = try String(contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)
        let lines = status.split(separator: "\n").filter { $0.hasPrefix("VmRSS") || $0.hasPrefix("RssAnon") }
        return lines.map { $0.split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ") }
            .joined(separator: ", ").replacingOccurrences(of: "\t", with: "")
    }

    func stop() throws {
        try input.fileHandleForWriting.close()
        process.waitUntilExit()
    }
}

/// Appends a page and flushes it, the minimum that a commit does.
final class DiskProbe {
    private let descriptor: Int32
    private let page = [UInt8](repeating: 7, count: 4096)

    init(path: String) throws {
        descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        guard descriptor >= 0 else { throw BenchmarkError("cannot open \(path)") }
    }

    deinit {
        close(descriptor)
    }

    func flush() throws -> Duration {
        let start = ContinuousClock.now
        guard unsafe write(descriptor, page, page.count) == page.count, fdatasync(descriptor) == 0 else {
            throw BenchmarkError("cannot write to the disk")
        }
        return .now - start
    }
}
