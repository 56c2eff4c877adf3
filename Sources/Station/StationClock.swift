internal import CTimex
internal import Foundation
public import Tickets

/// The station's wall clock, and whether it can be trusted.
public struct StationClock: Sendable {
    /// The time now.
    public let now: @Sendable () -> Timestamp
    /// Whether the kernel takes the clock for synchronised.
    public let isSynchronised: @Sendable () -> Bool

    public init(
        now: @escaping @Sendable () -> Timestamp, isSynchronised: @escaping @Sendable () -> Bool
    ) {
        self.now = now
        self.isSynchronised = isSynchronised
    }

    /// CLOCK_REALTIME and the kernel's NTP state (adjtimex(2): TIME_ERROR means not synchronised).
    public static let system = StationClock(
        now: {
            Timestamp(milliseconds: Int64((Date().timeIntervalSince1970 * 1000).rounded(.down)))
        },
        isSynchronised: {
            var state = timex()
            return unsafe adjtimex(&state) != TIME_ERROR
        })
}
