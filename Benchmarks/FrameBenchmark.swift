import Cameras
import Foundation
import Pictures
import QRReader
import Station
import Tickets

/// From a frame in memory to the verdict on the disk.
struct FrameBenchmark {
    let event: BenchmarkEvent
    /// Each is presented once.
    let codes: [String]

    func run() async throws {
        let station = try await event.open()
        var reader = try FrameReader()
        let disk = try DiskProbe(path: event.path("probe"))
        guard let format = FrameFormat(.grey, CameraBenchmark.size) else { return }
        var (reading, deciding, flushes) = ([Duration](), [Duration](), [Duration]())
        for (index, code) in codes.enumerated() {
            let frame = try DoorScene.frames(CameraBenchmark.size, 1, showing: code)[0].luma
            let arrived = ContinuousClock.now
            guard let symbol = try reader.read(frame.span, format: format).symbols.first else { continue }
            let read = ContinuousClock.now
            let outcome = await station.door.take(
                Presentation(bytes: symbol.bytes, how: .camera, source: "benchmark", arrived: arrived))
            let end = ContinuousClock.now
            guard case .verdict(let report) = outcome, report.verdict == .admitted else {
                throw BenchmarkError("a ticket that was shown was not admitted")
            }
            reading.append(read - arrived)
            deciding.append(end - read)
            if index.isMultiple(of: 4) { flushes.append(try disk.flush()) }
        }
        guard !deciding.isEmpty else { throw BenchmarkError("no frame was read") }
        let (ours, rival) = (Percentiles(deciding), Percentiles(flushes))
        show("from frame to its text", "\(Percentiles(reading).text), read \(reading.count) of \(codes.count)")
        show("from text to verdict", "\(ours.text); one fdatasync \(rival.text)")
        show("beyond one fdatasync", "p50 \((ours.median - rival.median).text), p99 \((ours.p99 - rival.p99).text)")
    }
}
