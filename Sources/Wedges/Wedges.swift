// Wedges: key events of a hand scanner in, the texts it typed out (evdev, xkbcommon).

internal import Devices

/// One event of type `EV_KEY`, as evdev delivers it (kernel: Documentation/input/event-codes.rst).
public struct KeyEvent: Hashable, Sendable {
    /// What a key does.
    public enum Action: Hashable, Sendable {
        case down
        case up
        /// Repeated by the kernel or the keyboard because it is held.
        case repeated
    }

    /// `KEY_...` of linux/input-event-codes.h.
    public var code: UInt16
    public var action: Action
    /// On the monotonic clock of the system, since its start.
    public var time: Duration

    public init(code: UInt16, action: Action, time: Duration) {
        self.code = code
        self.action = action
        self.time = time
    }
}

/// What a keyboard says next.
enum KeyNews: Equatable {
    case key(KeyEvent)
    /// The kernel's buffer ran over and events are missing (`SYN_DROPPED`); these keys are down now.
    case lost(at: Duration, held: Set<UInt16>)
    /// The time that was waited for is there, and nothing came.
    case quiet(at: Duration)
    /// Somebody wants the reader to end.
    case stopped
}

/// Where key events come from: a device, or a recording.
protocol KeySource: ~Copyable {
    /// Waits for news.
    /// - Parameter deadline: on the clock of the events; `nil` waits for ever.
    mutating func next(until deadline: Duration?) throws(DeviceError) -> KeyNews
    /// The same moment on the clock of the station.
    func instant(of time: Duration) -> ContinuousClock.Instant
}
