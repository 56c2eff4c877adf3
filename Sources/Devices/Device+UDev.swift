internal import Tickets

extension Device {
    /// The device of `entry`; `nil` unless it is a camera, a scanner, a keyboard or a serial line.
    init?(_ entry: UDevEntry) {
        guard let node = entry.node, let kind = Kind(entry) else { return nil }
        let properties = entry.properties
        let attributes = entry.attributes
        // The USB parent of a Bluetooth scanner is the radio of this machine, not the scanner.
        let usb = entry.isOverRadio ? [:] : entry.usb
        let hid = entry.hidNumbers
        self.init(
            kind: kind, node: node,
            name: Self.firstText(
                // A device without its own name gets one from the kernel ("HID 05e0:1200"); a database has a better
                // one.
                usb["product"], properties["ID_V4L_PRODUCT"], attributes["name"], usb["ID_MODEL_FROM_DATABASE"],
                attributes["device/name"], entry.hid["HID_NAME"], properties["ID_MODEL"]) ?? node,
            vendor: Self.firstText(usb["ID_VENDOR_FROM_DATABASE"], usb["manufacturer"]),
            vendorID: Self.number(
                properties["ID_VENDOR_ID"], usb["idVendor"], attributes["device/id/vendor"], hid?.vendor),
            productID: Self.number(
                properties["ID_MODEL_ID"], usb["idProduct"], attributes["device/id/product"], hid?.product),
            serial: Self.firstText(
                properties["ID_SERIAL_SHORT"], usb["serial"], attributes["device/uniq"], entry.hid["HID_UNIQ"]),
            links: Self.links(properties["DEVLINKS"] ?? ""))
    }

    /// Sorted by how lasting they are: the names of Usher's rules, then by serial number, then by socket.
    private static func links(_ text: String) -> [String] {
        let lasting = ["/dev/usher/", "/by-id/", "/by-path/"]
        func order(_ link: String) -> Int { lasting.firstIndex { link.contains($0) } ?? lasting.count }
        return text.split(separator: " ").map(String.init).sorted { (order($0), $0) < (order($1), $1) }
    }

    private static func firstText(_ texts: String?...) -> String? {
        for case let text? in texts {
            let trimmed = text.withoutControls.drop { $0 == " " }
            let end = trimmed.lastIndex { $0 != " " }
            if let end { return String(trimmed[...end]) }
        }
        return nil
    }

    /// Four hexadecimal digits; 0000 is not a maker's number: virtual devices have it.
    private static func number(_ texts: String?...) -> String? {
        for case let text? in texts where text.count == 4 && text.allSatisfy(\.isHexDigit) && text != "0000" {
            return text.lowercased()
        }
        return nil
    }
}

extension Device.Kind {
    fileprivate init?(_ entry: UDevEntry) {
        guard let node = entry.node else { return nil }
        switch entry.subsystem {
        case "video4linux" where node.hasPrefix("/dev/video"):
            // Without udev's v4l_id, only opening the node shows that. The second node of a webcam carries metadata,
            // and has ":" here.
            guard entry.properties["ID_V4L_CAPABILITIES"]?.contains(":capture:") ?? true else { return nil }
            self = .camera
        case "input" where node.hasPrefix("/dev/input/event"):
            if entry.properties["ID_USHER_SCANNER"] == "1" {
                self = .scanner
            } else if entry.properties["ID_INPUT_KEYBOARD"] == "1" || (!entry.isDescribed && entry.hasTypingKeys) {
                self = .keyboard
            } else {
                return nil
            }
        case "hidraw" where entry.properties["ID_USHER_SCANNER"] == "1":
            self = .hidPOS
        case "tty" where node.wholeMatch(of: /\/dev\/tty[A-Za-z]+[0-9]+/) != nil:
            // Not the text consoles, which are /dev/tty1 and so on.
            self = .serial
        default:
            return nil
        }
    }
}

extension UDevEntry {
    /// BUS_USB; linux/input.h.
    private static let usbBus = "0003"

    fileprivate var isOverRadio: Bool {
        (attributes["device/id/bustype"] ?? hidNumbers?.bus).map { $0 != Self.usbBus } ?? false
    }

    /// Four digits each; `HID_ID=0003:000005E0:00001200`, written by hid_uevent in linux/drivers/hid/hid-core.c.
    fileprivate var hidNumbers: (bus: String, vendor: String, product: String)? {
        let parts = hid["HID_ID"]?.split(separator: ":").map { String($0.suffix(4)) } ?? []
        return parts.count == 3 ? (parts[0], parts[1], parts[2]) : nil
    }

    /// udev's own test for a keyboard: it has all of the first 31 keys, Escape to S; udev-builtin-input_id.c.
    ///
    /// sysfs writes the bits as hexadecimal words, the first keys last; linux/drivers/input/input.c.
    fileprivate var hasTypingKeys: Bool {
        guard let word = attributes["device/capabilities/key"]?.split(separator: " ").last,
            let bits = UInt64(word, radix: 16)
        else { return false }
        return bits & 0xFFFF_FFFE == 0xFFFF_FFFE
    }
}
