import Pictures
import QRReader
import QRWriter
import TestSupport
import Testing

struct RoundTripTests {
    static let everyKind = (1...12).flatMap { version in QRErrorCorrection.allCases.map { (version, $0) } }

    @Test(arguments: everyKind)
    func `reads every code that the writer makes, as PNG, dark or inverted`(
        version: Int, level: QRErrorCorrection
    ) throws {
        var reader = try QRReader()
        var random = SplitMix64(seed: UInt64(version))
        for (modulePixels, inverted) in [(2, false), (2, true), (3, false), (3, true), (5, false), (5, true)] {
            let text = SampleTexts.text(version: version, level: level, using: &random)
            let code = try QRMatrix(encoding: text, errorCorrection: level)
            #expect(code.version == version)
            let file = try code.picture(modulePixels: modulePixels, inverted: inverted).pngFile()
            let picture = try GreyImage(decoding: file, named: "code.png")
            let symbols = reader.read(picture.luma.span, width: picture.width, height: picture.height)
            #expect(symbols.map(\.text) == [text], "\(modulePixels) pixels a module, inverted: \(inverted)")
        }
    }

    @Test(arguments: everyKind)
    func `reads every code at any size of its modules`(version: Int, level: QRErrorCorrection) throws {
        var reader = try QRReader()
        var random = SplitMix64(seed: UInt64(version + 100))
        let text = SampleTexts.text(version: version, level: level, using: &random)
        for modulePixels in [4, 6, 8, 12] {
            let picture = try QRMatrix(encoding: text, errorCorrection: level).picture(modulePixels: modulePixels)
            let symbols = reader.read(picture.luma.span, width: picture.width, height: picture.height)
            #expect(symbols.map(\.text) == [text], "\(modulePixels) pixels a module")
        }
    }

    @Test(arguments: everyKind)
    func `reads modules of a single pixel in stills`(version: Int, level: QRErrorCorrection) throws {
        var reader = try QRReader()
        var random = SplitMix64(seed: UInt64(version + 200))
        for inverted in [false, true] {
            let text = SampleTexts.text(version: version, level: level, using: &random)
            let code = try QRMatrix(encoding: text, errorCorrection: level)
            let picture = try code.picture(modulePixels: 1, inverted: inverted)
            let symbols = reader.readStill(picture.luma.span, width: picture.width, height: picture.height)
            #expect(symbols.map(\.text) == [text])
            let corner = try #require(symbols.first?.corners.first)
            #expect(abs(corner.x - 4) <= 1 && abs(corner.y - 4) <= 1, "corners are in pixels of the still itself")
        }
    }
}
