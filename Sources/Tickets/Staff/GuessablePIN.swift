internal import Foundation

/// The patterns that people choose, and that others try first. Of all PINs of six digits they are a tenth.
enum GuessablePIN: Hashable {
    /// `000000`, `123456`, `987654`.
    case row
    /// `121212`, `123123`, `123321`, `112233`, `000001`.
    case repetition
    /// `051288`, `19881205`: a birthday.
    case date

    /// - Parameters:
    ///   - pin: digits.
    ///   - today: a birthday is in the 100 years before it.
    /// - Returns: `nil` for one without such a pattern.
    init?(_ pin: String, today: Timestamp) {
        let digits = pin.utf8.map { Int($0) - 48 }
        let steps = Set(zip(digits, digits.dropFirst()).map { ($1 - $0 + 10) % 10 })
        if let step = steps.first, steps.count == 1, [0, 1, 9].contains(step) {
            self = .row
        } else if Self.isRepetition(digits) {
            self = .repetition
        } else if Self.isBirthday(digits, today: today) {
            self = .date
        } else {
            return nil
        }
    }

    /// Completes "the PIN ...".
    var problem: String {
        switch self {
        case .row: "is a sequence of digits, which other people would try first"
        case .repetition: "repeats itself, which other people would try first"
        case .date: "could be a birthday, which other people would try first"
        }
    }

    private static func isRepetition(_ digits: [Int]) -> Bool {
        let isReflected = digits.elementsEqual(digits.reversed())
        let isRepeated = (2...4).contains { length in
            digits.count.isMultiple(of: length) && digits.dropFirst(length).elementsEqual(digits.dropLast(length))
        }
        let areTwins = digits.count.isMultiple(of: 2) && digits.indices.allSatisfy { digits[$0] == digits[$0 & ~1] }
        return Set(digits).count < 3 || isReflected || isRepeated || areTwins
    }

    /// With the year in two digits or four, in the orders that people write.
    private static func isBirthday(_ digits: [Int], today: Timestamp) -> Bool {
        guard digits.count == 6 || digits.count == 8 else { return false }
        func number(_ range: Range<Int>) -> Int { digits[range].reduce(0) { $0 * 10 + $1 } }
        let yearLength = digits.count - 4
        let yearLast = number(4..<digits.count)
        let orders = [
            (year: yearLast, month: number(2..<4), day: number(0..<2)),
            (year: yearLast, month: number(0..<2), day: number(2..<4)),
            (
                year: number(0..<yearLength), month: number(yearLength..<yearLength + 2),
                day: number(yearLength + 2..<digits.count)
            ),
        ]
        return orders.contains { order in
            let years = yearLength == 2 ? [1900 + order.year, 2000 + order.year] : [order.year]
            return years.contains { isBirthday(year: $0, month: order.month, day: order.day, today: today) }
        }
    }

    private static func isBirthday(year: Int, month: Int, day: Int, today: Timestamp) -> Bool {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let end = Date(timeIntervalSince1970: Double(today.milliseconds) / 1000)
        let written = DateComponents(calendar: calendar, year: year, month: month, day: day)
        guard written.isValidDate, let date = written.date,
            let start = calendar.date(byAdding: .year, value: -100, to: end)
        else { return false }
        return (start...end).contains(date)
    }
}
