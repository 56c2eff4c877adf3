public import Foundation

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
    public static func read(_ text: String, in zone: TimeZone, as side: Side) -> Reading {
        if let instant = Timestamp(rfc3339: text) { return .instant(instant) }
        // `yyyy-mm-dd hh:mm` has 16 characters; as if in UTC, RFC 3339 takes care of the calendar.
        let suffix = text.utf8.count == 16 ? ":00Z" : "Z"
        guard let asUTC = Timestamp(rfc3339: text + suffix), asUTC.milliseconds % 1000 == 0 else { return .malformed }
        let instants = instants(showing: asUTC.seconds, in: zone)
        guard let first = instants.first, let last = instants.last else { return .skipped }
        return .instant(side == .start ? first : last)
    }

    /// Every instant at which the clocks of the zone show a time, in order: none in the hour that is skipped in spring,
    /// two in the hour that comes twice in autumn.
    /// - Parameter wallSeconds: the time they show, in seconds since 1970 as if it were UTC.
    private static func instants(showing wallSeconds: Int64, in zone: TimeZone) -> [Timestamp] {
        func offset(at seconds: Int64) -> Int64 {
            Int64(zone.secondsFromGMT(for: Date(timeIntervalSince1970: TimeInterval(seconds))))
        }
        // No zone changes its clocks twice within two days, nor is more than 14 hours from UTC.
        let day: Int64 = 86_400
        let offsets = Set([wallSeconds - day, wallSeconds + day].map(offset))
        return offsets.map { (seconds: wallSeconds - $0, offset: $0) }
            .filter { offset(at: $0.seconds) == $0.offset }
            .map { Timestamp(seconds: $0.seconds) }
            .sorted()
    }
}
