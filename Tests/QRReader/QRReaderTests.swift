import Pictures
import QRReader
import QRWriter
import TestSupport
import Testing

struct QRReaderTests {
    @Test func `gives bytes that are not UTF-8 as they are`() throws {
        let bytes: [UInt8] = [0, 0xFF, 0xFE, 0x80, 0xC3, 0x28, 0x93, 0xFA, 0, 0x0A]
        let symbols = try read(QRMatrix(encoding: bytes).picture())
        #expect(symbols.map(\.bytes) == [bytes])
        #expect(symbols.first?.text == nil)
    }

    @Test func `gives UTF-8 as it is, with and without a byte order mark`() throws {
        for text in ["Zoë 点茗", "\u{FEFF}Zoë", "\\n is no line end", "ÄÖÜ"] {
            #expect(try read(QRMatrix(encoding: text).picture()).map(\.text) == [text])
        }
    }

    @Test func `converts only what names its character set itself`() throws {
        #expect(try read(SampleCodes.picture(SampleCodes.latin9)).map(\.text) == ["5€"])
        #expect(try read(SampleCodes.picture(SampleCodes.kanji)).map(\.bytes) == [[0x93, 0x5F, 0xE4, 0xAA]])
    }

    @Test func `prints a text without what could rewrite the line`() {
        #expect(QRSymbol(bytes: Array("a\nb\u{1B}[2J\u{202E}c".utf8), corners: []).printableText == "ab[2Jc")
        #expect(QRSymbol(bytes: [0x61, 0xFF], corners: []).printableText == "a\u{FFFD}")
    }

    @Test func `joins the codes of one text, and is silent while one is missing`() throws {
        let halves = SampleCodes.halves.map(SampleCodes.picture)
        let both = GreyImage.blank(width: 240, height: 120).showing(halves[1], left: 0, top: 0)
            .showing(halves[0], left: 120, top: 0)
        #expect(try read(both).map(\.text) == ["half and half"])
        #expect(try read(halves[0]).isEmpty)
        #expect(try read(halves[1]).isEmpty)
    }

    @Test func `reads several codes in one frame, each text once`() throws {
        let texts = ["first", "second", "third", "first"]
        var frame = GreyImage.blank(width: 640, height: 480)
        for (place, text) in texts.enumerated() {
            let picture = try QRMatrix(encoding: text).picture(modulePixels: 5)
            frame = frame.showing(picture, left: 40 + place % 2 * 300, top: 20 + place / 2 * 220)
        }
        #expect(try Set(read(frame).map(\.text)) == ["first", "second", "third"])
        #expect(try read(frame).count == 3)
    }

    @Test func `reads dark and inverted codes beside each other in a still`() throws {
        let dark = try QRMatrix(encoding: "dark").picture(modulePixels: 5)
        let light = try QRMatrix(encoding: "light").picture(modulePixels: 5, inverted: true)
        let still = GreyImage.blank(width: 400, height: 200).showing(dark, left: 10, top: 10)
            .showing(light, left: 210, top: 10)
        var reader = try QRReader()
        let symbols = reader.readStill(still.luma.span, width: still.width, height: still.height)
        #expect(symbols.map(\.text) == ["dark", "light"])
    }

    @Test func `gives the corners in the code's own order, however it is turned`() throws {
        let code = try QRMatrix(encoding: "corners")
        let picture = try code.picture(modulePixels: 6)
        var frame = GreyImage.blank(width: 400, height: 400).showing(picture, left: 100, top: 40)
        let near = 40 + 4 * 6
        let (left, right) = (near + 60, near + 60 + code.size * 6)
        let (top, bottom) = (near, near + code.size * 6)
        var expected = [(left, top), (left, bottom), (right, bottom), (right, top)]
        for turn in 0..<4 {
            let corners = try #require(try read(frame).first).corners
            #expect(corners.count == 4)
            for (corner, place) in zip(corners, expected) {
                #expect(abs(corner.x - place.0) <= 3 && abs(corner.y - place.1) <= 3, "turned \(turn) times")
            }
            frame = frame.turned
            expected = expected.map { (400 - $0.1, $0.0) }
        }
    }

    @Test func `reads pixels where they lie, in rows with padding`() throws {
        let picture = try QRMatrix(encoding: "padded").picture(modulePixels: 4)
        let pitch = picture.width + 37
        // Memory of someone else's, as a camera's buffers are.
        let memory = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: pitch * picture.height)
        defer { unsafe memory.deallocate() }
        var random = SplitMix64(seed: 3)
        for position in 0..<pitch * picture.height {
            let (row, column) = (position / pitch, position % pitch)
            unsafe memory[position] =
                column < picture.width
                ? picture.luma[row * picture.width + column] : UInt8.random(in: 0...255, using: &random)
        }
        let before = unsafe Array(memory)
        var reader = try QRReader()
        let symbols = unsafe reader.read(memory.span, width: pitch, height: picture.height)
        #expect(symbols.map(\.text) == ["padded"])
        #expect(unsafe Array(memory) == before)
    }

    @Test func `forgets a frame before the next`() throws {
        let picture = try QRMatrix(encoding: "seen").picture(modulePixels: 4)
        let blank = GreyImage.blank(width: picture.width, height: picture.height)
        var reader = try QRReader()
        for _ in 0..<20 {
            #expect(reader.read(picture.luma.span, width: picture.width, height: picture.height).count == 1)
            #expect(reader.read(blank.luma.span, width: blank.width, height: blank.height).isEmpty)
        }
    }

    @Test(arguments: [(1, 1), (1, 500), (500, 1), (2, 3), (16384, 2), (2, 16384), (8193, 1), (97, 61)])
    func `finds nothing in noise of any shape`(width: Int, height: Int) throws {
        var random = SplitMix64(seed: UInt64(width))
        let luma = (0..<width * height).map { _ in UInt8.random(in: 0...255, using: &random) }
        var reader = try QRReader()
        #expect(reader.readStill(luma.span, width: width, height: height).isEmpty)
    }

    @Test func `reads a damaged code rightly or not at all`() throws {
        var reader = try QRReader()
        var random = SplitMix64(seed: 11)
        var (right, none) = (0, 0)
        for round in 0..<400 {
            let version = 1 + round % 10
            let text = SampleTexts.text(version: version, level: .low, using: &random)
            let picture = try QRMatrix(encoding: text, errorCorrection: .low).picture(modulePixels: 3)
            var luma = picture.luma
            for _ in 0..<Int.random(in: 1...30, using: &random) {
                let (x, y) = (
                    Int.random(in: 0..<picture.width, using: &random),
                    Int.random(in: 0..<picture.height, using: &random)
                )
                for row in y..<min(y + 4, picture.height) {
                    for column in x..<min(x + 4, picture.width) { luma[row * picture.width + column] ^= 0xFF }
                }
            }
            switch reader.read(luma.span, width: picture.width, height: picture.height).map(\.text) {
            case [text]: right += 1
            case []: none += 1
            case let wrong: Issue.record("read \(wrong) for \(text)")
            }
        }
        #expect(right > 0 && none > 0)
    }

    private func read(_ picture: GreyImage) throws -> [QRSymbol] {
        var reader = try QRReader()
        return reader.read(picture.luma.span, width: picture.width, height: picture.height)
    }
}
