public import Spreadsheets
internal import Tickets

/// What people check before they use it.
extension TicketReading {
    /// How many tickets of a type have a status.
    public struct Count: Hashable, Sendable {
        /// Empty for none.
        public let type: String
        public let status: String
        public let tickets: Int
        /// The sum of `admits`.
        public let people: Int
    }

    /// By type and status.
    public var counts: [Count] {
        struct Group: Hashable {
            let type: String
            let status: String
        }
        let groups = Dictionary(grouping: tickets) { ticket in
            Group(type: ticket.cells["type"] ?? "", status: ticket.cells["status"] ?? TicketStatus.valid.word)
        }
        return groups.map { group, tickets in
            Count(
                type: group.type, status: group.status, tickets: tickets.count,
                people: tickets.reduce(0) { $0 + ($1.cells["admits"].flatMap { Int($0) } ?? 1) })
        }.sorted { ($0.type, $0.status) < ($1.type, $1.status) }
    }

    /// The first and the last time of a column, in words.
    public var spans: [(name: String, first: String, last: String)] {
        ["not_before", "not_after"].compactMap { name in
            let times = tickets.compactMap { $0.cells[name] }.sorted()
            guard let first = times.first, let last = times.last else { return nil }
            return (name, Self.words(first), Self.words(last))
        }
    }

    private static func words(_ time: String) -> String {
        guard case .date(let date)? = ImportTime(time, order: nil) else { return time }
        return date.words
    }

    /// The columns of tickets.csv that some ticket has, in their order.
    public var usedColumns: [String] {
        TicketCSV.Column.allCases.map(\.rawValue).filter { name in tickets.contains { $0.cells[name] != nil } }
    }

    /// Whether a column that is not read may say how many people a ticket is for.
    public func mayBePeople(_ column: ImportTable.Column) -> Bool { table.mayBePeople(column) }

    /// The first thing in a column.
    public func example(of column: ImportTable.Column) -> String? {
        table.example(of: column)
    }
}

extension ImportTable {
    /// Whether a column that is not read may say how many people a ticket is for: small whole numbers, not all the same.
    public func mayBePeople(_ column: Column) -> Bool {
        guard column.field == nil, self.column(.admits) == nil, column.count * 2 > rows.count else { return false }
        let counts = values(of: column).filter { !$0.text.isEmpty }.map { ImportNumber.people($0.text) }
        return counts.count > 1 && counts.allSatisfy { $0.map((1...20).contains) ?? false }
    }

    /// The first thing in a column.
    public func example(of column: Column) -> String? {
        guard let text = rows.lazy.compactMap({ $0[column.column]?.text }).first else { return nil }
        return text.split(whereSeparator: \.isNewline).joined(separator: " ").withoutControls
    }
}

extension Workbook {
    /// The sheet that a person has named, or the only one that is not hidden and has tickets.
    /// - Parameter file: its name in errors.
    /// - Throws: ``PublishingError``
    public func sheetWithTickets(_ settings: ImportSettings, file: String) throws -> Sheet {
        func names(_ sheets: [Sheet]) -> String { sheets.map { "\"\($0.name)\"" }.joined(separator: ", ") }
        if let name = settings.sheet {
            let loose = name.comparableSpelling
            guard
                let sheet = sheets.first(where: { $0.name == name })
                    ?? sheets.first(where: { $0.name.comparableSpelling == loose })
            else {
                throw PublishingError("import", file, "it has no sheet \"\(name)\"", hint: "It has \(names(sheets)).")
            }
            return sheet
        }
        let filled = sheets.filter { !$0.rows.isEmpty }
        let visible = filled.filter { !$0.isHidden }
        guard !visible.isEmpty else {
            let reason = filled.isEmpty ? "it is empty" : "all its sheets with anything in them are hidden"
            throw PublishingError(
                "import", file, reason, hint: filled.isEmpty ? nil : "Name one with --sheet: \(names(filled)).")
        }
        // A sheet of notes or sums has no code, and hardly two names that are known.
        let scores = visible.map { ImportTable.score(of: $0, settings) }
        let likely = zip(visible, scores).filter { $1 >= 2 }.map(\.0)
        if likely.count == 1 || visible.count == 1 { return likely.first ?? visible[0] }
        guard likely.isEmpty, scores.count(where: { $0 > 0 }) == 1, let index = scores.firstIndex(where: { $0 > 0 })
        else {
            throw PublishingError(
                "import", file, "it has several sheets that could be the one with the tickets",
                hint: "Name it with --sheet: \(names(likely.isEmpty ? visible : likely)).")
        }
        return visible[index]
    }
}
