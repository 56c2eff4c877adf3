internal import CTimex
internal import Foundation
public import Tickets

/// The station's wall clock, and whether it can be trusted.
public struct StationClock: Sendable {
    /// The time now.
    public let now: @Sendable () -> Timestamp
    /// Whether the kernel takes the clock for synchronised.
    public let isSynchronised: @Sendable () -> Bool
    /// A moment of the boot-time clock, which nobody can set.
    public let instant: @Sendable () -> ContinuousClock.Instant

    public init(
        now: @escaping @Sendable () -> Timestamp, isSynchronised: @escaping @Sendable () -> Bool,
        instant: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) {
        self.now = now
        self.isSynchronised = isSynchronised
        self.instant = instant
    }

    /// The time now; `nil` while the clock is not synchronised.
    public func synchronisedTime() -> Timestamp? { isSynchronised() ? now() : nil }

    /// CLOCK_REALTIME and the kernel's NTP state (adjtimex(2): TIME_ERROR means not synchronised).
    public static let system = StationClock(now: systemTime, isSynchronised: kernelKeeps)

    @Sendable private static func systemTime() -> Timestamp {
        Timestamp(milliseconds: Int64((Date().timeIntervalSince1970 * 1000).rounded(.down)))
    }

    /// The kernel says so of its own clock. A process can be shown another time (faketime(1)): then it knows nothing.
    @Sendable private static func kernelKeeps() -> Bool {
        var state = timex()
        let isSynchronised = unsafe adjtimex(&state) != TIME_ERROR
        // `time` is the kernel's; its fraction is in nanoseconds with STA_NANO, which whole seconds do not need.
        let difference = systemTime().seconds - Int64(state.time.tv_sec)
        return isSynchronised && abs(difference) <= 2
    }
}
