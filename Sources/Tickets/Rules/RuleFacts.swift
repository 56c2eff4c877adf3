/// Everything that a rule can ask about a guest at a gate.
public struct RuleFacts: Sendable {
    /// By the clock of the station.
    public var now: Timestamp
    /// Numbers of the ticket's product and variation on the ticketing server.
    public var product: Int64
    public var variation: Int64?
    /// Number of the gate on the ticketing server.
    public var gate: Int64?
    /// When the ticket was used to enter on this list, in any order.
    public var entries: [Timestamp] {
        didSet { entryDays = nil }
    }
    /// The last passage on this list was an entry.
    public var isPresent: Bool
    /// Times of the event, or of the ticket's date in a series.
    public var dates: RuleDates
    let zone: RuleZone
    /// The day of each entry, once it was asked for.
    private var entryDays: [Int64]?

    /// - Parameter timeZone: IANA identifier: days begin there.
    public init(
        now: Timestamp, timeZone: String, dates: RuleDates, product: Int64, variation: Int64? = nil,
        gate: Int64? = nil, entries: [Timestamp] = [], isPresent: Bool = false
    ) {
        self.now = now
        self.dates = dates
        self.product = product
        self.variation = variation
        self.gate = gate
        self.entries = entries
        self.isPresent = isPresent
        zone = RuleZone(timeZone)
    }
}

/// The times that a rule can name.
public struct RuleDates: Hashable, Sendable {
    public var starts: Timestamp
    public var ends: Timestamp
    public var admission: Timestamp

    public init(starts: Timestamp, ends: Timestamp, admission: Timestamp) {
        self.starts = starts
        self.ends = ends
        self.admission = admission
    }
}

extension Event {
    var ruleDates: RuleDates { RuleDates(starts: starts, ends: ends, admission: doorsOpen) }
}

extension RuleFacts {
    func value(of variable: RuleVariable) -> RuleValue {
        switch variable {
        case .now: .time(.instant(now))
        case .weekday: .integer(zone.wall(at: now).weekday)
        case .product: .integer(product)
        case .variation: variation.map(RuleValue.integer) ?? .none
        case .gate: gate.map(RuleValue.integer) ?? .none
        case .entries: .integer(Int64(entries.count))
        case .entriesToday: .integer(count(since: zone.instant(of: zone.wall(at: now).at(0))))
        case .days: .integer(days { _ in true })
        case .minutesSinceLast: minutes(since: entries.max())
        case .minutesSinceFirst: minutes(since: entries.min())
        case .presence: .text(isPresent ? "present" : "absent")
        }
    }

    func count(_ operation: RuleOperator, _ cutoff: Timestamp) -> Int64 {
        switch operation {
        case .entriesSince: count(since: cutoff)
        case .entriesBefore: Int64(entries.count) - count(since: cutoff)
        case .daysSince: days { $0 >= cutoff }
        default: days { $0 < cutoff }
        }
    }

    func time(of moment: RuleMoment) -> RuleTime {
        switch moment {
        case .starts: .instant(dates.starts)
        case .ends: .instant(dates.ends)
        case .admission: .instant(dates.admission)
        case .today(let time): .wall(zone.wall(at: now).at(time))
        }
    }

    /// For several decisions on the same entries.
    mutating func rememberDays() {
        entryDays = entries.map { zone.wall(at: $0).day }
    }

    private func count(since cutoff: Timestamp) -> Int64 {
        Int64(entries.count { $0 >= cutoff })
    }

    /// Days on the wall clock with an entry.
    private func days(_ isCounted: (Timestamp) -> Bool) -> Int64 {
        let days = entryDays ?? entries.map { zone.wall(at: $0).day }
        return Int64(Set(zip(entries, days).filter { isCounted($0.0) }.map(\.1)).count)
    }

    private func minutes(since entry: Timestamp?) -> RuleValue {
        guard let entry else { return .integer(-1) }
        return .fraction(Double((now.milliseconds - entry.milliseconds).flooredDivision(by: 60_000).quotient))
    }
}
