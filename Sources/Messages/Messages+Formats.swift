internal import Foundation
public import Tickets

/// How a language writes numbers and times.
extension Messages {
    /// `12,345`
    public func number(_ number: some BinaryInteger) -> String {
        Int(number).formatted(IntegerFormatStyle<Int>.number.locale(locale))
    }

    /// `42%`
    public func percent(_ part: Int, of whole: Int64) -> String {
        (whole > 0 ? Double(part) / Double(whole) : 0).formatted(.percent.precision(.fractionLength(0)).locale(locale))
    }

    /// `15.00`, with the decimal sign of the language.
    public func amount(_ amount: Amount) -> String {
        "\(amount)".replacing(".", with: locale.decimalSeparator ?? ".")
    }

    /// `4.2 ms`
    public func milliseconds(_ duration: Duration) -> String {
        duration.formatted(
            .units(allowed: [.milliseconds], width: .abbreviated, fractionalPart: .show(length: 1)).locale(locale))
    }

    /// `5 December 2026`
    public func day(_ time: Timestamp, in zone: Zone) -> String {
        zone.text(of: time, in: locale) { $0.dateStyle = .long }
    }

    /// `Saturday 5 December 2026`
    public func wholeDay(_ time: Timestamp, in zone: Zone) -> String {
        zone.text(of: time, in: locale) { $0.dateStyle = .full }
    }

    /// A day like `2008-12-05`, as ``day(_:in:)`` writes it; any other text as it is.
    public func day(_ text: String) -> String {
        Timestamp(rfc3339: "\(text)T00:00:00Z").map { day($0, in: .utc) } ?? text
    }

    /// `19:00`
    public func clock(_ time: Timestamp, in zone: Zone) -> String {
        zone.text(of: time, in: locale) { $0.dateFormat = "HH:mm" } + zone.mark
    }
}

/// What verdicts say.
extension Messages {
    /// The sentence of a verdict; in English where this language does not have it.
    public func message(of report: VerdictReport) -> String {
        guard !isEnglish, let sentence = report.sentence else { return report.message }
        let text = text(of: sentence, clock: clock(of: report)).withoutControls
        return text.isEmpty ? report.message : text
    }

    /// What a ticket of a series is for: `Sat 12 Dec 14:20, Guided tour`.
    public func date(of report: VerdictReport) -> String? {
        report.date.map { date in
            isEnglish
                ? date.text
                : [clock(of: report).text(of: date.starts, in: locale), date.name].filter { !$0.isEmpty }
                    .joined(separator: ", ")
        }
    }

    private func clock(of report: VerdictReport) -> DoorClock {
        DoorClock(zone: report.zone, now: report.at)
    }
}
