public import Devices
public import StationAPI
internal import Tickets
public import Wedges

extension WedgeSettings {
    /// - Throws: `WedgeError` or ``StationError`` for a value that is not allowed
    init(_ scanner: ScannerEntry) throws {
        guard let terminator = Terminator(rawValue: scanner.terminator) else {
            throw StationError(entry: "its terminator must be key or none")
        }
        let (prefix, suffix) = (scanner.prefix ?? "", scanner.suffix ?? "")
        guard max(prefix.utf8.count, suffix.utf8.count) <= Self.maximumAffixByteCount else {
            throw StationError(
                entry: "its prefix and its suffix may have \(Self.maximumAffixByteCount) bytes each")
        }
        self.init(
            layout: try KeyboardLayout(checking: scanner.layout), terminator: terminator, prefix: prefix,
            suffix: suffix, capsLock: scanner.capsLock)
    }
}

extension StationError {
    init(entry reason: String) {
        self.init(.configuration, "use", "the scanner's entry", reason)
    }
}

extension ScannerEntry {
    /// In bytes: no device has a longer name, serial number or layout, and what is stored and shown needs a limit.
    private static let maximumByteCount = 500

    var isDevice: Bool {
        [identity, name].allSatisfy { (1...Self.maximumByteCount).contains($0.utf8.count) && $0 == $0.withoutControls }
    }
}

extension ScannerEntry {
    /// The entry with which a station reads `device` as these settings say.
    public init(_ settings: WedgeSettings, of device: Device) {
        self.init(
            identity: device.identity, name: device.name, layout: settings.layout.name,
            terminator: settings.terminator.rawValue, prefix: settings.prefix.isEmpty ? nil : settings.prefix,
            suffix: settings.suffix.isEmpty ? nil : settings.suffix, capsLock: settings.capsLock)
    }
}
