internal import CheckedYAML
internal import Files
public import Foundation
public import Tickets

/// What a person has said about how to read a spreadsheet. It is kept beside the file for the next time.
public struct ImportSettings: Hashable, Sendable {
    /// The sheet's name; `nil` for the only one that has tickets.
    public var sheet: String?
    /// By the name of the column, or its letters where it has no name; `nil` leaves it out.
    public var columns: [String: ImportField?] = [:]
    /// What words in columns mean: `Attendee status: Attending` is `valid`. By the column's name, a colon and the word.
    public private(set) var values: [String: TicketRow.Status] = [:]
    /// The rows that are read, where a column has several events or dates: by its name, the texts of which it has one.
    public private(set) var only: [String: [String]] = [:]
    /// Of dates like `5/12/2026`; `nil` when nobody has said.
    public var dates: DateOrder?
    /// The encoding of text in columns; `nil` to recognise it.
    public var encoding: String?
    /// Codes of digits may have fewer than most; it is not kept.
    public var acceptsShortCodes = false
    /// Codes may have signs that scanners seldom send; it is not kept.
    public var acceptsSigns = false

    public init() {}

    private static let leftOut = "-"

    /// `guests.xlsx.usher-map.yaml` beside `guests.xlsx`
    public static func file(beside spreadsheet: URL) -> URL {
        spreadsheet.appendingPathExtension("usher-map.yaml")
    }

    /// What was said the last time; nothing where no file is kept.
    /// - Throws: `YAMLFaults`
    public init(keptBeside spreadsheet: URL) throws {
        let file = Self.file(beside: spreadsheet)
        guard FileManager.default.fileExists(atPath: file.path) else { return }
        self = try CheckedYAML.read(contentsOf: file) { root in
            var settings = ImportSettings()
            settings.sheet = root.optionalString("sheet", maximumByteCount: 1000)
            settings.encoding = root.optionalString("encoding", maximumByteCount: 100)
            settings.dates = root.optionalValue("dates", "day-first or month-first", parse: DateOrder.init)
            for (name, text) in root.namedTexts("values") ?? [] {
                if let problem = settings.mapValue("\(name)=\(text)") { root.fault("values", problem) }
            }
            for text in root.strings("only") ?? [] {
                if let problem = settings.choose(text) { root.fault("only", problem) }
            }
            for (name, text) in root.namedTexts("columns") ?? [] {
                let field = ImportField(rawValue: text)
                guard text == Self.leftOut || field != nil else {
                    let words = ImportField.allCases.map(\.rawValue)
                    root.fault(
                        "columns",
                        "\"\(text.withoutControls)\" is not one of \(words.joined(separator: ", ")), \(Self.leftOut)"
                            + Spelling.suggestion(for: text, among: words))
                    continue
                }
                settings.columns[name] = .some(field)
            }
            return settings
        }
    }

    /// Keeps it for the next time.
    /// - Returns: the file; `nil` when nothing has been said.
    /// - Throws: `FileError`
    public func keep(beside spreadsheet: URL) throws -> URL? {
        guard sheet != nil || !columns.isEmpty || dates != nil || encoding != nil || !values.isEmpty || !only.isEmpty
        else { return nil }
        func quoted(_ text: String) -> String { JSONValue.string(text).text }
        var lines = [
            "# How usher ticket import reads \(spreadsheet.lastPathComponent.withoutControls). Without a line, it asks again; - leaves a column out."
        ]
        if let sheet { lines.append("sheet: \(quoted(sheet))") }
        if let encoding { lines.append("encoding: \(quoted(encoding))") }
        if let dates { lines.append("dates: \(dates.rawValue)") }
        if !columns.isEmpty { lines.append("columns:") }
        for (name, field) in columns.sorted(by: { $0.key < $1.key }) {
            lines.append("  \(quoted(name)): \(field.map(\.rawValue) ?? quoted(Self.leftOut))")
        }
        if !values.isEmpty { lines.append("values:") }
        for (name, status) in values.sorted(by: { $0.key < $1.key }) {
            lines.append("  \(quoted(name)): \(status.word)")
        }
        if !only.isEmpty { lines.append("only:") }
        for (name, texts) in only.sorted(by: { $0.key < $1.key }) {
            for text in texts { lines.append("  - \(quoted("\(name)=\(text)"))") }
        }
        let file = Self.file(beside: spreadsheet)
        try DurableFile.write(Data((lines.joined(separator: "\n") + "\n").utf8), to: file, mode: 0o644)
        return file
    }

    /// Reads `Kartennummer=code`; `Bemerkung=` leaves the column out.
    /// - Returns: what is wrong with it, as a sentence; `nil` when it is taken.
    public mutating func map(_ text: String) -> String? {
        guard let sign = text.lastIndex(of: "="), sign > text.startIndex else {
            return "--map is COLUMN=FIELD, like 'Kartennummer=code'; '\(text)' has no = after a name"
        }
        let word = text[text.index(after: sign)...].trimmingCharacters(in: .whitespaces)
        let name = text[..<sign].trimmingCharacters(in: .whitespaces)
        guard !word.isEmpty else {
            columns[name] = .some(nil)
            return nil
        }
        guard let field = ImportField(rawValue: word) else {
            let words = ImportField.allCases.map(\.rawValue)
            return "--map: \"\(word)\" is not one of \(words.joined(separator: ", "))"
                + Spelling.suggestion(for: word, among: words)
        }
        columns[name] = .some(field)
        return nil
    }

    /// Reads `Attendee status: Attending=valid`; without a word after the colon, it says what an empty cell means.
    /// - Returns: what is wrong with it, as a sentence; `nil` when it is taken.
    public mutating func mapValue(_ text: String) -> String? {
        guard let sign = text.lastIndex(of: "="), text[..<sign].contains(":") else {
            return "--map-value is COLUMN: WORD=STATUS, like 'Attendee status: Attending=valid'; '\(text)' is not"
        }
        let word = text[text.index(after: sign)...].trimmingCharacters(in: .whitespaces)
        guard let status = TicketRow.Status(word: word) else {
            return "--map-value: \"\(word)\" is not one of \(TicketRow.Status.words.joined(separator: ", "))"
                + Spelling.suggestion(for: word, among: TicketRow.Status.words)
        }
        values[text[..<sign].trimmingCharacters(in: .whitespaces)] = status
        return nil
    }

    /// Reads `Event name=Winter Gala`: only rows with that text are read. With another text of the same column, both are.
    /// - Returns: what is wrong with it, as a sentence; `nil` when it is taken.
    public mutating func choose(_ text: String) -> String? {
        guard let sign = text.firstIndex(of: "="), sign > text.startIndex, sign < text.index(before: text.endIndex)
        else {
            return "--only is COLUMN=TEXT, like 'Event name=Winter Gala'; '\(text)' is not"
        }
        let name = text[..<sign].trimmingCharacters(in: .whitespaces)
        let value = text[text.index(after: sign)...].trimmingCharacters(in: .whitespaces)
        if only[name]?.contains(value) != true { only[name, default: []].append(value) }
        return nil
    }

    /// Forgets what was chosen before of columns: other texts are, now.
    public mutating func forgetChoices(of names: Set<String>) {
        only = only.filter { !names.contains($0.key) }
    }

    /// Whether somebody has said what words of a column mean.
    func hasValues(of column: ImportTable.Column) -> Bool {
        [column.header, column.letters].contains { name in
            let start = "\(name):".comparableSpelling
            return !name.isEmpty && values.keys.contains { $0.comparableSpelling.hasPrefix(start) }
        }
    }
}
