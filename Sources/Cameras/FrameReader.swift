internal import Pictures
public import QRReader

/// What one frame showed.
public struct FrameReading: Hashable, Sendable {
    public let symbols: [QRSymbol]
    /// In which the corners of the symbols are.
    public let size: FrameSize
    /// There is a code, in this frame or the ones just before it, that could not be read.
    public let hasUnreadCode: Bool
    /// Parts of the frame are lost; what could be seen was read.
    public let isDamaged: Bool
}

/// Reads the QR codes in raw frames, a camera's or recorded ones.
///
/// Not `Sendable`: each thread that reads has a reader of its own.
public struct FrameReader: ~Copyable {
    private var converter: LumaConverter
    private var reader: QRReader

    /// - Parameter isMirrored: the frames are a mirror's.
    /// - Throws: `QRReaderError` or `PictureError` if their libraries do not start.
    public init(isMirrored: Bool = false) throws {
        let converter = try LumaConverter(isMirrored: isMirrored)
        let reader = try QRReader()
        self.converter = converter
        self.reader = reader
    }

    /// The codes in a frame, each text once.
    ///
    /// A damaged picture is read as far as it goes: error correction sees to it that no wrong text comes out.
    /// - Parameter bytes: as many as the frame has, not the whole of the buffer it is in.
    public mutating func read(_ bytes: Span<UInt8>, format: FrameFormat) throws(FrameFault) -> FrameReading {
        try converter.lend(bytes, format, to: &reader, Self.reading)
    }

    /// The same, and a copy of the picture.
    mutating func readPicture(
        _ bytes: Span<UInt8>, format: FrameFormat
    ) throws(FrameFault) -> (reading: FrameReading, picture: GreyImage) {
        try converter.lend(bytes, format, to: &reader) { luma, picture, reader in
            var copy = [UInt8]()
            copy.reserveCapacity(picture.size.pixelCount)
            for row in 0..<picture.size.height {
                let start = row * picture.bytesPerRow
                for position in start..<start + picture.size.width { copy.append(luma[position]) }
            }
            let image = GreyImage(width: picture.size.width, height: picture.size.height, luma: copy)
            return (Self.reading(luma, picture, &reader), image)
        }
    }

    /// Padding at the end of a row is read as part of it. When the last row's is missing in memory, as at the end of a
    /// grey frame, the last row is left out.
    private static func reading(
        _ luma: Span<UInt8>, _ picture: LumaConverter.Picture, _ reader: inout QRReader
    ) -> FrameReading {
        let height = min(picture.size.height, luma.count / picture.bytesPerRow)
        let symbols = height > 0 ? reader.read(luma, width: picture.bytesPerRow, height: height) : []
        return FrameReading(
            symbols: symbols, size: picture.size, hasUnreadCode: reader.seesUnreadCode, isDamaged: picture.isDamaged)
    }
}
