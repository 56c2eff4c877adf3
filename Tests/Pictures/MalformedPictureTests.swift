import Foundation
import Pictures
import TestSupport
import Testing
import Tickets

struct MalformedPictureTests {
    @Test(arguments: [
        ("", PictureFailure.damaged, "it is empty"),
        ("hello", .unknownFormat, "it is not a PNG, JPEG or PGM picture"),
        ("P6 1 1 255 abc", .unknownFormat, "it is not a PNG, JPEG or PGM picture"),
        ("P5", .damaged, "it has no width"),
        ("P5 -1 1 255 a", .damaged, "it has no width"),
        ("P5 10 # and no more", .damaged, "it has no height"),
        ("P5 10 10", .damaged, "it has no largest value"),
        ("P5 0 10 255 ", .damaged, "it claims 0 x 10 pixels"),
        ("P5 2 1 0 ab", .damaged, "its largest value is 0, not one of 1 to 65535"),
        ("P5 2 1 65536 abcd", .damaged, "its largest value is 65536, not one of 1 to 65535"),
        ("P5 2 1 9 ab", .damaged, "a sample is above its largest value, 9"),
        ("P5 2 1 255", .damaged, "it ends before its last pixel"),
        ("P5 2 1 255 a", .damaged, "it ends before its last pixel"),
        ("P5 2 1 256 abc", .damaged, "it ends before its last pixel"),
        ("P2 2 1 255 1", .damaged, "it ends before its last pixel"),
        ("P2 2 1 255 11 ", .damaged, "it has no sample"),
        ("P2 2 1 255 1 x", .damaged, "it has no sample"),
        ("P5 99999999999999999999999 1 255 ", .damaged, "its width is not a sensible number"),
        ("P5 16385 1 255 ", .tooLarge, "16385 x 1 pixels are more than 64 megapixels or 16384 a side"),
        ("P2 16384 16384 1 ", .tooLarge, "16384 x 16384 pixels are more than 64 megapixels or 16384 a side"),
        ("P2 8192 8192 255 1 2 3", .damaged, "it ends before its last pixel"),
    ])
    func `says what is wrong with a file`(content: String, code: PictureFailure, reason: String) throws {
        let error = try #require(throws: PictureError.self) {
            try GreyImage(decoding: Array(content.utf8), named: "door.pgm")
        }
        #expect(error.code == code)
        #expect(error.reason == reason)
        #expect(error.description.hasPrefix("cannot read door.pgm: \(reason)"))
    }

    @Test func `refuses a PNG of a huge size before it makes room for it`() throws {
        var bytes = Samples.png[0].file.bytes
        bytes.replaceSubrange(16..<24, with: [0, 1, 0, 0, 0, 1, 0, 0])
        let error = try #require(throws: PictureError.self) { try GreyImage(decoding: bytes, named: "big") }
        #expect(error.code == .tooLarge)
        #expect(error.reason == "65536 x 65536 pixels are more than 64 megapixels or 16384 a side")
    }

    @Test(arguments: [Samples.png[0].file.bytes, Samples.jpeg[0].bytes, Array("P5 2 2 255 abcd".utf8)])
    func `refuses a picture of more pixels than its reader wants`(bytes: [UInt8]) throws {
        let picture = try GreyImage(decoding: bytes, named: "small")
        let count = picture.width * picture.height
        #expect(try GreyImage(decoding: bytes, named: "small", mostPixels: count) == picture)
        let error = #expect(throws: PictureError.self) {
            try GreyImage(decoding: bytes, named: "small", mostPixels: count - 1)
        }
        #expect(error?.code == .tooLarge)
    }

    @Test func `refuses a JPEG of a huge size before it makes room for it`() throws {
        var bytes = Samples.jpeg[0].bytes
        let frame = try #require(bytes.firstRange(of: [0xFF, 0xC0]))
        bytes.replaceSubrange(frame.lowerBound + 5..<frame.lowerBound + 9, with: [0x9C, 0x40, 0x9C, 0x40])
        let error = try #require(throws: PictureError.self) { try GreyImage(decoding: bytes, named: "big") }
        #expect(error.reason == "40000 x 40000 pixels are more than 64 megapixels or 16384 a side")
    }

    @Test func `tells that ink colours cannot be read as brightness`() throws {
        let error = try #require(throws: PictureError.self) {
            try GreyImage(decoding: Samples.cmykJPEG.bytes, named: "print.jpg")
        }
        #expect(error.reason == "Unsupported color conversion request")
    }

    @Test(arguments: Samples.jpeg + Samples.png.map(\.file) + [Samples.interlacedPNG])
    func `refuses a file cut short anywhere`(file: Samples.File) {
        let bytes = file.bytes
        // The end marker alone may be missing without harm: PNG's IEND has 12 bytes, JPEG's EOI 2.
        for count in 0..<bytes.count - 12 {
            #expect(throws: PictureError.self, "\(count) bytes") {
                try GreyImage(decoding: Array(bytes[..<count]), named: "cut")
            }
        }
    }

    @Test(arguments: Samples.jpeg + Samples.png.map(\.file) + [Samples.interlacedPNG, Samples.cmykJPEG])
    func `survives any damage with a picture or an error`(file: Samples.File) {
        var random = SplitMix64(seed: 7)
        var refused = 0
        for _ in 0..<1000 {
            var bytes = file.bytes
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                bytes[Int.random(in: 4..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            do {
                let image = try GreyImage(decoding: bytes, named: "damaged")
                #expect(image.luma.count == image.width * image.height)
            } catch {
                refused += 1
            }
        }
        #expect(refused > 0)
    }

    @Test func `refuses random bytes behind any signature`() {
        var random = SplitMix64(seed: 8)
        for signature in [[0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], [0xFF, 0xD8, 0xFF], []] as [[UInt8]] {
            for _ in 0..<500 {
                let noise = (0..<Int.random(in: 0...300, using: &random)).map { _ in
                    UInt8.random(in: 0...255, using: &random)
                }
                #expect(throws: PictureError.self) { try GreyImage(decoding: signature + noise, named: "noise") }
            }
        }
    }
}
