internal import Cameras
internal import Devices
internal import Logging
internal import SerialScanners
package import StationAPI
internal import Threads
internal import Tickets
internal import Wedges

/// The cameras and scanners of this station: which are read, and how.
package struct Readers: ReaderControl {
    let cameras: DeviceChoice<CameraSettings>
    let symbologies: CameraSymbologies
    let scanners: DeviceChoice<WedgeSettings>
    let serialScanners: DeviceChoice<SerialSettings>
    /// Names of readers for cards.
    let nfcReaders: [String]
    let board = ReaderBoard()
    let missed = MissedCodes()
    let signalled = SignalledScanners()
    let learned: LearnedScanners
    let pictures = PictureRequests()
    let announcer: Announcer
    let metrics: Metrics
    let clock: StationClock
    let logger: Logger
    /// Making a picture takes too long for Swift's shared threads.
    let longWork: WorkQueue
    /// Where learned scanners are written.
    let lists: WorkQueue

    /// Whether a device is read: every camera and every scanner that is recognised or was learned; or what the
    /// configuration names. A serial line is read only if it is named.
    func wants(_ device: Device) -> Bool {
        switch device.kind {
        case .camera: cameras.isWanted(device, recognised: true)
        case .scanner: scanners.isWanted(device, recognised: true)
        case .keyboard: scanners.isWanted(device, recognised: learned.entry(for: device) != nil)
        case .hidPOS: scanners.isWanted(device, recognised: true)
        case .serial: serialScanners.isWanted(device, recognised: false)
        case .nfc: !nfcReaders.isEmpty
        }
    }

    /// Reads a device on the calling thread until `stop`.
    func read(
        _ device: Device, until stop: StopSignal, opened: () -> Void, present: (Presentation) -> Void
    ) throws {
        switch device.kind {
        case .camera: try readCamera(device, until: stop, opened: opened, present: present)
        case .scanner, .keyboard: try readScanner(device, until: stop, opened: opened, present: present)
        case .hidPOS: try readHIDScanner(device, until: stop, opened: opened, present: present)
        case .nfc: try readNFCReaders(by: device, until: stop, opened: opened, present: present)
        case .serial: try readSerialScanner(device, until: stop, opened: opened, present: present)
        }
    }

    private func readCamera(
        _ device: Device, until stop: StopSignal, opened: () -> Void, present: (Presentation) -> Void
    ) throws {
        var settings = cameras.settings(named: device) ?? CameraSettings()
        settings.symbologies = symbologies.now
        let wantsPicture = { [pictures] in pictures.isAnyoneWaiting(for: device) }
        try CameraReader().serve(device, settings: settings, until: stop, wantsPicture: wantsPicture) { event in
            switch event {
            case .started(let format, let rate):
                opened()
                let frames = rate.map { ", \(Int($0.rounded())) frames a second" } ?? ""
                let kinds = settings.symbologies.map(\.rawValue).sorted().joined(separator: ", ")
                board.note(device, is: .reading, manner: "\(format)\(frames)\(kinds == "qr" ? "" : ", \(kinds)")")
            case .code(let bytes, let arrived, let seen):
                metrics.noteDecoding(.now - arrived)
                present(
                    Presentation(
                        bytes: bytes, how: .camera, source: device.persistentName, arrived: arrived, seen: seen))
            case .picture(let picture): pictures.deliver(picture, of: device)
            case .trouble(let sentence):
                board.note(device, problem: sentence)
                logger.notice("camera in trouble", metadata: device.metadata(why: sentence))
            case .recovered: board.note(device, problem: nil)
            case .unreadCode: hint(.notRead, from: device)
            case .severalTickets(let tickets):
                if tickets.count > 1 { hint(.severalTickets, from: device) }
            case .figures: break
            }
        }
    }

    /// Shows guests at this camera what they should do.
    private func hint(_ kind: ScanHint.Kind, from device: Device) {
        let hint = ScanHint(kind, gate: nil, at: clock.now(), how: .camera)
        announcer.announce(DisplayEvent(.hint(hint), reader: device.persistentName))
    }

    private func readScanner(
        _ device: Device, until stop: StopSignal, opened: () -> Void, present: (Presentation) -> Void
    ) throws {
        let settings =
            try scanners.settings(named: device)
            ?? learned.entry(for: device).map { try WedgeSettings($0) } ?? WedgeSettings()
        try WedgeReader.serve(device, settings: settings, until: stop) { event in
            take(event, from: device, manner: "layout \(settings.layout)", opened: opened, present: present)
        }
    }

    /// What a hand scanner reports, however it is plugged in: each code comes once for each pull of its trigger.
    /// - Parameter manner: how it is read, for people.
    func take(
        _ event: ScannerEvent<some ScannerDrop>, from device: Device, manner: String, opened: () -> Void,
        present: (Presentation) -> Void
    ) {
        switch event {
        case .started:
            opened()
            board.note(device, is: .reading, manner: manner)
        case .code(let bytes, let arrived):
            board.note(device, problem: nil)
            present(Presentation(bytes: bytes, how: .wedge, source: device.persistentName, arrived: arrived))
        case .dropped(let drop):
            if board.note(device, problem: drop.sentence) {
                logger.notice("a code was dropped", metadata: device.metadata(why: drop.sentence))
            }
        }
    }

    /// Keeps ``board`` up to date, and logs what is new.
    func note(_ report: DeviceReport) {
        let device = report.device
        switch report.event {
        case .opened:
            if report.shouldLog { logger.info("device opened", metadata: device.metadata()) }
        case .failed(let error, _):
            board.note(device, is: .waiting, problem: "\(error)")
            if report.shouldLog { logger.notice("device cannot be read", metadata: device.metadata(why: "\(error)")) }
        case .gone:
            board.remove(device)
            if report.shouldLog { logger.notice("device gone", metadata: device.metadata()) }
        }
    }

    // MARK: - What the API asks

    /// Longer than a camera with one frame a second takes.
    private static let pictureTimeout = Duration.seconds(5)

    package func picture(camera name: String?) async throws -> [UInt8] {
        let subject = name?.withoutControls ?? "the camera"
        guard let camera = board.camera(named: name) else {
            let names = board.readers.filter { $0.kind == .camera }.map(\.device)
            let reason =
                names.isEmpty
                ? "this station reads no camera"
                : name == nil ? "this station reads several cameras" : "this station reads no camera of this name"
            throw StationError(
                .notFound, "take a picture with", subject, reason,
                hint: names.isEmpty ? nil : "Name one of: \(names.joined(separator: ", ")).")
        }
        guard let picture = await pictures.next(of: camera, within: Self.pictureTimeout) else {
            throw StationError(
                .unavailable, "take a picture with", subject,
                "it has sent no good picture for some seconds", hint: "Look at usher status.")
        }
        return try await longWork.run { try picture.pngFile() }
    }

    /// In pixels: enough to see one's own hand.
    private static let previewWidth = 320

    package func preview() async throws -> [UInt8]? {
        let names = board.readers.filter { $0.kind == .camera && $0.state == .reading }.map(\.device)
        guard let camera = names.first.flatMap({ board.camera(named: $0) }),
            let picture = await pictures.next(of: camera, within: Self.pictureTimeout)
        else { return nil }
        return try await longWork.run { try picture.pngFile(toWidth: Self.previewWidth) }
    }

    package func learnedScanners() async throws -> [ScannerEntry] {
        learned.all
    }

    package func learn(_ scanner: ScannerEntry) async throws {
        _ = try WedgeSettings(scanner)
        guard scanner.isDevice else { throw StationError(entry: "its identity and its name must be a device's") }
        try await lists.run { [learned] in try learned.learn(scanner) }
        logger.notice("scanner learned", metadata: ["name": "\(scanner.name.withoutControls)"])
    }
}

extension DeviceChoice {
    /// - Parameter recognised: whether `auto` includes it.
    fileprivate func isWanted(_ device: Device, recognised: Bool) -> Bool {
        switch self {
        case .auto: recognised
        case .off: false
        case .listed: settings(named: device) != nil
        }
    }
}

extension Device {
    func metadata(why: String? = nil) -> Logger.Metadata {
        var metadata: Logger.Metadata = ["device": "\(persistentName)", "name": "\(name)"]
        if let why { metadata["why"] = "\(why)" }
        return metadata
    }
}
