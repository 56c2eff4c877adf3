import Foundation
import Glibc
import Publishing
import Spreadsheets

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
    func askForColumns() -> [(column: String, field: ImportField?)] {
        let unknown = table.columns.filter { $0.field == nil && $0.origin == .unknown && $0.count > 0 }
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

    static func order(of date: TicketReading.AmbiguousDate) -> DateOrder? {
        Output.line("\(date.cell): is \(date.text) 1) \(date.dayFirst.words), or 2) \(date.monthFirst.words)?")
        return Terminal.ask("1 or 2", example: "1") { ["1": DateOrder.dayFirst, "2": .monthFirst][$0] }
    }
}
