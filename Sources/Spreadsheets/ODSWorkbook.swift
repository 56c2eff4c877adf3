internal import Foundation
internal import Tickets

/// A spreadsheet of LibreOffice, and of all who write OpenDocument (1.2 and 1.3).
enum ODSWorkbook {
    static func read(_ archive: borrowing ZipArchive) throws -> Workbook {
        if archive.contains("META-INF/manifest.xml") {
            let manifest = ManifestHandler()
            try archive.parse("META-INF/manifest.xml", manifest)
            if manifest.isEncrypted {
                throw SpreadsheetError(
                    "read", archive.name, "it is protected by a password", hint: "Save it without a password.")
            }
        }
        let handler = ODSHandler(Budget(of: archive.name))
        try archive.parse("content.xml", handler)
        guard !handler.sheets.isEmpty else { throw archive.damaged("content.xml", "has no sheet") }
        return Workbook(format: .ods, sheets: handler.sheets)
    }
}

private final class ManifestHandler: XMLHandler {
    private(set) var isEncrypted = false

    func start(_ name: XMLName, _ attributes: XMLAttributes) {
        if name.local == "encryption-data" { isEncrypted = true }
    }

    func text(_ text: String) {}
    func end(_ name: XMLName) {}
}

/// The content of an OpenDocument spreadsheet (part 3, 9).
private final class ODSHandler: XMLHandler {
    private(set) var sheets: [Sheet] = []
    private let budget: Budget
    private var hiddenStyles: Set<String> = []
    private var style = ""
    private var builder: SheetBuilder?
    private var row = PendingRow()
    private var nextRow = 1
    private var cell: PendingCell?
    /// Drawings and comments in a cell, and tables in these, are not its text.
    private var asideDepth = 0

    private struct PendingRow {
        var count = 1
        var isHidden = false
        var nextColumn = 0
    }

    private struct PendingCell {
        let attributes: XMLAttributes
        let count: Int
        var text = ""
        var paragraphs = 0
        var paragraphDepth = 0
    }

    init(_ budget: Budget) {
        self.budget = budget
    }

    func start(_ name: XMLName, _ attributes: XMLAttributes) throws {
        if asideDepth > 0 || isAside(name) {
            asideDepth += 1
            return
        }
        switch (name.space, name.local) {
        case (.style, "style"): style = attributes[.style, "name"] ?? ""
        case (.style, "table-properties"):
            if attributes[.table, "display"] == "false" { hiddenStyles.insert(style) }
        case (.table, "table"):
            guard sheets.count < Limits.sheetCount else { throw budget.exceeded() }
            let isHidden = hiddenStyles.contains(attributes[.table, "style-name"] ?? "")
            let name = attributes[.table, "name"]?.withoutControls ?? ""
            builder = SheetBuilder(Sheet(name: name, isHidden: isHidden), budget: budget)
            nextRow = 1
        case (.table, "table-row"):
            let visibility = attributes[.table, "visibility"] ?? "visible"
            row = PendingRow(
                count: Self.count(attributes[.table, "number-rows-repeated"]), isHidden: visibility != "visible")
        case (.table, "table-cell"), (.table, "covered-table-cell"):
            cell = PendingCell(
                attributes: attributes, count: Self.count(attributes[.table, "number-columns-repeated"]))
        case (.text, _): try startText(name.local, attributes)
        default: break
        }
    }

    private func isAside(_ name: XMLName) -> Bool {
        (cell != nil && (name.space == .drawing || name.local == "annotation")) || name.local == "shapes"
            || name.local == "tracked-changes"
    }

    /// White space is written as elements where there is much of it (part 3, 6.1).
    private func startText(_ name: String, _ attributes: XMLAttributes) throws {
        guard cell != nil else { return }
        switch name {
        case "p", "h":
            if (cell?.paragraphs ?? 0) > 0 { cell?.text += "\n" }
            cell?.paragraphs += 1
            cell?.paragraphDepth += 1
        case "s": cell?.text += String(repeating: " ", count: min(Self.count(attributes[.text, "c"]), 1000))
        case "tab": cell?.text += "\t"
        case "line-break": cell?.text += "\n"
        default: break
        }
    }

