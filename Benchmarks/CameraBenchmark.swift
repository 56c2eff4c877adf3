import Cameras
import Foundation
import Glibc
import Pictures

/// What a camera of 1280x720 costs: conversion to grey compared with its bounds, and the share of a core at 30 frames a
/// second.
struct CameraBenchmark {
    static let size = FrameSize(width: 1280, height: 720)
    /// More than the processor's caches hold, like a camera's buffers.
    static let frameCount = 12
    static let rounds = 300
    static let shareSeconds = 10

    let folder: URL
    private var jpeg: JPEGWriter { JPEGWriter(folder: folder) }

    func run() throws {
        let ticket = try DoorScene.frames(Self.size, Self.frameCount, showing: "wk8wfyzjrbrdv5rxvjxjzpx9ggum6uxl")
        let empty = try DoorScene.frames(Self.size, Self.frameCount, showing: nil)
        measureYUYV(ticket.map(DoorScene.yuyv))
        let pictures = try ticket.map(jpeg.file)
        try measureJPEG(pictures)
        for (name, frames) in [("a ticket in view", ticket), ("none in view", empty)] {
            try measureShare("GREY, " + name, .grey, frames.map(\.luma))
            try measureShare("YUYV, " + name, .yuyv, frames.map(DoorScene.yuyv))
            try measureShare("MJPEG, " + name, .mjpeg, frames.map(jpeg.file))
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

    /// Compared with djpeg, in processor time: many runs for a frame minus as many for a picture of 8x8, which is its
    /// start.
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
        let tiny = try jpeg.file(of: GreyImage(width: 8, height: 8, luma: [UInt8](repeating: 9, count: 64)))
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
        try JPEGWriter.shell(loop)
        return (Self.processorTimeOfChildren() - start) / runs
    }

    // MARK: - Share of a core

    /// Reads paced frames as a station does. The share is of processor time, so that other load is not counted.
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

    /// Processor time of the children that have ended.
    private static func processorTimeOfChildren() -> Duration {
        var usage = rusage()
        unsafe getrusage(RUSAGE_CHILDREN.rawValue, &usage)
        return .seconds(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
            + .microseconds(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec)
    }
}
