import Testing

@testable import Devices

/// From what udev and sysfs say of a node to a device: real property sets, shortened to what matters.
@Suite struct DeviceDescriptionTests {
    struct Case: CustomTestStringConvertible {
        let testDescription: String
        let entry: UDevEntry
        let device: Device?
    }

    static let webcam = [
        "ID_VENDOR_FROM_DATABASE": "Logitech, Inc.", "ID_MODEL_FROM_DATABASE": "HD Pro Webcam C920",
        "product": "HD Pro Webcam C920", "idVendor": "046d", "idProduct": "082d", "serial": "A1B2C3D4",
    ]

    static func webcamNode(_ number: Int, capabilities: String?) -> UDevEntry {
        var properties = [
            "DEVNAME": "/dev/video\(number)", "ID_BUS": "usb", "ID_VENDOR_ID": "046d", "ID_MODEL_ID": "082d",
            "ID_V4L_PRODUCT": "HD Pro Webcam C920", "ID_SERIAL_SHORT": "A1B2C3D4",
            "ID_PATH": "pci-0000:00:14.0-usb-0:2:1.0",
            "DEVLINKS": "/dev/v4l/by-path/pci-0000:00:14.0-usb-0:2:1.0-video-index\(number)"
                + " /dev/usher/camera-pci-0000:00:14.0-usb-0:2:1.0"
                + " /dev/v4l/by-id/usb-046d_HD_Pro_Webcam_C920_A1B2C3D4-video-index\(number)",
        ]
        properties["ID_V4L_CAPABILITIES"] = capabilities
        return UDevEntry(
            subsystem: "video4linux", properties: properties, attributes: ["name": "HD Pro Webcam C920"], usb: webcam)
    }

    static let webcamDevice = Device(
        kind: .camera, node: "/dev/video0", name: "HD Pro Webcam C920", vendor: "Logitech, Inc.", vendorID: "046d",
        productID: "082d", serial: "A1B2C3D4",
        links: [
            "/dev/usher/camera-pci-0000:00:14.0-usb-0:2:1.0",
            "/dev/v4l/by-id/usb-046d_HD_Pro_Webcam_C920_A1B2C3D4-video-index0",
            "/dev/v4l/by-path/pci-0000:00:14.0-usb-0:2:1.0-video-index0",
        ])

    static func input(
        _ number: Int, _ properties: [String: String], _ attributes: [String: String] = [:],
        usb: [String: String] = [:]
    ) -> UDevEntry {
        UDevEntry(
            subsystem: "input", properties: properties.merging(["DEVNAME": "/dev/input/event\(number)"]) { $1 },
            attributes: attributes, usb: usb)
    }

    static let cameras = [
        Case(
            testDescription: "a webcam", entry: webcamNode(0, capabilities: ":capture:"), device: webcamDevice),
        Case(testDescription: "its metadata node", entry: webcamNode(1, capabilities: ":"), device: nil),
        Case(
            testDescription: "a webcam where udev has no v4l_id", entry: webcamNode(0, capabilities: nil),
            device: webcamDevice),
        Case(
            testDescription: "a loopback without a writer",
            entry: UDevEntry(
                subsystem: "video4linux",
                properties: ["DEVNAME": "/dev/video9", "ID_V4L_CAPABILITIES": ":video_output:"]),
            device: nil),
        Case(
            testDescription: "a loopback with a writer",
            entry: UDevEntry(
                subsystem: "video4linux",
                properties: [
                    "DEVNAME": "/dev/video9", "ID_V4L_CAPABILITIES": ":capture:",
                    "ID_V4L_PRODUCT": "Dummy video device (0x0000)",
                ]),
            device: Device(kind: .camera, node: "/dev/video9", name: "Dummy video device (0x0000)")),
        Case(
            testDescription: "a radio",
            entry: UDevEntry(subsystem: "video4linux", properties: ["DEVNAME": "/dev/radio0"]), device: nil),
    ]

