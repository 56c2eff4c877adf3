internal import Foundation
public import Tickets

/// The texts of one language.
public struct Messages: Sendable {
    /// What programs, logs and the JSON of the API speak.
    public static let english = Messages(language: "en")

    private let root: Node

    /// - Parameter language: one of ``MessageFile/all``; another has no texts.
    init(language: String) {
        let file = MessageFile.all.first { $0.language == language }
        root = file.flatMap { try? JSONDecoder().decode(Node.self, from: Data($0.bytes)) } ?? .branch([:])
    }

    /// The text at a path such as `words.unpaid`, or an empty one.
    public func label(_ path: String) -> String {
        let node = path.split(separator: ".").reduce(Node?.some(root)) { node, key in node?.child(String(key)) }
        guard case .text(let text) = node else { return "" }
        return text
    }

    /// The one word of a verdict: what stands in large letters.
    public func word(of verdict: Verdict, direction: Direction) -> String {
        let isLook = verdict == .admitted && direction == .look
        return label("words.\(isLook ? "valid" : verdict.reason?.rawValue ?? verdict.word)")
    }

    /// - Parameter clock: writes times.
    public func text(of sentence: Sentence, clock: DoorClock) -> String {
        // In one pass: braces in a value are part of somebody's name for an event or a gate.
        label(sentence.key).replacing(/\{(\w+)\}/) { name in
            sentence.values[String(name.output.1)].map { self.text(of: $0, clock: clock) } ?? ""
        }
    }

    private func text(of value: Sentence.Value, clock: DoorClock) -> String {
        switch value {
        case .text(let text): text
        case .number(let number): "\(number)"
        case .time(let time): clock.text(of: time)
        case .sentence(let sentence): text(of: sentence, clock: clock)
        }
    }

    private enum Node: Decodable, Sendable {
        case text(String)
        case branch([String: Node])
        /// `reviewed`
        case flag(Bool)

        init(from decoder: any Decoder) throws {
            let value = try decoder.singleValueContainer()
            if let text = try? value.decode(String.self) {
                self = .text(text)
            } else if let flag = try? value.decode(Bool.self) {
                self = .flag(flag)
            } else {
                self = .branch(try value.decode([String: Node].self))
            }
        }

        func child(_ key: String) -> Node? {
            guard case .branch(let children) = self else { return nil }
            return children[key]
        }
    }
}
