import Cameras
import TestSupport
import Testing

/// Whatever a camera sends in a format that was agreed on: a reading or a fault, and no crash.
@Suite struct RandomFramesTests {
    @Test(arguments: PixelFormat.allCases, [false, true])
    func `a reader takes any bytes in any format`(pixelFormat: PixelFormat, isMirrored: Bool) throws {
        var random = SplitMix64(seed: 3)
        var reader = try FrameReader(isMirrored: isMirrored)
        let jpeg = SampleFrames.jpeg(
            try SampleFrames.picture(FrameSize(width: 96, height: 96), [("x", 0, 0)], modulePixels: 3))
        for _ in 0..<60 {
            let size = FrameSize(
                width: .random(in: 1...96, using: &random), height: .random(in: 1...96, using: &random))
            let format = try #require(
                FrameFormat(pixelFormat, size, bytesPerRow: .random(in: 0...300, using: &random)))
            var bytes = jpeg
            switch Int.random(in: 0..<3, using: &random) {
            case 0:
                bytes = (0..<Int.random(in: 0...40_000, using: &random)).map { _ in .random(in: 0...255, using: &random)
                }
            case 1: bytes.removeLast(.random(in: 0...bytes.count, using: &random))
            default:
                for _ in 0..<20 {
                    bytes[.random(in: 0..<bytes.count, using: &random)] = .random(in: 0...255, using: &random)
                }
            }
            do throws(FrameFault) {
                let reading = try reader.read(bytes.span, format: format)
                #expect(reading.size.width >= size.width && reading.size.height >= size.height)
            } catch {
                #expect(!error.description.isEmpty)
            }
        }
    }
}
