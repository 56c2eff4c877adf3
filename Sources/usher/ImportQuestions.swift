import Foundation
import Glibc
import Publishing
import Spreadsheets

/// A person at a terminal who can be asked.
enum Terminal {
    /// Standard input and output are one.
    static var isThere: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 }

    /// Asks until the answer is one.
    /// - Parameter fallback: what Enter alone means.
    /// - Returns: `nil` for Enter alone, or when nobody answers any more.
    static func ask(_ question: String, default fallback: String? = nil, check: (String) -> Bool) -> String? {
        while true {
            Output.write(question + (fallback.map { " [\($0)]" } ?? "") + ": ")
            guard let line = readLine() else { return nil }
            let answer = line.trimmingCharacters(in: .whitespaces)
            if answer.isEmpty { return fallback }
            if check(answer) { return answer }
            Output.line("That cannot be read.")
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
            let answer = Terminal.ask("\(column.letters) \"\(column.header)\"\(example)") { words.contains($0) }
            return (column.name, answer.flatMap(ImportField.init))
        }
    }

    static func order(of date: TicketReading.AmbiguousDate) -> DateOrder? {
        Output.line("\(date.cell): is \(date.text) 1) \(date.dayFirst.words), or 2) \(date.monthFirst.words)?")
        let answer = Terminal.ask("1 or 2") { ["1", "2"].contains($0) }
        return answer.map { $0 == "1" ? .dayFirst : .monthFirst }
    }
}
