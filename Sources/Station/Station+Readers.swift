internal import Cameras
public import Devices
public import DoorScreen
internal import Foundation
internal import Logging
internal import Tickets
public import Wedges

/// What the API asks about cameras and scanners.
extension Station {
    /// Longer than a camera at one frame a second takes.
    private static let picturePatience = Duration.seconds(5)

    public func cameraPicture(camera name: String?) async throws -> [UInt8] {
        let subject = name?.withoutControls ?? "the camera"
        guard let camera = board.camera(named: name) else {
            let names = board.readers.filter { $0.kind == .camera }.map(\.device)
            throw StationError(
                .notFound, operation: "take a picture with", subject: subject,
                reason: names.isEmpty ? "this station reads no camera" : "it is not the one camera that is read here",
                hint: names.isEmpty ? nil : "Name one of: \(names.joined(separator: ", ")).")
        }
        guard let picture = await pictures.next(of: camera, within: Self.picturePatience) else {
            throw StationError(
                .unavailable, operation: "take a picture with", subject: subject,
                reason: "it has sent no good picture for some seconds", hint: "Look at usher status.")
        }
        return try await longWork.run { try picture.pngFile() }
    }

    /// In pixels: enough to see where one's own hand is.
    private static let previewWidth = 320

    public func cameraPreview() async throws -> [UInt8]? {
        let names = board.readers.filter { $0.kind == .camera && $0.state == .reading }.map(\.device)
        guard let camera = names.first.flatMap({ board.camera(named: $0) }),
            let picture = await pictures.next(of: camera, within: Self.picturePatience)
        else { return nil }
        return try await longWork.run { try picture.pngFile(toWidth: Self.previewWidth) }
    }

    public func learnedScanners() async throws -> [ScannerEntry] {
        learned.all
    }

    public func learnScanner(_ scanner: ScannerEntry) async throws {
        _ = try WedgeSettings(scanner)
        guard scanner.isDevice else { throw StationError(entry: "its identity and its name must be a device's") }
        try await lists.run { [learned] in try learned.learn(scanner) }
        logger.notice("scanner learned", metadata: ["name": "\(scanner.name.withoutControls)"])
    }
}

extension WedgeSettings {
    /// - Throws: `WedgeError` or ``StationError`` when it says what no scanner can be.
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
    fileprivate init(entry reason: String) {
        self.init(.configuration, operation: "use", subject: "the scanner's entry", reason: reason)
    }
}

extension ScannerEntry {
    /// No device has a longer name, serial number or layout: what may be kept and shown has an end.
    private static let maximumByteCount = 500

    fileprivate var isDevice: Bool {
        [identity, name].allSatisfy { (1...Self.maximumByteCount).contains($0.utf8.count) && $0 == $0.withoutControls }
    }
}

extension ScannerEntry {
    /// The entry that makes a station read `device` as these settings say.
    public init(_ settings: WedgeSettings, of device: Device) {
        self.init(
            identity: device.identity, name: device.name, layout: settings.layout.name,
            terminator: settings.terminator.rawValue, prefix: settings.prefix.isEmpty ? nil : settings.prefix,
            suffix: settings.suffix.isEmpty ? nil : settings.suffix, capsLock: settings.capsLock)
    }
}
