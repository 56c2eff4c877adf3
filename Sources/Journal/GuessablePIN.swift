/// The patterns that people choose, and that others try first. Of all PINs of six digits they are about a tenth.
enum GuessablePIN: Hashable {
    /// `000000`, `123456`, `987654`.
    case row
    /// `121212`, `123123`, `123321`, `000001`.
    case repetition
    /// `051288`, `19881205`: a birthday.
    case date

    /// - Parameter pin: digits.
    /// - Returns: `nil` for one without such a pattern.
    init?(_ pin: String) {
        let digits = pin.utf8.map { Int($0) - 48 }
        let steps = Set(zip(digits, digits.dropFirst()).map { ($1 - $0 + 10) % 10 })
        if let step = steps.first, steps.count == 1, [0, 1, 9].contains(step) {
            self = .row
        } else if Set(digits).count < 3 || digits.elementsEqual(digits.reversed())
            || (2...4).contains(where: { Self.repeats(digits, every: $0) })
        {
            self = .repetition
        } else if Self.isDate(digits) {
            self = .date
        } else {
            return nil
        }
    }

    var problem: String {
        switch self {
        case .row: "is a row of digits, which others try first"
        case .repetition: "repeats itself, which others try first"
        case .date: "could be a birthday, which others try first"
        }
    }

    private static func repeats(_ digits: [Int], every length: Int) -> Bool {
        digits.count.isMultiple(of: length) && digits.dropFirst(length).elementsEqual(digits.dropLast(length))
    }

    /// With the year in two digits or four, in the orders that people write.
    private static func isDate(_ digits: [Int]) -> Bool {
        func number(_ range: Range<Int>) -> Int { digits[range].reduce(0) { $0 * 10 + $1 } }
        func isDay(_ day: Int, of month: Int) -> Bool { (1...31).contains(day) && (1...12).contains(month) }
        let (first, second) = digits.count >= 4 ? (number(0..<2), number(2..<4)) : (0, 0)
        let isDayFirst = isDay(first, of: second) || isDay(second, of: first)
        switch digits.count {
        case 6: return isDayFirst || isDay(number(4..<6), of: second)
        case 8:
            let years = 1900...2099
            return isDayFirst && years.contains(number(4..<8))
                || years.contains(number(0..<4)) && isDay(number(6..<8), of: number(4..<6))
        default: return false
        }
    }
}
