import Foundation
import Pictures
import TestSupport
import Testing

struct ReadingTests {
    @Test(arguments: [
        (4, 1, [10, 20, 30, 40, 20, 30, 40, 50, 20, 20, 20, 20]), (3, 2, [20, 40]), (2, 2, [20, 40]), (1, 3, [23]),
    ])
    func `is reduced by a whole number until it is narrow enough`(width: Int, factor: Int, means: [UInt8]) {
        let image = GreyImage(width: 4, height: 3, luma: [10, 20, 30, 40, 20, 30, 40, 50, 20, 20, 20, 20])
        let reduced = image.reduced(toWidth: width)
        #expect(reduced.factor == factor)
        #expect(reduced.picture.luma == means)
        #expect(reduced.picture.width == 4 / factor)
    }

    @Test(arguments: Samples.png)
    func `reads the brightness of any PNG, transparent places as white paper`(
        file: Samples.File, luma: [UInt8]
    ) throws {
        let image = try GreyImage(decoding: file.bytes, named: "sample")
        #expect(image.width == luma.count && image.height == 1)
        #expect(image.luma == luma)
    }

    @Test func `reads an interlaced PNG`() throws {
        let image = try GreyImage(decoding: Samples.interlacedPNG.bytes, named: "sample")
        for row in 0..<8 {
            for column in 0..<8 { #expect(Int(image.luma[row * 8 + column]) == column * 16 + row * 8) }
        }
    }

    @Test(arguments: Samples.jpeg)
    func `reads the brightness of a JPEG, colour or grey, progressive or not`(file: Samples.File) throws {
        let image = try GreyImage(decoding: file.bytes, named: "sample")
        #expect(image.width == 16 && image.height == 16)
        for row in 0..<16 {
            for column in 0..<16 {
                let right: [Int] = row < 8 ? [0, 255] : [160, 80]
                #expect(abs(Int(image.luma[row * 16 + column]) - right[column / 8]) <= 8)
            }
        }
    }

    @Test(
        arguments: [
            ("P2 3 1 255 0 128 255", []),
            ("P2\n# made by hand\n3 1\n#and more\n255\n0 128\n255\n", []),
            ("P2 3 1 2 0 1 2", []),
            ("P2 3 1 65535 0 32896 65535", []),
            ("P5 3 1 255\n", [0, 128, 255]),
            ("P5\n# made by hand\r\n3\t1\n255 ", [0, 128, 255]),
            ("P5 3 1 2\n", [0, 1, 2]),
            ("P5 3 1 65535\n", [0, 0, 128, 128, 255, 255]),
        ] as [(String, [UInt8])])
    func `reads plain and binary PGM of 8 and 16 bits`(header: String, samples: [UInt8]) throws {
        let image = try GreyImage(decoding: Array(header.utf8) + samples, named: "sample")
        #expect(image == GreyImage(width: 3, height: 1, luma: [0, 128, 255]))
    }

    @Test func `goes by the content and not by the name`() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("P2 1 1 1 1", to: "picture.png")
        #expect(try GreyImage(readingFile: file.path).luma == [255])
    }

    @Test func `writes PNG files that come back pixel for pixel`() throws {
        var random = SplitMix64(seed: 1)
        for (width, height) in [(1, 1), (3, 2), (64, 64), (65, 129), (200, 7)] {
            let luma = (0..<width * height).map { _ in UInt8.random(in: 0...255, using: &random) }
            let image = GreyImage(width: width, height: height, luma: luma)
            #expect(try GreyImage(decoding: image.pngFile(), named: "sample") == image)
        }
    }
}
