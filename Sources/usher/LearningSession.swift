import Devices
import HIDScanners
import NFCReaders
import SerialScanners
import Tickets
import Wedges

/// Listens to all devices that may be the one in somebody's hand, until one of them has sent something.
struct LearningSession {
    /// What came first.
    struct Answer: Sendable {
        let device: Device
        let content: Content
    }

    enum Content: Sendable {
        /// Typed by a keyboard-like device: how it types, or what was wrong.
        case typed(ScannerCalibration.Outcome)
        /// Sent by any other device.
        case sent([UInt8])
        /// It came, and was no code; a sentence says why.
        case unusable(String)
    }

    let devices: [Device]
    /// For the scan to begin and end.
    static let timeout = Duration.seconds(120)

    /// A device that is named, or may be nothing but a scanner, reaches no other program meanwhile. The only keyboard-like
    /// device may be the keyboard that Ctrl-C is typed on.
    let isGrabbed: Bool

    /// - Returns: `nil` when nothing came in time, or the task was cancelled.
    /// - Throws: the device's error when the only one cannot be read.
    func firstAnswer() async throws -> Answer? {
        let (answers, answer) = AsyncThrowingStream.makeStream(of: Answer.self)
        let (changes, change) = AsyncStream.makeStream(of: DeviceChange.self)
        for device in nodes { change.yield(.present(device)) }
        let isOnlyOne = nodes.count == 1
        let readers = DeviceReaders(
            changes: changes, wanted: { _ in true },
            serve: { [self] device, stop, opened in try read(device, until: stop) { answer.yield($0) } },
            report: { report in
                if isOnlyOne, case .failed(let error, _) = report.event { answer.finish(throwing: error) }
            })
        return try await withThrowingTaskGroup { group in
            group.addTask { await readers.run() }
            group.addTask {
                try? await Task.sleep(for: Self.timeout)
                answer.finish()
            }
            defer {
                change.finish()
                group.cancelAll()
            }
            return try await answers.first { _ in true }
        }
    }

    /// pcscd stands for all its readers.
    private var nodes: [Device] {
        let others = devices.filter { $0.kind != .nfc }
        return others.count == devices.count ? others : others + [NFCReaders.service]
    }

    private func read(_ device: Device, until stop: StopSignal, answer: (Answer) -> Void) throws {
        switch device.kind {
        case .scanner, .keyboard:
            let result = try ScannerCalibration.calibrate(
                [device], isGrabbed: isGrabbed, until: stop, timeout: Self.timeout, ready: {})
            if let result { answer(Answer(device: result.device, content: .typed(result.outcome))) }
        case .hidPOS:
            try HIDScanner(opening: device.node).read(until: stop) { Self.note($0, of: device, answer) }
        case .serial:
            try SerialPort(opening: device.node, SerialSettings()).read(until: stop) {
                Self.note($0, of: device, answer)
            }
        case .nfc:
            try NFCReaders.read(
                wanted: devices.contains, until: stop, opened: {},
                handle: { event in
                    if case .reader(let reader, let event) = event { Self.note(event, of: reader, answer) }
                })
        case .camera: break
        }
    }

    private static func note(
        _ event: ScannerEvent<some ScannerDrop>, of device: Device, _ answer: (Answer) -> Void
    ) {
        switch event {
        case .started: break
        case .code(let bytes, _): answer(Answer(device: device, content: .sent(bytes)))
        case .dropped(let drop): answer(Answer(device: device, content: .unusable(drop.sentence)))
        }
    }
}
