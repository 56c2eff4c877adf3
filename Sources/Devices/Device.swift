/// A camera or a keyboard-like device of this machine, as udev describes it.
public struct Device: Hashable, Sendable {
    public enum Kind: String, Hashable, Sendable, CaseIterable, Codable {
        /// A V4L2 device that captures frames.
        case camera
        /// A keyboard-like device that is known to be a scanner (udev property `ID_USHER_SCANNER`).
        case scanner
        /// Any other keyboard-like device: somebody may type on it.
        case keyboard
    }

    public var kind: Kind
    /// The device file: `/dev/video0`, `/dev/input/event5`. Another device may get it after a replug.
    public var node: String
    /// What its maker calls it, without control characters.
    public var name: String
    /// The maker's name, where the device or the hardware database tells it.
    public var vendor: String?
    /// Four lower-case hexadecimal digits each, as in usb.ids(5).
    public var vendorID: String?
    public var productID: String?
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

    /// The name that stays when the device is plugged in again: what a configuration should say.
    public var lastingName: String { links.first ?? node }

    /// Whether a configuration that says `path` means this device.
    public func isNamed(_ path: String) -> Bool { node == path || links.contains(path) }
}
