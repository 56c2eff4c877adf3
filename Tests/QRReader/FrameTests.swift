import Pictures
import QRWriter
import TestSupport
import Testing

@testable import QRReader

/// What a reader does from one frame to the next.
struct FrameTests {
    @Test func `follows a ticket that is held without decoding it again`() throws {
        let code = try QRMatrix(encoding: "held")
        var reader = try QRReader()
        for frame in 0..<12 {
            let tremble = Double(frame % 3) - 1
            let seen = crops(
                &reader,
                Photo(code: code, turn: 10 + tremble, noise: 5, offset: [tremble, -tremble]).frame(
                    seed: UInt64(frame)))
            #expect(seen.texts == ["held"])
            #expect(seen.crops == (frame == 0 ? 1 : 0), "frame \(frame)")
        }
    }

    @Test func `sees at once that another ticket is held in the same place`() throws {
        var reader = try QRReader()
        for round in 0..<10 {
            // Long codes that differ in their last letter only.
            let text = "https://tickets.example/gala/ticket/view/2026/winter/\(round)"
            let frame = Photo(code: try QRMatrix(encoding: text)).frame()
            #expect(crops(&reader, frame).texts == [text])
            #expect(crops(&reader, frame).texts == [text])
        }
    }

    @Test func `stops seeing a ticket that is gone`() throws {
        var reader = try QRReader()
        let frame = Photo(code: try QRMatrix(encoding: "gone")).frame()
        #expect(crops(&reader, frame).texts == ["gone"])
        #expect(crops(&reader, .blank(width: 260, height: 260)).texts == [])
        #expect(crops(&reader, frame).texts == ["gone"])
    }

    @Test func `sees a second ticket beside one that is held`() throws {
        let held = try QRMatrix(encoding: "held").picture(modulePixels: 4)
        let second = try QRMatrix(encoding: "second").picture(modulePixels: 4)
        let one = GreyImage.blank(width: 400, height: 200).showing(held, left: 20, top: 20)
        let both = one.showing(second, left: 220, top: 20)
        var reader = try QRReader()
        #expect(crops(&reader, one).texts == ["held"])
        let later = (0..<4).map { _ in Set(crops(&reader, both).texts) }
        #expect(later.allSatisfy { $0.contains("held") })
        #expect(later.contains(["held", "second"]))
    }

    @Test func `tries a code that cannot be read in other ways, frame by frame, and then lets it rest`() throws {
        // The data in the middle is gone, the patterns around it are not.
        let code = try QRMatrix(encoding: "unreadable, whatever is tried", errorCorrection: .low)
        let photo = Photo(code: code)
        var luma = photo.frame().luma
        for row in 100..<190 {
            for column in 100..<190 { luma[row * 260 + column] = (row / 5 + column / 7).isMultiple(of: 2) ? 40 : 220 }
        }
        let frame = GreyImage(width: 260, height: 260, luma: luma)
        var reader = try QRReader()
        let costs = (0..<40).map { _ in crops(&reader, frame).crops }
        #expect(costs[0] > 0 && costs.allSatisfy { $0 <= 4 }, "a frame has its share: \(costs)")
        #expect(costs.suffix(20).count { $0 == 0 } >= 10, "it rests: \(costs)")
        #expect(costs.suffix(20).contains { $0 > 0 }, "it is not given up: \(costs)")
    }

    @Test func `measures a frame of as many blocks in another shape anew`() {
        let luma = (0..<16 * 1024).map { UInt8(truncatingIfNeeded: $0 &* $0 / 7) }
        let shapes = [(16, 1024), (1024, 16), (64, 256), (256, 64)]
        unsafe luma.withUnsafeBufferPointer { pixels in
            var used = BlockThresholds()
            for (width, height) in shapes {
                let view = unsafe GreyView(pixels, width: width, height: height)
                var fresh = BlockThresholds()
                fresh.measure(view)
                used.measure(view)
                #expect(used.values == fresh.values)
            }
        }
    }

    @Test func `forgets what it saw when frames change their size`() throws {
        var reader = try QRReader()
        #expect(crops(&reader, Photo(code: try QRMatrix(encoding: "large")).frame()).texts == ["large"])
        #expect(crops(&reader, .blank(width: 64, height: 64)).texts == [])
        #expect(reader.memory.held.isEmpty)
    }

    @Test(arguments: [UInt64.random(in: 0...9999), 1])
    func `tries few places in a frame full of patterns`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var reader = try QRReader()
        for _ in 0..<6 {
            let frame = Self.busyFrame(using: &random)
            let seen = crops(&reader, frame)
            #expect(seen.texts == [] && seen.crops <= 4, "seed \(seed)")
            // Of six places that look like codes, and of two that are tracked.
            let fits = reader.trace?.fits ?? .max
            #expect(fits <= 8, "seed \(seed)")
        }
    }

    /// Checks, stripes and squares of random brightness, some of which look like finders.
    private static func busyFrame(using random: inout SplitMix64) -> GreyImage {
        let (width, height) = (320, 240)
        var luma = [UInt8](repeating: 128, count: width * height)
        for _ in 0..<40 {
            let (left, top) = (Int.random(in: 0..<width, using: &random), Int.random(in: 0..<height, using: &random))
            let (side, cell) = (Int.random(in: 20...80, using: &random), Int.random(in: 2...8, using: &random))
            let kind = Int.random(in: 0...2, using: &random)
            for row in top..<min(height, top + side) {
                for column in left..<min(width, left + side) {
                    let (x, y) = ((column - left) / cell, (row - top) / cell)
                    let isDark =
                        switch kind {
                        case 0: (x + y).isMultiple(of: 2)
                        case 1: x.isMultiple(of: 3)
                        default: max(abs(x % 9 - 4), abs(y % 9 - 4)) != 2 && max(abs(x % 9 - 4), abs(y % 9 - 4)) != 4
                        }
                    luma[row * width + column] = isDark ? 30 : 210
                }
            }
        }
        return GreyImage(width: width, height: height, luma: luma)
    }

    /// What a frame shows, and how many pictures it made the reader give to zbar.
    private func crops(_ reader: inout QRReader, _ frame: GreyImage) -> (texts: [String?], crops: Int) {
        reader.trace = ReadingTrace()
        let symbols = reader.read(frame.luma.span, width: frame.width, height: frame.height)
        return (symbols.map(\.text), reader.trace?.grids.count ?? 0)
    }
}
