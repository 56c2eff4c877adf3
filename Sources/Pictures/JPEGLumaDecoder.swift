/// Decodes one JPEG frame of a camera after the other, brightness only, with one decompressor.
///
/// Frames without Huffman tables are decoded with the usual ones: the MJPEG of AVI files leaves them out, and so do
/// some cameras (libjpeg-turbo fills in ITU-T T.81, annex K.3).
public struct JPEGLumaDecoder: ~Copyable {
    /// What became of a frame.
    public struct Frame: Hashable, Sendable {
        public let width: Int
        public let height: Int
        /// Parts of it are lost, or are not what the camera saw. What is missing is grey.
        public let isDamaged: Bool
    }

    private var decompressor: JPEGDecompressor

    public init() throws(PictureError) {
        do throws(PictureFault) {
            decompressor = try JPEGDecompressor()
        } catch {
            throw Self.error(error)
        }
    }

    /// Decodes into the beginning of `luma`, row after row without padding; `luma` grows when it must.
    /// - Parameter isAcceptable: whether a frame may have the width and height its header claims. Nothing is allocated
    ///   before.
    /// - Throws: `PictureError` when there is no picture at all.
    public mutating func decode(
        _ bytes: Span<UInt8>, into luma: inout [UInt8], isAcceptable: (_ width: Int, _ height: Int) -> Bool
    ) throws(PictureError) -> Frame {
        do throws(PictureFault) {
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

    /// "Corrupt JPEG data: %u extraneous bytes before marker 0x%02x" (libjpeg's jerror.h): many cameras write a few
    /// too many, which are skipped.
    private static let harmlessWarning = "extraneous bytes before marker"

    /// A damaged frame may have brought wrong tables, and frames that bring none would be decoded with them for ever.
    private mutating func forgetTables() throws(PictureFault) {
        decompressor = try JPEGDecompressor()
    }

    private static func error(_ fault: PictureFault) -> PictureError {
        PictureError(fault, operation: "decode", subject: "a JPEG frame")
    }
}
