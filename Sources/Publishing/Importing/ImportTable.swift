internal import CheckedYAML
internal import Foundation
public import Spreadsheets
internal import Tickets

/// A sheet in which the row with the names of the columns has been found, and what each column is read as.
public struct ImportTable: Sendable {
    /// One column that has a name or anything in it.
    public struct Column: Hashable, Sendable {
        /// Why it is read as it is.
        public enum Origin: Hashable, Sendable {
            /// By its name.
            case recognised
            /// A person has said so.
            case told
            /// No language has its name.
            case unknown
            /// Another column is this already.
            case taken(ImportField)
        }

        /// From 0.
        public let column: Int
        /// Empty when it has no name.
        public let header: String
        /// `nil`: it is left out.
        public internal(set) var field: ImportField?
        public internal(set) var origin: Origin
        /// How many cells below its name are not empty.
        public let count: Int

        /// `A`
        public var letters: String { CellAddress.letters(of: column) }
        /// By what people know it: its name, or its letters.
        public var name: String { header.isEmpty ? letters : header }
        /// Ids of tickets, or numbers of rows: only a person knows.
        public var mayBeRef: Bool { HeaderName.isNumber(header) }
        /// How many people come, or how many come beside the ticket holder: only a person knows.
        public var mayBeBesides: Bool { HeaderName(header).meaning == .people }
    }

    /// The sheet that is read.
    public let sheet: Sheet
    /// Number of the row with the names of the columns.
    public let headerRow: Int
    /// From left to right.
    public internal(set) var columns: [Column]
    /// Below the names.
    let rows: [Row]
    /// Of the rows from the names on.
    private let rowNumbers: Set<Int>

    /// Rows that may hold the names of the columns.
    private static let searchedRowCount = 50

    /// - Parameter guessing: takes the first row with the most names when none is known, so that people can be asked.
    /// - Throws: ``PublishingError``
    public init(_ sheet: Sheet, _ settings: ImportSettings, guessing: Bool, in file: String) throws {
        self.sheet = sheet
        let candidates = sheet.rows.prefix(Self.searchedRowCount)
        let scores = candidates.map { Self.score($0, settings) }
        guard let best = scores.max() else {
            throw PublishingError("import", file, "its sheet \"\(sheet.name)\" is empty")
        }
        var index = scores.firstIndex(of: best) ?? 0
        if best == 0 {
            guard guessing else {
                let cells: [Cell] = candidates.first.map(\.cells) ?? []
                let names = cells.prefix(12).map { "\"\($0.text.prefix(30))\"".withoutControls }
                throw PublishingError(
                    "import", file,
                    "no row has a name that is known; the first row has \(names.joined(separator: ", "))",
                    hint: Self.isOneColumn(sheet)
                        ? "Everything is in one column: split it in a spreadsheet program, or export the list again."
                        : "Write the names of the columns above them, or say what they are: --map 'COLUMN=code'.")
            }
            let widths = candidates.map(\.cells.count)
            index = widths.firstIndex(of: widths.max() ?? 0) ?? 0
        }
        let header = sheet.rows[index]
        headerRow = header.number
        rows = Array(sheet.rows[(index + 1)...])
        rowNumbers = Set(sheet.rows[index...].map(\.number))
        columns = Self.columns(header, rows)
        try apply(settings, file: file)
        try checkChosen(settings, file: file)
    }

    /// Whole rows stand in the first column.
    private static func isOneColumn(_ sheet: Sheet) -> Bool {
        sheet.rows.allSatisfy { row in row.cells.count == 1 && row.cells[0].text.contains { ",;\t|".contains($0) } }
    }

    /// How many different things the row with the most names in a sheet says.
    static func score(of sheet: Sheet, _ settings: ImportSettings) -> Int {
        sheet.rows.prefix(searchedRowCount).map { score($0, settings) }.max() ?? 0
    }

    /// How many different things the names in a row say.
    private static func score(_ row: Row, _ settings: ImportSettings) -> Int {
        let told = Set(settings.columns.keys.map(\.headerSpelling))
        var found: Set<String> = []
        for cell in row.cells {
            guard case .text(let text) = cell.content, text.count <= 60 else { continue }
            let word = text.headerSpelling
            if HeaderName(text).meaning != nil || (!word.isEmpty && told.contains(word)) { found.insert(word) }
        }
        return found.count
    }

