import Foundation
import Glibc
import Pictures
import Tickets

/// Standard output and standard error.
enum Output {
    /// A person looks at it, and wants colour.
    static var isTerminal: Bool {
        let environment = ProcessInfo.processInfo.environment
        return isatty(STDOUT_FILENO) == 1 && environment["NO_COLOR"] == nil && environment["TERM"] != "dumb"
    }

    static func write(_ text: String) {
        write(Array(text.utf8))
    }

    /// Ends the program when its output cannot be written: it has nothing else to do.
    static func write(_ bytes: [UInt8]) {
        do {
            try FileHandle.standardOutput.write(contentsOf: Data(bytes))
        } catch {
            printError("Error: cannot write to standard output: nobody reads it, or the disk is full")
            end(1)
        }
    }

    /// Ends the program. Not by exit(3): threads of a transfer may be about to end, too, and would use what its
    /// handlers have already released.
    static func end(_ code: Int32) -> Never {
        fflush(nil)
        _exit(code)
    }

    static func line(_ text: String) {
        write(text + "\n")
    }

    /// To standard error.
    static func printError(_ text: String) {
        // If even this cannot be written, the exit code still reports the failure.
        try? FileHandle.standardError.write(contentsOf: Data((text + "\n").utf8))
    }

    /// A line of progress that the next one overwrites; only where a person looks at standard error.
    static func progress(_ text: String) {
        guard isatty(STDERR_FILENO) == 1 else { return }
        try? FileHandle.standardError.write(contentsOf: Data("\r\u{1B}[K\(text)".utf8))
    }

    static func endProgress() {
        progress("")
    }

    /// Columns as wide as their widest cell, two spaces apart.
    static func table(_ header: [String], _ rows: [[String]]) {
        let all = [header] + rows
        let widths = header.indices.map { column in all.map { $0[column].columns }.max() ?? 0 }
        for row in all {
            let cells = row.enumerated().map { index, cell in
                index == row.count - 1 ? cell : cell + String(repeating: " ", count: widths[index] - cell.columns)
            }
            line(cells.joined(separator: "  "))
        }
    }
}

/// SGR escape sequences (ECMA-48) for a terminal; nothing elsewhere.
enum Ink: String {
    case green = "30;42"
    case blue = "97;44"
    case amber = "30;43"
    case red = "97;41"
    case grey = "97;100"
    case plain = "0"
    case bold = "1"
    case faint = "2"

    init(_ color: ScreenColor) {
        switch color {
        case .green: self = .green
        case .blue: self = .blue
        case .amber: self = .amber
        case .red: self = .red
        case .grey: self = .grey
        }
    }

    func paint(_ text: String) -> String {
        Output.isTerminal ? "\u{1B}[\(rawValue)m\(text)\u{1B}[0m" : text
    }
}