    static let scanners = [
        Case(
            testDescription: "a Zebra scanner",
            entry: input(
                5,
                [
                    "ID_INPUT": "1", "ID_INPUT_KEY": "1", "ID_INPUT_KEYBOARD": "1", "ID_USHER_SCANNER": "1",
                    "ID_BUS": "usb", "ID_VENDOR_ID": "05e0", "ID_MODEL_ID": "1200", "ID_SERIAL_SHORT": "S/N:1234",
                    "DEVLINKS": "/dev/input/by-id/usb-Symbol_Technologies_Inc_2008_Symbol_Bar_Code_Scanner-event-kbd"
                        + " /dev/usher/scanner-pci-0000:00:14.0-usb-0:1:1.0",
                ],
                ["device/id/bustype": "0003", "device/name": "Symbol Bar Code Scanner"],
                usb: [
                    "ID_VENDOR_FROM_DATABASE": "Symbol Technologies", "ID_MODEL_FROM_DATABASE": "Bar Code Scanner",
                    "manufacturer": "Symbol Technologies, Inc, 2008", "product": "Symbol Bar Code Scanner",
                ]),
            device: Device(
                kind: .scanner, node: "/dev/input/event5", name: "Symbol Bar Code Scanner",
                vendor: "Symbol Technologies",
                vendorID: "05e0", productID: "1200", serial: "S/N:1234",
                links: [
                    "/dev/usher/scanner-pci-0000:00:14.0-usb-0:1:1.0",
                    "/dev/input/by-id/usb-Symbol_Technologies_Inc_2008_Symbol_Bar_Code_Scanner-event-kbd",
                ])),
        Case(
            testDescription: "a Honeywell scanner that no database knows, with a name to mislead a terminal",
            entry: input(
                6,
                [
                    "ID_INPUT": "1", "ID_INPUT_KEYBOARD": "1", "ID_USHER_SCANNER": "1", "ID_BUS": "usb",
                    "ID_VENDOR_ID": "0c2e", "ID_MODEL_ID": "1013",
                ],
                ["device/id/bustype": "0003", "device/uniq": ""],
                usb: ["manufacturer": "Honeywell\u{1B}[2J", "product": " 1950g \u{202E}Scanner "]),
            device: Device(
                kind: .scanner, node: "/dev/input/event6", name: "1950g Scanner", vendor: "Honeywell[2J",
                vendorID: "0c2e", productID: "1013")),
        Case(
            testDescription: "a Bluetooth scanner on a USB radio",
            entry: input(
                7, ["ID_INPUT": "1", "ID_INPUT_KEYBOARD": "1", "ID_USHER_SCANNER": "1", "ID_BUS": "bluetooth"],
                [
                    "device/id/bustype": "0005", "device/id/vendor": "05E0", "device/id/product": "2100",
                    "device/name": "CS4070:18", "device/uniq": "94:fb:29:00:00:01",
                ],
                usb: ["product": "Bluetooth Radio", "idVendor": "0a12", "idProduct": "0001", "serial": "radio"]),
            device: Device(
                kind: .scanner, node: "/dev/input/event7", name: "CS4070:18", vendorID: "05e0", productID: "2100",
                serial: "94:fb:29:00:00:01")),
    ]

    static let keyboards = [
        Case(
            testDescription: "a keyboard",
            entry: input(
                3,
                [
                    "ID_INPUT": "1", "ID_INPUT_KEYBOARD": "1", "ID_BUS": "usb", "ID_VENDOR_ID": "046d",
                    "ID_MODEL_ID": "c31c",
                ],
                ["device/id/bustype": "0003"], usb: ["product": "USB Keyboard", "manufacturer": "Logitech"]),
            device: Device(
                kind: .keyboard, node: "/dev/input/event3", name: "USB Keyboard", vendor: "Logitech", vendorID: "046d",
                productID: "c31c")),
        Case(
            testDescription: "a power button",
            entry: input(0, ["ID_INPUT": "1", "ID_INPUT_KEY": "1"], ["device/name": "Power Button"]), device: nil),
        Case(
            testDescription: "a mouse",
            entry: input(1, ["ID_INPUT": "1", "ID_INPUT_MOUSE": "1"], ["device/capabilities/key": "1f0000 0 0 0 0"]),
            device: nil),
        Case(
            testDescription: "a keyboard that a program made (uinput)",
            entry: input(
                8, ["ID_INPUT": "1", "ID_INPUT_KEYBOARD": "1"],
                [
                    "device/id/bustype": "0006", "device/id/vendor": "0000", "device/id/product": "0000",
                    "device/name": "virtual keyboard",
                ]),
            device: Device(kind: .keyboard, node: "/dev/input/event8", name: "virtual keyboard")),
        Case(
            testDescription: "a keyboard where udev does not run",
            entry: input(
                4, [:],
                [
                    "device/name": "AT Translated Set 2 keyboard", "device/id/bustype": "0011",
                    "device/id/vendor": "0001", "device/id/product": "0001",
                    "device/capabilities/key": "402000000 3803078f800d001 feffffdfffefffff fffffffffffffffe",
                ]),
            device: Device(
                kind: .keyboard, node: "/dev/input/event4", name: "AT Translated Set 2 keyboard", vendorID: "0001",
                productID: "0001")),
        Case(
            testDescription: "a power button where udev does not run",
            entry: input(0, [:], ["device/capabilities/key": "8000 10000000000000 0"]), device: nil),
        Case(
            testDescription: "the mouse node beside an event node",
            entry: UDevEntry(
                subsystem: "input", properties: ["DEVNAME": "/dev/input/mouse0", "ID_INPUT_KEYBOARD": "1"]),
            device: nil),
    ]

    static func hidRaw(
        _ properties: [String: String], hid: [String: String], usb: [String: String]
    ) -> UDevEntry {
        UDevEntry(
            subsystem: "hidraw", properties: properties.merging(["DEVNAME": "/dev/hidraw2"]) { $1 }, usb: usb, hid: hid)
    }

