internal import Foundation
internal import Tickets

/// The questions of an event that are asked, or whose answers are shown, at check-in
/// (https://docs.pretix.eu/dev/api/resources/questions.html).
struct PretixQuestions: Sendable {
    private struct Question: Sendable {
        let id: Int
        let text: String
        let help: String?
        /// `nil` for what a station cannot ask, for the reason in `fault`.
        let kind: CheckInQuestion.Kind?
        let fault: String?
        let isRequired: Bool
        let options: [CheckInQuestion.Option]
        let least, most: String?
        let products: Set<Int>
        let condition: (question: Int, values: [String])?
        let isAsked: Bool
        let isShown: Bool

        func left(_ fault: String) -> Self {
            Self(
                id: id, text: text, help: nil, kind: nil, fault: self.fault ?? fault, isRequired: false, options: [],
                least: nil, most: nil, products: products, condition: nil, isAsked: isAsked, isShown: isShown)
        }
    }

    private let questions: [Question]

    /// - Parameter zone: of the event: an answer is a time there.
    init(_ values: [LenientJSON], locale: String?, zone: Zone) {
        let read = values.compactMap { Self.question($0, locale: locale, zone: zone) }
        questions = Array(read.prefix(Self.most)) + read.dropFirst(Self.most).map { $0.left("one of too many") }
    }

    /// Only then answers have to be read.
    var concernsDoors: Bool { questions.contains { ($0.isAsked && $0.kind != nil) || $0.isShown } }

    /// Questions that are asked in pretix and cannot be asked by a station, with the reason.
    var left: [String] {
        questions.filter(\.isAsked).compactMap { question in question.fault.map { "\(question.text) (\($0))" } }
    }

    /// The most options of a question, and the most questions: a signed line has 64 KiB for all of them.
    private static let mostOptions = 100
    private static let most = 50

    private var asked: [Question] { questions.filter { $0.isAsked && $0.kind != nil } }

    /// What stations ask.
    func asked(types: (Set<Int>) -> Set<String>) -> [CheckInQuestion] {
        asked.compactMap { question in
            question.kind.map { kind in
                CheckInQuestion(
                    id: String(question.id), text: question.text, help: question.help, kind: kind,
                    isRequired: question.isRequired, options: question.options, least: question.least,
                    most: question.most, types: types(question.products),
                    condition: question.condition.map { .init(question: String($0.question), values: $0.values) })
            }
        }
    }

    /// Ids of the questions that the holder of a position need not answer: pretix has the answer, or what they depend on
    /// was answered in another way.
    func settled(for position: PretixPosition) -> Set<String> {
        let mine = asked.filter { $0.products.contains(position.item) }
        let open = Set(mine.map(\.id)).subtracting(position.answers.keys)
        return Set(
            mine.filter { question in
                if position.answers[question.id] != nil { return true }
                guard let condition = question.condition, !open.contains(condition.question) else { return false }
                guard let answer = position.answers[condition.question] else { return true }
                return Set(answer.values).isDisjoint(with: condition.values)
            }.map { String($0.id) })
    }

    /// What staff are shown of a position's answers: `Diet: vegan; T-shirt: M`.
    func shown(of position: PretixPosition) -> String? {
        let texts = questions.filter(\.isShown).compactMap { question in
            position.answers[question.id].map { "\(question.text): \($0.text)" }
        }
        return texts.isEmpty ? nil : texts.joined(separator: "; ").cut(to: 4000)
    }

    // MARK: - Reading

