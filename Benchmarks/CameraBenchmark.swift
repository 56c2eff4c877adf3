import Cameras
import Foundation
import Glibc
import Pictures
import QRWriter

/// What a camera of 1280x720 costs: the way to grey beside its bounds, and the share of a core at 30 frames a second.
struct CameraBenchmark {
    static let size = FrameSize(width: 1280, height: 720)
    /// More than the caches hold, as a camera's buffers are.
    static let frameCount = 12
    static let rounds = 300
    static let shareSeconds = 10

    let folder: URL

    func run() throws {
        let ticket = try DoorScene.frames(Self.size, Self.frameCount, showing: "wk8wfyzjrbrdv5rxvjxjzpx9ggum6uxl")
        let empty = try DoorScene.frames(Self.size, Self.frameCount, showing: nil)
        measureYUYV(ticket.map(DoorScene.yuyv))
        let pictures = try ticket.map(jpeg)
        try measureJPEG(pictures)
        for (name, frames) in [("a ticket in view", ticket), ("none in view", empty)] {
            try measureShare("GREY, " + name, .grey, frames.map(\.luma))
            try measureShare("YUYV, " + name, .yuyv, frames.map(DoorScene.yuyv))
            try measureShare("MJPEG, " + name, .mjpeg, frames.map(jpeg))
        }
    }

    // MARK: - To grey

    private func measureYUYV(_ frames: [[UInt8]]) {
        guard let format = FrameFormat(.yuyv, Self.size) else { return }
        var luma = [UInt8](repeating: 0, count: Self.size.pixelCount)
        var copy = [UInt8](repeating: 0, count: frames[0].count)
        var (ours, rival) = ([Duration](), [Duration]())
        for round in 0..<Self.rounds {
            let frame = frames[round % frames.count]
            ours.append(ContinuousClock().measure { LumaRows.gather(from: frame.span, first: 0, format, into: &luma) })
            let next = frames[(round + frames.count / 2) % frames.count]
            rival.append(ContinuousClock().measure { _ = unsafe memcpy(&copy, next, next.count) })
        }
        let (gather, memory) = (Percentiles(ours), Percentiles(rival))
        show(
            "YUYV to grey",
            "\(gather.text); memcpy of the same bytes \(memory.text), ratio \(ratio(gather.median, memory.median))")
    }

    /// Beside djpeg, in processor time: many runs for a frame less as many for a picture of 8x8, which is its start.
    private func measureJPEG(_ frames: [[UInt8]]) throws {
        var decoder = try JPEGLumaDecoder()
        var luma = [UInt8]()
        var copy = [UInt8](repeating: 0, count: Self.size.pixelCount)
        var (ours, memory) = (Duration.zero, Duration.zero)
        for round in 0..<Self.rounds {
            let frame = frames[round % frames.count]
            let start = Self.processorTime()
            _ = try decoder.decode(frame.span, into: &luma) { _, _ in true }
            let middle = Self.processorTime()
            unsafe memcpy(&copy, luma, copy.count)
            ours += middle - start
            memory += Self.processorTime() - middle
        }
        let (decode, bound) = (ours / Self.rounds, memory / Self.rounds)
        let tiny = try jpeg(GreyImage(width: 8, height: 8, luma: [UInt8](repeating: 9, count: 64)))
        let rival = try (djpeg(frames[0]) - djpeg(tiny))
        show(
            "MJPEG to grey",
            """
            \(decode.text); djpeg -grayscale without its start \(rival.text), ratio \(ratio(decode, rival)); \
            memcpy of the grey bytes \(bound.text), ratio \(ratio(decode, bound)); \
            \(frames[0].count / 1024) KiB a frame
            """)
    }

    private func djpeg(_ picture: [UInt8]) throws -> Duration {
        let runs = 200
        let file = folder.appending(path: "frame.jpg").path
        try PictureFile.write(picture, to: file)
        let loop = "for i in $(seq \(runs)); do djpeg -grayscale -outfile /dev/null '\(file)' || exit 1; done"
        let start = Self.processorTimeOfChildren()
        try shell(loop)
        return (Self.processorTimeOfChildren() - start) / runs
    }

    /// With 4:2:2 colours, as webcams write it.
    private func jpeg(_ picture: GreyImage) throws -> [UInt8] {
        let (source, target) = (folder.appending(path: "frame.ppm"), folder.appending(path: "frame.jpg"))
        var file = Data("P6 \(picture.width) \(picture.height) 255\n".utf8)
        file.append(contentsOf: picture.luma.flatMap { [$0, $0, $0] })
        try file.write(to: source)
        try shell("cjpeg -quality 85 -sample 2x1 -outfile '\(target.path)' '\(source.path)'")
        return try PictureFile.read(target.path)
    }

