/// Decodes the JPEG frames of a camera, brightness only, with one decompressor.
///
/// Frames without Huffman tables are decoded with the standard ones: MJPEG of AVI files and of some cameras has no
/// tables (libjpeg-turbo fills in ITU-T T.81, annex K.3).
public struct JPEGLumaDecoder: ~Copyable {
    /// The size of a decoded frame, and whether it is complete.
    public struct Frame: Hashable, Sendable {
        /// Pixels in a row.
        public let width: Int
        /// Number of rows.
        public let height: Int
        /// Parts of it are missing or wrong. Missing parts are grey.
        public let isDamaged: Bool
    }

    private var decompressor: JPEGDecompressor

    /// - Throws: `PictureError` when libturbojpeg does not start.
    public init() throws(PictureError) {
        do throws(PictureFault) {
            decompressor = try JPEGDecompressor()
        } catch {
            throw Self.error(error)
        }
    }

    /// Decodes into the beginning of `luma`, row after row without padding; `luma` grows if it is too short.
    /// - Parameter isAcceptable: whether a frame may have the width and height that its header claims. It is called
    ///   before memory is allocated.
    /// - Throws: `PictureError` when there is no picture at all.
    public mutating func decode(
        _ bytes: Span<UInt8>, into luma: inout [UInt8], isAcceptable: (_ width: Int, _ height: Int) -> Bool
    ) throws(PictureError) -> Frame {
        do throws(PictureFault) {
            guard Self.isSequential(bytes) else { throw PictureFault(.unknownFormat, "it is a progressive JPEG") }
            let size = try decompressor.size(of: bytes)
            guard isAcceptable(size.width, size.height) else {
                throw PictureFault(.damaged, "it claims \(size.width) x \(size.height) pixels")
            }
            if luma.count < size.pixelCount { luma = [UInt8](repeating: 0, count: size.pixelCount) }
            let warning = try decompressor.decode(bytes, size: size, into: &luma, stopsAtWarning: false)
            let isDamaged = warning.map { !$0.contains(Self.harmlessWarning) } ?? false
            if isDamaged { try forgetTables() }
            return Frame(width: size.width, height: size.height, isDamaged: isDamaged)
        } catch {
            try? forgetTables()
            throw Self.error(error)
        }
    }

    /// Whether the frame is coded in one pass, as those of cameras are: hundreds of progressive scans in a small frame
    /// would each cost a complete decode. Goes from marker to marker as libjpeg does, and skips what is between (ITU-T
    /// T.81, table B.1).
    private static func isSequential(_ bytes: Span<UInt8>) -> Bool {
        var place = 0
        while place + 3 < bytes.count {
            let marker = bytes[place + 1]
            switch (bytes[place], marker) {
            case (0xFF, 0xC2), (0xFF, 0xC6), (0xFF, 0xCA), (0xFF, 0xCE): return false
            // A frame of one pass, or its pixels already.
            case (0xFF, 0xC0), (0xFF, 0xC1), (0xFF, 0xDA): return true
            case (0xFF, 0x00), (0xFF, 0x01), (0xFF, 0xD0...0xD9): place += 2
            case (0xFF, 0x02...0xFE): place += 2 + max(2, Int(bytes[place + 2]) << 8 | Int(bytes[place + 3]))
            default: place += 1
            }
        }
        return true
    }

    /// "Corrupt JPEG data: %u extraneous bytes before marker 0x%02x" (libjpeg's jerror.h): many cameras write a few
    /// bytes too many, which are skipped.
    private static let harmlessWarning = "extraneous bytes before marker"

    /// A damaged frame may have set wrong tables, and all later frames without tables would be decoded with them.
    private mutating func forgetTables() throws(PictureFault) {
        decompressor = try JPEGDecompressor()
    }

    private static func error(_ fault: PictureFault) -> PictureError {
        PictureError(fault, operation: "decode", subject: "a JPEG frame")
    }
}
