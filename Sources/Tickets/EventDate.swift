/// One date of an event that is a series: a performance, or a time slot of a museum.
/// See docs/decisions/112-dates-of-a-series.md.
public struct EventDate: Hashable, Sendable {
    /// Number on the ticketing server, from 1: signed codes name it.
    public let id: Int64
    /// For people: 1 to 200 bytes of UTF-8.
    public let name: String
    public let starts: Timestamp
    /// The same as ``starts`` where the server does not say.
    public let ends: Timestamp
    /// From when on people are let in; the same as ``starts`` where the server does not say.
    public let admission: Timestamp

    /// How many an event may have: every station keeps them in memory.
    public static let maximumCount = 50_000

    public init(id: Int64, name: String, starts: Timestamp, ends: Timestamp? = nil, admission: Timestamp? = nil) {
        self.id = id
        self.name = name
        self.starts = starts
        self.ends = ends ?? starts
        self.admission = admission ?? starts
    }

    var ruleDates: RuleDates { RuleDates(starts: starts, ends: ends, admission: admission) }
}

/// How far from the beginning of their date tickets without times of their own are let in.
public struct SlotTolerance: Hashable, Sendable {
    /// Before the admission time of the date, within ``earliness``.
    public let early: Duration
    /// After the beginning of the date, within ``lateness``.
    public let late: Duration

    /// What ``early`` may be.
    public static let earliness = Duration.zero ... .seconds(30 * 86_400)
    /// What ``late`` may be: somebody must be able to come.
    public static let lateness = Duration.seconds(60) ... .seconds(30 * 86_400)

    public init(early: Duration, late: Duration) {
        self.early = early
        self.late = late
    }

    public func opens(_ date: EventDate) -> Timestamp { min(date.admission, date.starts) - early }

    public func closes(_ date: EventDate) -> Timestamp { date.starts + late }
}

extension EventPlan {
    /// Whether guests come at this time. Between two dates of a series nobody does: from the admission to a date until its
    /// end, or until its tickets are not let in any more.
    public func expectsGuests(at now: Timestamp) -> Bool {
        dates.isEmpty
            || dates.values.contains { date in
                let opens = slots?.opens(date) ?? min(date.admission, date.starts)
                let closes = max(date.ends, slots?.closes(date) ?? date.starts)
                return opens <= now && now < closes
            }
    }
}
