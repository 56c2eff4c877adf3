/// The wall clock of an event, for rules. It turns times of day into instants as Python does (PEP 495), which pretix is
/// written in: where clocks show a time twice, or skip it, `isSecond` decides.
struct RuleZone: Hashable, Sendable {
    private let zone: Zone

    init(_ zone: Zone) {
        self.zone = zone
    }

    /// A date and a time of day.
    struct Wall: Hashable, Sendable {
        /// Since 1970-01-01 00:00 on the same clock.
        var milliseconds: Int64
        /// Of the two instants at which clocks show it: the later one.
        var isSecond = false

        var day: Int64 { milliseconds.flooredDivision(by: RuleZone.day).quotient }

        /// Since midnight.
        var minute: Int64 { milliseconds.flooredDivision(by: RuleZone.day).remainder / 60_000 }

        /// 1 (Monday) to 7.
        var weekday: Int64 {
            // 1970-01-01 was a Thursday.
            (day + 3).flooredDivision(by: 7).remainder + 1
        }

        /// The same day at another time.
        /// - Parameter time: milliseconds since midnight.
        func at(_ time: Int64) -> Wall {
            Wall(milliseconds: day * RuleZone.day + time, isSecond: isSecond)
        }
    }

    /// Milliseconds.
    static let day: Int64 = 86_400_000

    /// What clocks show.
    func wall(at time: Timestamp) -> Wall {
        let instant = time.milliseconds
        let wall = instant + offset(at: instant)
        // No zone changes its clocks twice within two days.
        let before = offset(at: instant - Self.day)
        return Wall(
            milliseconds: wall,
            isSecond: before > wall - instant && offset(at: wall - before) == before)
    }

    /// The instant at which clocks show a time. A time that is skipped counts from the offset before the change, or with
    /// `isSecond` from the one after it.
    func instant(of wall: Wall) -> Timestamp {
        let before = offset(at: wall.milliseconds - Self.day)
        let after = offset(at: wall.milliseconds + Self.day)
        let (first, second) = (wall.milliseconds - before, wall.milliseconds - after)
        guard before != after else { return Timestamp(milliseconds: first) }
        let (isFirst, isSecond) = (offset(at: first) == before, offset(at: second) == after)
        let takesSecond = isFirst == isSecond ? wall.isSecond : isSecond
        return Timestamp(milliseconds: takesSecond ? second : first)
    }

    /// The first instant at which clocks show a time; of one that they skip, the instant at which they are put forward.
    func firstInstant(of wall: Wall) -> Timestamp {
        let time = instant(of: Wall(milliseconds: wall.milliseconds))
        let skipped = self.wall(at: time).milliseconds - wall.milliseconds
        guard skipped > 0 else { return time }
        var (low, high) = (time.milliseconds - skipped, time.milliseconds)
        while high - low > 1 {
            let middle = (low + high) / 2
            if self.wall(at: Timestamp(milliseconds: middle)).milliseconds < wall.milliseconds {
                low = middle
            } else {
                high = middle
            }
        }
        return Timestamp(milliseconds: high)
    }

    /// Milliseconds.
    private func offset(at instant: Int64) -> Int64 {
        zone.offset(at: Timestamp(milliseconds: instant)) * 1000
    }
}
