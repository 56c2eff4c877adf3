// Wedges: key events of a hand scanner in, the texts it typed out (evdev, xkbcommon).

internal import Devices

/// One event of type `EV_KEY`, as evdev delivers it (kernel: Documentation/input/event-codes.rst).
public struct KeyEvent: Hashable, Sendable {
    /// What a key does.
    public enum Action: Hashable, Sendable {
        /// Pressed.
        case down
        /// Released.
        case up
        /// Repeated by the kernel or the keyboard because it is held.
        case repeated
    }

    /// The key: `KEY_...` in linux/input-event-codes.h.
    public var code: UInt16
    /// What happened to the key.
    public var action: Action
    /// Time since the start of the system, on its monotonic clock (`CLOCK_MONOTONIC`).
    public var time: Duration

    public init(code: UInt16, action: Action, time: Duration) {
        self.code = code
        self.action = action
        self.time = time
    }
}

/// The next report from a keyboard.
enum KeyReport: Equatable {
    case key(KeyEvent)
    /// The kernel's buffer was full and events are missing (`SYN_DROPPED`); these keys are down now.
    case lost(at: Duration, held: Set<UInt16>)
    /// The deadline has passed, and nothing came.
    case quiet(at: Duration)
    /// The reader must stop.
    case stopped
}

/// A source of key events: a device, or a recording.
protocol KeySource: ~Copyable {
    /// Waits for the next report.
    /// - Parameter deadline: on the clock of the events; `nil` waits for ever.
    mutating func next(until deadline: Duration?) throws(DeviceError) -> KeyReport
    /// The same moment on the station's clock.
    func instant(of time: Duration) -> ContinuousClock.Instant
}
