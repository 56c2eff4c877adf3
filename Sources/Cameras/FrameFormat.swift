/// How a frame lies in memory.
public struct FrameFormat: Hashable, Sendable, CustomStringConvertible {
    /// What a reader of codes takes for a width.
    static let maximumBytesPerRow = 16384

    public let pixelFormat: PixelFormat
    public let size: FrameSize
    /// From the beginning of one row to that of the next; of compressed formats, 0.
    public let bytesPerRow: Int

    /// - Parameter bytesPerRow: rows without padding are meant by 0, and by too small a number, which some drivers give.
    /// - Returns: `nil` for sides or rows that no camera has.
    public init?(_ pixelFormat: PixelFormat, _ size: FrameSize, bytesPerRow: Int = 0) {
        guard size.isPossible, bytesPerRow <= Self.maximumBytesPerRow else { return nil }
        self.pixelFormat = pixelFormat
        self.size = size
        self.bytesPerRow =
            switch pixelFormat.luma {
            case .plane: max(bytesPerRow, size.width)
            // Two pixels share their colours.
            case .everySecondByte: max(bytesPerRow, (size.width + 1) / 2 * 4)
            case .compressed: 0
            }
    }

    /// Up to the last pixel's brightness: a frame may lack what comes after. `nil` when only the decoder can tell.
    var lumaByteCount: Int? {
        switch pixelFormat.luma {
        case .plane: bytesPerRow * (size.height - 1) + size.width
        case .everySecondByte(let first): bytesPerRow * (size.height - 1) + 2 * (size.width - 1) + first + 1
        case .compressed: nil
        }
    }

    /// `MJPEG 1280x720`
    public var description: String { "\(pixelFormat) \(size)" }
}

/// Why a frame shows nothing.
public enum FrameFault: Error, Hashable, Sendable {
    case tooShort(byteCount: Int, needed: Int)
    /// What the decoder says of it.
    case undecodable(String)
}

extension FrameFault: CustomStringConvertible {
    /// A clause without a full stop.
    public var description: String {
        switch self {
        case .tooShort(let byteCount, let needed):
            "a frame has \(byteCount) bytes, fewer than the \(needed) of its format"
        case .undecodable(let reason): "a frame cannot be decoded: \(reason)"
        }
    }
}
