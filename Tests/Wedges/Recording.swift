import Foundation
import Testing

@testable import Wedges

/// A file of Tests/Recordings/wedges: what one or more scanners did, and what must come of it.
/// Its README describes the format.
struct Recording {
    enum Step: Equatable {
        /// Time passes.
        case wait(Duration)
        case key(UInt16, KeyEvent.Action)
        case lost(held: Set<UInt16>)
        case unplug
        /// What must have come since the expectation before.
        case expect(Expectation)
    }

    enum Expectation: Equatable {
        case text(String)
        case dropped(WedgeDrop)
    }

    struct Scanner {
        var settings = WedgeSettings()
        var steps: [Step] = []
    }

    struct Fault: Error, CustomStringConvertible {
        let description: String
    }

    let name: String
    var scanners: [Scanner] = []

    static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../Recordings/wedges").standardized

    static func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".keys") }.sorted()
    }

    init(named name: String) throws {
        self.name = name
        let text = try String(contentsOf: Self.folder.appending(path: name), encoding: .utf8)
        guard text.hasPrefix("# ") else { throw Fault(description: "\(name) does not begin with a sentence") }
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            do {
                try read(line)
            } catch {
                throw Fault(description: "\(name):\(index + 1): \(error)")
            }
        }
    }

    private mutating func read(_ line: Substring) throws {
        if line.isEmpty || line.hasPrefix("#") { return }
        let words = line.split(separator: " ").map(String.init)
        if words[0] == "scanner" {
            scanners.append(Scanner(settings: try Self.settings(words.dropFirst())))
            return
        }
        guard !scanners.isEmpty else { throw Fault(description: "events before the first scanner") }
        let steps: [Step]
        switch words[0] {
        case ">": steps = [.expect(.text(try Self.unescaped(line.dropFirst(2))))]
        case "!": steps = [.expect(.dropped(try Self.drop(line.dropFirst(2))))]
        case "lost": steps = [.lost(held: Set(try words.dropFirst().map(Self.key)))]
        case "unplug": steps = [.unplug]
        case "every": steps = try Self.strokes(words.dropFirst(2), every: try Self.time(words[1]))
        case let word where word.hasPrefix("+"): steps = try Self.event(words)
        default: throw Fault(description: "unknown word \(words[0])")
        }
        scanners[scanners.count - 1].steps += steps
    }

    /// `layout=de terminator=none prefix=X`
    private static func settings(_ words: some Sequence<String>) throws -> WedgeSettings {
        var settings = WedgeSettings()
        for word in words {
            let pair = word.split(separator: "=", maxSplits: 1).map(String.init)
            switch pair[0] {
            case "layout": settings.layout = try KeyboardLayout(checking: pair[1])
            case "terminator": settings.terminator = try #require(.init(rawValue: pair[1]))
            case "prefix": settings.prefix = pair[1]
            case "suffix": settings.suffix = pair[1]
            case "caps_lock": settings.capsLock = pair[1] == "true"
            default: throw Fault(description: "unknown setting \(pair[0])")
            }
        }
        return settings
    }

    /// `+12ms`, `+12ms A down`
    private static func event(_ words: [String]) throws -> [Step] {
        let wait = Step.wait(try time(String(words[0].dropFirst())))
        if words.count == 1 { return [wait] }
        let actions: [String: KeyEvent.Action] = ["down": .down, "up": .up, "repeat": .repeated]
        guard words.count == 3, let action = actions[words[2]] else { throw Fault(description: "no event") }
        return [wait, .key(try key(words[1]), action)]
    }

    /// `every 4ms A LEFTSHIFT+B 12*C`: all keys of a stroke go down together and come up a millisecond later.
    private static func strokes(_ words: some Sequence<String>, every pace: Duration) throws -> [Step] {
        try words.flatMap { word in
            let parts = word.split(separator: "*")
            let count = parts.count == 2 ? Int(parts[0]) ?? 0 : 1
            let keys = try parts[parts.count - 1].split(separator: "+").map { try key(String($0)) }
            let stroke =
                [.wait(pace - .milliseconds(1))] + keys.map { Step.key($0, .down) } + [.wait(.milliseconds(1))]
                + keys.reversed().map { Step.key($0, .up) }
            return (0..<count).flatMap { _ in stroke }
        }
    }

    private static func key(_ name: String) throws -> UInt16 {
        guard let number = KeyNames.numbers[name] else { throw Fault(description: "no key is called \(name)") }
        return number
    }

    private static func time(_ word: String) throws -> Duration {
        guard word.hasSuffix("ms"), let count = Int(word.dropLast(2)) else {
            throw Fault(description: "\(word) is no time")
        }
        return .milliseconds(count)
    }

    private static func drop(_ word: Substring) throws -> WedgeDrop {
        let words: [Substring: WedgeDrop] = [
            "no terminator": .noTerminator, "too long": .tooLong, "events lost": .eventsLost,
        ]
        guard let drop = words[word] else { throw Fault(description: "nothing is dropped for \(word)") }
        return drop
    }

    /// `\x1D` stands for a control character.
    private static func unescaped(_ text: Substring) throws -> String {
        var result = ""
        var rest = text
        while let mark = rest.range(of: "\\x") {
            result += rest[..<mark.lowerBound]
            guard let value = UInt8(rest[mark.upperBound...].prefix(2), radix: 16) else {
                throw Fault(description: "two hexadecimal digits follow \\x")
            }
            result.unicodeScalars.append(Unicode.Scalar(value))
            rest = rest[mark.upperBound...].dropFirst(2)
        }
        return result + rest
    }
}
