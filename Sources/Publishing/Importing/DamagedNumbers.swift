internal import Spreadsheets
internal import Tickets

/// A code as it was read.
struct CodeCell: Hashable, Sendable {
    /// Number of its row.
    let row: Int
    let code: String
    let cell: Cell
    /// A program has kept it from becoming a number.
    let wasWrapped: Bool

    /// The file may have taken it for a number: in a cell that is kept as text, nothing is lost.
    func isUnprotected(inCSV: Bool) -> Bool {
        if case .text = cell.content { return inCSV && !wasWrapped }
        return true
    }
}

/// What spreadsheets do to long numbers, and how it is noticed.
enum DamagedNumbers {
    static let hint = """
        Give the column the format text in the program that the codes come from, or take the codes from there again: what \
        a spreadsheet has cut off is lost.
        """

    /// A ticket code as it was before it came into the spreadsheet.
    /// - Parameter read: as a scanner would send it.
    static func code(_ cell: Cell, _ read: CodeText) throws(RowFault) -> String {
        let text = read.text
        switch cell.content {
        case .date, .time: throw RowFault("is a date: a spreadsheet has turned the code into one", hint: hint)
        case .boolean: throw RowFault("is the spreadsheet value \(text), not a code")
        case .number(let value, _) where value != value.rounded() || value < 0:
            throw RowFault("is not a whole number, so it is not a code")
        default: break
        }
        guard text.wholeMatch(of: /=(?:[A-Za-z.]+\(.*\)|".*"&.*)/) == nil else {
            throw RowFault("is a formula, not what comes of it: copy the column, and insert its values alone")
        }
        let code = try identifier(cell, text)
        switch ScannedText(parsing: code) {
        case .ticket: return code
        case .malformed(.tooLong): throw RowFault("is longer than \(ScannedText.maximumByteCount) bytes")
        default: throw RowFault("cannot be a ticket code")
        }
    }

    /// An id, a number of a seat: what may have digits that count.
    static func identifier(_ cell: Cell, _ text: String) throws(RowFault) -> String {
        switch cell.content {
        case .number(let value, _) where abs(value) >= 1e15:
            throw RowFault("has more than the 15 digits that a spreadsheet keeps: the last ones are lost", hint: hint)
        case .text
        where text.utf8.contains(UInt8(ascii: "+"))
            && text.wholeMatch(of: /\d(?:[.,]\d+)?[eE]\+\d{1,3}/) != nil:
            throw RowFault("is a number that a spreadsheet has rounded", hint: hint)
        default: return text
        }
    }

    /// Codes whose digits after the 15th are all zeros: one may be so by chance, all are not.
    static func cut(_ codes: [CodeCell]) -> [CodeCell] {
        let long = codes.filter { $0.code.count > 15 && $0.code.utf8.allSatisfy(isDigit) }
        guard !long.isEmpty, long.allSatisfy({ $0.code.dropFirst(15).allSatisfy { $0 == "0" } }) else { return [] }
        let zeros = long.reduce(0) { $0 + $1.code.count - 15 }
        return zeros >= 3 ? long : []
    }

    /// Codes of digits that are shorter than most: a spreadsheet takes zeros away from the beginning of a number.
    static func short(_ codes: [CodeCell], inCSV: Bool) -> (codes: [CodeCell], length: Int) {
        let numbers = codes.filter { $0.isUnprotected(inCSV: inCSV) && $0.code.utf8.allSatisfy(isDigit) }
        let lengths = Dictionary(grouping: numbers, by: \.code.count)
        guard let length = lengths.keys.max(), length >= 8, numbers.allSatisfy({ !$0.code.hasPrefix("0") }) else {
            return ([], 0)
        }
        // One in ten codes begins with a zero.
        let short = numbers.filter { $0.code.count < length }
        return short.count * 3 <= numbers.count ? (short, length) : ([], 0)
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
}
