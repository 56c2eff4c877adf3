/// One sheet of a workbook.
public struct Sheet: Sendable {
    /// As on its tab; the file's name for a CSV.
    public let name: String
    /// The program does not show it.
    public let isHidden: Bool
    /// Rows with at least one cell that is not empty, in order.
    public internal(set) var rows: [Row] = []
    /// Areas of several rows that are one cell; only the first has a value.
    public internal(set) var mergedRows: [MergedArea] = []

    init(name: String, isHidden: Bool = false) {
        (self.name, self.isHidden) = (name, isHidden)
    }

    /// Several rows that are one cell.
    public struct MergedArea: Hashable, Sendable {
        /// Its first cell, which has the value.
        public let first: CellAddress
        /// Its last cell.
        public let last: CellAddress
    }
}

/// A row with at least one cell that is not empty.
public struct Row: Sendable {
    /// From 1, as the program shows it; for CSV, records and empty lines are counted.
    public let number: Int
    /// By a filter, or by hand.
    public let isHidden: Bool
    /// Those that are not empty, by their columns.
    public internal(set) var cells: [Cell]
    /// What is wrong with it as text in columns, as a clause.
    public internal(set) var fault: String?

    init(number: Int, isHidden: Bool = false, cells: [Cell], fault: String? = nil) {
        (self.number, self.isHidden, self.cells, self.fault) = (number, isHidden, cells, fault)
    }

    /// The cell in a column, from 0; `nil` when it is empty.
    public subscript(column: Int) -> Cell? {
        cells.first { $0.column == column }
    }
}

/// A cell that is not empty.
public struct Cell: Hashable, Sendable {
    /// What is in it.
    public enum Content: Hashable, Sendable {
        /// Not empty, and not only white space.
        case text(String)
        /// `digits`: the program shows the number with at least so many digits, as 0042 of 42; 0 unless it is told to.
        case number(Double, digits: Int)
        case date(SheetDate)
        /// A time of day without a date, in seconds from 0 to 86,399.
        case time(Int)
        case boolean(Bool)
        /// What a formula came to instead of a value: `#N/A`.
        case error(String)
    }

    /// From 0.
    public let column: Int
    /// Its value.
    public let content: Content
    /// The value is the result of a formula, as it was when the file was saved.
    public let isFormula: Bool

    init(column: Int, _ content: Content, isFormula: Bool = false) {
        (self.column, self.content, self.isFormula) = (column, content, isFormula)
    }

    /// As a person reads it; a whole number below 10^15 without a point.
    public var text: String {
        switch content {
        case .text(let text): text
        case .number(let value, let digits): Self.text(of: value, digits: digits)
        case .date(let date): date.description
        case .time(let seconds): SheetDate.clock(seconds)
        case .boolean(let value): value ? "TRUE" : "FALSE"
        case .error(let word): word
        }
    }

    private static func text(of value: Double, digits: Int) -> String {
        guard let whole = Int64(exactly: value), abs(whole) < 1_000_000_000_000_000 else { return "\(value)" }
        let text = String(abs(whole))
        return (whole < 0 ? "-" : "") + String(repeating: "0", count: max(0, digits - text.count)) + text
    }
}

/// Where a cell is: `B7`.
public struct CellAddress: Hashable, Sendable, CustomStringConvertible {
    /// From 1.
    public let row: Int
    /// From 0.
    public let column: Int

    public init(row: Int, column: Int) {
        (self.row, self.column) = (row, column)
    }

    /// Reads `B7`, also with dollar signs; `nil` for anything else, or a cell that no sheet has.
    init?(_ text: some StringProtocol) {
        var column = 0
        var row = 0
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "$"): continue
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"):
                guard row == 0 else { return nil }
                column = column * 26 + Int(byte & 0x1F)
            case UInt8(ascii: "0")...UInt8(ascii: "9"): row = row * 10 + Int(byte - UInt8(ascii: "0"))
            default: return nil
            }
            guard column <= Limits.columnCount, row <= Limits.rowCount else { return nil }
        }
        guard column > 0, row > 0 else { return nil }
        self.init(row: row, column: column - 1)
    }

    /// `B7`
    public var description: String { Self.letters(of: column) + "\(row)" }

    /// The letters above a column: `A` for 0, `AA` for 26.
    public static func letters(of column: Int) -> String {
        var letters = ""
        var rest = column
        repeat {
            letters = String(UnicodeScalar(UInt8(ascii: "A") + UInt8(rest % 26))) + letters
            rest = rest / 26 - 1
        } while rest >= 0
        return letters
    }
}

