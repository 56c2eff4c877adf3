public import Foundation
internal import Tickets

/// The rows of a tickets.csv as texts, also those that have no code yet.
public struct TicketTable: Hashable, Sendable {
    /// Names of columns, in the order in which they are written.
    private var columns: [String]
    /// By the names of columns; only those with a value.
    public private(set) var rows: [[String: String]]

    private static let code = TicketCSV.Column.code.rawValue
    private static let ref = TicketCSV.Column.ref.rawValue
    private static let status = TicketCSV.Column.status.rawValue
    private static let order = TicketCSV.Column.allCases.map(\.rawValue)

    /// What is read from a spreadsheet.
    public init(_ reading: TicketReading) {
        columns = Self.order.filter { $0 == Self.code || reading.columnNames.contains($0) }
        rows = reading.tickets.map(\.cells)
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
        return Data(lines.map(CSVText.exactRow).joined().utf8)
    }

    // MARK: - After an earlier import

    /// What became of the rows of an earlier tickets.csv.
    public struct Merge: Hashable, Sendable {
        /// Rows without a code in the spreadsheet that have got theirs back.
        public var keptCodes = 0
        /// Tickets that are not in the spreadsheet any more: they stay, as voided. By their numbers from 1.
        public var voided = 0
        /// Rows without a code that are not in the spreadsheet any more: they are gone.
        public var gone = 0
    }

    /// Takes over what an earlier tickets.csv has and the spreadsheet has not: codes, and columns.
    ///
    /// A row is known again by its code; without one by its `ref`, and where several have the same, by the rest of the
    /// row.
    /// - Throws: ``PublishingError`` when it is not certain whose codes they are.
    public mutating func takeOver(_ earlier: TicketTable, in file: String) throws -> Merge {
        let own = Set(columns)
        columns = Self.order.filter { own.contains($0) || earlier.columns.contains($0) }
        var match = RowMatch(rows, earlier.rows)
        match.pair { $0[Self.code].map { [$0] } }
        match.pair { [$0[Self.code] ?? "", $0["type"] ?? ""] }
        let told = own.subtracting([Self.code, Self.status]).sorted()
        match.pairCodeless { row in row[Self.ref].map { [$0] } }
        for names in [["ref", "type", "holder", "seat"], ["ref", "type", "holder"], ["ref", "type"]] {
            match.pairCodeless { row in row[Self.ref] == nil ? nil : names.map { row[$0] ?? "" } }
        }
        match.pairCodeless(takingEqual: true) { row in told.map { row[$0] ?? "" } }
        let lost = match.earlierLeft.filter { earlier.rows[$0][Self.code] != nil }
        try Self.check(lost.map { earlier.rows[$0] }, against: match.left.map { rows[$0] }, file: file)
        var merge = Merge()
        for (index, other) in match.pairs {
            let hadCode = rows[index][Self.code] != nil
            for (name, text) in earlier.rows[other] where !own.contains(name) || (name == Self.code && !hadCode) {
                rows[index][name] = text
            }
            if !hadCode, rows[index][Self.code] != nil { merge.keptCodes += 1 }
        }
        for index in lost {
            var row = earlier.rows[index]
            if [nil, "valid", "unpaid", "unapproved"].contains(row[Self.status]) { row[Self.status] = "voided" }
            rows.append(row)
        }
        if !lost.isEmpty, !columns.contains(Self.status) {
            columns = Self.order.filter { columns.contains($0) || $0 == Self.status }
        }
        merge.voided = lost.count
        merge.gone = match.earlierLeft.count - lost.count
        return merge
    }

    /// A ticket with a code may be voided only if no row without one can be the same ticket.
    private static func check(_ lost: [[String: String]], against new: [[String: String]], file: String) throws {
        let codeless = new.filter { $0[code] == nil }
        let refs = Set(codeless.compactMap { $0[ref] })
        let doubtful = lost.filter { row in
            guard let known = row[ref] else { return !codeless.isEmpty }
            return refs.contains(known) || codeless.contains { $0[ref] == nil }
        }
        guard !doubtful.isEmpty else { return }
        throw PublishingError(
            "replace", file,
            """
            \(doubtful.count) of its tickets have codes, and it is not certain which of the \(codeless.count) rows without \
            a code they are
            """,
            hint: """
                Add a column with an id of each ticket (ref), in the spreadsheet and in the file; or move the file away: \
                then all tickets get new codes, and those that were given out are not valid any more.
                """)
    }
}

/// Which rows of two tables are the same tickets.
private struct RowMatch {
    private let rows: [[String: String]]
    private let earlier: [[String: String]]
    /// Indices of rows and of the earlier rows that they are.
    private(set) var pairs: [(Int, Int)] = []
    /// Indices of rows that are new.
    private(set) var left: [Int]
    /// Indices of earlier rows that have not been found again.
    private(set) var earlierLeft: [Int]

    init(_ rows: [[String: String]], _ earlier: [[String: String]]) {
        (self.rows, self.earlier) = (rows, earlier)
        left = Array(rows.indices)
        earlierLeft = Array(earlier.indices)
    }

    /// Pairs rows with a code that have the same key, if only one on each side has it.
    mutating func pair(_ key: ([String: String]) -> [String]?) {
        pair(among: { $0["code"] != nil }, takingEqual: false, key)
    }

    /// Pairs rows without a code with any that have the same key.
    /// - Parameter takingEqual: also where as many on each side have it: then they are the same in all that is known.
    mutating func pairCodeless(takingEqual: Bool = false, _ key: ([String: String]) -> [String]?) {
        pair(among: { $0["code"] == nil }, takingEqual: takingEqual, key)
    }

    private mutating func pair(
        among isMeant: ([String: String]) -> Bool, takingEqual: Bool, _ key: ([String: String]) -> [String]?
    ) {
        let old = Dictionary(grouping: earlierLeft) { key(earlier[$0]) }
        let new = Dictionary(grouping: left.filter { isMeant(rows[$0]) }) { key(rows[$0]) }
        var paired: (new: Set<Int>, old: Set<Int>) = ([], [])
        for (value, indices) in new {
            guard value != nil, let others = old[value], indices.count == others.count,
                indices.count == 1 || takingEqual
            else { continue }
            pairs += zip(indices, others)
            paired.new.formUnion(indices)
            paired.old.formUnion(others)
        }
        left.removeAll(where: paired.new.contains)
        earlierLeft.removeAll(where: paired.old.contains)
    }
}
