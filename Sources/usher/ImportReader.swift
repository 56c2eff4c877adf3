import Publishing
import Spreadsheets

/// Reads the tickets of a spreadsheet, and asks a person at a terminal for what only a person knows.
struct ImportReader {
    private let workbook: Workbook
    private let file: String
    private let event: EventDefinition?
    private let asks: Bool

    /// - Parameters:
    ///   - event: to check types and times by; `nil` without one that is complete.
    ///   - asks: somebody is at a terminal.
    init(_ workbook: Workbook, file: String, event: EventDefinition?, asks: Bool) {
        (self.workbook, self.file, self.event, self.asks) = (workbook, file, event, asks)
    }

    /// - Parameter settings: what was said before; what is said now is added.
    func read(_ settings: inout ImportSettings) throws -> TicketReading {
        let sheet = try workbook.sheetWithTickets(settings, file: file)
        var reading = try reading(of: sheet, settings)
        guard asks else { return reading }
        let asked = Set(reading.questions.map(\.column.name))
        for (column, field) in ImportQuestions(reading.table).askForColumns(except: asked) {
            settings.columns[column] = .some(field)
        }
        reading = try self.reading(of: sheet, settings)
        while let question = reading.questions.first, ImportQuestions.ask(question, of: reading, &settings) {
            reading = try self.reading(of: sheet, settings)
        }
        if let date = reading.ambiguousDate, let order = ImportQuestions.order(of: date) {
            settings.dates = order
            reading = try self.reading(of: sheet, settings)
        }
        return reading
    }

    private func reading(of sheet: Sheet, _ settings: ImportSettings) throws -> TicketReading {
        let table = try ImportTable(sheet, settings, guessing: asks, in: file)
        return TicketReading(table, of: workbook, settings, event: event)
    }
}