/// A date as a spreadsheet keeps it: no time zone.
public struct SheetDate: Hashable, Sendable, CustomStringConvertible {
    public let year: Int
    /// 1 to 12.
    public let month: Int
    /// 1 to 31.
    public let day: Int
    /// Seconds since midnight; `nil` for a date without a time of day.
    public let time: Int?

    /// - Returns: `nil` when the calendar has no such day, or the day no such time.
    public init?(year: Int, month: Int, day: Int, time: Int? = nil) {
        guard (1...9999).contains(year), (1...12).contains(month), time.map((0..<86_400).contains) ?? true else {
            return nil
        }
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
        guard (1...days).contains(day) else { return nil }
        (self.year, self.month, self.day, self.time) = (year, month, day, time)
    }

    /// The first second of the day after; `nil` at the end of the calendar.
    public var nextDay: SheetDate? {
        SheetDate(year: year, month: month, day: day + 1, time: 0)
            ?? SheetDate(year: year, month: month + 1, day: 1, time: 0)
            ?? SheetDate(year: year + 1, month: 1, day: 1, time: 0)
    }

    /// The day of a serial number (ECMA-376 part 1, 18.17.4.1), rounded to seconds; `nil` for one that no calendar has.
    /// - Parameter hasTime: the part after the point is a time of day; otherwise it only counts if there is one.
    public init?(serial: Double, from1904: Bool, hasTime: Bool) {
        guard serial >= 0, serial < 2_958_466 else { return nil }
        let seconds = Int64((serial * 86_400).rounded())
        var day = seconds / 86_400
        let time = Int(seconds % 86_400)
        // Day 60 of 1900 is 29 February, which that year did not have.
        if !from1904, day == 0 || day == 60 { return nil }
        if !from1904, day < 60 { day += 1 }
        self.init(
            daysSince1970: day - (from1904 ? 24_107 : 25_569), time: hasTime || time != 0 ? time : nil)
    }

    /// By the proleptic Gregorian calendar (https://howardhinnant.github.io/date_algorithms.html#civil_from_days).
    private init?(daysSince1970: Int64, time: Int?) {
        let days = daysSince1970 + 719_468
        let era = days / 146_097
        let dayOfEra = days - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shifted = (5 * dayOfYear + 2) / 153
        let month = shifted < 10 ? shifted + 3 : shifted - 9
        self.init(
            year: Int(yearOfEra + era * 400 + (month <= 2 ? 1 : 0)), month: Int(month),
            day: Int(dayOfYear - (153 * shifted + 2) / 5 + 1), time: time)
    }

    /// Reads `2026-12-05`, or `2026-12-05T19:00:00` with or without a fraction of a second, as OpenDocument has it.
    init?(iso text: String) {
        let parts = text.split(separator: "T", maxSplits: 1)
        let date = (parts.first ?? "").split(separator: "-").map { Int($0) ?? 0 }
        guard date.count == 3 else { return nil }
        guard parts.count == 2 else {
            self.init(year: date[0], month: date[1], day: date[2])
            return
        }
        let clock = parts[1].prefix { $0 != "." && $0 != "," && $0 != "Z" }.split(separator: ":").map { Int($0) ?? -1 }
        guard (2...3).contains(clock.count), clock.allSatisfy({ $0 >= 0 && $0 < 60 }) else { return nil }
        self.init(
            year: date[0], month: date[1], day: date[2],
            time: clock[0] * 3600 + clock[1] * 60 + (clock.count == 3 ? clock[2] : 0))
    }

    /// `2026-12-05 19:00`, with seconds if there are any: as tickets.csv has it.
    public var description: String {
        let date = "\(Self.padded(year, 4))-\(Self.padded(month, 2))-\(Self.padded(day, 2))"
        return date + (time.map { " " + Self.clock($0) } ?? "")
    }

    static func clock(_ time: Int) -> String {
        let (hour, minute, second) = (time / 3600, time / 60 % 60, time % 60)
        return "\(padded(hour, 2)):\(padded(minute, 2))" + (second == 0 ? "" : ":\(padded(second, 2))")
    }

    private static func padded(_ number: Int, _ digits: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, digits - text.count)) + text
    }
}
