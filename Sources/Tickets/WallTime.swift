/// A time as people write it for an event: `2026-12-05 19:00`, local time in the event's time zone.
/// See docs/decisions/017-wall-times.md.
public enum WallTime {
    /// Which end of a span the time is. It decides when clocks show the time twice.
    public enum Side: Sendable {
        /// The earlier of two instants.
        case start
        /// The later of two instants.
        case end
    }

    /// What a text turned out to be.
    public enum Reading: Hashable, Sendable {
        /// The time, in UTC.
        case instant(Timestamp)
        /// Clocks jump over this time. An error rather than a guess: the author must have meant another time.
        case skipped
        /// Neither of the two forms that are read.
        case malformed
    }

    /// Reads `2026-12-05 19:00`, with seconds if need be, or RFC 3339, which names its own offset from UTC.
    public static func read(_ text: String, in zone: Zone, as side: Side) -> Reading {
        if let instant = Timestamp(rfc3339: text) { return .instant(instant) }
        // `yyyy-mm-dd hh:mm` has 16 characters; as if in UTC, RFC 3339 takes care of the calendar.
        let suffix = text.utf8.count == 16 ? ":00Z" : "Z"
        guard let asUTC = Timestamp(rfc3339: text + suffix), asUTC.milliseconds % 1000 == 0 else { return .malformed }
        let instants = zone.instants(showing: asUTC.seconds)
        guard let first = instants.first, let last = instants.last else { return .skipped }
        return .instant(side == .start ? first : last)
    }
}
