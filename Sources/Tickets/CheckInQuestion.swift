internal import Foundation

/// What the organizer wants to know of every guest, and has asked at the door.
public struct CheckInQuestion: Hashable, Sendable {
    /// What an answer is, as text.
    public enum Kind: String, Sendable, CaseIterable {
        /// One line, or several.
        case line, lines
        /// With or without decimals: `12`, `-1.5`.
        case number
        /// `true` or `false`.
        case yesNo = "yes_no"
        /// The id of one option, or of several, joined by commas.
        case choice, choices
        /// `2026-12-05`, `19:30`, `2026-12-05T19:30`: of the event's place.
        case date, time
        case dateTime = "date_time"
        /// ISO 3166-1 alpha-2: `UG`.
        case country
        /// `+256 700 000000`.
        case phone
        /// The code of a wristband or card that stands for the ticket from then on: one that the list has as a spare one. A
        /// guest who shows one is not asked.
        case medium
    }

    /// One of the answers to choose from.
    public struct Option: Hashable, Sendable, Decodable {
        /// 1 to 190 bytes, without a comma.
        public let id: String
        /// For people: 1 to 1,000 bytes.
        public let text: String

        public init(id: String, text: String) {
            self.id = id
            self.text = text
        }
    }

    /// Asked only after certain answers to another question.
    public struct Condition: Hashable, Sendable, Decodable {
        /// Id of the other question.
        public let question: String
        /// Ids of options of which one must be chosen, or `true` or `false`.
        public let values: [String]

        public init(question: String, values: [String]) {
            self.question = question
            self.values = values
        }
    }

    /// The server's id: 1 to 100 bytes.
    public let id: String
    /// For people: 1 to 1,000 bytes.
    public let text: String
    /// More about it, for people: up to 1,000 bytes.
    public let help: String?
    public let kind: Kind
    /// Nobody enters without an answer; where it is yes or no, without a yes.
    public let isRequired: Bool
    /// With ``Kind/choice`` and ``Kind/choices``.
    public let options: [Option]
    /// Limits of a number, a date or a date and time, as answers, or of the characters in a text; `nil` for none.
    public let least, most: String?
    /// Slugs of the ticket types whose guests are asked.
    public let types: Set<String>
    /// `nil` for a question that depends on no other.
    public let condition: Condition?
    /// With ``Kind/medium``: any chip answers it, also one that the list does not have (``isChipNumber(_:)``).
    public let takesNew: Bool

    public init(
        id: String, text: String, help: String? = nil, kind: Kind, isRequired: Bool = false, options: [Option] = [],
        least: String? = nil, most: String? = nil, types: Set<String>, condition: Condition? = nil,
        takesNew: Bool = false
    ) {
        self.takesNew = takesNew
        self.id = id
        self.text = text
        self.help = help
        self.kind = kind
        self.isRequired = isRequired
        self.options = options
        self.least = least
        self.most = most
        self.types = types
        self.condition = condition
    }
}

extension CheckInQuestion {
    /// Whether a text is the number of a chip for contactless cards: 4, 7 or 10 bytes in hexadecimal (ISO 14443-3).
    public static func isChipNumber(_ text: String) -> Bool {
        [8, 14, 20].contains(text.utf8.count)
            && text.utf8.allSatisfy {
                UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0
                    || UInt8(ascii: "A")...UInt8(ascii: "F") ~= $0 || UInt8(ascii: "a")...UInt8(ascii: "f") ~= $0
            }
    }
}

extension EventPlan {
    /// The questions to a guest on a line, in the order of the list.
    public func questions(for line: TicketLine) -> [CheckInQuestion] {
        questions.filter { $0.types.contains(line.type.slug) && !line.answered.contains($0.id) }
    }
}

extension EventPlan {
    /// Ids of questions that depend on one that is not asked at the door: of a ticket that is in no list, nobody knows its
    /// answer, so they are not asked.
    var undecidableQuestions: Set<String> {
        let asked = Set(questions.map(\.id))
        return Set(questions.filter { $0.condition.map { !asked.contains($0.question) } ?? false }.map(\.id))
    }
}

// MARK: - Answers

/// What is wrong with an answer.
public struct AnswerFault: Error, Hashable {
    /// Id of the question.
    public let question: String
    /// `"Your size?" needs an answer`, without the answer.
    public let problem: String
}

extension [CheckInQuestion] {
    /// Longer answers are refused, in characters.
    public static let longestAnswer = 4000

    /// Checks what a guest has answered to these questions.
    /// - Parameter given: by the id of the question. Those that are not asked after what was answered need none.
    /// - Returns: an answer to each question, empty for none.
    public func checked(_ given: [String: String]) throws(AnswerFault) -> [String: String] {
        if let unknown = given.keys.sorted().first(where: { id in allSatisfy { $0.id != id } }) {
            throw AnswerFault(
                question: unknown, problem: "no question \(unknown.withoutControls.prefix(100)) is asked here")
        }
        var answers: [String: String] = [:]
        for question in self {
            let text = question.cleaned(given[question.id] ?? "")
            answers[question.id] = isAsked(question, after: given) ? try question.checked(text) : ""
        }
        return answers
    }

