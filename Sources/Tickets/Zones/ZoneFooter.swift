/// What clocks show after the last change that a zone's file lists: the text `CET-1CEST,M3.5.0,M10.5.0/3` at its end,
/// which is the variable TZ of POSIX (XBD 8.3) with hours from -167 to 167 (RFC 8536, section 3.3).
struct ZoneFooter: Hashable, Sendable {
    /// Seconds ahead of UTC.
    private let standard: Int64
    /// `nil` where clocks are not changed.
    private let summer: Summer?

    private struct Summer: Hashable {
        /// Seconds ahead of UTC; less than standard time in Ireland's winter.
        let offset: Int64
        let begins: YearDay
        let ends: YearDay
    }

    /// Seconds by which clocks are ahead of UTC.
    /// - Parameter seconds: since 1970.
    func offset(at seconds: Int64) -> Int64 {
        guard let summer else { return standard }
        var (latest, offset) = (Int64.min, standard)
        for year in years(around: seconds, seconds) {
            let (begin, end) = changes(to: summer, in: year)
            if end <= seconds, end > latest { (latest, offset) = (end, standard) }
            // Where it is summer all year, it begins when it ends.
            if begin <= seconds, begin >= latest { (latest, offset) = (begin, summer.offset) }
        }
        return offset
    }

    /// The changes that are later than `first` and not later than `last`, in order.
    func changes(after first: Int64, through last: Int64) -> [(at: Int64, offset: Int64)] {
        guard let summer, first < last else { return [] }
        let instants = years(around: first, last).flatMap { year in
            let (begin, end) = changes(to: summer, in: year)
            return [begin, end]
        }
        return Set(instants).filter { first < $0 && $0 <= last }.sorted().map { ($0, offset(at: $0)) }
    }

    /// A change may be up to a week outside of its year.
    private func years(around first: Int64, _ last: Int64) -> ClosedRange<Int64> {
        func year(_ seconds: Int64) -> Int64 {
            Timestamp.civilDate(daysSince1970: seconds.flooredDivision(by: 86_400).quotient).year
        }
        return year(first) - 1...year(last) + 1
    }

    /// In seconds since 1970.
    private func changes(to summer: Summer, in year: Int64) -> (begin: Int64, end: Int64) {
        (summer.begins.wallSeconds(in: year) - standard, summer.ends.wallSeconds(in: year) - summer.offset)
    }

    /// A time on a day that each year has.
    fileprivate struct YearDay: Hashable, Sendable {
        enum Day: Hashable, Sendable {
            /// `J60`: 1 to 365; 29 February has no number.
            case withoutLeapDay(Int64)
            /// `59`: 0 to 365.
            case counted(Int64)
            /// `M10.5.0`: that weekday (0 for Sunday) of a week of the month; the fifth is the last.
            case weekday(month: Int64, week: Int64, day: Int64)
        }

        let day: Day
        /// Seconds since midnight.
        let time: Int64

        /// Since 1970-01-01 00:00 on the clock that shows it.
        func wallSeconds(in year: Int64) -> Int64 { days(in: year) * 86_400 + time }

        /// Since 1970-01-01.
        private func days(in year: Int64) -> Int64 {
            let newYear = Timestamp.daysSince1970(year: year, month: 1, day: 1)
            switch day {
            case .counted(let number): return newYear + number
            case .withoutLeapDay(let number):
                let march = Timestamp.daysSince1970(year: year, month: 3, day: 1)
                return number < 60 ? newYear + number - 1 : march + number - 60
            case .weekday(let month, let week, let weekday):
                let first = Timestamp.daysSince1970(year: year, month: month, day: 1)
                let next = Timestamp.daysSince1970(year: year + month / 12, month: month % 12 + 1, day: 1)
                // 1970-01-01 was a Thursday.
                let ahead = (weekday - 4 - first).flooredDivision(by: 7).remainder
                let found = first + ahead + (week - 1) * 7
                return found < next ? found : found - 7
            }
        }
    }
}

// MARK: - Reading

extension ZoneFooter {
    /// - Returns: `nil` for a text of another form.
    init?(_ text: some Collection<UInt8>) {
        var reader = FooterReader(rest: Array(text)[...])
        guard reader.skipName(), let west = reader.time(atMost: 24) else { return nil }
        standard = -west
        guard !reader.isAtEnd else {
            summer = nil
            return
        }
        guard reader.skipName(), let summerWest = reader.summerTime(after: west), reader.skip(","),
            let begins = reader.yearDay(), reader.skip(","), let ends = reader.yearDay(), reader.isAtEnd
        else { return nil }
        summer = Summer(offset: -summerWest, begins: begins, ends: ends)
    }
}

private struct FooterReader {
    var rest: ArraySlice<UInt8>

    var isAtEnd: Bool { rest.isEmpty }

    mutating func skip(_ sign: Unicode.Scalar) -> Bool {
        guard rest.first == UInt8(ascii: sign) else { return false }
        rest = rest.dropFirst()
        return true
    }

    /// `CET` or `<+0330>`: what clocks are called.
    mutating func skipName() -> Bool {
        if skip("<") {
            rest = rest.drop { $0 != UInt8(ascii: ">") }
            return skip(">")
        }
        let name = rest.prefix { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20) }
        rest = rest.dropFirst(name.count)
        return name.count >= 3
    }

    /// `3`, `-3:30`, `02:00:15`: in seconds.
    mutating func time(atMost hours: Int64) -> Int64? {
        let sign: Int64 = skip("-") ? -1 : 1
        if sign > 0 { _ = skip("+") }
        guard let hour = number(0...hours), let minute = part(), let second = part() else { return nil }
        return sign * (hour * 3600 + minute * 60 + second)
    }

    /// The offset of summer time, an hour ahead of standard time where it is not written.
    mutating func summerTime(after standard: Int64) -> Int64? {
        rest.first == UInt8(ascii: ",") ? standard - 3600 : time(atMost: 24)
    }

    /// `M3.5.0/2`, `J60`, `0/0`; at two o'clock where no time is written.
    mutating func yearDay() -> ZoneFooter.YearDay? {
        guard let day = day() else { return nil }
        guard skip("/") else { return .init(day: day, time: 7200) }
        return time(atMost: 167).map { .init(day: day, time: $0) }
    }

    private mutating func day() -> ZoneFooter.YearDay.Day? {
        if skip("J") { return number(1...365).map { .withoutLeapDay($0) } }
        guard skip("M") else { return number(0...365).map { .counted($0) } }
        guard let month = number(1...12), skip("."), let week = number(1...5), skip("."), let day = number(0...6) else {
            return nil
        }
        return .weekday(month: month, week: week, day: day)
    }

    /// `:30`; 0 where there is none.
    private mutating func part() -> Int64? { skip(":") ? number(0...59) : 0 }

    private mutating func number(_ range: ClosedRange<Int64>) -> Int64? {
        let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        rest = rest.dropFirst(digits.count)
        return Int64(String(decoding: digits, as: UTF8.self)).flatMap { range.contains($0) ? $0 : nil }
    }
}
