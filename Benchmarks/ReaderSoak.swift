import Cameras
import Devices
import Dispatch
import Foundation
import Station
import Synchronization
import Tickets
import Wedges

/// Recorded frames and keys at full speed, through readers that are plugged in and unplugged all the time.
///
/// Fails when a code is lost or mixed with another, when memory grows between the second and the last quarter of the
/// time, or when a descriptor stays open.
struct ReaderSoak {
    private static let scanners = 2
    private static let allowedGrowth = 4 << 20

    let event: BenchmarkEvent
    let seconds: Int

    func run() async throws {
        let codes = try event.write()
        _ = try event.build()
        _ = try event.install()
        let station = try await event.open()
        let frames = try RecordedFrames(codes: Array(codes.prefix(6)), folder: event.folder)
        let tally = SoakTally(station: station)
        // What libraries open once and never close is open after a few seconds.
        _ = try await play(frames, codes, seconds: 3, tally)
        let before = ProcessFigures.now
        let samples = try await play(frames, codes, seconds: seconds, tally)
        try judge(samples, before: before, after: try await settled(before), tally)
    }

    private func play(
        _ frames: RecordedFrames, _ codes: [String], seconds: Int, _ tally: SoakTally
    ) async throws -> [ProcessFigures] {
        let (changes, change) = AsyncStream.makeStream(of: DeviceChange.self)
        let readers = DeviceReaders(
            changes: changes, wanted: { _ in true },
            serve: { device, stop, opened in
                opened()
                switch device.kind {
                case .camera: try frames.play(until: stop, from: device, to: tally)
                case .scanner, .keyboard: try Self.type(codes, until: stop, from: device, to: tally)
                case .hidPOS, .serial, .nfc: break
                }
            }, report: { report in if case .failed(let error, _) = report.event { tally.fault("\(error)") } })
        async let running: Void = readers.run()
        let samples = try await plugAndWatch(change, seconds: seconds, tally)
        change.finish()
        await running
        return samples
    }

    /// Types codes one after the other until it is unplugged, perhaps in the middle of one.
    private static func type(
        _ codes: [String], until stop: StopSignal, from device: Device, to tally: SoakTally
    ) throws {
        var decoder = try WedgeDecoder(WedgeSettings())
        var time = Duration.zero
        while true {
            let code = codes[tally.nextNumber() % codes.count]
            for event in RecordedKeys.typing(code, from: time) {
                if stop.isRaised { return }
                time = event.time
                for case .code(let bytes, _) in decoder.take(event) {
                    if bytes != Array(code.utf8) { tally.fault("a code came out as another") }
                    tally.present(bytes, how: .wedge, from: device)
                }
            }
            time += .milliseconds(20)
        }
    }

    private func plugAndWatch(
        _ change: AsyncStream<DeviceChange>.Continuation, seconds: Int, _ tally: SoakTally
    ) async throws -> [ProcessFigures] {
        let devices =
            [Device(kind: .camera, node: "/dev/video0", name: "camera")]
            + (0..<Self.scanners).map { Device(kind: .scanner, node: "/dev/input/event\($0)", name: "scanner \($0)") }
        for device in devices { change.yield(.present(device)) }
        var samples: [ProcessFigures] = []
        for second in 0..<seconds {
            try await Task.sleep(for: .seconds(1))
            let device = devices[second % devices.count]
            change.yield(.gone(node: device.node))
            change.yield(.present(device))
            samples.append(.now)
            if second % 60 == 59 { say("\(second + 1) s: \(tally.text), \(samples[second].text)") }
        }
        for device in devices { change.yield(.gone(node: device.node)) }
        return samples
    }

    /// A thread closes its descriptors just after it has reported its end.
    private func settled(_ before: ProcessFigures) async throws -> ProcessFigures {
        for _ in 0..<50 where ProcessFigures.now.descriptors > before.descriptors {
            try await Task.sleep(for: .milliseconds(100))
        }
        return .now
    }

    private func judge(
        _ samples: [ProcessFigures], before: ProcessFigures, after: ProcessFigures, _ tally: SoakTally
    ) throws {
        let quarter = samples.count / 4
        let early = samples[quarter..<2 * quarter].map(\.residentBytes).max() ?? 0
        let late = samples.suffix(quarter).map(\.residentBytes).max() ?? 0
        say("\(tally.text), \(samples.count) times plugged in again")
        say("memory \(early >> 10) KiB at most in the second quarter, \(late >> 10) KiB in the last")
        say("descriptors \(before.descriptors) before, \(after.descriptors) after")
        guard tally.isWhole else { throw BenchmarkError(tally.text) }
        guard late <= early + Self.allowedGrowth else { throw BenchmarkError("memory grows") }
        guard after.descriptors <= before.descriptors else { throw BenchmarkError("descriptors are left") }
    }
}

/// Counts what happened to the codes that were read.
final class SoakTally: Sendable {
    private struct Counts {
        var numbers = 0
        var scanned = 0
        var seen = 0
        var faults: [String] = []
    }

    private let station: Station
    private let counts = Mutex(Counts())

    init(station: Station) {
        self.station = station
    }

    func nextNumber() -> Int {
        counts.withLock {
            $0.numbers += 1
            return $0.numbers
        }
    }

    func fault(_ sentence: String) {
        counts.withLock { $0.faults.append(sentence) }
    }

    /// Waits for the verdict, on the thread of a device: every code is a ticket of the list.
    func present(_ bytes: [UInt8], how: CheckIn.How, from device: Device) {
        let presentation = Presentation(bytes: bytes, how: how, source: device.node)
        let isDone = DispatchSemaphore(value: 0)
        Task {
            defer { isDone.signal() }
            guard case .verdict(let report) = await station.door.take(presentation),
                report.verdict == .admitted || report.verdict == .refused(.alreadyScanned)
            else { return fault("a ticket was not known") }
            counts.withLock { if how == .camera { $0.seen += 1 } else { $0.scanned += 1 } }
        }
        isDone.wait()
    }

    var isWhole: Bool { counts.withLock { $0.faults.isEmpty && $0.seen > 0 && $0.scanned > 0 } }

    var text: String {
        counts.withLock { counts in
            let faults = counts.faults.isEmpty ? "no fault" : "\(counts.faults.count) faults: \(counts.faults[0])"
            return "\(counts.scanned) codes typed, \(counts.seen) seen, \(faults)"
        }
    }
}
