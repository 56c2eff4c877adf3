internal import Foundation
public import Messages

/// A language in which every text is in brackets: what stands outside of them came from somewhere else. Words of
/// programs in the middle of people's language are found so.
public enum PseudoLanguage {
    /// Dates and numbers are Japanese: without a letter of English.
    public static let messages: Messages = {
        var root = (try? JSONSerialization.jsonObject(with: Data(MessageFile.all[0].bytes))) as? [String: Any] ?? [:]
        root = root.mapValues(bracketed)
        root["locale"] = "ja"
        let bytes = (try? JSONSerialization.data(withJSONObject: root)) ?? Data()
        return Messages(MessageFile(language: "qps", bytes: Array(bytes)))
    }()

    /// `‹There is no gate ›{gate}‹ at ›{event}`
    private static func bracketed(_ value: Any) -> Any {
        if let branch = value as? [String: Any] { return branch.mapValues(bracketed) }
        guard let text = value as? String else { return value }
        return text.replacing(/(\{\w+\})|([^{]+)/) { $0.output.1.map(String.init) ?? "‹\($0.output.0)›" }
    }

    /// The words of a text that are in no brackets.
    /// - Parameter names: of the event, and what is the same in every language.
    public static func strayWords(in text: String, except names: Set<String>) -> [String] {
        text.replacing(/\u{1B}\[[0-9;]*m/, with: "").replacing(/‹[^›]*(›|$)/, with: " ")
            .matches(of: /[A-Za-z]{2,}/).map { String($0.output) }.filter { !names.contains($0) }
    }
}