    func text(_ text: String) throws {
        guard asideDepth == 0, (cell?.paragraphDepth ?? 0) > 0 else { return }
        try budget.take(text: text.utf8.count)
        cell?.text += text
    }

    func end(_ name: XMLName) throws {
        guard asideDepth == 0 else {
            asideDepth -= 1
            return
        }
        switch (name.space, name.local) {
        case (.table, "table"):
            if let builder { sheets.append(builder.finish()) }
            builder = nil
        case (.table, "table-row"):
            try builder?.endRow(number: nextRow, isHidden: row.isHidden, count: row.count)
            nextRow = min(nextRow + row.count, Limits.rowCount + 1)
        case (.table, "table-cell"), (.table, "covered-table-cell"): try endCell()
        case (.text, "p"), (.text, "h"): cell?.paragraphDepth -= 1
        default: break
        }
    }

    private func endCell() throws {
        guard let cell else { return }
        self.cell = nil
        let first = row.nextColumn
        row.nextColumn = min(first + cell.count, Limits.columnCount)
        if let rows = cell.attributes[.table, "number-rows-spanned"].flatMap({ Int($0) }), rows > 1 {
            let columns = Self.count(cell.attributes[.table, "number-columns-spanned"])
            try builder?.addMerged(
                Sheet.MergedArea(
                    first: CellAddress(row: nextRow, column: first),
                    last: CellAddress(
                        row: min(nextRow + rows - 1, Limits.rowCount), column: min(first + columns, Limits.columnCount))
                ))
        }
        guard let content = Self.content(of: cell) else { return }
        let isFormula = cell.attributes[.table, "formula"] != nil
        for column in first..<first + cell.count {
            try builder?.add(Cell(column: column, content, isFormula: isFormula))
        }
    }

    private static func count(_ text: String?) -> Int {
        min(max(text.flatMap { Int($0) } ?? 1, 1), Limits.rowCount)
    }

    private static func content(of cell: PendingCell) -> Cell.Content? {
        let attributes = cell.attributes
        // LibreOffice keeps errors as texts and says in an attribute of its own that they are.
        if attributes[.other, "value-type"] == "error" { return .error(cell.text.isEmpty ? "#VALUE!" : cell.text) }
        switch attributes[.office, "value-type"] {
        case "float", "percentage", "currency":
            guard let value = attributes[.office, "value"].flatMap({ Double($0) }), value.isFinite else {
                return text(of: cell)
            }
            let shown = cell.text
            let isPadded = shown.hasPrefix("0") && shown.allSatisfy { ("0"..."9").contains($0) }
            return .number(value, digits: isPadded ? min(shown.count, 15) : 0)
        case "date":
            let date = attributes[.office, "date-value"].flatMap(SheetDate.init(iso:))
            return date.map { .date($0) } ?? text(of: cell)
        case "time":
            return attributes[.office, "time-value"].flatMap(seconds).map { .time($0) } ?? text(of: cell)
        case "boolean": return .boolean(attributes[.office, "boolean-value"] == "true")
        default: return text(of: cell)
        }
    }

    private static func text(of cell: PendingCell) -> Cell.Content? {
        let written = cell.attributes[.office, "string-value"] ?? ""
        let text = cell.text.isEmpty ? written : cell.text
        return text.isEmpty ? nil : .text(text)
    }

    /// `PT19H00M00S`; `nil` for more than a day.
    private static func seconds(_ text: String) -> Int? {
        guard let match = text.wholeMatch(of: /PT(?:(\d{1,4})H)?(?:(\d{1,4})M)?(?:(\d{1,6})(?:[.,]\d+)?S)?/) else {
            return nil
        }
        let parts = [match.1, match.2, match.3].map { $0.flatMap { Int($0) } ?? 0 }
        let seconds = parts[0] * 3600 + parts[1] * 60 + parts[2]
        return seconds < 86_400 ? seconds : nil
    }
}