    static let hidScanners = [
        Case(
            testDescription: "a scanner with a HID-POS interface",
            entry: hidRaw(
                ["ID_USHER_SCANNER": "1", "DEVLINKS": "/dev/usher/scanner-pci-0000:00:14.0-usb-0:1:1.0"],
                hid: ["HID_NAME": "Honeywell 1900", "HID_ID": "0003:00000C2E:00000B61", "HID_UNIQ": "14023B1234"],
                usb: [
                    "manufacturer": "Honeywell", "product": "1900", "idVendor": "0c2e", "idProduct": "0b61",
                    "serial": "14023B1234",
                ]),
            device: Device(
                kind: .hidPOS, node: "/dev/hidraw2", name: "1900", vendor: "Honeywell", vendorID: "0c2e",
                productID: "0b61", serial: "14023B1234", links: ["/dev/usher/scanner-pci-0000:00:14.0-usb-0:1:1.0"])),
        Case(
            testDescription: "one over Bluetooth, by a radio on USB",
            entry: hidRaw(
                ["ID_USHER_SCANNER": "1"],
                hid: ["HID_NAME": "RS5100", "HID_ID": "0005:000005E0:00002100", "HID_UNIQ": "94:fb:29:00:00:01"],
                usb: ["product": "Bluetooth Radio", "idVendor": "0a12", "idProduct": "0001", "serial": "radio"]),
            device: Device(
                kind: .hidPOS, node: "/dev/hidraw2", name: "RS5100", vendorID: "05e0", productID: "2100",
                serial: "94:fb:29:00:00:01")),
        Case(
            testDescription: "a security key",
            entry: hidRaw(
                ["ID_SECURITY_TOKEN": "1"], hid: ["HID_NAME": "Key", "HID_ID": "0003:00001050:00000407"], usb: [:]),
            device: nil),
    ]

    static func serial(_ node: String, _ properties: [String: String], usb: [String: String] = [:]) -> UDevEntry {
        UDevEntry(subsystem: "tty", properties: properties.merging(["DEVNAME": node]) { $1 }, usb: usb)
    }

    static let serialLines = [
        Case(
            testDescription: "an adapter from USB to RS-232",
            entry: serial(
                "/dev/ttyUSB0",
                [
                    "ID_BUS": "usb", "ID_VENDOR_ID": "0403", "ID_MODEL_ID": "6001", "ID_SERIAL_SHORT": "A50285BI",
                    "ID_MODEL": "FT232R_USB_UART",
                    "DEVLINKS": "/dev/serial/by-path/pci-0000:00:14.0-usb-0:4:1.0-port0"
                        + " /dev/serial/by-id/usb-FTDI_FT232R_USB_UART_A50285BI-if00-port0",
                ],
                usb: [
                    "ID_VENDOR_FROM_DATABASE": "Future Technology Devices International, Ltd",
                    "manufacturer": "FTDI", "product": "FT232R USB UART",
                ]),
            device: Device(
                kind: .serial, node: "/dev/ttyUSB0", name: "FT232R USB UART",
                vendor: "Future Technology Devices International, Ltd", vendorID: "0403", productID: "6001",
                serial: "A50285BI",
                links: [
                    "/dev/serial/by-id/usb-FTDI_FT232R_USB_UART_A50285BI-if00-port0",
                    "/dev/serial/by-path/pci-0000:00:14.0-usb-0:4:1.0-port0",
                ])),
        Case(
            testDescription: "a scanner with a serial line on USB, where udev does not run",
            entry: serial(
                "/dev/ttyACM0", [:],
                usb: ["product": "1950g Scanner", "idVendor": "0c2e", "idProduct": "0B6A", "serial": "18123B0001"]),
            device: Device(
                kind: .serial, node: "/dev/ttyACM0", name: "1950g Scanner", vendorID: "0c2e", productID: "0b6a",
                serial: "18123B0001")),
        Case(
            testDescription: "a serial line of the machine", entry: serial("/dev/ttyS0", [:]),
            device: Device(kind: .serial, node: "/dev/ttyS0", name: "/dev/ttyS0")),
        Case(testDescription: "a text console", entry: serial("/dev/tty1", [:]), device: nil),
        Case(testDescription: "the kernel's own line", entry: serial("/dev/ttyprintk", [:]), device: nil),
    ]

    @Test(arguments: cameras + scanners + keyboards + hidScanners + serialLines)
    func `a node is what udev says of it`(description: Case) {
        #expect(Device(description.entry) == description.device)
    }

    @Test func `the first link is the lasting name`() {
        #expect(Self.webcamDevice.persistentName == "/dev/usher/camera-pci-0000:00:14.0-usb-0:2:1.0")
        #expect(Device(kind: .camera, node: "/dev/video9", name: "x").persistentName == "/dev/video9")
    }
}
