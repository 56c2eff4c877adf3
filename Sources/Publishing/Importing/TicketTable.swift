public import Foundation
internal import Tickets

/// The rows of a tickets.csv as texts, also those that have no code yet.
public struct TicketTable: Hashable, Sendable {
    /// Names of columns, in the order in which they are written.
    private(set) var columns: [String]
    /// By the names of columns; only those with a value.
    public internal(set) var rows: [[String: String]]

    static let code = TicketCSV.Column.code.rawValue
    static let ref = TicketCSV.Column.ref.rawValue
    static let status = TicketCSV.Column.status.rawValue
    private static let order = TicketCSV.Column.allCases.map(\.rawValue)

    /// What is read from a spreadsheet.
    public init(_ reading: TicketReading) {
        columns = []
        rows = reading.tickets.map(\.cells)
        add(columns: reading.columnNames.union([Self.code]))
    }

    /// Reads a tickets.csv that was written before.
    /// - Throws: `FileError`, ``PublishingError``
    public init(contentsOf file: URL) throws {
        var reader = try CSVReader(file)
        let fault = PublishingError(
            "replace", file.path, "it is not a tickets.csv that can be read", hint: "Correct it, or move it away.")
        func texts(_ record: CSVReader.Record) throws -> [String] {
            try record.fields.map { field in
                guard let text = String(validating: field, as: UTF8.self) else { throw fault }
                return text.trimmingCharacters(in: .whitespacesAndNewlines)
            }
        }
        columns = try reader.next().map(texts) ?? [Self.code]
        guard columns.contains(Self.code), Set(columns).count == columns.count, columns.allSatisfy(Self.order.contains)
        else { throw fault }
        rows = []
        while let record = try reader.next() {
            let fields = try texts(record)
            guard record.fault == nil, fields.count == columns.count else { throw fault }
            rows.append(Dictionary(uniqueKeysWithValues: zip(columns, fields)).filter { !$0.value.isEmpty })
        }
    }

    /// How many rows have no code.
    public var codelessCount: Int { rows.count { $0[Self.code] == nil } }

    /// The file's bytes: UTF-8, commas, as docs/EVENT.md says.
    public var csv: Data {
        let lines = [columns] + rows.map { row in columns.map { row[$0] ?? "" } }
        return Data(lines.map({ CSVText.exactRow($0) }).joined().utf8)
    }

    /// In the order of docs/EVENT.md.
    mutating func add(columns names: Set<String>) {
        columns = Self.order.filter { columns.contains($0) || names.contains($0) }
    }

    // MARK: - References

    /// The last number that is not given: 1001 is the first.
    private static let lastUnused = 1000

    /// Gives each ticket without a reference a number, counting on from the highest one.
    /// - Parameter taken: references that no new ticket may get.
    public mutating func giveRefs(besides taken: [String] = []) {
        let known = Set(taken + rows.compactMap { $0[Self.ref] })
        // A longer number is one of an order, or of another program.
        let numbers = known.filter { $0.utf8.count <= 6 }.compactMap { Int($0) }
        var last = max(Self.lastUnused, numbers.max() ?? 0)
        for index in rows.indices where rows[index][Self.ref] == nil {
            // Of a code that is revoked, nothing but the code is of use.
            guard rows[index][Self.status] != "revoked" else { continue }
            last += 1
            rows[index][Self.ref] = String(last)
        }
        if rows.contains(where: { $0[Self.ref] != nil }) { add(columns: [Self.ref]) }
    }
}
