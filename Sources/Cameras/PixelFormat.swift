/// The pixel formats that can be read; the raw value is the FourCC.
///
/// https://docs.kernel.org/userspace-api/media/v4l/pixfmt.html
public enum PixelFormat: String, Hashable, Sendable, CaseIterable {
    /// Brightness only, 8 bits a pixel.
    case grey = "GREY"
    /// A plane of brightness, then one of Cb and Cr in pairs, for 2x2 pixels each.
    case nv12 = "NV12"
    /// As NV12, with Cr before Cb.
    case nv21 = "NV21"
    /// A plane of brightness, then a plane of Cb and one of Cr, for 2x2 pixels each.
    case yu12 = "YU12"
    /// As YU12, with Cr before Cb.
    case yv12 = "YV12"
    /// Two pixels in four bytes: Y, Cb, Y, Cr.
    case yuyv = "YUYV"
    /// Two pixels in four bytes: Y, Cr, Y, Cb.
    case yvyu = "YVYU"
    /// Two pixels in four bytes: Cb, Y, Cr, Y.
    case uyvy = "UYVY"
    /// One JPEG picture for each frame, perhaps without Huffman tables.
    case mjpeg = "MJPG"
    /// One JPEG picture for each frame.
    case jpeg = "JPEG"

    /// Where the brightness of a pixel is.
    enum Luma: Hashable {
        /// One byte per pixel from the first byte on; colours, if any, come after the last row.
        case plane
        /// Every second byte, starting with this one.
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

    /// Less is better: a plane is read in place, pairs need a copy, and compression costs most and blurs edges.
    var cost: Int {
        switch luma {
        case .plane: self == .grey ? 0 : 1
        case .everySecondByte: 2
        case .compressed: 3
        }
    }

    /// Its four letters, the first in the lowest byte (`v4l2_fourcc` in linux/videodev2.h).
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
