internal import Tickets

/// When an event of pretix is: by itself, or as the dates of a series
/// (https://docs.pretix.eu/dev/api/resources/subevents.html).
struct PretixDates: Sendable {
    /// Of a series that does not say when its last date ends.
    private static let assumedLength = Duration.seconds(12 * 3600)

    let doorsOpen: Timestamp?
    let starts: Timestamp?
    let ends: Timestamp?
    /// Those of a series; empty for any other event.
    let dates: [EventDate]

    /// The times of an event, or of the only date that is wanted.
    init(_ value: LenientJSON, dates: [EventDate]) {
        starts = value["date_from"].time
        doorsOpen = value["date_admission"].time ?? starts
        ends = value["date_to"].time
        self.dates = dates
    }

    /// A whole series: from its first date to its last.
    init(_ dates: [EventDate]) {
        starts = dates.map(\.starts).min()
        doorsOpen = dates.map { min($0.admission, $0.starts) }.min()
        ends = dates.map { $0.ends > $0.starts ? $0.ends : $0.starts + Self.assumedLength }.max()
        self.dates = dates
    }

    /// The times that a rule can name; `nil` in a series, where they are those of each ticket's date.
    var ruleDates: RuleDates? {
        guard dates.isEmpty, let starts else { return nil }
        return RuleDates(starts: starts, ends: ends ?? starts, admission: doorsOpen ?? starts)
    }
}

extension EventDate {
    /// - Returns: `nil` when it cannot be read.
    init?(pretix subevent: LenientJSON, locale: String?) {
        guard let id = subevent["id"].integer, let starts = subevent["date_from"].time else { return nil }
        self.init(
            id: Int64(id), name: subevent["name"].name(in: locale) ?? "Date \(id)", starts: starts,
            ends: subevent["date_to"].time, admission: subevent["date_admission"].time)
    }
}
