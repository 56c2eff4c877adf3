/// The pixel formats that are read, with their FourCC.
///
/// https://docs.kernel.org/userspace-api/media/v4l/pixfmt.html
public enum PixelFormat: String, Hashable, Sendable, CaseIterable {
    case grey = "GREY"
    case nv12 = "NV12"
    case nv21 = "NV21"
    case yu12 = "YU12"
    case yv12 = "YV12"
    case yuyv = "YUYV"
    case yvyu = "YVYU"
    case uyvy = "UYVY"
    case mjpeg = "MJPG"
    case jpeg = "JPEG"

    /// Where the brightness of a pixel is.
    enum Luma: Hashable {
        /// One byte a pixel from the first byte on; colours, if any, come after the last row.
        case plane
        /// Every second byte, beginning with this one.
        case everySecondByte(from: Int)
        case compressed
    }

    var luma: Luma {
        switch self {
        case .grey, .nv12, .nv21, .yu12, .yv12: .plane
        case .yuyv, .yvyu: .everySecondByte(from: 0)
        case .uyvy: .everySecondByte(from: 1)
        case .mjpeg, .jpeg: .compressed
        }
    }

    /// Less is better: a plane is read where it lies, pairs cost a pass, and compression costs most and loses edges.
    var cost: Int {
        switch luma {
        case .plane: self == .grey ? 0 : 1
        case .everySecondByte: 2
        case .compressed: 3
        }
    }

    /// Its four letters, the first one in the lowest byte (`v4l2_fourcc` of linux/videodev2.h).
    var code: UInt32 { rawValue.utf8.reversed().reduce(0) { $0 << 8 | UInt32($1) } }

    init?(code: UInt32) {
        guard let format = Self.allCases.first(where: { $0.code == code }) else { return nil }
        self = format
    }
}

extension PixelFormat: CustomStringConvertible {
    /// `MJPEG`, `YUYV`
    public var description: String { self == .mjpeg ? "MJPEG" : rawValue }
}
