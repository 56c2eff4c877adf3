/// Notices a reader that guesses: a hidden device that types codes until one is let in.
///
/// More than 20 unknown codes within a minute from one reader are no steward; it is paused, with an alarm, for five
/// minutes. Pure; time comes with the calls.
public struct GuessGuard: Sendable {
    public static let allowedCount = 20
    public static let span = Duration.seconds(60)
    public static let pause = Duration.seconds(300)

    private enum Record {
        /// When it showed unknown codes, the earliest first.
        case watched([ContinuousClock.Instant])
        case paused(until: ContinuousClock.Instant)
    }

    private var records: [String: Record] = [:]

    public init() {}

    /// Counts a verdict `invalid`.
    /// - Parameter reader: the lasting name of the device.
    /// - Returns: until when the reader is paused, if this code was the one too many: the moment for the alarm.
    public mutating func noteInvalid(from reader: String, at now: ContinuousClock.Instant) -> ContinuousClock.Instant? {
        guard pausedUntil(reader, at: now) == nil else { return nil }
        var times: [ContinuousClock.Instant] = []
        if case .watched(let earlier) = records[reader] { times = earlier.filter { now - $0 < Self.span } }
        times.append(now)
        guard times.count > Self.allowedCount else {
            records[reader] = .watched(times)
            return nil
        }
        let end = now + Self.pause
        records[reader] = .paused(until: end)
        return end
    }

    /// Until when nothing of this reader counts, or `nil` when it is not paused.
    public func pausedUntil(_ reader: String, at now: ContinuousClock.Instant) -> ContinuousClock.Instant? {
        guard case .paused(let end) = records[reader], now < end else { return nil }
        return end
    }
}
