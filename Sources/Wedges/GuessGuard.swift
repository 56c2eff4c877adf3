/// Notices a reader that guesses: a hidden device that types codes until one is accepted.
///
/// More than 20 unknown codes within a minute from one reader are not a steward's work: the reader is paused for five
/// minutes, with an alarm. Pure; time is an argument.
/// See docs/decisions/039-paused-scanner-stays-paused.md.
public struct GuessGuard: Sendable {
    /// Unknown codes within ``span`` that are still accepted.
    public static let allowedCount = 20
    /// The period in which unknown codes are counted.
    public static let span = Duration.seconds(60)
    /// How long a reader is paused.
    public static let pause = Duration.seconds(300)

    private enum Record {
        /// The times of its unknown codes, the earliest first.
        case watched([ContinuousClock.Instant])
        case paused(until: ContinuousClock.Instant)
    }

    private var records: [String: Record] = [:]

    /// Without any record.
    public init() {}

    /// Counts an unknown code (verdict `invalid`).
    /// - Parameter reader: the lasting name of the device.
    /// - Returns: until when the reader is paused, if this code was one too many: then raise the alarm.
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

    /// Until when codes of this reader are ignored; `nil` when it is not paused.
    public func pausedUntil(_ reader: String, at now: ContinuousClock.Instant) -> ContinuousClock.Instant? {
        guard case .paused(let end) = records[reader], now < end else { return nil }
        return end
    }
}
