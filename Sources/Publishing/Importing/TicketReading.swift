internal import Foundation
public import Spreadsheets
internal import Tickets

/// The tickets of a sheet, and everything that is wrong with them.
///
/// Every row below the names is either a ticket, or left out with its reason, or has a fault.
public struct TicketReading: Sendable {
    /// A row that becomes one of tickets.csv.
    public struct Ticket: Hashable, Sendable {
        /// Number of the row in the sheet.
        public let row: Int
        /// By the columns of tickets.csv; only those with a value.
        public internal(set) var cells: [String: String]
    }

    /// A row that becomes nothing.
    public struct LeftOut: Hashable, Sendable {
        /// Number of the row in the sheet.
        public let row: Int
        /// A clause: `totals ("Summe")`
        public let reason: String
    }

    /// A date that is one of two.
    public struct AmbiguousDate: Hashable, Sendable {
        /// Where it is.
        public let cell: String
        /// As written.
        public let text: String
        /// If its first number is the day.
        public let dayFirst: SheetDate
        /// If its first number is the month.
        public let monthFirst: SheetDate
    }

    /// Where it was read from.
    public let table: ImportTable
    /// In the order of the sheet.
    public internal(set) var tickets: [Ticket] = []
    /// In the order of the sheet.
    public private(set) var leftOut: [LeftOut] = []
    /// Sentences without a full stop, each with its cell. None holds a code.
    public private(set) var faults: [String] = []
    /// What the organizer should know: one sentence each.
    public internal(set) var notes: [String] = []
    /// The first cell with a date like `5/12/2026`, of which only a person can say which day it is.
    public private(set) var ambiguousDate: AmbiguousDate?
    /// Rows with a fault.
    private(set) var faultyRows: Set<Int> = []
    /// What to do about the first fault that says so, as a sentence.
    public private(set) var hint: String?

    /// How many rows below the names say anything: those of tickets without a fault, left out, and with a fault.
    public var rowCount: Int { table.rows.count }
    public var rightTicketCount: Int { tickets.count { !faultyRows.contains($0.row) } }
    public var faultyRowCount: Int { faultyRows.count }
    /// Columns of tickets.csv that the sheet has.
    public let columnNames: Set<String>

    let settings: ImportSettings
    /// By which types and times were checked.
    public let event: EventDefinition?
    /// `nil` for a CSV, which has one sheet and no name for it.
    let sheetName: String?
    /// Numbers that were read as days: the first one of a column, in words, and how many.
    private(set) var serials: [ImportField: (example: String, count: Int)] = [:]
    /// Rows whose column of payments, or of approvals, is empty.
    private(set) var empty: [ImportField: Int] = [:]
    /// Codes as they were read, by their rows.
    private(set) var codes: [CodeCell] = []
    /// Codes and references around which there was something that no scanner sends, by their columns.
    private(set) var wrapped: [ImportField: Int] = [:]
    /// What only a person knows; each is also a fault.
    public internal(set) var questions: [ImportQuestion] = []
    /// Words of columns for the status that nobody knows, with the rows in which they stand.
    var unknownWords: [UnknownWord: [Int]] = [:]
    /// What words of columns mean, by ``comparableSpelling`` of the column, a colon and the word.
    private let saidValues: [String: TicketRow.Status]
    /// What is read alone, of columns with several events or days.
    let chosen: [(ImportTable.Column, Set<String>)]
    private let countsFrom1904: Bool
    private var orders: [ImportField: DateOrder] = [:]

    /// - Parameters:
    ///   - event: to check times and types; `nil` when there is none yet.
    ///   - workbook: where the sheet is from.
    public init(_ table: ImportTable, of workbook: Workbook, _ settings: ImportSettings, event: EventDefinition?) {
        self.table = table
        self.settings = settings
        self.event = event
        countsFrom1904 = workbook.countsFrom1904
        chosen = Self.chosen(settings, of: table)
        saidValues = Dictionary(settings.values.map { ($0.key.comparableSpelling, $0.value) }) { first, _ in first }
        if case .csv = workbook.format { sheetName = nil } else { sheetName = table.sheet.name }
        columnNames = Set(table.columns.compactMap { $0.field?.column })
        for field in [ImportField.notBefore, .notAfter] { orders[field] = recognisedOrder(of: field) }
        askAboutPeople()
        for row in table.rows { read(row) }
        askAboutLimits()
        askAboutWords()
        checkAll()
    }

    /// What a person has said that a text of a column means.
    func said(_ text: String, in column: ImportTable.Column) -> TicketRow.Status? {
        guard !saidValues.isEmpty else { return nil }
        return [column.header, column.letters].lazy.filter { !$0.isEmpty }.compactMap { name in
            saidValues["\(name):\(text)".comparableSpelling]
        }.first
    }