    private static func columns(_ header: Row, _ rows: [Row]) -> [Column] {
        var counts: [Int: Int] = [:]
        for row in rows {
            for cell in row.cells { counts[cell.column, default: 0] += 1 }
        }
        let names = Dictionary(header.cells.map { ($0.column, $0.text) }) { first, _ in first }
        return Set(counts.keys).union(names.keys).sorted().map { column in
            let name = (names[column] ?? "").withoutControls.trimmingCharacters(in: .whitespaces)
            return Column(
                column: column, header: name, field: nil, origin: .unknown, count: counts[column] ?? 0)
        }
    }

    // MARK: - What each column is

    mutating func applyTold(_ settings: ImportSettings, file: String) throws {
        for (name, field) in settings.columns.sorted(by: { $0.key < $1.key }) {
            let named = columns.indices.filter { columns[$0].header.headerSpelling == name.headerSpelling }
            let matches = named.isEmpty ? columns.indices.filter { columns[$0].letters == name.uppercased() } : named
            // What was left out may be gone.
            if matches.isEmpty, field == nil { continue }
            guard let index = matches.first, matches.count == 1 else {
                let reason =
                    matches.isEmpty
                    ? "there is no column \"\(name)\"" : "there are \(matches.count) columns \"\(name)\""
                throw PublishingError(
                    "import", file, reason + Spelling.suggestion(for: name, among: columns.map(\.header)),
                    hint: "Row \(headerRow) names them; a column can also be named by its letters.")
            }
            if let field, !field.isStatus, let other = columns.first(where: { $0.field == field }) {
                throw PublishingError(
                    "import", file,
                    "columns \(other.name) and \(columns[index].name) are both read as \(field.rawValue)",
                    hint: "Leave one of them out: --map '\(columns[index].name)='.")
            }
            columns[index].field = field
            columns[index].origin = .told
        }
    }

    /// What is to be read alone must be there: without it, all rows would be read, or none.
    private func checkChosen(_ settings: ImportSettings, file: String) throws {
        for (name, texts) in settings.only {
            guard let column = column(named: name) else {
                throw PublishingError(
                    "import", file,
                    "there is no column \"\(name)\"" + Spelling.suggestion(for: name, among: columns.map(\.header)),
                    hint: "--only names one, and a text in it.")
            }
            let values = values(of: column).map(\.text).filter { !$0.isEmpty }
            let spellings = Set(values.map(\.comparableSpelling))
            guard let gone = texts.first(where: { !spellings.contains($0.comparableSpelling) }) else { continue }
            let shown = values.prefix(8).map { "\"\($0)\"" }.joined(separator: ", ")
            throw PublishingError(
                "import", file,
                "no row has \"\(gone)\" in \"\(column.name)\"" + Spelling.suggestion(for: gone, among: values),
                hint: "It has \(shown)\(values.count > 8 ? ", …" : "").")
        }
    }

    /// Whether the row above is empty.
    func isAfterGap(_ row: Row) -> Bool { !rowNumbers.contains(row.number - 1) }

    /// The column that is read as a field; of several, the first.
    func column(_ field: ImportField) -> Column? {
        columns.first { $0.field == field }
    }

    /// The column that people mean by its name, or its letters.
    func column(named name: String) -> Column? {
        let spelling = name.headerSpelling
        return columns.first { !spelling.isEmpty && $0.header.headerSpelling == spelling }
            ?? columns.first { $0.letters == name.uppercased() }
    }

    /// What stands in a column, each text once, with the rows in which it stands.
    func values(of column: Column, in rows: [Row]? = nil) -> [(text: String, rows: [Int])] {
        var cells: [String: [Int]] = [:]
        for row in rows ?? self.rows { cells[row[column.column]?.text ?? "", default: []].append(row.number) }
        var values: [String: (text: String, rows: [Int])] = [:]
        for (cell, rows) in cells.sorted(by: { $0.value[0] < $1.value[0] }) {
            let text = cell.withoutControls.trimmingCharacters(in: .whitespacesAndNewlines)
            values[text.comparableSpelling, default: (text, [])].rows += rows
        }
        return values.values.map { ($0.text, $0.rows.sorted()) }.sorted { $0.1[0] < $1.1[0] }
    }
}

extension Cell {
    /// A number, or written like one.
    var isNumber: Bool {
        if case .number = content { return true }
        // Most texts have a letter, and most cells are texts.
        guard !text.utf8.contains(where: { (0x61...0x7A).contains($0 | 0x20) }) else { return false }
        return text.wholeMatch(of: /[-+]?[\d.,\s]*\d[\d.,\s]*[€$£%]?/) != nil
    }
}
