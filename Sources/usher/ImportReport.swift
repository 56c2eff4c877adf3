import Foundation
import Publishing
import Spreadsheets
import Tickets

/// What was read of a spreadsheet, as a person checks it.
struct ImportReport {
    private let reading: TicketReading
    private let workbook: Workbook
    private let file: String

    /// Rows that are shown as they were read.
    private static let shownRows = 3
    private static let widest = 30

    init(_ reading: TicketReading, of workbook: Workbook, file: String) {
        (self.reading, self.workbook, self.file) = (reading, workbook, file)
    }

    /// On standard output; what needs attention, on standard error.
    func show() {
        Output.line(heading)
        Output.line("")
        Output.table(["COLUMN", "IS READ AS", "EXAMPLE"], reading.table.columns.map(row))
        Output.line("")
        showTickets()
        showCounts()
        for note in reading.notes + otherSheets { Output.printError("attention: \(note)") }
    }

    private var heading: String {
        let table = reading.table
        let place = "names of the columns in row \(table.headerRow)"
        switch workbook.format {
        case .xlsx, .ods: return "\(file): sheet \"\(table.sheet.name)\", \(place)"
        case .csv(let encoding, let delimiter):
            let encoding = encoding.name
            let names: [Character: String] = [",": "commas", ";": "semicolons", "\t": "tabs", "|": "bars"]
            let separated = delimiter.flatMap { names[$0] }.map { ", columns separated by \($0)" } ?? ""
            return "\(file): \(encoding)\(separated), \(place)"
        }
    }

    private func row(_ column: ImportTable.Column) -> [String] {
        let field: String
        switch (column.field, column.origin) {
        case (let known?, _): field = known.rawValue
        case (nil, .taken(let other)): field = "left out: another column is \(other.rawValue)"
        case (nil, .told): field = "left out"
        case (nil, _) where reading.questions.contains { $0.column.column == column.column }:
            field = "not read yet: what is it?"
        case (nil, _) where column.mayBeRef:
            field = "left out: --map '\(column.name)=ref' if guests keep it when rows are deleted"
        case (nil, _) where reading.mayBePeople(column):
            field = "left out: --map '\(column.name)=admits' if it is a number of people"
        case (nil, _): field = "left out: --map '\(column.name)=FIELD'"
        }
        let example = reading.example(of: column).map { Self.shown($0, isCode: column.field == .code) } ?? ""
        return ["\(column.letters)  \(column.header.prefix(Self.widest))", field, example]
    }

    private func showTickets() {
        let columns = reading.usedColumns
        guard !columns.isEmpty else { return }
        let rows = reading.tickets.prefix(Self.shownRows).map { ticket in
            ["\(ticket.row)"] + columns.map { Self.shown(ticket.cells[$0] ?? "", isCode: $0 == "code") }
        }
        Output.table(["ROW"] + columns.map { $0.uppercased() }, rows)
        Output.line("")
    }

    private func showCounts() {
        let groups = reading.counts
        Output.table(
            ["TYPE", "STATUS", "TICKETS", "PEOPLE"],
            groups.map { [$0.type.isEmpty ? "-" : $0.type, $0.status, "\($0.tickets)", "\($0.people)"] })
        for (name, first, last) in reading.spans {
            Output.line("\(name): \(first == last ? first : "\(first) to \(last)")")
        }
        let faulty = reading.faultyRowCount
        let wrong = faulty == 0 ? "" : ", with something wrong: \(faulty)"
        Output.line(
            "Rows: \(reading.rowCount). Tickets: \(reading.rightTicketCount), left out: \(reading.leftOut.count)\(wrong)"
        )
        for row in reading.leftOut.prefix(20) { Output.line("  row \(row.row): \(row.reason)") }
        if reading.leftOut.count > 20 { Output.line("  ... and \(reading.leftOut.count - 20) more") }
        Output.line("")
    }

    /// What was written, and of what.
    /// - Parameter changes: what became of the tickets of an earlier import.
    func json(_ table: TicketTable, changes: [String], tickets: String, event: String) -> JSONValue {
        let columns = reading.table.columns.map { column in
            JSONValue.object([
                ("column", .string(column.letters)), ("name", .string(column.header)),
                ("field", .init(column.field?.rawValue)),
            ])
        }
        let leftOut = reading.leftOut.map { row in
            JSONValue.object([("row", .integer(Int64(row.row))), ("reason", .string(row.reason))])
        }
        var encoding: String?
        if case .csv(let used, _) = workbook.format { encoding = used.name }
        return .object([
            ("file", .string(file)), ("encoding", .init(encoding)), ("sheet", .string(reading.table.sheet.name)),
            ("header_row", .integer(Int64(reading.table.headerRow))), ("columns", .array(columns)),
            ("rows", .integer(Int64(reading.rowCount))), ("tickets", .integer(Int64(table.rows.count))),
            ("without_code", .integer(Int64(table.codelessCount))), ("left_out", .array(leftOut)),
            ("notes", .array((reading.notes + otherSheets + changes).map(JSONValue.string))),
            ("tickets_file", .string(tickets)),
            ("event_file", .string(event)),
        ])
    }

    private var otherSheets: [String] {
        workbook.sheets.filter { $0.name != reading.table.sheet.name && !$0.rows.isEmpty }.map { sheet in
            "The sheet \"\(sheet.name)\"\(sheet.isHidden ? ", which is hidden," : "") is not read: "
                + (sheet.rows.count == 1 ? "1 row." : "\(sheet.rows.count) rows.")
        }
    }

    /// Of a code, or of what could be one, the beginning: whoever looks over the shoulder has no ticket.
    static func shown(_ text: String, isCode: Bool) -> String {
        if text.isEmpty { return "" }
        let isLikeCode = text.count >= 16 && !text.contains { " @:".contains($0) }
        if isCode || isLikeCode { return "\(text.prefix(4))… (\(text.count) characters)" }
        return text.count > widest ? text.prefix(widest - 1) + "…" : text
    }
}
