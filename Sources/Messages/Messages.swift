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

    /// A text by its path: `words.unpaid`; empty where there is none.
    public func label(_ path: String) -> String {
        guard case .text(let text) = node(path) else { return "" }
        return text
    }

    private func node(_ path: String) -> Node? {
        path.split(separator: ".").reduce(Node?.some(root)) { node, key in node?.child(String(key)) }
    }

    /// The names of what there is below a path.
    public func keys(of path: String) -> [String] {
        guard case .branch(let children) = node(path) else { return [] }
        return children.keys.sorted()
    }

    /// The one word of a verdict: what stands in large letters.
    public func word(of verdict: Verdict, direction: Direction = .in) -> String {
        let isLook = verdict == .admitted && direction == .look
        return label("words.\(isLook ? "valid" : verdict.reason?.rawValue ?? verdict.word)")
    }

    /// - Parameter clock: writes times.
    public func text(of sentence: Sentence, clock: DoorClock) -> String {
        sentence.values.reduce(label(sentence.key)) { text, value in
            text.replacing("{\(value.key)}", with: self.text(of: value.value, clock: clock))
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
