import CTurboJPEG
import Cameras
import Pictures
import QRWriter
import TestSupport

/// Grey pictures and the frames that cameras would make of them.
enum SampleFrames {
    /// A light picture with codes on it, at about the given places, `modulePixels` a module.
    static func picture(
        _ size: FrameSize, _ codes: [(text: String, left: Int, top: Int)], modulePixels: Int = 4
    ) throws -> GreyImage {
        let empty = GreyImage(
            width: size.width, height: size.height, luma: [UInt8](repeating: 200, count: size.pixelCount))
        return try codes.reduce(empty) { picture, code in
            let matrix = try QRMatrix(encoding: code.text)
            return picture.showing(try matrix.picture(modulePixels: modulePixels), left: code.left, top: code.top)
        }
    }

    /// As the picture would lie in a camera's buffer. What is no brightness is noise.
    static func raw(
        _ picture: GreyImage, _ format: PixelFormat, padding: Int = 0, seed: UInt64 = 1
    ) -> (bytes: [UInt8], format: FrameFormat) {
        var random = SplitMix64(seed: seed)
        let (pairs, first): (Bool, Int) =
            switch format {
            case .yuyv, .yvyu: (true, 0)
            case .uyvy: (true, 1)
            default: (false, 0)
            }
        let rowBytes = (pairs ? (picture.width + 1) / 2 * 4 : picture.width) + padding
        let colourBytes = [.nv12, .nv21, .yu12, .yv12].contains(format) ? rowBytes * picture.height / 2 : 0
        var bytes = (0..<rowBytes * picture.height + colourBytes).map { _ in UInt8.random(in: 0...255, using: &random) }
        for row in 0..<picture.height {
            for column in 0..<picture.width {
                let place = row * rowBytes + (pairs ? 2 * column + first : column)
                bytes[place] = picture.luma[row * picture.width + column]
            }
        }
        let size = FrameSize(width: picture.width, height: picture.height)
        return (bytes, FrameFormat(format, size, bytesPerRow: rowBytes)!)
    }

    /// As a camera with 4:2:2 colours would write it.
    static func jpeg(_ picture: GreyImage, quality: Int32 = 85, isProgressive: Bool = false) -> [UInt8] {
        let pixels = picture.luma.flatMap { [$0, $0, $0] }
        let compressor = unsafe tjInitCompress()
        defer { unsafe tjDestroy(compressor) }
        var memory: UnsafeMutablePointer<UInt8>?
        var count: UInt = 0
        let status = unsafe tjCompress2(
            compressor, pixels, Int32(picture.width), 0, Int32(picture.height), Int32(TJPF_RGB.rawValue), &memory,
            &count, Int32(TJSAMP_422.rawValue), quality, isProgressive ? TJFLAG_PROGRESSIVE : 0)
        precondition(status == 0)
        defer { unsafe tjFree(memory) }
        return unsafe Array(UnsafeBufferPointer(start: memory, count: Int(count)))
    }

    /// Without its Huffman tables, as AVI's MJPEG is (segments of marker 0xFFC4, ITU-T T.81, B.2.4.2).
    static func withoutHuffmanTables(_ jpeg: [UInt8]) -> [UInt8] {
        var result = Array(jpeg.prefix(2))
        var place = 2
        while jpeg[place + 1] != 0xDA {
            let end = place + 2 + Int(jpeg[place + 2]) << 8 + Int(jpeg[place + 3])
            if jpeg[place + 1] != 0xC4 { result += jpeg[place..<end] }
            place = end
        }
        return result + jpeg[place...]
    }
}

extension GreyImage {
    /// With another picture on it.
    func showing(_ picture: GreyImage, left: Int, top: Int) -> GreyImage {
        var luma = luma
        for row in 0..<picture.height {
            let start = (top + row) * width + left
            luma.replaceSubrange(
                start..<start + picture.width, with: picture.luma[row * picture.width..<(row + 1) * picture.width])
        }
        return GreyImage(width: width, height: height, luma: luma)
    }
}
