internal import CLinux
internal import Glibc

/// Ends the wait of a thread that reads a device. Once raised it stays raised. Uses eventfd(2).
public final class StopSignal: Sendable {
    private let descriptor: Int32

    /// - Throws: ``DeviceError`` when the process has no descriptors left.
    public init() throws(DeviceError) {
        descriptor = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
        guard descriptor >= 0 else {
            throw DeviceError("make", "a stop signal (eventfd)", errno: errno)
        }
    }

    deinit { close(descriptor) }

    /// May be called from any thread, any number of times.
    public func raise() {
        _ = eventfd_write(descriptor, 1)
    }

    /// Never waits.
    public var isRaised: Bool {
        wait(on: nil, milliseconds: 0) == .stopped
    }

    /// Why a wait ended.
    public enum Wake: Hashable, Sendable {
        /// The signal was raised.
        case stopped
        /// The device can be read, or has an error that reading will show.
        case readable
        /// The time has passed.
        case timedOut
    }

    /// Waits until `device` can be read, this signal is raised, or the time has passed; poll(2).
    /// - Parameter timeout: rounded up to milliseconds; `nil` waits for ever.
    public func wait(for device: borrowing OwnedDescriptor, timeout: Duration? = nil) -> Wake {
        wait(on: device.number, timeout: timeout)
    }

    /// Waits; returns early when the signal is raised.
    public func wait(timeout: Duration) -> Wake {
        wait(on: nil, timeout: timeout)
    }

    /// The same for a descriptor that a C library owns.
    func wait(on device: Int32?, timeout: Duration?) -> Wake {
        wait(on: device, milliseconds: Self.milliseconds(timeout))
    }

    private func wait(on device: Int32?, milliseconds: Int32) -> Wake {
        // poll(2) ignores a negative descriptor.
        var waits = [
            pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: device ?? -1, events: Int16(POLLIN), revents: 0),
        ]
        while unsafe poll(&waits, 2, milliseconds) < 0 {
            precondition(errno == EINTR || errno == EAGAIN, "poll fails only for want of memory")
        }
        if waits[0].revents != 0 { return .stopped }
        return waits[1].revents != 0 ? .readable : .timedOut
    }

    private static func milliseconds(_ timeout: Duration?) -> Int32 {
        guard let timeout else { return -1 }
        // poll(2) waits at most 24 days.
        let possible = min(max(timeout, .zero), .milliseconds(Int(Int32.max)))
        let (seconds, attoseconds) = possible.components
        return Int32(seconds * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
    }
}
