internal import Foundation
public import Tickets

/// The texts of one language.
public struct Messages: Sendable {
    /// The language of programs, logs and the JSON of the API.
    public static let english = Messages(language: "en")

    private let root: Node

    /// - Parameter language: one of ``MessageFile/all``; any other gives empty texts.
    init(language: String) {
        let file = MessageFile.all.first { $0.language == language }
        root = file.flatMap { try? JSONDecoder().decode(Node.self, from: Data($0.bytes)) } ?? .branch([:])
    }

    /// The text at a path such as `words.unpaid`; empty when there is none.
    public func label(_ path: String) -> String {
        let node = path.split(separator: ".").reduce(Node?.some(root)) { node, key in node?.child(String(key)) }
        guard case .text(let text) = node else { return "" }
        return text
    }

    /// The word of a verdict that the screen shows in large letters.
    public func word(of verdict: Verdict, direction: Direction) -> String {
        let isLook = verdict == .admitted && direction == .look
        return label("words.\(isLook ? "valid" : verdict.reason?.rawValue ?? verdict.word)")
    }

    /// The text at a path with its braces filled in; what has no value is left out.
    public func text(_ path: String, _ values: [String: String]) -> String {
        text(path) { values[$0] }
    }

    /// The text of a sentence, with its values filled in.
    /// - Parameter clock: writes times, in the event's time zone.
    public func text(of sentence: Sentence, clock: DoorClock) -> String {
        text(sentence.key) { name in sentence.values[name].map { text(of: $0, clock: clock) } }
    }

    /// In one pass, because a value may have braces: the name of an event, for example.
    private func text(_ path: String, value: (String) -> String?) -> String {
        label(path).replacing(/\{(\w+)\}/) { value(String($0.output.1)) ?? "" }
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

        init(from decoder: any Decoder) throws {
            let value = try decoder.singleValueContainer()
            if let text = try? value.decode(String.self) {
                self = .text(text)
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
