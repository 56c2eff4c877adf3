/// Everything that a rule can ask about a guest at a gate.
public struct RuleFacts: Sendable {
    /// By the clock of the station.
    public var now: Timestamp {
        didSet { today = Today(now, in: zone) }
    }
    /// Numbers of the ticket's product and variation on the ticketing server.
    let product: Int64
    let variation: Int64?
    /// Number of the gate on the ticketing server.
    let gate: Int64?
    /// Of this ticket on this list.
    var entries: RuleEntries
    /// The last passage on this list was an entry.
    var isPresent: Bool
    /// Times of the event, or of the ticket's date in a series.
    let dates: RuleDates
    let zone: RuleZone
    /// A rule may ask for it in each of its parts.
    private(set) var today: Today

    /// What clocks show now.
    struct Today: Sendable {
        let wall: RuleZone.Wall
        let midnight: Timestamp

        init(_ now: Timestamp, in zone: RuleZone) {
            wall = zone.wall(at: now)
            midnight = zone.instant(of: wall.at(0))
        }
    }

    /// - Parameters:
    ///   - timeZone: days begin there.
    ///   - entries: when the ticket was used to enter on this list, in any order.
    public init(
        now: Timestamp, timeZone: Zone, dates: RuleDates, product: Int64, variation: Int64? = nil,
        gate: Int64? = nil, entries: [Timestamp] = [], isPresent: Bool = false
    ) {
        self.now = now
        self.dates = dates
        self.product = product
        self.variation = variation
        self.gate = gate
        self.isPresent = isPresent
        zone = RuleZone(timeZone)
        today = Today(now, in: zone)
        self.entries = RuleEntries(entries, zone: zone)
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
        case .weekday: .integer(today.wall.weekday)
        case .minuteOfDay: .integer(today.wall.minute)
        case .product: .integer(product)
        case .variation: variation.map(RuleValue.integer) ?? .none
        case .gate: gate.map(RuleValue.integer) ?? .none
        case .entries: .integer(Int64(entries.count))
        case .entriesToday: .integer(Int64(entries.count(since: today.midnight)))
        case .days: .integer(Int64(entries.days))
        case .minutesSinceLast: minutes(since: entries.last)
        case .minutesSinceFirst: minutes(since: entries.first)
        case .presence: .text(isPresent ? "present" : "absent")
        }
    }

    func count(_ operation: RuleOperator, _ cutoff: Timestamp) -> Int {
        switch operation {
        case .entriesSince: entries.count(since: cutoff)
        case .entriesBefore: entries.count(before: cutoff)
        case .daysSince: entries.days(since: cutoff)
        default: entries.days(before: cutoff)
        }
    }

    func time(of moment: RuleMoment) -> RuleTime {
        switch moment {
        case .starts: .instant(dates.starts)
        case .ends: .instant(dates.ends)
        case .admission: .instant(dates.admission)
        case .today(let time): .wall(today.wall.at(time))
        }
    }

    private func minutes(since entry: Timestamp?) -> RuleValue {
        guard let entry else { return .integer(-1) }
        return .fraction(Double((now.milliseconds - entry.milliseconds).flooredDivision(by: 60_000).quotient))
    }
}
