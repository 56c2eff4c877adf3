internal import Foundation

/// What the cells of all sheets refer to.
struct SheetContext {
    let texts: [String]
    let styles: [NumberKind]
    let from1904: Bool
}

/// One sheet (ECMA-376 part 1, 18.3).
final class SheetHandler: XMLHandler {
    private(set) var builder: SheetBuilder
    private let context: SheetContext
    private var rowNumber = 0
    private var isHiddenRow = false
    private var column = -1
    private var cell: PendingCell?
    private var isValue = false

    /// A cell whose end has not come yet.
    private struct PendingCell {
        let type: String
        let style: Int
        var value = ""
        var inline = RichText()
        var isFormula = false
    }

    init(_ builder: SheetBuilder, _ context: SheetContext) {
        (self.builder, self.context) = (builder, context)
    }

    func start(_ name: XMLName, _ attributes: XMLAttributes) throws {
        switch name.local {
        case "row":
            rowNumber = attributes["r"].flatMap { Int($0) } ?? rowNumber + 1
            isHiddenRow = attributes.flag("hidden")
            column = -1
        case "c":
            column = attributes["r"].flatMap { CellAddress($0)?.column } ?? column + 1
            cell = PendingCell(
                type: attributes["t"] ?? "n", style: attributes["s"].flatMap { Int($0) } ?? 0)
        case "v": isValue = cell != nil
        case "f": cell?.isFormula = true
        case "mergeCell": try merge(attributes["ref"] ?? "")
        default: break
        }
        cell?.inline.start(name)
    }

    func text(_ text: String) {
        if isValue { cell?.value += text }
        _ = cell?.inline.add(text)
    }

    func end(_ name: XMLName) throws {
        cell?.inline.end(name)
        switch name.local {
        case "v": isValue = false
        case "c":
            if let cell, let content = content(of: cell) {
                try builder.add(Cell(column: column, content, isFormula: cell.isFormula))
            }
            cell = nil
        case "row": try builder.endRow(number: rowNumber, isHidden: isHiddenRow)
        default: break
        }
    }

    private func merge(_ reference: String) throws {
        let ends = reference.split(separator: ":").compactMap { CellAddress($0) }
        guard ends.count == 2 else { return }
        try builder.addMerged(Sheet.MergedArea(first: ends[0], last: ends[1]))
    }

    private func content(of cell: PendingCell) -> Cell.Content? {
        let value = cell.value
        switch cell.type {
        case "s":
            guard !value.isEmpty else { return nil }
            guard let index = Int(value), context.texts.indices.contains(index) else { return .error("#TEXT?") }
            return context.texts[index].isEmpty ? nil : .text(context.texts[index])
        case "inlineStr":
            let text = cell.inline.plain.isEmpty ? value : cell.inline.plain
            return text.isEmpty ? nil : .text(text)
        case "str": return value.isEmpty ? nil : .text(value)
        case "b": return value.isEmpty ? nil : .boolean(value == "1" || value == "true")
        case "e": return .error(value.isEmpty ? "#VALUE!" : value)
        case "d": return value.isEmpty ? nil : SheetDate(iso: value).map { .date($0) } ?? .text(value)
        default: return number(value, style: cell.style)
        }
    }

    private func number(_ text: String, style: Int) -> Cell.Content? {
        guard !text.isEmpty else { return nil }
        guard let value = Double(text), value.isFinite else { return .text(text) }
        switch context.styles.indices.contains(style) ? context.styles[style] : .number(digits: 0) {
        case .number(let digits): return .number(value, digits: digits)
        case .date(let hasTime):
            return SheetDate(serial: value, from1904: context.from1904, hasTime: hasTime).map { .date($0) }
                ?? .number(value, digits: 0)
        case .time:
            // A day and a time, of which the program shows the time.
            if value >= 1, let date = SheetDate(serial: value, from1904: context.from1904, hasTime: true) {
                return .date(date)
            }
            guard value >= 0 else { return .number(value, digits: 0) }
            return .time(min(Int((value * 86_400).rounded()), 86_399))
        }
    }
}
