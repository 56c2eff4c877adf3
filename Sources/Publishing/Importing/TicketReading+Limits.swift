internal import Foundation
internal import Spreadsheets
internal import Tickets

/// Columns that are not read and may say who must not come in.
extension TicketReading {
    mutating func askAboutLimits() {
        let others = Set(leftOut.map(\.row))
        let rows = table.rows.filter { $0.fault == nil && !others.contains($0.number) }
        for column in table.columns where column.field == nil && column.origin != .told && column.count > 0 {
            if column.origin == .unknown, column.mayBeBesides { continue }
            if let question = question(about: column, rows) { ask(question) }
        }
    }

    private func question(about column: ImportTable.Column, _ rows: [Row]) -> ImportQuestion? {
        let values = table.values(of: column, in: rows)
        let filled = values.filter { !$0.text.isEmpty }
        guard !filled.isEmpty, settings.only[column.name] == nil else { return nil }
        switch LimitWords.topic(of: column.header) {
        case .permission where filled.count < values.count || !filled.allSatisfy { Self.isPermission($0.text) }:
            return limits(column, values.filter { !Self.isPermission($0.text) })
        case .exclusion where !filled.allSatisfy { LimitWords.isNoExclusion($0.text) }:
            return limits(column, filled.filter { !LimitWords.isNoExclusion($0.text) })
        case .occasion where filled.count > 1: return occasions(column, filled)
        case .permission, .exclusion, .occasion: return nil
        case nil: return question(aboutWordsIn: column, filled)
        }
    }

    private static func isPermission(_ text: String) -> Bool {
        ImportWords.isYes(text) == true || ImportWords.status(text)?.severity == 0
    }

    /// Of a column whose name says nothing, the cells may.
    private func question(
        aboutWordsIn column: ImportTable.Column, _ values: [(text: String, rows: [Int])]
    ) -> ImportQuestion? {
        guard !LimitWords.isHarmless(column.header) else { return nil }
        let limiting = values.filter { LimitWords.isLimit($0.text) && ImportWords.isYes($0.text) == nil }
        if !limiting.isEmpty { return limits(column, limiting) }
        let answers = values.filter { ImportWords.isYes($0.text) != nil || LimitWords.isMaybe($0.text) }
        let negative = answers.filter { ImportWords.isYes($0.text) != true && !$0.text.allSatisfy(\.isNumber) }
        if !negative.isEmpty, answers.count * 2 >= values.count, values.count <= 8 {
            return limits(column, negative)
        }
        return Self.areDays(values) ? occasions(column, values) : nil
    }

    /// A few days, each for several rows: birthdays are not.
    private static func areDays(_ values: [(text: String, rows: [Int])]) -> Bool {
        guard (2...12).contains(values.count), values.reduce(0, { $0 + $1.rows.count }) >= 2 * values.count else {
            return false
        }
        return values.allSatisfy { $0.text.count > 5 && ImportTime($0.text, order: .dayFirst) != nil }
    }

    private func limits(
        _ column: ImportTable.Column, _ values: [(text: String, rows: [Int])]
    ) -> ImportQuestion {
        let rows = values.flatMap(\.rows).sorted()
        let words = values.map(\.text).filter { text in
            LimitWords.isMaybe(text) || ImportWords.isYes(text) != nil || ImportWords.status(text) != nil
        }
        return ImportQuestion(
            kind: .limits, column: column, place: address(table.headerRow, column),
            rows: rows.isEmpty ? [table.headerRow] : rows, words: words)
    }

    private func occasions(
        _ column: ImportTable.Column, _ values: [(text: String, rows: [Int])]
    ) -> ImportQuestion {
        ImportQuestion(
            kind: .occasions(values.map { .init(text: $0.text, rowCount: $0.rows.count) }), column: column,
            place: address(table.headerRow, column), rows: [table.headerRow], words: [])
    }

    // MARK: - What was chosen

    /// `"Event name" is "Summer Ball"`, for a row that is not read because another one was chosen.
    func reasonNotChosen(_ row: Row) -> String? {
        for (column, spellings) in chosen {
            let text = (row[column.column]?.text ?? "").withoutControls
                .trimmingCharacters(in: .whitespacesAndNewlines)
            guard !spellings.contains(text.comparableSpelling) else { continue }
            return text.isEmpty ? "nothing in \"\(column.name)\"" : "\"\(column.name)\" is \"\(text.prefix(40))\""
        }
        return nil
    }

    /// The columns of which a person has chosen texts, with these texts.
    static func chosen(_ settings: ImportSettings, of table: ImportTable) -> [(ImportTable.Column, Set<String>)] {
        settings.only.sorted { $0.key < $1.key }.compactMap { name, texts in
            table.column(named: name).map { ($0, Set(texts.map(\.comparableSpelling))) }
        }
    }
}

extension LimitWords {
    /// Of a column about exclusions: it has none. Whoever was checked in is a question of its own.
    static func isNoExclusion(_ text: String) -> Bool {
        if text.allSatisfy({ !$0.isLetter && !$0.isNumber && !"✓✔☑✅".contains($0) }) { return true }
        if let isYes = ImportWords.isYes(text) { return !isYes }
        if let isZero = isZero(text) { return isZero }
        return none.contains(text.headerSpelling)
    }

    /// Whether an amount is 0; `nil` for what is no amount.
    static func isZero(_ text: String) -> Bool? {
        let plain = text.withASCIIDigits
        guard plain.wholeMatch(of: /[^\d]{0,4}-?\d[\d.,' ]*[^\d]{0,4}/) != nil else { return nil }
        return !plain.contains { ("1"..."9").contains($0) }
    }

    private static let none = ImportWords.words(
        """
        none, never, not checked in, not scanned, not used, not redeemed, unused, unscanned, not arrived, not yet; keine, nie, \
        nicht eingecheckt, nicht gescannt, nicht verwendet, noch nicht; ninguno, nunca, sin usar, no escaneado; aucun, jamais, non scanné, \
        non utilisé; hakuna; nessuno, mai, non usato; nenhum, nunca; geen, nooit, niet gescand; brak, nigdy, nieużyty; yok; немає; \
        未チェックイン, 未使用, なし; 未签到, 未使用, 无; لم يتم; לא נסרק
        """)
}
