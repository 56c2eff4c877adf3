internal import Foundation
internal import Spreadsheets
internal import Tickets

/// Which rows are tickets.
extension TicketReading {
    /// `nil` for a row that is a ticket, or has a fault.
    func reasonToLeaveOut(_ row: Row) -> String? {
        guard row.fault == nil else { return nil }
        let read = table.columns.filter { $0.field != nil && row[$0.column] != nil }
        if read.isEmpty { return "nothing in the columns that are read" }
        if table.columns.allSatisfy({ $0.header == (row[$0.column]?.text.trimmingCharacters(in: .whitespaces) ?? "") })
        {
            return "the names of the columns again"
        }
        return reasonOfTotals(row) ?? reasonOfRemark(row)
    }

    /// A row of sums: all its texts begin with a word for them, or it says only how many people there are.
    private func reasonOfTotals(_ row: Row) -> String? {
        let ids = table.columns.filter { $0.field == .code || $0.field == .ref }.map(\.column)
        let numbers = row.cells.filter(\.isNumber)
        let texts = row.cells.filter { !$0.isNumber }
        if let word = texts.first, texts.allSatisfy({ ImportWords.isTotal($0.text) }),
            !numbers.contains(where: { ids.contains($0.column) })
        {
            return "totals (\"\(word.text.withoutControls)\")"
        }
        let counting = table.column(.admits) ?? table.column(.besides)
        guard let column = counting, let cell = row[column.column], row.cells.count == 1 else { return nil }
        let own = column.field == .besides ? 1 : 0
        let sum = tickets.reduce(0) { $0 + ($1.cells[ImportField.admits.rawValue].flatMap { Int($0) } ?? own) - own }
        return cell.isFormula || ImportNumber.people(cell.text) == sum ? "totals (\(cell.text) alone)" : nil
    }

    /// A remark, like "Stand: 24.11.2026", stands alone in its row. So may the name of a guest of whom no more is known: a
    /// remark has a colon or a day in it, or an empty row above it.
    private func reasonOfRemark(_ row: Row) -> String? {
        guard row.cells.count == 1, let cell = row.cells.first,
            table.columns.count(where: { $0.field != nil && $0.count > 0 }) > 1,
            let field = table.columns.first(where: { $0.column == cell.column })?.field
        else { return nil }
        let text = cell.text
        let isRemark =
            switch field {
            case .code: text.contains(where: \.isWhitespace)
            // It may be a total.
            case .admits: false
            case .email: !text.contains("@")
            case .ref, .holder, .firstName, .lastName, .company:
                text.contains(":") || text.contains(/\d{1,4}[.\/-]\d{1,2}[.\/-]\d{2,4}/) || table.isAfterGap(row)
            default: saysWho
            }
        return isRemark ? "nothing but \"\(text.withoutControls.prefix(40))\"" : nil
    }

    /// A ticket that could be anybody's, in a list that says of others whose they are.
    func isNobody(_ cells: [String: String]) -> Bool {
        saysWho && !["code", "ref", "holder", "company", "email"].contains { cells[$0] != nil }
    }

    private var saysWho: Bool {
        hasCells(in: [.code, .ref, .holder, .firstName, .lastName, .company, .email])
    }

    func hasCells(in fields: [ImportField]) -> Bool {
        table.columns.contains { column in column.count > 0 && column.field.map(fields.contains) == true }
    }
}
