internal import Tickets

/// One thing that a person should know about a station, or one that is in order. Status, doctor, alerts, the badges of
/// the page and the metrics are views of a station's conditions. ``Condition/Code`` alone says what each code means and
/// how bad it is.
public struct Condition: Codable, Hashable, Sendable {
    /// What it is about.
    public enum Area: String, Codable, Sendable, CaseIterable {
        case daemon, readers, camera, list, disk, clock, network, backend, uploads, venue, control, journal, display
        case enrolment, sandbox
    }

    /// How urgent it is. The worse level is the greater.
    public enum Level: String, Codable, Sendable, CaseIterable, Comparable {
        /// In order.
        case ok
        /// To be looked at when there is time.
        case warning
        /// Somebody is needed now.
        case broken

        /// `ok`, `warning`, `broken`.
        public static func < (one: Level, other: Level) -> Bool {
            one != other && (one == .ok || other == .broken)
        }
    }

    /// Which condition it is; callers decide by it.
    public let code: Code
    /// By which it is known again, whatever its texts say.
    public struct Name: Hashable, Sendable {
        public let code: Code
        public let subject: String?

        public init(code: Code, subject: String?) {
            self.code = code
            self.subject = subject
        }
    }

    /// Set by the code.
    public let area: Area
    /// Set by the code.
    public let level: Level
    /// Which one, where a code can apply to several things: the id of an event, the name of a backend or a device.
    public let subject: String?
    /// Key of the texts `conditions.KEY` and `nextSteps.KEY` in the message files; where there is no such text, the
    /// code's is used.
    public let key: String
    /// Values for the braces in these texts, without control characters.
    public let values: [String: String]
    /// What is the case: one English sentence.
    public let says: String
    /// What to do next: one English sentence; `nil` when there is nothing to do.
    public let next: String?

    /// - Parameters:
    ///   - values: for the braces in its texts; no ticket code and no person's name.
    ///   - variant: added to the key, where one code has several texts.
    public init(_ code: Code, subject: String? = nil, _ values: [String: String] = [:], variant: String = "") {
        self.code = code
        area = code.place.area
        level = code.place.level
        self.subject = subject?.withoutControls
        key = code.rawValue + variant
        self.values = values.mapValues(\.withoutControls)
        says = Self.text(in: "conditions", key, code, self.values, .english)
        let next = Self.text(in: "nextSteps", key, code, self.values, .english)
        self.next = next.isEmpty ? nil : next
    }

    /// What a station says at most once.
    public var name: Name { Name(code: code, subject: subject) }

    /// ``says`` in another language. What the program found out is a quotation in English.
    public func says(in messages: Messages) -> String {
        messages.isEnglish ? says : Self.text(in: "conditions", key, code, translated(into: messages), messages)
    }

    /// ``next`` in another language; a hint of the program is a quotation in English.
    public func next(in messages: Messages) -> String? {
        guard next != nil, !messages.isEnglish else { return next }
        let text = Self.text(in: "nextSteps", key, code, translated(into: messages), messages)
        return text.isEmpty ? nil : text
    }

    /// The values that are English, whatever the language of the text around them; `Words.condition` of the page has
    /// the same.
    private static let englishValues: Set<String> = ["why", "hint", "problem", "note", "limits"]

    private func translated(into messages: Messages) -> [String: String] {
        var values = values
        for name in Self.englishValues { values[name] = values[name].map(messages.quoting) }
        values["direction"] = values["direction"].map { messages.label("directions.\($0)") }
        return values
    }

    private static func text(
        in branch: String, _ key: String, _ code: Code, _ values: [String: String], _ messages: Messages
    ) -> String {
        let own = messages.text("\(branch).\(key)", values)
        return own.isEmpty ? messages.text("\(branch).\(code.rawValue)", values) : own
    }

    /// A condition whose cause is an error: its text has `{why}`, and its next step is the error's hint.
    public init(
        _ code: Code, subject: String? = nil, _ values: [String: String] = [:], variant: String = "",
        because error: any Error
    ) {
        let explained = error as? any ExplainedError
        let why = explained?.headline ?? "\(error)"
        var values = values
        // The text has a full stop of its own after it.
        values["why"] = String(why.hasSuffix(".") ? why.dropLast() : why[...])
        values["hint"] = explained?.hint ?? ""
        self.init(code, subject: subject, values, variant: variant)
    }
}
