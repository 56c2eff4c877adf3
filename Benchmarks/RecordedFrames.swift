import Cameras
import Devices
import Foundation
import Pictures
import Tickets

/// Frames of a door in each pixel format, intact and damaged, as in a camera's buffers.
struct RecordedFrames: Sendable {
    private struct Frame {
        let bytes: [UInt8]
        let format: FrameFormat
        /// The code that must be read, if the frame is intact; `nil` if it is damaged.
        let code: String?
    }

    private let frames: [Frame]

    /// - Parameter folder: for the files of cjpeg(1).
    init(codes: [String], folder: URL) throws {
        let size = FrameSize(width: 640, height: 480)
        let jpeg = JPEGWriter(folder: folder)
        func frame(_ format: PixelFormat, _ bytes: [UInt8], _ code: String?) throws -> Frame {
            guard let format = FrameFormat(format, size) else { throw BenchmarkError("no such format") }
            return Frame(bytes: bytes, format: format, code: code)
        }
        frames = try codes.flatMap { code in
            let picture = try DoorScene.frames(size, 1, showing: code)[0]
            let compressed = try jpeg.file(of: picture)
            return try [
                frame(.grey, picture.luma, code),
                frame(.yuyv, DoorScene.yuyv(picture), code),
                frame(.nv12, picture.luma + [UInt8](repeating: 128, count: size.pixelCount / 2), code),
                frame(.mjpeg, compressed, code),
                frame(.mjpeg, Array(compressed.prefix(compressed.count / 3)), nil),
                frame(.yuyv, Array(DoorScene.yuyv(picture).prefix(1000)), nil),
            ]
        }
    }

    /// Shows them over and over until the camera is unplugged.
    func play(until stop: StopSignal, from device: Device, to tally: SoakTally) throws {
        var reader = try FrameReader()
        while true {
            for frame in frames {
                if stop.isRaised { return }
                var codes = CodesInView()
                var text: [UInt8]?
                do throws(FrameFault) {
                    let reading = try reader.read(frame.bytes.span, format: frame.format)
                    text = codes.update(reading.symbols, size: reading.size, at: .now).presented
                } catch {
                    if frame.code != nil { tally.fault("a whole frame was refused: \(error)") }
                }
                if let code = frame.code, text != Array(code.utf8) { tally.fault("a code was not seen") }
                if let text { tally.present(text, how: .camera, from: device) }
            }
        }
    }
}