    mutating func noteEmpty(_ field: ImportField) { empty[field, default: 0] += 1 }

    /// The address of a cell: `Guests!B7`; `B7` in a CSV.
    func address(_ row: Int, _ column: ImportTable.Column?) -> String {
        guard let column else { return sheetName.map { "\($0)!row \(row)" } ?? "row \(row)" }
        let address = CellAddress(row: row, column: column.column).description
        return sheetName.map { "\($0)!\(address)" } ?? address
    }

    /// The address of what a column of tickets.csv was read from.
    func address(_ row: Int, _ name: String) -> String {
        address(row, table.columns.first { $0.field?.column == name })
    }

    mutating func ask(_ question: ImportQuestion) {
        questions.append(question)
        fail(question.place, question.problem, row: nil)
        faultyRows.formUnion(question.rows.filter { $0 != table.headerRow })
    }

    private func isAskedAbout(_ column: ImportTable.Column) -> Bool {
        questions.contains { $0.column.column == column.column }
    }

    mutating func fail(_ place: String, _ problem: String, row: Int?) {
        faults.append("\(place): \(problem)")
        if let row { faultyRows.insert(row) }
    }

    // MARK: - Rows

    private mutating func read(_ row: Row) {
        if let reason = reasonNotChosen(row) ?? reasonToLeaveOut(row) {
            leftOut.append(LeftOut(row: row.number, reason: reason))
            return
        }
        if let fault = row.fault { return fail(address(row.number, nil), fault, row: row.number) }
        var cells: [String: String] = [:]
        for column in table.columns {
            if column.header.isEmpty, column.field == nil, sheetName == nil, row[column.column] != nil {
                fail(
                    address(row.number, column),
                    "the row has more fields than the header has names: is there a separator in a text without quotation marks?",
                    row: row.number)
            }
            guard let field = column.field, !field.isStatus, let cell = row[column.column] else { continue }
            if let text = text(of: cell, as: field, in: column, row: row.number), !text.isEmpty {
                cells[field.rawValue] = text
            }
        }
        if let status = status(of: row) { cells[ImportField.status.rawValue] = status.word }
        join(&cells)
        check(cells, row: row)
        tickets.append(Ticket(row: row.number, cells: cells))
    }

    /// Two parts of a name become one, and two numbers of people.
    private func join(_ cells: inout [String: String]) {
        let names = [ImportField.firstName, .lastName].compactMap { cells.removeValue(forKey: $0.rawValue) }
        if !names.isEmpty, cells[ImportField.holder.rawValue] == nil {
            cells[ImportField.holder.rawValue] = names.joined(separator: " ")
        }
        guard let besides = cells.removeValue(forKey: ImportField.besides.rawValue).flatMap({ Int($0) }) else { return }
        let own = cells[ImportField.admits.rawValue].flatMap { Int($0) } ?? 1
        cells[ImportField.admits.rawValue] = String(own + besides)
    }

    private mutating func check(_ cells: [String: String], row: Row) {
        for (name, limit) in Self.byteLimits where (cells[name] ?? "").utf8.count > limit {
            fail(address(row.number, name), "\(name) is longer than \(limit) bytes", row: row.number)
        }
        if cells.count == 1, let code = cells[ImportField.code.rawValue], code.contains(where: \.isWhitespace) {
            fail(
                address(row.number, ImportField.code.rawValue),
                "is the only text in its row, and not a code: delete it if it is a remark", row: row.number)
        }
        if isNobody(cells), !faultyRows.contains(row.number), cells[ImportField.admits.rawValue] != nil {
            fail(
                address(row.number, ImportField.admits.rawValue),
                "has a number of people, but the row has no name: delete the row if it is a total, or add a name",
                row: row.number)
        }
        // One fault for all rows is enough where no column says the type.
        guard let event, table.column(.type) != nil, cells[ImportField.status.rawValue] != "revoked" else { return }
        do {
            _ = try event.type(cells[ImportField.type.rawValue])
        } catch {
            fail(address(row.number, ImportField.type.rawValue), error.problem, row: row.number)
        }
    }

    private static let byteLimits = [
        "ref": 200, "type": 100, "holder": 500, "seat": 200, "attention": 1000, "notes": 4000,
    ]

    // MARK: - Cells