    private static func question(_ value: LenientJSON, locale: String?, zone: Zone) -> Question? {
        let (isAsked, isShown) = (value["ask_during_checkin"].flag == true, value["show_during_checkin"].flag == true)
        guard isAsked || isShown, let id = value["id"].integer, let type = value["type"].text else { return nil }
        let kind = kinds[type]
        let (least, most): (String?, String?) =
            switch kind {
            case .number: (limit(value["valid_number_min"]), limit(value["valid_number_max"]))
            case .date: (value["valid_date_min"].text, value["valid_date_max"].text)
            case .dateTime:
                (limit(value["valid_datetime_min"], in: zone), limit(value["valid_datetime_max"], in: zone))
            case .line, .lines:
                (limit(value["valid_string_length_min"]), limit(value["valid_string_length_max"]))
            default: (nil, nil)
            }
        let options = (value["options"].items ?? []).compactMap { option in
            option["identifier"].text.map { identifier in
                CheckInQuestion.Option(
                    id: identifier, text: text(option["answer"], locale: locale) ?? identifier)
            }
        }
        let fault = fault(
            kind, type: type, options: options.map(\.id), limits: [least, most],
            isItsOwnCondition: value["dependency_question"].integer == id)
        return Question(
            id: id, text: text(value["question"], locale: locale) ?? "Question \(id)",
            help: text(value["help_text"], locale: locale), kind: fault == nil ? kind : nil, fault: fault,
            isRequired: value["required"].flag == true, options: options, least: least, most: most,
            products: Set((value["items"].items ?? []).compactMap(\.integer)),
            condition: value["dependency_question"].integer.map { other in
                (other, (value["dependency_values"].items ?? []).compactMap(\.text).map(lowerCasedFlag))
            }, isAsked: isAsked, isShown: isShown && type != "F")
    }

    /// Why nobody could answer it at the door.
    private static func fault(
        _ kind: CheckInQuestion.Kind?, type: String, options: [String], limits: [String?], isItsOwnCondition: Bool
    ) -> String? {
        guard let kind else { return type == "F" ? "a file" : "of an unknown type" }
        if kind == .choice || kind == .choices {
            if options.isEmpty { return "without options" }
            if options.count > mostOptions { return "more than \(mostOptions) options" }
            guard Set(options).count == options.count, options.allSatisfy({ !$0.contains(",") && $0.utf8.count <= 190 })
            else { return "options with unusable identifiers" }
        }
        if limits.contains(where: { ($0 ?? "").utf8.count > 40 }) { return "limits that are too long" }
        let numbers = limits.map { $0.flatMap { Decimal(string: $0) } }
        if let least = limits[0], let most = limits[1] {
            let isNone = kind == .date || kind == .dateTime ? least > most : numbers[0] ?? 0 > numbers[1] ?? 0
            if isNone { return "no answer is allowed" }
        }
        if kind == .line || kind == .lines, let most = numbers[1], most < 1 { return "no answer is allowed" }
        return isItsOwnCondition ? "it depends on itself" : nil
    }

    private static let kinds: [String: CheckInQuestion.Kind] = [
        "N": .number, "S": .line, "T": .lines, "B": .yesNo, "C": .choice, "M": .choices, "D": .date, "H": .time,
        "W": .dateTime, "CC": .country, "TEL": .phone,
    ]

    private static func text(_ value: LenientJSON, locale: String?) -> String? {
        let words = value.name(in: locale)?.split(whereSeparator: \.isWhitespace).joined(separator: " ").withoutControls
        return words.flatMap { $0.isEmpty ? nil : $0.cut(to: 1000) }
    }

    /// `5.000000` is 5.
    private static func limit(_ value: LenientJSON) -> String? {
        if let number = value.integer { return String(number) }
        guard let text = value.text else { return nil }
        return text.contains(".") ? text.replacing(#/\.?0*$/#, with: "") : text
    }

    /// An instant, as clocks in the event's place show it: `2026-12-05T19:30`.
    private static func limit(_ value: LenientJSON, in zone: Zone) -> String? {
        guard let time = value.text.flatMap(Timestamp.init(rfc3339:)) else { return nil }
        return zone.plainText(of: time).replacing(" ", with: "T")
    }

    /// pretix writes `True` where its answers are `true`.
    private static func lowerCasedFlag(_ text: String) -> String {
        ["True", "False"].contains(text) ? text.lowercased() : text
    }
}

/// An answer that pretix has.
struct PretixAnswer: Hashable, Sendable {
    /// For people.
    let text: String
    /// What a condition compares: the identifiers of the chosen options, or `true` or `false`.
    let values: [String]

    init?(_ value: LenientJSON) {
        guard let answer = value["answer"].text else { return nil }
        let options = (value["option_identifiers"].items ?? []).compactMap(\.text)
        text = ["True": "✓", "False": "✗"][answer] ?? answer
        values = options.isEmpty ? [["True": "true", "False": "false"][answer] ?? answer] : options
    }
}
