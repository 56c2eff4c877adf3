internal import CUDev

/// Owns a reference to a device of libudev.
@safe
struct UDevDevice: ~Copyable {
    private let pointer: OpaquePointer

    /// - Parameter pointer: owned by this value from now on; `nil` gives `nil`.
    init?(_ pointer: OpaquePointer?) {
        guard let pointer = unsafe pointer else { return nil }
        unsafe self.pointer = pointer
    }

    deinit { _ = unsafe udev_device_unref(pointer) }

    /// `add`, `change`, `remove`, ... if the device came with an event.
    var action: String? { unsafe Self.text(udev_device_get_action(pointer)) }

    /// The device file; a device without one cannot be opened.
    var node: String? { unsafe Self.text(udev_device_get_devnode(pointer)) }

    var entry: UDevEntry? {
        guard let node, let subsystem = unsafe Self.text(udev_device_get_subsystem(pointer)) else { return nil }
        var entry = UDevEntry(subsystem: subsystem, properties: properties)
        entry.properties["DEVNAME"] = node
        for name in UDevEntry.attributeNames {
            entry.attributes[name] = unsafe Self.text(udev_device_get_sysattr_value(pointer, name))
        }
        // The parents are owned by their child.
        if let hid = unsafe udev_device_get_parent_with_subsystem_devtype(pointer, "hid", nil) {
            for name in UDevEntry.hidPropertyNames {
                entry.hid[name] = unsafe Self.text(udev_device_get_property_value(hid, name))
            }
        }
        if let usb = unsafe udev_device_get_parent_with_subsystem_devtype(pointer, "usb", "usb_device") {
            for name in UDevEntry.usbPropertyNames {
                entry.usb[name] = unsafe Self.text(udev_device_get_property_value(usb, name))
            }
            for name in UDevEntry.usbAttributeNames {
                entry.usb[name] = unsafe Self.text(udev_device_get_sysattr_value(usb, name))
            }
        }
        return entry
    }

    private var properties: [String: String] {
        var properties: [String: String] = [:]
        var item = unsafe udev_device_get_properties_list_entry(pointer)
        while let current = unsafe item {
            if let name = unsafe Self.text(udev_list_entry_get_name(current)) {
                properties[name] = unsafe Self.text(udev_list_entry_get_value(current))
            }
            unsafe item = udev_list_entry_get_next(current)
        }
        return properties
    }

    private static func text(_ pointer: UnsafePointer<CChar>?) -> String? {
        unsafe pointer.map { unsafe String(cString: $0) }
    }
}
