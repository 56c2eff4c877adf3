import Cameras
import Pictures
import QRReader
import TestSupport
import Testing
import Tickets

@Suite struct JPEGFrameTests {
    static let size = FrameSize(width: 320, height: 240)
    let format = FrameFormat(.mjpeg, size)!

    private func jpeg(_ text: String = "a ticket", top: Int = 60) throws -> [UInt8] {
        SampleFrames.jpeg(try SampleFrames.picture(Self.size, [(text, 40, top)]))
    }

    @Test func `reads a frame, with what cameras put around it`() throws {
        let jpeg = try jpeg()
        let end = Array(jpeg.suffix(2))
        #expect(end == [0xFF, 0xD9])
        let frames: [(String, [UInt8])] = [
            ("as it is", jpeg),
            ("zeros behind", jpeg + [UInt8](repeating: 0, count: 5000)),
            ("rubbish behind", jpeg + (0..<777).map { UInt8(truncatingIfNeeded: $0 &* 7) }),
            ("some bytes too many before the end", jpeg.dropLast(2) + [0x12, 0x34] + end),
            ("no Huffman tables", SampleFrames.withoutHuffmanTables(jpeg)),
        ]
        for (name, frame) in frames {
            var reader = try FrameReader()
            let reading = try reader.read(frame.span, format: format)
            #expect(reading.symbols.map(\.text) == ["a ticket"], "\(name)")
            #expect(!reading.isDamaged, "\(name)")
        }
        #expect(SampleFrames.withoutHuffmanTables(jpeg).count < jpeg.count - 300)
    }

    @Test func `reads the upper part of a cut frame, and calls it damaged`() throws {
        let jpeg = try jpeg(top: 0)
        let cut = Array(jpeg.prefix(jpeg.count - jpeg.count / 20))
        var reader = try FrameReader()
        let reading = try reader.read(cut.span, format: format)
        #expect(reading.symbols.map(\.text) == ["a ticket"])
        #expect(reading.isDamaged)
    }

    @Test func `refuses what is no picture of the agreed size`() throws {
        let jpeg = try jpeg()
        var reader = try FrameReader()
        for (bytes, name) in [
            ([], "nothing"), (Array(repeating: 0, count: 1000), "zeros"), ([0xFF, 0xD8, 0xFF], "a beginning"),
            (Array(jpeg.prefix(100)), "a header's beginning"),
        ] as [([UInt8], String)] {
            #expect(throws: FrameFault.self, "\(name)") { try reader.read(bytes.span, format: format) }
        }
        for (size, fits) in [
            (FrameSize(width: 320, height: 240), true), (FrameSize(width: 312, height: 236), true),
            (FrameSize(width: 640, height: 480), false), (FrameSize(width: 160, height: 120), false),
            (FrameSize(width: 321, height: 240), false),
        ] {
            let other = try #require(FrameFormat(.mjpeg, size))
            if fits {
                #expect(try reader.read(jpeg.span, format: other).symbols.map(\.text) == ["a ticket"])
            } else {
                #expect(throws: FrameFault.self, "\(size)") { try reader.read(jpeg.span, format: other) }
            }
        }
    }

    @Test func `a damaged frame gives no wrong text and spoils no later one`() throws {
        let jpeg = try jpeg()
        let bare = SampleFrames.withoutHuffmanTables(jpeg)
        var reader = try FrameReader()
        var random = SplitMix64(seed: 5)
        var (whole, damaged, undecodable) = (0, 0, 0)
        for round in 0..<600 {
            var frame = jpeg
            // The headers' bytes, which can do most harm, and the picture's.
            let range = round.isMultiple(of: 2) ? 0..<630 : 0..<frame.count
            for _ in 0..<Int.random(in: 1...8, using: &random) {
                frame[Int.random(in: range, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            if round.isMultiple(of: 3) { frame.removeLast(Int.random(in: 0..<frame.count, using: &random)) }
            do throws(FrameFault) {
                let reading = try reader.read(frame.span, format: format)
                #expect([["a ticket"], []].contains(reading.symbols.map(\.text)))
                if reading.isDamaged { damaged += 1 } else { whole += 1 }
            } catch {
                undecodable += 1
            }
        }
        #expect(whole > 0 && damaged > 100 && undecodable > 50)
        // Its tables are the usual ones again, not what a damaged frame brought.
        #expect(try reader.read(bare.span, format: format).symbols.map(\.text) == ["a ticket"])
    }

    @Test func `refuses a progressive frame, whose scans could each cost a whole decode`() throws {
        let picture = try SampleFrames.picture(Self.size, [("a ticket", 40, 60)])
        var decoder = try JPEGLumaDecoder()
        var luma = [UInt8]()
        let progressive = SampleFrames.jpeg(picture, isProgressive: true)
        #expect {
            _ = try decoder.decode(progressive.span, into: &luma) { _, _ in true }
        } throws: { ($0 as? PictureError)?.code == .unknownFormat }
        let sequential = SampleFrames.jpeg(picture)
        #expect(try decoder.decode(sequential.span, into: &luma) { _, _ in true }.isDamaged == false)
    }
}
