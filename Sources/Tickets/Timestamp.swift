/// An instant in UTC, in whole milliseconds since 1970-01-01T00:00:00Z.
///
/// Integers, because journal entries are hashed over the text of their time: a time read back must give exactly the
/// same text, which a `Double` of seconds does not promise.
///
/// It is in the years 0 to 9999, which RFC 3339 can write. A time outside becomes the nearest of these, because numbers
/// from signed codes and files must never stop a station.
public struct Timestamp: Hashable, Comparable, Sendable {
    /// 0000-01-01T00:00:00.000Z
    public static let earliest = Timestamp(milliseconds: -62_167_219_200_000)
    /// 9999-12-31T23:59:59.999Z
    public static let latest = Timestamp(milliseconds: 253_402_300_799_999)

    /// Since 1970-01-01T00:00:00Z, without leap seconds.
    public let milliseconds: Int64

    /// A time outside of ``earliest`` to ``latest`` becomes the nearer of the two.
    public init(milliseconds: Int64) {
        self.milliseconds = min(max(milliseconds, -62_167_219_200_000), 253_402_300_799_999)
    }

    /// A time outside of ``earliest`` to ``latest`` becomes the nearer of the two.
    public init(seconds: Int64) {
        let (milliseconds, overflows) = seconds.multipliedReportingOverflow(by: 1000)
        self.init(milliseconds: overflows ? (seconds < 0 ? .min : .max) : milliseconds)
    }

    /// Whole seconds, rounded down.
    public var seconds: Int64 {
        milliseconds >= 0 ? milliseconds / 1000 : (milliseconds - 999) / 1000
    }

    /// The earlier time is the smaller.
    public static func < (left: Timestamp, right: Timestamp) -> Bool {
        left.milliseconds < right.milliseconds
    }

    /// Parts of a millisecond in the span are cut off.
    public static func + (time: Timestamp, span: Duration) -> Timestamp {
        Timestamp(milliseconds: time.milliseconds + span.wholeMilliseconds)
    }

    /// Parts of a millisecond in the span are cut off.
    public static func - (time: Timestamp, span: Duration) -> Timestamp {
        Timestamp(milliseconds: time.milliseconds - span.wholeMilliseconds)
    }

    /// The span from `right` to `left`.
    public static func - (left: Timestamp, right: Timestamp) -> Duration {
        .milliseconds(left.milliseconds - right.milliseconds)
    }
}

extension Duration {
    /// In milliseconds, rounded towards zero.
    public var wholeMilliseconds: Int64 {
        components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
    }
}

// MARK: - RFC 3339

extension Timestamp: CustomStringConvertible, Codable {
    /// RFC 3339 in UTC with milliseconds: `2026-11-21T18:00:00.123Z`.
    public var description: String {
        let (days, inDay) = milliseconds.flooredDivision(by: 86_400_000)
        let (year, month, day) = Self.civilDate(daysSince1970: days)
        let (hour, minute, second) = (inDay / 3_600_000, inDay / 60_000 % 60, inDay / 1000 % 60)
        return "\(pad(year, 4))-\(pad(month, 2))-\(pad(day, 2))T"
            + "\(pad(hour, 2)):\(pad(minute, 2)):\(pad(second, 2)).\(pad(inDay % 1000, 3))Z"
    }

    /// Reads an RFC 3339 date-time with any zone offset; digits beyond milliseconds are cut off.
    /// `nil` for anything else, a leap second and a day that does not exist included.
    public init?(rfc3339 text: String) {
        var reader = DigitReader(text.utf8)
        guard let year = reader.number(4), reader.skip("-"),
            let month = reader.number(2), reader.skip("-"),
            let day = reader.number(2), reader.skip("T") || reader.skip("t") || reader.skip(" "),
            let hour = reader.number(2), reader.skip(":"),
            let minute = reader.number(2), reader.skip(":"),
            let second = reader.number(2)
        else { return nil }
        var fraction: Int64 = 0
        if reader.skip(".") {
            guard let read = reader.millisecondFraction() else { return nil }
            fraction = read
        }
        guard let offset = reader.zoneOffsetMinutes(), reader.isAtEnd else { return nil }
        let days = Self.daysSince1970(year: year, month: month, day: day)
        guard Self.civilDate(daysSince1970: days) == (year, month, day), hour < 24, minute < 60, second < 60 else {
            return nil
        }
        let minutes = days * 1440 + hour * 60 + minute - offset
        let milliseconds = (minutes * 60 + second) * 1000 + fraction
        self.init(milliseconds: milliseconds)
        guard self.milliseconds == milliseconds else { return nil }
    }

    /// Reads a text in RFC 3339.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let time = Timestamp(rfc3339: text) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not an RFC 3339 time")
        }
        self = time
    }

    /// Writes ``description``.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }

    // Howard Hinnant's date algorithms (https://howardhinnant.github.io/date_algorithms.html), proleptic Gregorian.
    // Foundation's formatter works on a Double and rounds some milliseconds away.

    static func daysSince1970(year: Int64, month: Int64, day: Int64) -> Int64 {
        let shifted = month <= 2 ? year - 1 : year
        let (era, yearOfEra) = shifted.flooredDivision(by: 400)
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    static func civilDate(daysSince1970 days: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let (era, dayOfEra) = (days + 719_468).flooredDivision(by: 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return (year, month, day)
    }
}

private func pad(_ number: Int64, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
}

extension Int64 {
    package func flooredDivision(by divisor: Int64) -> (quotient: Int64, remainder: Int64) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}

/// Reads fixed-width numbers from ASCII text.
private struct DigitReader {
    private var rest: Substring.UTF8View

    init(_ text: String.UTF8View) {
        rest = text[...]
    }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard rest.first == UInt8(ascii: character) else { return false }
        rest = rest.dropFirst()
        return true
    }

    mutating func number(_ width: Int) -> Int64? {
        var value: Int64 = 0
        for _ in 0..<width {
            guard let digit = digit() else { return nil }
            value = value * 10 + digit
        }
        return value
    }

    mutating func millisecondFraction() -> Int64? {
        guard var value = digit() else { return nil }
        var digits = 1
        while let next = digit() {
            if digits < 3 { value = value * 10 + next }
            digits = min(3, digits + 1)
        }
        return value * [0, 100, 10, 1][digits]
    }

    mutating func zoneOffsetMinutes() -> Int64? {
        if skip("Z") || skip("z") { return 0 }
        let sign: Int64
        if skip("+") { sign = 1 } else if skip("-") { sign = -1 } else { return nil }
        guard let hours = number(2), skip(":"), let minutes = number(2), hours < 24, minutes < 60 else { return nil }
        return sign * (hours * 60 + minutes)
    }

    private mutating func digit() -> Int64? {
        guard let byte = rest.first, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
        rest = rest.dropFirst()
        return Int64(byte - UInt8(ascii: "0"))
    }
}