    /// What tickets.csv has of a cell; `nil` when it has a fault.
    private mutating func text(
        of cell: Cell, as field: ImportField, in column: ImportTable.Column, row: Int
    ) -> String? {
        if case .error(let word) = cell.content {
            fail(
                address(row, column), "\(field.rawValue) is the error \(word.withoutControls): correct the formula",
                row: row)
            return nil
        }
        do throws(RowFault) {
            let text = cell.text.withoutControls.trimmingCharacters(in: .whitespacesAndNewlines)
            switch field {
            case .admits:
                // It is asked about already.
                if ImportNumber.isBesides(text), isAskedAbout(column) { return nil }
                guard let count = ImportNumber.people(text), (1...1000).contains(count) else {
                    throw RowFault("is not a number of people from 1 to 1000")
                }
                return String(count)
            case .besides:
                guard let count = ImportNumber.besides(text), (0..<1000).contains(count) else {
                    throw RowFault("is not a number of people beside the ticket holder, from 0 to 999")
                }
                return String(count)
            case .notBefore, .notAfter: return try time(cell, text, as: field, at: address(row, column))
            case .code:
                let read = scanned(cell, as: field)
                let code = try DamagedNumbers.code(cell, read)
                codes.append(CodeCell(row: row, code: code, cell: cell, wasWrapped: read.wasWrapped))
                return code
            case .firstName, .lastName, .holder, .attention, .notes, .company, .email, .price:
                // A text with several lines stays one.
                guard case .text(let written) = cell.content else { return text }
                let lines = written.replacing("\t", with: " ").split(whereSeparator: \.isNewline)
                    .map { String($0).withoutControls }
                return lines.map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: " ")
            case .ref, .type, .seat, .order:
                if case .date = cell.content {
                    throw RowFault(
                        "is a date: if it should be another text, type it again in a cell with the format Text")
                }
                return try DamagedNumbers.identifier(cell, field == .type ? text : scanned(cell, as: field).text)
            case .status, .paid, .cancelled, .refunded, .attending, .approved: return nil
            }
        } catch {
            // A companion may have a name, too.
            let read = field.isName || field == .besides ? "" : cell.text.quotation
            fail(address(row, column), "\(field.rawValue) \(read)\(error.problem)", row: row)
            hint = hint ?? error.hint
            return nil
        }
    }

    /// The text of a cell as a scanner will send it.
    private mutating func scanned(_ cell: Cell, as field: ImportField) -> CodeText {
        let read = CodeText(cell.text)
        if read.wasWrapped { wrapped[field, default: 0] += 1 }
        return read
    }

    private mutating func time(
        _ cell: Cell, _ text: String, as field: ImportField, at place: String
    ) throws(RowFault) -> String? {
        let date: SheetDate
        if case .date(let kept) = cell.content {
            date = kept
        } else if let serial = Self.serial(text),
            let kept = SheetDate(serial: serial, from1904: countsFrom1904, hasTime: false)
        {
            serials[field, default: ("\(place) \(text) as \(kept.words)", 0)].count += 1
            date = kept
        } else {
            switch ImportTime(text, order: settings.dates ?? orders[field]) {
            case .date(let written): date = written
            case .instant(let text): return text
            case .ambiguous(let dayFirst, let monthFirst):
                if ambiguousDate == nil {
                    ambiguousDate = AmbiguousDate(cell: place, text: text, dayFirst: dayFirst, monthFirst: monthFirst)
                }
                throw RowFault(
                    "is \(dayFirst.words) or \(monthFirst.words): say --dates day-first or --dates month-first")
            case nil: throw RowFault("is not a date with a time of day like 05.12.2026 19:00")
            }
        }
        guard date.time != nil else { throw RowFault("(\(date.words)) has no time of day: write one, like 19:00") }
        let side = field == .notBefore ? WallTime.Side.start : .end
        if let event, WallTime.read(date.description, in: event.zone, as: side) == .skipped {
            throw RowFault("does not exist in \(event.zone.name): the clocks go forward and skip it")
        }
        return date.description
    }

    /// A day between 1954 and 2119 as a number, with a decimal point or comma.
    private static func serial(_ text: String) -> Double? {
        guard text.wholeMatch(of: /\d{5}(?:[.,]\d+)?/) != nil, let value = Double(text.replacing(",", with: ".")),
            (20_000..<80_000).contains(value)
        else { return nil }
        return value
    }

    /// One date that can be only one way says how all of its column are written.
    private func recognisedOrder(of field: ImportField) -> DateOrder? {
        guard let column = table.column(field) else { return nil }
        var orders: Set<DateOrder> = []
        for row in table.rows {
            guard case .text(let text)? = row[column.column]?.content,
                case .date(let date)? = ImportTime(text, order: nil), text.contains(where: { "/-".contains($0) })
            else { continue }
            let fitting = DateOrder.allCases.filter { ImportTime(text, order: $0) == .date(date) }
            if fitting.count == 1 { orders.formUnion(fitting) }
        }
        return orders.count == 1 ? orders.first : nil
    }
}
