public import Foundation

extension Zone {
    /// What clocks show, as a language writes it.
    ///
    /// The formatter knows no zone but UTC: it is given what clocks show as if it were a time there.
    /// - Parameter choose: sets the formatter's style or format, and nothing else.
    public func text(of time: Timestamp, in locale: Locale, _ choose: (DateFormatter) -> Void) -> String {
        let formatter = DateFormatter()
        formatter.locale = locale
        formatter.timeZone = .gmt
        choose(formatter)
        return formatter.string(from: Date(timeIntervalSince1970: TimeInterval(wallSeconds(at: time))))
    }

    /// What clocks show, the same in every language: `2026-12-05 19:00`, or with seconds.
    public func plainText(of time: Timestamp, seconds: Bool = false) -> String {
        let text = Timestamp(seconds: wallSeconds(at: time)).description
        return "\(text.prefix(10)) \(text.dropFirst(11).prefix(seconds ? 8 : 5))\(mark)"
    }
}
