internal import CheckedYAML
public import Foundation
internal import Manifests
public import Tickets

/// The rows of a tickets.csv (docs/EVENT.md): a header row that names the columns, `code` and any others of ``Column``.
public final class TicketCSV: TicketSource {
    enum Column: String, CaseIterable {
        case code, ref, type, holder, company, email, seat, status, admits, attention, notes
        // For whoever hands tickets out: no list has them.
        case order, price
        case notBefore = "not_before"
        case notAfter = "not_after"
    }

    private static let encodingHint = "Save the file as UTF-8."
    private static let issueHint = "Run usher ticket issue --tickets FILE: it gives each row without a code one."

    /// The file's path.
    public let name: String
    /// Places are lines of the file.
    public let placeWord = "line"
    private let zone: Zone
    private var reader: CSVReader
    private let columns: [Column]

    /// Opens the file and reads its header.
    /// - Parameter zone: of the event; wall times in the file are in it.
    public init(_ file: URL, zone: Zone) throws {
        name = file.path
        self.zone = zone
        reader = try CSVReader(file)
        columns = try Self.columns(of: reader.next(), file: file)
    }

    /// The next line's texts, or what is wrong with it; `nil` at the end.
    func nextCells() throws -> (line: Int, cells: Result<[Column: String], RowFault>)? {
        guard let record = try reader.next() else { return nil }
        return (record.line, Result { () throws(RowFault) in try Self.cells(of: record, columns: columns) })
    }

    /// The next row, or what is wrong with it; `nil` at the end.
    /// - Throws: `FileError` when the file cannot be read.
    public func next() throws -> NumberedRow? {
        guard let record = try reader.next() else { return nil }
        let row = Result { () throws(RowFault) in try self.row(record) }
        return NumberedRow(place: record.line, row: row)
    }

    // MARK: - Header

    /// - Parameter needsCode: without the column `code` it is a fault.
    static func columns(
        of header: CSVReader.Record?, file: URL, needsCode: Bool = true
    ) throws -> [Column] {
        func fault(_ reason: String, hint: String? = nil) -> ManifestError {
            ManifestError(.badTickets, "use", file.path, reason, hint: hint)
        }
        let names = Column.allCases.map(\.rawValue)
        var hint = "The first line names the columns: code, and any of \(names.dropFirst().joined(separator: ", "))."
        guard let header else { throw fault("it is empty", hint: hint) }
        if let problem = header.fault { throw fault("line \(header.line): \(problem)") }
        let words = try header.fields.map { field in
            guard let word = String(validating: field, as: UTF8.self), !word.unicodeScalars.contains("\u{0}") else {
                throw fault("its header is not UTF-8", hint: Self.encodingHint)
            }
            return word.trimmingCharacters(in: .whitespaces)
        }
        if words.count == 1, words[0].contains(where: { ";\t|".contains($0) }) {
            throw fault("its columns are not separated by commas", hint: "Save it as CSV with commas.")
        }
        var problems = words.enumerated().filter { !names.contains($1) }.map { index, word in
            "the name \(word.quotation)of column \(index + 1) is not known\(Spelling.suggestion(for: word, among: names))"
        }
        let repeated = Set(words.filter { word in words.count { $0 == word } > 1 && names.contains(word) })
        problems += repeated.sorted().map { "the column \($0) is there twice" }
        if needsCode, !words.contains(Column.code.rawValue) {
            if problems.isEmpty { hint = issueHint }
            problems.append("the column code is missing")
        }
        guard problems.isEmpty else {
            throw fault("line \(header.line): \(problems.prefix(20).joined(separator: "; "))", hint: hint)
        }
        return words.compactMap(Column.init)
    }

    // MARK: - Rows

    private func row(_ record: CSVReader.Record) throws(RowFault) -> TicketRow {
        try Self.row(Self.cells(of: record, columns: columns), zone: zone)
    }

    /// The texts of a record that are not empty.
    static func cells(of record: CSVReader.Record, columns: [Column]) throws(RowFault) -> [Column: String] {
        if let fault = record.fault { throw RowFault(fault) }
        guard record.fields.count == columns.count else {
            throw RowFault("it has \(record.fields.count) columns, the header has \(columns.count)")
        }
        var cells: [Column: String] = [:]
        for (column, field) in zip(columns, record.fields) {
            guard let text = String(validating: field, as: UTF8.self) else {
                throw RowFault("\(column.rawValue) is not UTF-8", hint: Self.encodingHint)
            }
            guard !field.contains(0) else { throw RowFault("\(column.rawValue) has a NUL character") }
            let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
            if !trimmed.isEmpty { cells[column] = trimmed }
        }
        return cells
    }

    /// Makes a row of its cells, or says everything that is wrong with them.
    static func row(_ cells: [Column: String], zone: Zone) throws(RowFault) -> TicketRow {
        var problems: [String] = []
        func read<Value>(_ column: Column, _ parse: (String) throws(RowFault) -> Value) -> Value? {
            guard let text = cells[column] else { return nil }
            do throws(RowFault) { return try parse(text) } catch {
                problems.append("\(column.rawValue) \(text.quotation)\(error.problem)")
                return nil
            }
        }
        let status = read(.status, Self.status)
        let admits = read(.admits, Self.admits)
        let notBefore = read(.notBefore) { text throws(RowFault) in try time(text, .start, in: zone) }
        let notAfter = read(.notAfter) { text throws(RowFault) in try time(text, .end, in: zone) }
        if cells[.code] == nil { problems.append("code is missing") }
        guard problems.isEmpty else {
            throw RowFault(problems.joined(separator: "; "), hint: cells[.code] == nil ? issueHint : nil)
        }
        return TicketRow(
            code: cells[.code] ?? "", reference: cells[.ref], type: cells[.type], holder: cells[.holder],
            seat: cells[.seat], status: status ?? .ticket(.valid), admits: admits ?? 1, notBefore: notBefore,
            notAfter: notAfter, attention: cells[.attention], notes: cells[.notes], company: cells[.company],
            emails: [cells[.email]].compactMap { $0 })
    }

    private static func status(_ text: String) throws(RowFault) -> TicketRow.Status {
        if let status = TicketRow.Status(word: text) { return status }
        let suggestion = Spelling.suggestion(for: text, among: TicketRow.Status.words)
        throw RowFault("is not one of \(TicketRow.Status.words.joined(separator: ", "))\(suggestion)")
    }

    private static func admits(_ text: String) throws(RowFault) -> Int {
        guard let number = Int(text) else { throw RowFault("is not a whole number") }
        return number
    }

    private static func time(_ text: String, _ side: WallTime.Side, in zone: Zone) throws(RowFault) -> Timestamp {
        switch WallTime.read(text, in: zone, as: side) {
        case .instant(let instant): return instant
        case .skipped: throw RowFault("does not exist in \(zone.name): the clocks go forward and skip it")
        case .malformed: throw RowFault("is not a time like 2026-12-05 19:00")
        }
    }
}