    /// Whether a question is to be asked after the answers to others. One that depends on what is not in question here
    /// is: that was settled when the list was made.
    func isAsked(_ question: CheckInQuestion, after given: [String: String], depth: Int = 0) -> Bool {
        guard let condition = question.condition, let other = first(where: { $0.id == condition.question }),
            depth < count
        else { return true }
        // A question that is not asked has no answer.
        guard isAsked(other, after: given, depth: depth + 1) else { return false }
        let answer = given[other.id] ?? ""
        let values = other.kind == .choices ? answer.split(separator: ",").map(String.init) : [answer]
        let chosen = other.kind == .yesNo && answer.isEmpty ? ["false"] : values
        return !Set(chosen).isDisjoint(with: condition.values)
    }
}

extension CheckInQuestion {
    /// Without white space at its ends, and without what nobody can see.
    fileprivate func cleaned(_ answer: String) -> String {
        let lines = answer.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map {
            String($0).withoutControls
        }
        return lines.joined(separator: kind == .lines ? "\n" : " ").trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// - Parameter answer: as ``cleaned(_:)`` gives it; empty for none.
    fileprivate func checked(_ answer: String) throws(AnswerFault) -> String {
        guard !answer.isEmpty, !(isRequired && kind == .yesNo && answer == "false") else {
            guard isRequired else { return answer }
            throw fault(kind == .yesNo ? "must be answered with yes" : "needs an answer")
        }
        guard answer.unicodeScalars.count <= [Self].longestAnswer else {
            throw fault("has an answer of more than \([Self].longestAnswer) characters")
        }
        switch kind {
        case .line, .lines, .phone, .medium:
            try checkLength(of: answer)
            return answer
        case .number: return try checkedNumber(answer)
        case .yesNo:
            guard ["true", "false"].contains(answer) else { throw fault("must be answered with true or false") }
            return answer
        case .choice:
            guard options.contains(where: { $0.id == answer }) else { throw fault("has no such option") }
            return answer
        case .choices:
            let chosen = answer.split(separator: ",").map(String.init)
            guard Set(chosen).isSubset(of: options.map(\.id)) else { throw fault("has no such option") }
            return options.map(\.id).filter { chosen.contains($0) }.joined(separator: ",")
        case .date: return try checkedTime(answer, #/\d{4}-\d\d-\d\d/#, "a date, as 2026-12-05", as: { $0 + "T00:00" })
        case .time: return try checkedTime(answer, #/\d\d:\d\d/#, "a time, as 19:30", as: { "2000-01-01T" + $0 })
        case .dateTime:
            return try checkedTime(
                answer, #/\d{4}-\d\d-\d\dT\d\d:\d\d/#, "a date and time, as 2026-12-05T19:30", as: { $0 })
        case .country:
            let code = answer.uppercased()
            guard code.count == 2, Locale.Region(code).isISORegion else {
                throw fault("must be answered with a country code of two letters, as UG")
            }
            return code
        }
    }

    private func checkLength(of answer: String) throws(AnswerFault) {
        let length = answer.unicodeScalars.count
        if let least = least.flatMap(Int.init), length < least {
            throw fault("must be answered with at least \(least) characters")
        }
        if let most = most.flatMap(Int.init), length > most {
            throw fault("must be answered with at most \(most) characters")
        }
    }

    private func checkedNumber(_ answer: String) throws(AnswerFault) -> String {
        let text = answer.replacing(",", with: ".")
        guard text.wholeMatch(of: #/[+-]?\d{1,20}(\.\d{1,10})?/#) != nil, let number = Decimal(string: text) else {
            throw fault("must be answered with a number")
        }
        if let least, let limit = Decimal(string: least), number < limit {
            throw fault("must be answered with \(least) or more")
        }
        if let most, let limit = Decimal(string: most), number > limit {
            throw fault("must be answered with \(most) or less")
        }
        return text
    }

    private func checkedTime(
        _ answer: String, _ shape: Regex<Substring>, _ name: String, as whole: (String) -> String
    ) throws(AnswerFault) -> String {
        guard answer.wholeMatch(of: shape) != nil, Timestamp(rfc3339: whole(answer) + ":00Z") != nil else {
            throw fault("must be answered with \(name)")
        }
        // Years of four digits: their order is that of the texts.
        if let least, answer < least { throw fault("must be answered with \(least) or later") }
        if let most, answer > most { throw fault("must be answered with \(most) or earlier") }
        return answer
    }

    private func fault(_ problem: String) -> AnswerFault {
        AnswerFault(question: id, problem: "\"\(text.withoutControls)\" \(problem)")
    }
}
