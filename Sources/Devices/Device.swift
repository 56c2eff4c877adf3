/// A camera, a scanner, a keyboard-like device or a serial line of this machine, as udev describes it; or a reader for
/// cards, as pcscd does.
public struct Device: Hashable, Sendable {
    /// What the device is used for.
    public enum Kind: String, Hashable, Sendable, CaseIterable, Codable {
        /// A V4L2 device that captures frames.
        case camera
        /// A keyboard-like device that is known to be a scanner (udev property `ID_USHER_SCANNER`).
        case scanner
        /// Any other keyboard-like device: a person may type on it.
        case keyboard
        /// A scanner with a HID-POS interface, which types nothing (udev property `ID_USHER_SCANNER`).
        case hidPOS = "hid-pos"
        /// A serial line: RS-232, or USB that does as if. A scanner may be on it, or anything else.
        case serial
        /// A reader for cards that pcscd drives: udev knows nothing of it.
        case nfc
    }

    /// What the device is used for.
    public var kind: Kind
    /// The device file: `/dev/video0`, `/dev/input/event5`, `/dev/hidraw0`, `/dev/ttyACM0`.
    /// After plugging in again it may belong to another device. Of a reader for cards the name that pcscd gives it.
    public var node: String
    /// Its name from the maker, without control characters; the node when it has none.
    public var name: String
    /// The maker's name, if the device or the hardware database has it.
    public var vendor: String?
    /// Number of the maker: four lower-case hexadecimal digits, as in usb.ids(5).
    public var vendorID: String?
    /// Number of the model: four lower-case hexadecimal digits, as in usb.ids(5).
    public var productID: String?
    /// Serial number, without control characters; many devices have none.
    public var serial: String?
    /// Other names of the node, the most lasting first: `/dev/usher/...`, by-id, by-path.
    public var links: [String]

    public init(
        kind: Kind, node: String, name: String, vendor: String? = nil, vendorID: String? = nil,
        productID: String? = nil, serial: String? = nil, links: [String] = []
    ) {
        self.kind = kind
        self.node = node
        self.name = name
        self.vendor = vendor
        self.vendorID = vendorID
        self.productID = productID
        self.serial = serial
        self.links = links
    }

    /// The name that stays the same when the device is plugged in again: use this one in a configuration.
    public var persistentName: String { links.first ?? node }

    /// Whether `path` in a configuration means this device.
    public func isNamed(_ path: String) -> Bool { node == path || links.contains(path) }
}
