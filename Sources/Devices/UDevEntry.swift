/// One device node as udev describes it, or /sys where udev does not run: the input of ``Device/init(_:)``.
struct UDevEntry: Hashable, Sendable {
    var subsystem: String
    /// udev's properties of the node: `DEVNAME`, `DEVLINKS`, `ID_...`.
    var properties: [String: String]
    /// Attributes of the node in sysfs, by path; for an input node `device/...` is the input device.
    var attributes: [String: String] = [:]
    /// Properties and attributes of the USB device to which the node belongs; this may be only the adapter of a radio.
    var usb: [String: String] = [:]
    /// Properties of the HID device to which the node belongs.
    var hid: [String: String] = [:]

    static let attributeNames = [
        "name", "device/name", "device/uniq", "device/id/bustype", "device/id/vendor", "device/id/product",
        "device/capabilities/key",
    ]
    static let hidPropertyNames = ["HID_NAME", "HID_ID", "HID_UNIQ"]
    static let usbPropertyNames = ["ID_VENDOR_FROM_DATABASE", "ID_MODEL_FROM_DATABASE"]
    static let usbAttributeNames = ["manufacturer", "product", "idVendor", "idProduct", "serial"]

    var node: String? { properties["DEVNAME"] }

    /// udev's rules have processed it.
    var isDescribed: Bool { properties["ID_INPUT"] != nil || properties["ID_V4L_CAPABILITIES"] != nil }
}