    private func shell(_ command: String) throws {
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", command]
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw BenchmarkError("cjpeg or djpeg failed: install libjpeg-turbo-progs")
        }
    }

    // MARK: - Share of a core

    /// Reads paced frames as a station does. The share is of processor time, so that other load does not count.
    private func measureShare(_ name: String, _ pixelFormat: PixelFormat, _ frames: [[UInt8]]) throws {
        guard let format = FrameFormat(pixelFormat, Self.size) else { return }
        var reader = try FrameReader()
        var codes = CodesInView()
        var (times, found) = ([Duration](), 0)
        let start = ContinuousClock.now
        for number in 0..<30 * Self.shareSeconds {
            let due = start + .seconds(1) * number / 30
            usleep(UInt32(clamping: Int(max(.zero, due - .now) / .microseconds(1))))
            let (arrived, begin) = (ContinuousClock.now, Self.processorTime())
            let frame = frames[number % frames.count]
            let reading = try reader.read(frame.span, format: format)
            if codes.update(reading.symbols, size: reading.size, at: arrived).presented != nil { found += 1 }
            times.append(Self.processorTime() - begin)
        }
        let share = 100 * (times.reduce(.zero, +) / times.count / (.seconds(1) / 30))
        show(
            name,
            String(format: "%.1f %% of a core at 30 frames a second", share)
                + ", \(Percentiles(times).text) a frame, read in \(found) of \(times.count)")
    }

    private static func processorTime() -> Duration {
        var time = timespec()
        unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    /// Those that have ended.
    private static func processorTimeOfChildren() -> Duration {
        var usage = rusage()
        unsafe getrusage(RUSAGE_CHILDREN.rawValue, &usage)
        return .seconds(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
            + .microseconds(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec)
    }
}

/// Frames as of a camera at a door: uneven light, things in the background, blur and noise.
private enum DoorScene {
    static func frames(_ size: FrameSize, _ count: Int, showing code: String?) throws -> [GreyImage] {
        var random = SplitMix64(state: 7)
        let matrix = try code.map { try QRMatrix(encoding: $0) }
        let room = room(size, using: &random)
        return try (0..<count).map { number in
            var luma = room
            if let code = try matrix?.picture(modulePixels: 6) {
                // A hand is never still.
                let (left, top) = (size.width / 3 + 7 * number, size.height / 4 + 3 * number)
                for row in 0..<code.height {
                    for column in 0..<code.width {
                        luma[(top + row) * size.width + left + column] =
                            code.luma[row * code.width + column] / 4 * 3 + 30
                    }
                }
            }
            luma = blurred(luma, size)
            for place in luma.indices {
                luma[place] = UInt8(clamping: Int(luma[place]) + Int.random(in: -3...3, using: &random))
            }
            return GreyImage(width: size.width, height: size.height, luma: luma)
        }
    }

    static func yuyv(_ picture: GreyImage) -> [UInt8] { picture.luma.flatMap { [$0, 128] } }

    private static func room(_ size: FrameSize, using random: inout SplitMix64) -> [UInt8] {
        var luma = (0..<size.pixelCount).map { place in
            UInt8(60 + 80 * (place % size.width) / size.width + 60 * (place / size.width) / size.height)
        }
        for _ in 0..<40 {
            let (width, height) = (Int.random(in: 10...200, using: &random), Int.random(in: 10...150, using: &random))
            let (left, top) = (
                Int.random(in: 0..<size.width - width, using: &random),
                Int.random(in: 0..<size.height - height, using: &random)
            )
            let brightness = UInt8.random(in: 20...230, using: &random)
            for row in top..<top + height {
                for column in left..<left + width { luma[row * size.width + column] = brightness }
            }
        }
        return luma
    }

    /// The mean of each pixel and its eight neighbours.
    private static func blurred(_ luma: [UInt8], _ size: FrameSize) -> [UInt8] {
        var result = luma
        for row in 1..<size.height - 1 {
            for column in 1..<size.width - 1 {
                let middle = row * size.width + column
                var sum = 0
                for line in [middle - size.width, middle, middle + size.width] {
                    sum += Int(luma[line - 1]) + Int(luma[line]) + Int(luma[line + 1])
                }
                result[middle] = UInt8(sum / 9)
            }
        }
        return result
    }
}

/// Sebastiano Vigna's SplitMix64: the same frames in every run.
private struct SplitMix64: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }
}
