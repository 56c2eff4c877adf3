/// A time inside a rule. Comparing and adding follow Python's `datetime`, which pretix evaluates rules with: two times on
/// the event's wall clock are compared by what the clock shows, all others by their instants.
enum RuleTime: Hashable, Sendable {
    case instant(Timestamp)
    /// On the event's wall clock.
    case wall(RuleZone.Wall)
    /// Written without a zone, in milliseconds as if it were UTC. Nothing else can be compared with it.
    case zoneless(Int64)

    func instant(in zone: RuleZone) -> Timestamp {
        switch self {
        case .instant(let time): time
        case .wall(let wall): zone.instant(of: wall)
        // As Django reads it: in the zone of the server, which is UTC.
        case .zoneless(let milliseconds): Timestamp(milliseconds: milliseconds)
        }
    }

    /// `nil` when only one of the two has a zone.
    func isBefore(_ other: RuleTime, in zone: RuleZone) -> Bool? {
        switch (self, other) {
        case (.zoneless(let left), .zoneless(let right)): left < right
        case (.zoneless, _), (_, .zoneless): nil
        case (.wall(let left), .wall(let right)): left.milliseconds < right.milliseconds
        default: instant(in: zone) < other.instant(in: zone)
        }
    }

    func equals(_ other: RuleTime, in zone: RuleZone) -> Bool {
        switch (self, other) {
        case (.zoneless(let left), .zoneless(let right)): left == right
        case (.zoneless, _), (_, .zoneless): false
        case (.wall(let left), .wall(let right)): left.milliseconds == right.milliseconds
        default: instant(in: zone) == other.instant(in: zone)
        }
    }

    /// Later by a number of minutes; `nil` outside of the years 1 to 9999.
    func adding(minutes: Double) -> RuleTime? {
        let span = (minutes * 60_000).rounded()
        guard span.magnitude < 4e14 else { return nil }
        func sum(_ milliseconds: Int64) -> Int64? {
            let sum = milliseconds + Int64(span)
            return (Self.firstYear.milliseconds...Timestamp.latest.milliseconds).contains(sum) ? sum : nil
        }
        return switch self {
        case .instant(let time): sum(time.milliseconds).map { .instant(Timestamp(milliseconds: $0)) }
        case .wall(let wall): sum(wall.milliseconds).map { .wall(RuleZone.Wall(milliseconds: $0)) }
        case .zoneless(let time): sum(time).map { .zoneless($0) }
        }
    }

    private static let firstYear = Timestamp(milliseconds: -62_135_596_800_000)
}

extension RuleTime {
    /// Reads a date, with a time and a zone or without: `2026-12-05T18:30:00.000Z`, `2026-12-05 18:30`, `2026-12-05`.
    init?(date text: String) {
        let text = text.trimmingSpaces
        guard let match = text.wholeMatch(of: /(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(:\d{2}(?:\.\d+)?)?(.*))?/) else {
            return nil
        }
        let clock = (match.output.2.map(String.init) ?? "00:00") + (match.output.3.map(String.init) ?? ":00")
        var zone = match.output.4.map(String.init)?.trimmingSpaces ?? ""
        if let offset = zone.wholeMatch(of: /([+-]\d{2}):?(\d{2})?/) {
            zone = "\(offset.output.1):\(offset.output.2 ?? "00")"
        }
        guard let time = Timestamp(rfc3339: "\(match.output.1)T\(clock)\(zone.isEmpty ? "Z" : zone)") else {
            return nil
        }
        self = zone.isEmpty ? .zoneless(time.milliseconds) : .instant(time)
    }

    /// Reads a time of day, or that of a date: `18:30`, `18:30:15`, `2026-12-05T18:30:00Z`. In milliseconds since midnight.
    static func timeOfDay(_ text: String) -> Int64? {
        let clock = text.trimmingSpaces.replacing(/^\d{4}-\d{2}-\d{2}[T ]/, with: "")
        guard
            let match = clock.wholeMatch(
                of: /(\d{1,2}):(\d{2})(?::(\d{2})(?:\.(\d{1,6}))?)?(?:Z|[+-]\d{2}:?\d{2})?/),
            let hour = Int64(match.output.1), hour < 24, let minute = Int64(match.output.2), minute < 60,
            let second = Int64(match.output.3 ?? "0"), second < 60
        else { return nil }
        let fraction = match.output.4.map { Int64(($0 + "00").prefix(3)) ?? 0 } ?? 0
        return ((hour * 60 + minute) * 60 + second) * 1000 + fraction
    }
}

extension String {
    /// Without white space at both ends.
    var trimmingSpaces: String {
        String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }
}
