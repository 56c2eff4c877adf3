public import Foundation
public import Tickets

/// The texts of one language. What it does not have is said in English.
public struct Messages: Sendable {
    /// The language of programs, logs and the JSON of the API.
    public static let english = Messages(MessageFile.all[0], otherwise: nil)

    private static let all = Dictionary(
        uniqueKeysWithValues: MessageFile.all.map { ($0.language, Messages($0, otherwise: english)) })

    /// - Parameter language: one of ``MessageFile/languages``; any other gives English.
    public static func `in`(_ language: String) -> Messages { all[language] ?? english }

    /// ISO 639-1, or the name of a test's own language.
    public let language: String
    /// How dates and numbers are written.
    public let locale: Locale
    private let root: Node
    private let fallback: Node

    /// A language that is not one of those in the program, for tests.
    package init(_ file: MessageFile) {
        self.init(file, otherwise: .english)
    }

    private init(_ file: MessageFile, otherwise english: Messages?) {
        language = file.language
        root = (try? JSONDecoder().decode(Node.self, from: Data(file.bytes))) ?? .branch([:])
        fallback = english?.root ?? root
        locale = Locale(identifier: root.text(at: "locale") ?? fallback.text(at: "locale") ?? "")
    }

    /// What the station itself says in English, in a text of another language, is a quotation.
    var isEnglish: Bool { language == "en" }

    /// A text in English, where this language quotes it; in English as it is.
    public func quoting(_ english: String) -> String {
        isEnglish || english.isEmpty ? english : text("labels.quoted", ["text": english])
    }

    /// The text at a path such as `words.unpaid`; empty when there is none.
    public func label(_ path: String) -> String {
        root.text(at: path) ?? fallback.text(at: path) ?? ""
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
        case .time(let time): clock.text(of: time, in: locale)
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

        func text(at path: String) -> String? {
            let node = path.split(separator: ".").reduce(Node?.some(self)) { node, key in
                guard case .branch(let children) = node else { return nil }
                return children[String(key)]
            }
            guard case .text(let text) = node else { return nil }
            return text
        }
    }
}
