/// The layout of a frame in memory.
public struct FrameFormat: Hashable, Sendable, CustomStringConvertible {
    /// The largest row that the code reader accepts.
    static let maximumBytesPerRow = 16384

    /// One of the formats that can be read.
    public let pixelFormat: PixelFormat
    /// In pixels.
    public let size: FrameSize
    /// Bytes from the beginning of one row to that of the next; 0 for compressed formats.
    public let bytesPerRow: Int

    /// - Parameter bytesPerRow: 0, or a number that is too small (which some drivers give), means rows without padding.
    /// - Returns: `nil` for sides or rows that no camera has.
    public init?(_ pixelFormat: PixelFormat, _ size: FrameSize, bytesPerRow: Int = 0) {
        guard size.isPossible, bytesPerRow <= Self.maximumBytesPerRow else { return nil }
        self.pixelFormat = pixelFormat
        self.size = size
        self.bytesPerRow =
            switch pixelFormat.luma {
            case .plane: max(bytesPerRow, size.width)
            // Two pixels share their colour bytes.
            case .everySecondByte: max(bytesPerRow, (size.width + 1) / 2 * 4)
            case .compressed: 0
            }
    }

    /// Bytes up to the brightness of the last pixel; what comes after may be missing in a frame. `nil` when only the
    /// decoder can tell.
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

/// Why a frame cannot be read.
public enum FrameFault: Error, Hashable, Sendable {
    /// It has fewer bytes than its format requires.
    case tooShort(byteCount: Int, needed: Int)
    /// The JPEG decoder's message.
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
