internal import Foundation
public import Spreadsheets
internal import Tickets

/// Which of the first two numbers of `5/12/2026` is the month.
public enum DateOrder: String, CaseIterable, Sendable {
    case dayFirst = "day-first"
    case monthFirst = "month-first"
}

/// A date and a time of day, as people write them.
enum ImportTime: Hashable {
    case date(SheetDate)
    /// With its offset from UTC, as tickets.csv takes it.
    case instant(String)
    /// `5/12/2026`: two days, unless the order is known.
    case ambiguous(dayFirst: SheetDate, monthFirst: SheetDate)

    /// - Parameter order: of dates with strokes or dashes; `nil` when it is not known.
    /// - Returns: `nil` for what is not a date.
    init?(_ text: String, order: DateOrder?) {
        let text = text.withASCIIDigits.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        if Timestamp(rfc3339: text) != nil {
            self = .instant(text)
        } else if let instant = Self.instant(text) {
            self = .instant(instant)
        } else if let (date, rest) = Self.yearFirst(text) ?? Self.named(text) {
            guard let time = Self.time(rest), let date = date(time) else { return nil }
            self = .date(date)
        } else {
            guard let read = Self.numbers(text, order: order) else { return nil }
            self = read
        }
    }

    /// With an offset that RFC 3339 does not have: `2026-12-25T19:00+0300`, `2026-12-25 22:00:00 UTC`,
    /// `Fri Dec 25 2026 19:00:00 GMT+0300 (East Africa Time)`, `Fri, 25 Dec 2026 16:00:00 +0000`.
    private static func instant(_ text: String) -> String? {
        let zone = /(.*\d) ?(?:Z|UTC|GMT)/.ignoresCase()
        let named = /(.*\d) ?(?:UTC|GMT) ?([+-])(\d{1,2}):?(\d{2})?(?: \(.*\))?/.ignoresCase()
        // With a colon, it may be the end of a time span: 19:00-22:00.
        let bare = /(.*\d) ?([+-])(\d{2})(\d{2})(?: \(.*\))?/
        if let match = text.wholeMatch(of: zone) { return instant(match.1, offset: "Z") }
        if let match = text.wholeMatch(of: named) {
            return instant(match.1, offset: offset(match.2, match.3, match.4 ?? "00"))
        }
        return text.wholeMatch(of: bare).flatMap { instant($0.1, offset: offset($0.2, $0.3, $0.4)) }
    }

    private static func offset(_ sign: Substring, _ hours: Substring, _ minutes: Substring) -> String? {
        guard let count = Int(hours), count <= 14 else { return nil }
        return "\(sign)\(hours.count == 1 ? "0" : "")\(hours):\(minutes)"
    }

