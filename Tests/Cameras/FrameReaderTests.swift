import Cameras
import Foundation
import Pictures
import QRReader
import QRWriter
import Testing
import Tickets

@Suite struct FrameReaderTests {
    static let raw: [PixelFormat] = [.grey, .nv12, .nv21, .yu12, .yv12, .yuyv, .yvyu, .uyvy]
    static let size = FrameSize(width: 320, height: 240)

    private func picture(_ text: String = "a ticket") throws -> GreyImage {
        try SampleFrames.picture(Self.size, [(text, 40, 60)])
    }

    @Test(arguments: raw, [0, 4, 37])
    func `reads every raw format, padded or not`(format: PixelFormat, padding: Int) throws {
        let frame = try SampleFrames.raw(picture(), format, padding: padding)
        var reader = try FrameReader()
        let reading = try reader.read(frame.bytes.span, format: frame.format)
        #expect(reading.symbols.map(\.text) == ["a ticket"])
        #expect(reading.size == Self.size && !reading.isDamaged)
        // QRWriter's quiet zone is four modules of four pixels.
        let corner = try #require(reading.symbols.first?.corners.first)
        #expect(abs(corner.x - 56) <= 3 && abs(corner.y - 76) <= 3)
    }

    @Test func `reads a barcode where it is wanted, and none beside a QR code`() throws {
        let barcode = try GreyImage(
            readingFile: URL(filePath: #filePath).deletingLastPathComponent()
                .appending(path: "../Recordings/barcodes/code128.png").path)
        let size = FrameSize(width: 640, height: 480)
        let alone = try SampleFrames.picture(size, []).showing(barcode, left: 200, top: 350)
        let both = try SampleFrames.picture(size, [("a ticket", 40, 60)]).showing(barcode, left: 200, top: 350)
        let wanted: [(Set<Symbology>, GreyImage, Set<String>)] = [
            ([.qr], alone, []), ([.qr, .code128], alone, ["TKT-93F7-K2LQ"]), ([.code128], both, ["TKT-93F7-K2LQ"]),
            ([.qr, .code128], both, ["a ticket"]), ([.qr, .code39], alone, []),
        ]
        for (symbologies, picture, texts) in wanted {
            let frame = SampleFrames.raw(picture, .grey)
            var reader = try FrameReader(symbologies: symbologies)
            let symbols = try (0..<4).flatMap { _ in try reader.read(frame.bytes.span, format: frame.format).symbols }
            #expect(Set(symbols.compactMap(\.text)) == texts)
            #expect(symbols.allSatisfy { $0.corners.count == 4 })
        }
    }

    @Test(arguments: raw)
    func `turns mirrored frames round when told so`(format: PixelFormat) throws {
        let upright = try picture()
        let mirrored = GreyImage(
            width: upright.width, height: upright.height,
            luma: stride(from: 0, to: upright.luma.count, by: upright.width)
                .flatMap { upright.luma[$0..<$0 + upright.width].reversed() })
        let frame = SampleFrames.raw(mirrored, format, padding: 12)
        var told = try FrameReader(isMirrored: true)
        let symbols = try told.read(frame.bytes.span, format: frame.format).symbols
        #expect(symbols.map(\.text) == ["a ticket"])
        // Top left, bottom left, bottom right, as in the upright picture.
        let corners = try #require(symbols.first?.corners)
        #expect(corners[1].x < corners[2].x && corners[0].y < corners[1].y)
        #expect(abs(corners[0].x - 56) <= 3 && abs(corners[0].y - 76) <= 3)
    }

    @Test(arguments: raw)
    func `needs the brightness of every pixel and nothing behind it`(format: PixelFormat) throws {
        let frame = try SampleFrames.raw(picture(), format, padding: 8)
        let last = 319 * (format.description.contains("Y") && ![.yu12, .yv12, .grey].contains(format) ? 2 : 1)
        let needed = 239 * frame.format.bytesPerRow + last + (format == .uyvy ? 2 : 1)
        var reader = try FrameReader()
        let enough = Array(frame.bytes.prefix(needed))
        #expect(try reader.read(enough.span, format: frame.format).symbols.map(\.text) == ["a ticket"])
        let short = Array(enough.dropLast())
        #expect(throws: FrameFault.tooShort(byteCount: needed - 1, needed: needed)) {
            try reader.read(short.span, format: frame.format)
        }
        #expect(throws: FrameFault.tooShort(byteCount: 0, needed: needed)) {
            try reader.read([UInt8]().span, format: frame.format)
        }
    }

    @Test(arguments: [(1, 1), (1, 300), (3, 5), (639, 479), (8192, 2)])
    func `takes frames of any shape`(width: Int, height: Int) throws {
        let blank = GreyImage(width: width, height: height, luma: [UInt8](repeating: 90, count: width * height))
        var reader = try FrameReader(isMirrored: true)
        for format in Self.raw {
            let frame = SampleFrames.raw(blank, format)
            #expect(try reader.read(frame.bytes.span, format: frame.format).symbols.isEmpty)
        }
    }

    @Test(arguments: [
        (FrameSize(width: 0, height: 480), 0), (FrameSize(width: 640, height: 8193), 0),
        (FrameSize(width: 640, height: 480), 16385),
    ])
    func `refuses formats that no camera has`(size: FrameSize, bytesPerRow: Int) {
        #expect(FrameFormat(.grey, size, bytesPerRow: bytesPerRow) == nil)
    }

    @Test func `mends a row distance that is too small`() throws {
        let odd = FrameSize(width: 641, height: 480)
        #expect(FrameFormat(.grey, odd, bytesPerRow: 0)?.bytesPerRow == 641)
        #expect(FrameFormat(.yuyv, odd, bytesPerRow: 640)?.bytesPerRow == 1284)
        #expect(FrameFormat(.mjpeg, odd, bytesPerRow: 1282)?.bytesPerRow == 0)
    }

    @Test func `uses its buffers again for frames of other sizes`() throws {
        var reader = try FrameReader()
        for (size, text) in [
            (Self.size, "first"), (FrameSize(width: 160, height: 120), "second"), (Self.size, "third"),
        ] {
            let picture = try SampleFrames.picture(size, [(text, 0, 0)], modulePixels: 3)
            let frame = SampleFrames.raw(picture, .yuyv)
            #expect(try reader.read(frame.bytes.span, format: frame.format).symbols.map(\.text) == [text])
            let jpeg = SampleFrames.jpeg(picture)
            let format = try #require(FrameFormat(.mjpeg, size))
            #expect(try reader.read(jpeg.span, format: format).symbols.map(\.text) == [text])
        }
    }
}
