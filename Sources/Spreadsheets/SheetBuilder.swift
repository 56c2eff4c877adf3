internal import Foundation
internal import Tickets

/// What all sheets of a file may still hold.
final class Budget {
    private let name: String
    private var cells = Limits.cellCount
    private var textBytes = Limits.textByteCount

    init(of name: String) {
        self.name = name
    }

    /// - Throws: ``SpreadsheetError`` when the file holds too much.
    func take(text bytes: Int) throws {
        textBytes -= bytes
        guard textBytes >= 0 else { throw Limits.exceeded(name) }
    }

    /// - Throws: ``SpreadsheetError`` when the file holds too much.
    func take(cells count: Int) throws {
        cells -= count
        guard cells >= 0 else { throw Limits.exceeded(name) }
    }

    func exceeded() -> SpreadsheetError { Limits.exceeded(name) }
}

/// A sheet that is being read, row by row.
struct SheetBuilder {
    private(set) var sheet: Sheet
    private let budget: Budget
    private var cells: [Cell] = []

    init(_ sheet: Sheet, budget: Budget) {
        (self.sheet, self.budget) = (sheet, budget)
    }

    /// - Parameter cell: to the right of those before it; one that says nothing is left out.
    mutating func add(_ cell: Cell) throws {
        guard (0..<Limits.columnCount).contains(cell.column) else { throw budget.exceeded() }
        if case .text(let text) = cell.content, text.allSatisfy(\.isWhitespace) { return }
        try budget.take(cells: 1)
        cells.append(cell)
    }

    /// Ends a row.
    /// - Parameter count: so many rows that are the same.
    mutating func endRow(number: Int, isHidden: Bool = false, fault: String? = nil, count: Int = 1) throws {
        defer { cells.removeAll(keepingCapacity: true) }
        guard !cells.isEmpty || fault != nil else { return }
        guard number > 0, number - 1 + count <= Limits.rowCount else { throw budget.exceeded() }
        if count > 1 { try budget.take(cells: cells.count * (count - 1)) }
        // A damaged file may have them in any order, and twice.
        let sorted = cells.sorted { $0.column < $1.column }
        for number in number..<number + count {
            sheet.rows.append(Row(number: number, isHidden: isHidden, cells: sorted, fault: fault))
        }
    }

    mutating func addMerged(_ area: Sheet.MergedArea) throws {
        guard area.last.row > area.first.row else { return }
        try budget.take(cells: 1)
        sheet.mergedRows.append(area)
    }

    /// Merged areas of a program may come in any order.
    consuming func finish() -> Sheet {
        sheet.rows.sort { $0.number < $1.number }
        return sheet
    }
}