    private static func instant(_ text: Substring, offset: String?) -> String? {
        guard let offset, text.contains(":"), case .date(let date)? = ImportTime(String(text), order: nil),
            let time = date.time
        else { return nil }
        let clock = [time / 3600, time / 60 % 60, time % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
        let instant = "\(date.description.prefix(10))T\(clock.joined(separator: ":"))\(offset)"
        return Timestamp(rfc3339: instant) == nil ? nil : instant
    }

    private typealias DateAndRest = (date: (Int?) -> SheetDate?, rest: Substring)

    /// `2026-12-05`, `2026/12/5`, `2026.12.05`
    private static func yearFirst(_ text: String) -> DateAndRest? {
        guard let match = text.prefixMatch(of: /(\d{4})([-\/.])(\d{1,2})\2(\d{1,2})(?:T|\b)/),
            let year = Int(match.1), let month = Int(match.3), let day = Int(match.4)
        else { return nil }
        return ({ Self.date(year, month, day, $0) }, text[match.range.upperBound...])
    }

    /// The first second of the next day, where the time is 24:00.
    private static func date(_ year: Int, _ month: Int, _ day: Int, _ time: Int?) -> SheetDate? {
        guard time == 86_400 else { return SheetDate(year: year, month: month, day: day, time: time) }
        return SheetDate(year: year, month: month, day: day)?.nextDay
    }

    /// `5. Dezember 2026`, `Sat, 5 Dec 2026`, `December 5, 2026`, `5 de diciembre de 2026`
    private static func named(_ text: String) -> DateAndRest? {
        let dayFirst = /(?:\p{L}+\.?,? )?(\d{1,2})(?:\.|st|nd|rd|th|er)? ?(?:de )?(\p{L}+)\.?,? ?(?:de |del )?(\d{4})\b/
        let monthFirst = /(?:\p{L}+,? )?(\p{L}+)\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})\b/
        var parts: (day: Substring, month: Substring, year: Substring, end: String.Index)?
        if let match = text.prefixMatch(of: dayFirst) {
            parts = (match.1, match.2, match.3, match.range.upperBound)
        } else if let match = text.prefixMatch(of: monthFirst) {
            parts = (match.2, match.1, match.3, match.range.upperBound)
        }
        guard let parts, let month = months[String(parts.month).headerSpelling], let day = Int(parts.day),
            let year = Int(parts.year)
        else { return nil }
        return ({ Self.date(year, month, day, $0) }, text[parts.end...])
    }

    /// `05.12.2026`, `5/12/26`, `5-12-2026`, after a weekday or without
    private static func numbers(_ text: String, order: DateOrder?) -> ImportTime? {
        guard let match = text.prefixMatch(of: /(?:\p{L}+\.?,? )?(\d{1,2})([.\/-])(\d{1,2})\2(\d{4}|\d{2})(?!\d)/),
            let first = Int(match.1), let second = Int(match.3), let year = Int(match.4),
            let time = time(text[match.range.upperBound...])
        else { return nil }
        let fullYear = year < 100 ? 2000 + year : year
        let dayFirst = date(fullYear, second, first, time)
        let monthFirst = date(fullYear, first, second, time)
        // With points, the day is first wherever people write so.
        let known = match.2 == "." ? .dayFirst : order
        switch (known, dayFirst, monthFirst) {
        case (.dayFirst, let date?, _), (.monthFirst, _, let date?): return .date(date)
        case (nil, let dayFirst?, let monthFirst?):
            return dayFirst == monthFirst ? .date(dayFirst) : .ambiguous(dayFirst: dayFirst, monthFirst: monthFirst)
        case (nil, let date?, nil), (nil, nil, let date?): return .date(date)
        default: return nil
        }
    }

    /// What follows a date: nothing, or `19:00`, `19.00 Uhr`, `19h30`, `7 pm`.
    /// - Returns: `nil` when it is neither; seconds since midnight, or `nil` in it for nothing.
    private static func time(_ text: Substring) -> Int?? {
        let rest = text.drop { $0 == " " || $0 == "," || $0 == "–" || $0 == "-" }
        guard !rest.isEmpty else { return .some(nil) }
        let pattern =
            /(?:(?:um|at|à|a las|los) )?(\d{1,2})(?:[:.h](\d{2})(?::(\d{2})(?:[.,]\d+)?)?)? ?(am|pm|a\.m\.|p\.m\.|uhr|hrs|h)?/
        guard let match = rest.wholeMatch(of: pattern.ignoresCase()), var hour = Int(match.1),
            match.2 != nil || match.4 != nil
        else { return nil }
        let suffix = match.4?.lowercased().first
        if suffix == "a" || suffix == "p" {
            guard (1...12).contains(hour) else { return nil }
            hour = hour % 12 + (suffix == "p" ? 12 : 0)
        }
        let (minute, second) = (match.2.flatMap { Int($0) } ?? 0, match.3.flatMap { Int($0) } ?? 0)
        guard hour < 24 || hour == 24 && minute == 0 && second == 0, minute < 60, second < 60 else { return nil }
        return hour * 3600 + minute * 60 + second
    }

    /// Names and short names of months in the languages of the screen.
    private static let months: [String: Int] = {
        var months: [String: Int] = [:]
        for language in [
            "en", "de", "es", "fr", "sw", "it", "pt", "nl", "pl", "tr", "uk", "ar", "he",
        ] {
            let formatter = DateFormatter()
            formatter.locale = Locale(identifier: language)
            formatter.timeZone = .gmt
            for names in [
                formatter.monthSymbols, formatter.shortMonthSymbols, formatter.standaloneMonthSymbols,
                formatter.shortStandaloneMonthSymbols,
            ] {
                for (index, name) in names.enumerated() { months[name.headerSpelling] = index + 1 }
            }
        }
        return months
    }()
}

extension SheetDate {
    /// `Saturday 5 December 2026 19:00`
    public var words: String {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_GB")
        formatter.timeZone = .gmt
        formatter.dateFormat = time == nil ? "EEEE d MMMM yyyy" : "EEEE d MMMM yyyy HH:mm"
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let parts = DateComponents(
            year: year, month: month, day: day, hour: (time ?? 0) / 3600, minute: (time ?? 0) / 60 % 60)
        return calendar.date(from: parts).map(formatter.string) ?? description
    }
}
