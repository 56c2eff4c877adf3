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

    public func learnedScanners() async throws -> [ScannerEntry] {
        learned.all
    }

    public func learnScanner(_ scanner: ScannerEntry) async throws {
        _ = try WedgeSettings(scanner)
        try await lists.run { [learned] in try learned.learn(scanner) }
        logger.notice("scanner learned", metadata: ["name": "\(scanner.name.withoutControls)"])
    }
}

extension WedgeSettings {
    /// - Throws: `WedgeError` or ``StationError`` when it says what no scanner can be.
    init(_ scanner: ScannerEntry) throws {
        guard let terminator = Terminator(rawValue: scanner.terminator) else {
            throw StationError(
                .configuration, operation: "use", subject: "the scanner's entry",
                reason: "its terminator must be key or none")
        }
        self.init(
            layout: try KeyboardLayout(checking: scanner.layout), terminator: terminator,
            prefix: scanner.prefix ?? "", suffix: scanner.suffix ?? "", capsLock: scanner.capsLock)
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
