internal import CheckedYAML
public import Tickets

/// The hours of the night, by the wall clock of the place, in which people are not disturbed for what can wait.
public struct QuietHours: Hashable, Sendable {
    /// Minutes since midnight.
    private let from: Int
    private let until: Int

    /// - Parameters:
    ///   - from: like `23:00`.
    ///   - until: like `07:00`; not the same.
    /// - Returns: `nil` when they are not times of a day, or the same.
    public init?(from: String, until: String) {
        guard let first = Self.minutes(from), let last = Self.minutes(until), first != last else { return nil }
        (self.from, self.until) = (first, last)
    }

    /// Reads `from` and `until`; faults are reported to the mapping.
    init?(_ mapping: YAMLMapping) {
        let expectation = "a time of the day like \"23:00\""
        let from = mapping.value("from", expectation) { Self.minutes($0) }
        let until = mapping.value("until", expectation) { Self.minutes($0) }
        guard let from, let until else { return nil }
        if from == until { mapping.fault("until", "must not be the same as from") }
        (self.from, self.until) = (from, until)
    }

    private static func minutes(_ text: String) -> Int? {
        guard let match = text.wholeMatch(of: #/([01][0-9]|2[0-3]):([0-5][0-9])/#) else { return nil }
        return Int(match.1).flatMap { hours in Int(match.2).map { hours * 60 + $0 } }
    }

    /// When the quiet hours began in which a time lies; `nil` outside of them.
    public func start(at now: Timestamp, in zone: Zone) -> Timestamp? {
        let wall = zone.wallSeconds(at: now)
        let minute = Int(wall / 60 % 1440)
        let sinceStart = (minute - from + 1440) % 1440
        guard sinceStart < (until - from + 1440) % 1440 else { return nil }
        let start = wall - wall % 60 - Int64(sinceStart) * 60
        // The clocks may have been changed since.
        let guess = Timestamp(seconds: start - zone.offset(at: now))
        return Timestamp(seconds: start - zone.offset(at: guess))
    }
}
