internal import Foundation
internal import Spreadsheets
internal import Tickets

/// Whether a ticket admits: what all columns say of it together.
extension TicketReading {
    /// A word in a column.
    struct UnknownWord: Hashable {
        let column: Int
        let field: ImportField
        /// Empty for a cell with nothing in it.
        let text: String
    }

    /// The status that all columns of a row come to: what lets nobody in counts. `nil` when none says anything.
    mutating func status(of row: Row) -> TicketRow.Status? {
        var said: [TicketRow.Status] = []
        var empty: [(field: ImportField, status: TicketRow.Status)] = []
        for column in table.columns {
            guard let field = column.field, field.isStatus else { continue }
            let cell = row[column.column]
            let text = (cell?.text ?? "").withoutControls.trimmingCharacters(in: .whitespacesAndNewlines)
            if let status = self.said(text, in: column) {
                said.append(status)
            } else if let cell {
                if let status = status(cell, text, as: field, in: column, row: row.number) { said.append(status) }
            } else if let status = statusOfNothing(field, in: column, row: row.number) {
                empty.append((field, status))
            }
        }
        let worst = (said + empty.map(\.status)).max { $0.severity < $1.severity }
        for (field, status) in empty where status == worst && !said.contains(status) { noteEmpty(field) }
        return worst
    }

    private mutating func status(
        _ cell: Cell, _ text: String, as field: ImportField, in column: ImportTable.Column, row: Int
    ) -> TicketRow.Status? {
        if case .error(let word) = cell.content {
            fail(
                address(row, column), "\(field.rawValue) is the error \(word.withoutControls): correct the formula",
                row: row)
            return nil
        }
        switch Self.meaning(of: cell, text, in: field) {
        case .status(let status): return status
        case .nothing: return nil
        case .unknown:
            unknownWords[UnknownWord(column: column.column, field: field, text: text), default: []].append(row)
            return nil
        }
    }

    /// What is not paid or approved is left empty; who has not answered is asked about.
    private mutating func statusOfNothing(
        _ field: ImportField, in column: ImportTable.Column, row: Int
    ) -> TicketRow.Status? {
        guard column.count > 0 || field == .paid else { return nil }
        switch field {
        case .paid, .approved:
            // Another column of that kind may say it.
            let others = table.columns.filter { $0.field == field && $0.column != column.column && $0.count > 0 }
            return others.isEmpty ? .ticket(field == .paid ? .unpaid : .unapproved) : nil
        case .attending:
            unknownWords[UnknownWord(column: column.column, field: field, text: ""), default: []].append(row)
            return nil
        default: return nil
        }
    }

    private enum Meaning {
        case status(TicketRow.Status)
        /// The ticket is not cancelled, not refunded.
        case nothing
        case unknown
    }

    private static func meaning(of cell: Cell, _ text: String, in field: ImportField) -> Meaning {
        // Who is "pending" has not answered yet.
        if field == .attending, ImportWords.status(text) == .ticket(.unpaid) { return .unknown }
        if field != .status, let isYes = isYes(cell, text, as: field) {
            switch field {
            case .paid: return .status(.ticket(isYes ? .valid : .unpaid))
            case .attending: return .status(.ticket(isYes ? .valid : .voided))
            case .approved: return .status(.ticket(isYes ? .valid : .unapproved))
            default: return isYes ? .status(.ticket(field == .refunded ? .refunded : .voided)) : .nothing
            }
        }
        guard let status = ImportWords.status(text) else { return .unknown }
        // In a column about cancellations, a word for a valid ticket says that it is none.
        return status == .ticket(.valid) && (field == .cancelled || field == .refunded) ? .nothing : .status(status)
    }

    private static func isYes(_ cell: Cell, _ text: String, as field: ImportField) -> Bool? {
        switch cell.content {
        case .boolean(let value): return value
        // The day of a payment, a refund.
        case .date: return field != .attending
        default: break
        }
        if let isYes = ImportWords.isYes(text) { return isYes }
        if field == .refunded, let isZero = LimitWords.isZero(text) { return !isZero }
        return field != .attending && text.count > 5 && ImportTime(text, order: .dayFirst) != nil ? true : nil
    }

    // MARK: - Questions

    mutating func askAboutWords() {
        for (word, rows) in unknownWords.sorted(by: { ($0.value[0], $0.key.column) < ($1.value[0], $1.key.column) }) {
            guard let column = table.columns.first(where: { $0.column == word.column }) else { continue }
            ask(
                ImportQuestion(
                    kind: .word(word.text, field: word.field), column: column, place: address(rows[0], column),
                    rows: rows,
                    words: []))
        }
    }

    /// "Guests: 2" may be two people or three.
    mutating func askAboutPeople() {
        for column in table.columns where column.count > 0 {
            let isAsked =
                column.field == .admits && column.origin == .recognised
                || column.field == nil && column.origin == .unknown && column.mayBeBesides
            guard isAsked else { continue }
            let rows = table.rows.filter { row in
                row[column.column].map { column.field == nil || ImportNumber.isBesides($0.text) } ?? false
            }.map(\.number)
            guard let first = rows.first else { continue }
            ask(
                ImportQuestion(
                    kind: .people, column: column, place: address(first, column),
                    rows: column.field == nil ? [table.headerRow] : rows, words: []))
        }
    }
}
