/// The time of day at which everybody on an admission list counts as out, whether they were seen leaving or not.
///
/// A station notes the hour in its journal (``CheckIn/Kind/everyoneOut``) once its time, if it can be trusted, has passed it:
/// once, and never again when a clock goes back.
/// See docs/decisions/143-order-without-clocks.md.
public struct DailyExit: Hashable, Sendable {
    /// What ``minute`` may be.
    public static let minutes = 0...1439

    /// Since midnight, on the event's wall clock.
    public let minute: Int
    private let zone: RuleZone

    public init(minute: Int, timeZone: Zone) {
        self.minute = minute
        zone = RuleZone(timeZone)
    }

    /// What the wall clock shows at a time: minutes since midnight.
    public static func minute(of time: Timestamp, timeZone: Zone) -> Int {
        Int(RuleZone(timeZone).wall(at: time).minute)
    }

    /// The last one that is not later than a time.
    ///
    /// Where clocks show the hour twice, it is the second time. Where they skip it, they show an hour later instead, as in
    /// pretix.
    public func last(at time: Timestamp) -> Timestamp {
        let day = zone.wall(at: time).day
        // On the day itself it may be still to come; the day after has begun where clocks are put back over midnight.
        for day in [day + 1, day, day - 1] where instant(on: day) <= time { return instant(on: day) }
        return instant(on: day - 2)
    }

    private func instant(on day: Int64) -> Timestamp {
        let wall = RuleZone.Wall(milliseconds: day * RuleZone.day + Int64(minute) * 60_000, isSecond: true)
        let second = zone.instant(of: wall)
        guard zone.wall(at: second).milliseconds != wall.milliseconds else { return second }
        return zone.instant(of: RuleZone.Wall(milliseconds: wall.milliseconds))
    }
}
