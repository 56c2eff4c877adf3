import Foundation
import Glibc
import Publishing
import Spreadsheets
import Tickets

/// A person at a terminal who can be asked.
enum Terminal {
    /// Standard input and output are one.
    static var isThere: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 }

    /// Asks until the answer is one.
    /// - Parameters:
    ///   - fallback: what Enter alone means.
    ///   - example: an answer that can be read, and what it is.
    /// - Returns: `nil` for Enter alone, or when nobody answers any more.
    static func ask<Answer>(
        _ question: String, default fallback: String? = nil, example: String, read: (String) -> Answer?
    ) -> Answer? {
        while true {
            Output.write(question + (fallback.map { " [\($0)]" } ?? "") + ": ")
            guard let line = readLine() else { return nil }
            let text = line.trimmingCharacters(in: .whitespaces)
            if text.isEmpty { return fallback.flatMap(read) }
            if let answer = read(text) { return answer }
            Output.line("That cannot be read. An answer is like \(example).")
        }
    }
}

/// What only a person knows about a spreadsheet.
struct ImportQuestions {
    private let table: ImportTable

    init(_ table: ImportTable) {
        self.table = table
    }

    /// One question for each column that no language knows.
    /// - Parameter asked: names of columns that are asked about in another way.
    func askForColumns(except asked: Set<String>) -> [(column: String, field: ImportField?)] {
        let unknown = table.columns.filter {
            $0.field == nil && $0.origin == .unknown && $0.count > 0 && !asked.contains($0.name)
        }
        guard !unknown.isEmpty else { return [] }
        let words = ImportField.allCases.map(\.rawValue)
        Output.line("Some columns are not known. Each can be one of these; Enter leaves it out:")
        Output.line("  " + words.joined(separator: ", "))
        return unknown.map { column in
            let example = table.example(of: column).map { " (like \(ImportReport.shown($0, isCode: false)))" } ?? ""
            let advice = column.mayBeRef ? " - ref, if a guest keeps it when other rows are deleted" : ""
            let field = Terminal.ask(
                "\(column.letters) \"\(column.header)\"\(example)\(advice)",
                example: "seat; it is one of the words above", read: ImportField.init(rawValue:))
            return (column.name, field)
        }
    }

    /// - Returns: `nil` when nobody knows.
    static func encoding(of question: EncodingQuestion) -> TextEncoding? {
        Output.line("The letters of \(question.subject) can be read in several ways:")
        for (number, choice) in zip(1..., question.choices) {
            Output.line("  \(number)) \(choice.encoding.name): \(choice.examples.joined(separator: " / "))")
        }
        return Terminal.ask("Which one is right, 1 to \(question.choices.count)", example: "1") { text in
            Int(text).flatMap { question.choices.indices.contains($0 - 1) ? question.choices[$0 - 1].encoding : nil }
        }
    }

    /// Asks what keeps a spreadsheet from being read.
    /// - Returns: whether there was an answer.
    static func ask(_ question: ImportQuestion, of reading: TicketReading, _ settings: inout ImportSettings) -> Bool {
        let name = question.column.name
        switch question.kind {
        case .limits:
            let said = question.words.isEmpty ? "" : " (\(question.words.prefix(4).joined(separator: ", ")))"
            Output.line("\(question.column.letters) \"\(name)\"\(said) may say who must not come in.")
            guard
                let answer = askForField("Read it as \(ImportQuestion.statusFields), or another word; - leaves it out")
            else {
                return false
            }
            settings.columns[name] = .some(answer.field)
        case .people:
            Output.line(
                "\(question.place): does \"\(name)\" count 1) all people of a ticket, or 2) those beside its holder?")
            guard
                let field = Terminal.ask(
                    "1 or 2", example: "1", read: { ["1": ImportField.admits, "2": .besides][$0] })
            else { return false }
            settings.columns[name] = .some(field)
        case .occasions(let occasions): return ask(occasions, of: name, &settings)
        case .word(let word, let field):
            let words = TicketRow.Status.words.joined(separator: ", ")
            let what = word.isEmpty ? "nothing" : "\"\(word)\""
            let statement: String? = Terminal.ask(
                "\(question.place): what does \(what) in \"\(name)\" (\(field.rawValue)) mean? \(words)",
                example: "valid"
            ) { status in TicketRow.Status(word: status) == nil ? nil : "\(name): \(word)=\(status)" }
            guard let statement else { return false }
            _ = settings.mapValue(statement)
        }
        return true
    }

    private struct FieldAnswer {
        /// `nil`: it is left out.
        let field: ImportField?
    }

    private static func askForField(_ question: String) -> FieldAnswer? {
        Terminal.ask(question, example: "status; - leaves it out") { text in
            text == "-" ? FieldAnswer(field: nil) : ImportField(rawValue: text).map(FieldAnswer.init)
        }
    }

    private static func ask(
        _ occasions: [ImportQuestion.Occasion], of column: String, _ settings: inout ImportSettings
    ) -> Bool {
        Output.line("\"\(column)\" has several texts:")
        for (number, occasion) in zip(1..., occasions) {
            Output.line("  \(number)) \(occasion.text) (\(HandoutOptions.text(occasion.rowCount, "row")))")
        }
        let answer: [Int]? = Terminal.ask(
            "Which are meant, like 1 or 1,2; - leaves the column out and reads all", example: "1"
        ) { text in
            if text == "-" { return [] }
            let numbers = text.split { ", ".contains($0) }.compactMap { Int($0) }
            return !numbers.isEmpty && numbers.allSatisfy(Array(1...occasions.count).contains) ? numbers : nil
        }
        guard let answer else { return false }
        if answer.isEmpty { settings.columns[column] = .some(nil) }
        for number in answer { _ = settings.choose("\(column)=\(occasions[number - 1].text)") }
        return true
    }

    static func order(of date: TicketReading.AmbiguousDate) -> DateOrder? {
        Output.line("\(date.cell): is \(date.text) 1) \(date.dayFirst.words), or 2) \(date.monthFirst.words)?")
        return Terminal.ask("1 or 2", example: "1") { ["1": DateOrder.dayFirst, "2": .monthFirst][$0] }
    }
}
