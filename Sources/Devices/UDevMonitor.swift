internal import CUDev
internal import Glibc

/// udev's events about cameras, input and HID devices, and serial lines, after its rules have run (netlink group "udev").
@safe
final class UDevMonitor: @unchecked Sendable {
    // Unchecked: one thread makes it and passes it to the one that uses it; libudev keeps no other reference.

    enum Event {
        /// The event is about no device of interest.
        case nothing
        case described(node: String, UDevEntry)
        case removed(node: String)
        /// Events were lost: the socket overran (ENOBUFS), or cannot be read.
        case lost
    }

    let context: UDevContext
    private let pointer: OpaquePointer

    init() throws(DeviceError) {
        context = try UDevContext()
        guard let monitor = unsafe context.withPointer({ unsafe udev_monitor_new_from_netlink($0, "udev") }) else {
            throw DeviceError("listen to", "udev", errno: errno)
        }
        unsafe pointer = monitor
        for subsystem in UDevContext.subsystems {
            _ = unsafe udev_monitor_filter_add_match_subsystem_devtype(monitor, subsystem, nil)
        }
        let result = unsafe udev_monitor_enable_receiving(monitor)
        guard result >= 0 else { throw DeviceError("listen to", "udev", errno: -result) }
    }

    deinit { _ = unsafe udev_monitor_unref(pointer) }

    func waitForEvent(or stop: StopSignal, timeout: Duration?) -> StopSignal.Wake {
        stop.wait(on: unsafe udev_monitor_get_fd(pointer), timeout: timeout)
    }

    /// Reads the next event. Never waits: without an event it returns ``Event/nothing``.
    func next() -> Event {
        errno = 0
        guard let device = unsafe UDevDevice(udev_monitor_receive_device(pointer)) else {
            return [0, EAGAIN, EINTR].contains(errno) ? .nothing : .lost
        }
        guard let node = device.node else { return .nothing }
        if device.action == "remove" { return .removed(node: node) }
        return device.entry.map { .described(node: node, $0) } ?? .nothing
    }
}
