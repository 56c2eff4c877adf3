internal import Foundation
internal import Glibc
internal import Synchronization
internal import Threads
internal import Tickets

/// Presentations from standard input: a line is a code, or an object `{"code":...,"gate":...,"direction":...}`. An object
/// `{"answers":{...}}` answers what the line before it made staff ask.
struct LineSource: PresentationSource {
    /// In bytes, far above any code. Such a line is no code, and the rest of it is not kept.
    static let lineLimit = 64 * 1024

    let reader: LineReader

    /// The next presentation; `nil` at the end of the input or after ``LineReader/stop()``. Empty lines are skipped.
    func next() async throws -> PresentationResult? {
        while let line = try await reader.next(limit: Self.lineLimit) {
            if line.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\r") }) { continue }
            return result(of: line)
        }
        return nil
    }

    func stop() {
        reader.stop()
    }

    private struct Request: Decodable {
        var code: String?
        var gate: String?
        var direction: Direction?
        var answers: [String: String]?
    }

    /// A line that begins like an object but is not one is taken as a code, which the door refuses.
    private func result(of line: [UInt8]) -> PresentationResult {
        if line.first == UInt8(ascii: "{"), let request = try? JSONDecoder().decode(Request.self, from: Data(line)) {
            if let code = request.code {
                return .presentation(
                    Presentation(
                        bytes: Array(code.utf8), how: .stdin, source: "stdin", gate: request.gate,
                        direction: request.direction))
            }
            if let answers = request.answers { return .answers(answers) }
        }
        return .presentation(Presentation(bytes: line, how: .stdin, source: "stdin"))
    }
}

/// Reads lines from a descriptor, on a thread of its own. Can be stopped while it waits.
final class LineReader: Sendable {
    private let input: Int32
    /// ``stop()`` writes to it, so that a `poll` that waits for input returns.
    private let wake: (read: Int32, write: Int32)
    private let queue = WorkQueue("lines")
    /// What has been read beyond the last line.
    private let rest = Mutex<ArraySlice<UInt8>>([])
    private let isStopped = Mutex(false)

    init(descriptor: Int32) throws {
        input = descriptor
        var ends: [Int32] = [0, 0]
        guard unsafe pipe(&ends) == 0 else {
            throw StationError(
                .unavailable, "read", "standard input",
                unsafe String(cString: strerror(errno)), errno: errno)
        }
        wake = (ends[0], ends[1])
    }

    deinit {
        close(wake.read)
        close(wake.write)
    }

    /// A line without its end, cut at `limit` bytes; `nil` at the end of the input and after ``stop()``.
    func next(limit: Int) async throws -> [UInt8]? {
        try await queue.run { try readLine(limit: limit) }
    }

    /// Ends the lines, also those that were read already. Half a line is no code, and whole ones can be presented
    /// again.
    func stop() {
        isStopped.withLock { $0 = true }
        _ = unsafe write(wake.write, [0], 1)
    }

    private func readLine(limit: Int) throws -> [UInt8]? {
        try rest.withLock { buffer in
            var line: [UInt8] = []
            while !isStopped.withLock({ $0 }) {
                if let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
                    line.append(contentsOf: buffer[..<end].prefix(limit - line.count))
                    buffer = buffer[(end + 1)...]
                    return line
                }
                line.append(contentsOf: buffer.prefix(limit - line.count))
                let hadBytes = !buffer.isEmpty || !line.isEmpty
                buffer.removeAll(keepingCapacity: true)
                guard let more = try readMore() else {
                    return hadBytes && !isStopped.withLock({ $0 }) ? line : nil
                }
                buffer = more[...]
            }
            return nil
        }
    }

    /// `nil` at the end and when stopped.
    private func readMore() throws -> [UInt8]? {
        var waits = [
            pollfd(fd: input, events: Int16(POLLIN), revents: 0),
            pollfd(fd: wake.read, events: Int16(POLLIN), revents: 0),
        ]
        while unsafe poll(&waits, 2, -1) < 0 {
            guard errno == EINTR else { throw failure() }
        }
        if waits[1].revents != 0 { return nil }
        var bytes = [UInt8](repeating: 0, count: 64 * 1024)
        let count = unsafe read(input, &bytes, bytes.count)
        guard count >= 0 else { throw failure() }
        return count == 0 ? nil : Array(bytes[..<count])
    }

    private func failure() -> StationError {
        StationError(
            .unavailable, "read", "standard input",
            unsafe String(cString: strerror(errno)), errno: errno)
    }
}
