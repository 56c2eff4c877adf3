internal import Pictures
internal import Tickets

/// Extracts the brightness from frames of every format: in place, or into a buffer that is reused.
struct LumaConverter: ~Copyable {
    /// Description of the lent bytes.
    struct Picture: Hashable {
        let size: FrameSize
        /// Bytes from the beginning of one row to that of the next.
        let bytesPerRow: Int
        /// Parts of it are not what the camera saw.
        let isDamaged: Bool
    }

    private let isMirrored: Bool
    private var decoder: JPEGLumaDecoder
    private var converted = [UInt8]()
    private var turned = [UInt8]()

    init(isMirrored: Bool) throws(PictureError) {
        self.init(try JPEGLumaDecoder(), isMirrored: isMirrored)
    }

    private init(_ decoder: consuming JPEGLumaDecoder, isMirrored: Bool) {
        self.decoder = decoder
        self.isMirrored = isMirrored
    }

    /// Lends the brightness of each pixel, top row first, during the call.
    /// - Parameter reader: passed on to `body`.
    mutating func lend<Reader: ~Copyable, Result>(
        _ bytes: Span<UInt8>, _ format: FrameFormat, to reader: inout Reader,
        _ body: (Span<UInt8>, Picture, inout Reader) -> Result
    ) throws(FrameFault) -> Result {
        if let needed = format.lumaByteCount, bytes.count < needed {
            throw .tooShort(byteCount: bytes.count, needed: needed)
        }
        let picture = try convert(bytes, format)
        let isPlane = format.pixelFormat.luma == .plane
        if isMirrored {
            turned.hold(picture.size.pixelCount)
            if isPlane {
                LumaRows.reverse(bytes, picture, into: &turned)
            } else {
                let luma = converted
                LumaRows.reverse(luma.span, picture, into: &turned)
            }
            let mirrored = Picture(
                size: picture.size, bytesPerRow: picture.size.width, isDamaged: picture.isDamaged)
            return body(turned.span, mirrored, &reader)
        }
        return isPlane ? body(bytes, picture, &reader) : body(converted.span, picture, &reader)
    }

    /// Fills `converted`, unless the frame itself contains the brightness as one plane.
    private mutating func convert(_ bytes: Span<UInt8>, _ format: FrameFormat) throws(FrameFault) -> Picture {
        switch format.pixelFormat.luma {
        case .plane:
            return Picture(size: format.size, bytesPerRow: format.bytesPerRow, isDamaged: false)
        case .everySecondByte(let first):
            converted.hold(format.size.pixelCount)
            LumaRows.gather(from: bytes, first: first, format, into: &converted)
            return Picture(size: format.size, bytesPerRow: format.size.width, isDamaged: false)
        case .compressed:
            return try decode(bytes, format.size)
        }
    }

    /// Some encoders round width and height up to whole blocks; apart from that they must be those of the format.
    private mutating func decode(_ bytes: Span<UInt8>, _ size: FrameSize) throws(FrameFault) -> Picture {
        let largestBlock = 32
        do throws(PictureError) {
            let frame = try decoder.decode(bytes, into: &converted) { width, height in
                (size.width..<size.width + largestBlock).contains(width)
                    && (size.height..<size.height + largestBlock).contains(height)
            }
            let claimed = FrameSize(width: frame.width, height: frame.height)
            return Picture(size: claimed, bytesPerRow: claimed.width, isDamaged: frame.isDamaged)
        } catch {
            throw .undecodable(error.reason)
        }
    }
}

extension [UInt8] {
    fileprivate mutating func hold(_ count: Int) {
        if self.count < count { self = [UInt8](repeating: 0, count: count) }
    }
}
