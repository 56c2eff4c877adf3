internal import CUDev
internal import Glibc

/// Owns libudev's context, and lists devices. Use it on one thread at a time.
@safe
struct UDevContext: ~Copyable {
    static let subsystems = ["video4linux", "input", "hidraw", "tty"]

    fileprivate let pointer: OpaquePointer

    init() throws(DeviceError) {
        guard let pointer = unsafe udev_new() else {
            throw DeviceError("start", "libudev", errno: errno)
        }
        unsafe self.pointer = pointer
    }

    deinit { _ = unsafe udev_unref(pointer) }

    /// Lends the handle.
    func withPointer<Result: ~Copyable>(_ body: (OpaquePointer) -> Result) -> Result { unsafe body(pointer) }

    /// The nodes that are present now. Where udev runs, those that its rules have not processed yet come later, as
    /// events.
    func entries() throws(DeviceError) -> [UDevEntry] {
        guard let enumeration = unsafe udev_enumerate_new(pointer) else {
            throw DeviceError("list", "devices (libudev)", errno: errno)
        }
        defer { _ = unsafe udev_enumerate_unref(enumeration) }
        for subsystem in Self.subsystems { _ = unsafe udev_enumerate_add_match_subsystem(enumeration, subsystem) }
        // libudev's own test for a running udev.
        if unsafe access("/run/udev/control", F_OK) == 0 {
            _ = unsafe udev_enumerate_add_match_is_initialized(enumeration)
        }
        let result = unsafe udev_enumerate_scan_devices(enumeration)
        guard result >= 0 else {
            throw DeviceError("list", "devices (libudev)", errno: -result)
        }
        var entries: [UDevEntry] = []
        var item = unsafe udev_enumerate_get_list_entry(enumeration)
        while let current = unsafe item {
            // One that is unplugged meanwhile has no device any more.
            if let device = unsafe UDevDevice(udev_device_new_from_syspath(pointer, udev_list_entry_get_name(current))),
                let entry = device.entry
            {
                entries.append(entry)
            }
            unsafe item = udev_list_entry_get_next(current)
        }
        return entries
    }
}
