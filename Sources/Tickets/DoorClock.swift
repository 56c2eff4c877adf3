public import Foundation

/// Writes times as people at a door read them: `18:30`, or `Sat 5 Dec 18:30` when it is another day.
public struct DoorClock: Sendable {
    private let zone: Zone
    private let now: Timestamp

    /// - Parameters:
    ///   - zone: without one, and in one whose rules are not known, times are in UTC and end with `UTC`.
    ///   - now: times of another day are written with their day.
    public init(zone: Zone?, now: Timestamp) {
        self.zone = zone ?? Zone(name: "", rules: nil)
        self.now = now
    }

    /// In English: `18:30`, `Sat 5 Dec 18:30`, or `Sat 5 Dec 2026 18:30` in another year.
    public func text(of time: Timestamp) -> String {
        let (today, there) = (wallTime(of: now), wallTime(of: time))
        let clock = "\(twoDigits(there.minute / 60)):\(twoDigits(there.minute % 60))\(zone.mark)"
        guard there.day != today.day else { return clock }
        let date = Timestamp.civilDate(daysSince1970: there.day)
        let year = date.year == Timestamp.civilDate(daysSince1970: today.day).year ? "" : " \(date.year)"
        return "\(Self.weekday(of: there.day)) \(date.day) \(Self.months[Int(date.month) - 1])\(year) \(clock)"
    }

    /// As ``text(of:)``, in another language: `Sa. 5. Dez. 18:30`.
    public func text(of time: Timestamp, in locale: Locale) -> String {
        guard locale.language.languageCode != .english else { return text(of: time) }
        let clock = zone.text(of: time, in: locale) { $0.dateFormat = "HH:mm" } + zone.mark
        let (today, there) = (wallTime(of: now), wallTime(of: time))
        guard there.day != today.day else { return clock }
        let isThisYear =
            Timestamp.civilDate(daysSince1970: there.day).year
            == Timestamp.civilDate(daysSince1970: today.day).year
        let day = zone.text(of: time, in: locale) {
            $0.setLocalizedDateFormatFromTemplate(isThisYear ? "EEEdMMM" : "EEEdMMMy")
        }
        return "\(day) \(clock)"
    }

    /// The last day on which somebody was born who has reached an age today: `2008-12-05`. Whoever was born on 29
    /// February is a year older on 1 March of a year without that day.
    public func lastBirthday(ofAge years: Int) -> String {
        let today = Timestamp.civilDate(daysSince1970: wallTime(of: now).day)
        let year = today.year - Int64(years)
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let day = today.month == 2 && today.day == 29 && !isLeap ? 28 : today.day
        return "\(year)-\(twoDigits(today.month))-\(twoDigits(day))"
    }

    /// Day since 1970-01-01 and minute in it, on the wall clock of the zone.
    private func wallTime(of time: Timestamp) -> (day: Int64, minute: Int64) {
        let (day, second) = zone.wallSeconds(at: time).flooredDivision(by: 86_400)
        return (day, second / 60)
    }

    private static func weekday(of day: Int64) -> String {
        // 1970-01-01 was a Thursday.
        ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"][Int(day.flooredDivision(by: 7).remainder)]
    }

    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    private func twoDigits(_ number: Int64) -> String {
        number < 10 ? "0\(number)" : "\(number)"
    }
}
