internal import Foundation
internal import Glibc
internal import Tickets

/// What a hook reads on its standard input: a verdict on one line, short enough for a pipe to take it at once.
struct HookInput {
    /// In bytes. A pipe of Linux holds 64 KiB, or less when its user has many (pipe(7)).
    static let mostBytes = 16 * 1024
    /// Of one text, in bytes. No list has longer ones, so nothing that a guest needs is cut.
    private static let longestText = 600

    let line: Data

    init(_ report: VerdictReport) {
        line = Data((Self.cut(report.json).text + "\n").utf8)
    }

    private static func cut(_ value: JSONValue) -> JSONValue {
        switch value {
        case .string(let text) where text.utf8.count > longestText:
            .string(String(decoding: text.utf8.prefix(longestText), as: UTF8.self))
        case .object(let members): .object(members.map { JSONValue.Member($0.name, cut($0.value)) })
        case .array(let values): .array(values.map(cut))
        default: value
        }
    }

    /// A pipe that holds the whole line, and then ends.
    ///
    /// - Returns: `nil` when the line does not fit. Nobody reads it yet, so waiting for room would never end.
    func pipe() -> Pipe? {
        guard line.count <= Self.mostBytes else { return nil }
        let pipe = Pipe()
        let end = pipe.fileHandleForWriting
        let written = unsafe line.withUnsafeBytes { bytes in
            guard fcntl(end.fileDescriptor, F_SETFL, O_NONBLOCK) == 0 else { return -1 }
            return unsafe Glibc.write(end.fileDescriptor, bytes.baseAddress, bytes.count)
        }
        try? end.close()
        return written == line.count ? pipe : nil
    }
}
