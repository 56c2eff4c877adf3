public import BarcodeReader
internal import Pictures
public import QRReader
public import Tickets

/// The result of reading one frame.
public struct FrameReading: Hashable, Sendable {
    /// The codes in the frame, each text once.
    public let symbols: [QRSymbol]
    /// Size of the picture, in whose pixels the corners of the codes are.
    public let size: FrameSize
    /// A code that could not be read is in this frame, or in one just before it.
    public let hasUnreadCode: Bool
    /// Parts of the frame are missing; the rest was read.
    public let isDamaged: Bool
}

/// Reads the codes in raw frames from a camera or a recording.
///
/// Not `Sendable`: each thread that reads has its own reader.
public struct FrameReader: ~Copyable {
    private var converter: LumaConverter
    private var reader: SymbolReader

    /// - Parameters:
    ///   - isMirrored: the frames are mirrored.
    ///   - symbologies: the kinds of codes that are read.
    /// - Throws: `ZBarError` or `PictureError` if their libraries do not start.
    public init(isMirrored: Bool = false, symbologies: Set<Symbology> = [.qr]) throws {
        let converter = try LumaConverter(isMirrored: isMirrored)
        let reader = try SymbolReader(symbologies)
        self.converter = converter
        self.reader = reader
    }

    /// Reads the codes in a frame.
    ///
    /// Of a damaged picture, the intact part is read: error correction prevents wrong texts.
    /// - Parameter bytes: only the bytes of the frame, not the whole buffer that contains it.
    public mutating func read(_ bytes: Span<UInt8>, format: FrameFormat) throws(FrameFault) -> FrameReading {
        try converter.lend(bytes, format, to: &reader, Self.reading)
    }

    /// Reads the codes in a frame, and returns a copy of the picture too.
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

    /// Padding at the end of a row is read as part of it. If memory ends before the padding of the last row, as in a
    /// grey frame, the last row is left out.
    private static func reading(
        _ luma: Span<UInt8>, _ picture: LumaConverter.Picture, _ reader: inout SymbolReader
    ) -> FrameReading {
        let height = min(picture.size.height, luma.count / picture.bytesPerRow)
        let symbols = height > 0 ? reader.read(luma, width: picture.bytesPerRow, height: height) : []
        return FrameReading(
            symbols: symbols, size: picture.size, hasUnreadCode: reader.seesUnreadCode, isDamaged: picture.isDamaged)
    }
}

/// The readers of all kinds of codes, one after the other.
private struct SymbolReader: ~Copyable {
    private var codes: QRReader
    private var barcodes: BarcodeReader?
    private let readsQR: Bool

    init(_ symbologies: Set<Symbology>) throws {
        self.init(
            try QRReader(), symbologies == [.qr] ? nil : try BarcodeReader(symbologies),
            readsQR: symbologies.contains(.qr))
    }

    private init(_ codes: consuming QRReader, _ barcodes: consuming BarcodeReader?, readsQR: Bool) {
        self.codes = codes
        self.barcodes = barcodes
        self.readsQR = readsQR
    }

    var seesUnreadCode: Bool { codes.seesUnreadCode }

    /// A ticket often carries its QR code and a barcode: while a QR code is read, the barcodes beside it are not looked
    /// at, for whatever they say, they are not presented too.
    mutating func read(_ pixels: Span<UInt8>, width: Int, height: Int) -> [QRSymbol] {
        let symbols = readsQR ? codes.read(pixels, width: width, height: height) : []
        guard symbols.isEmpty, let found = barcodes?.read(pixels, width: width, height: height) else { return symbols }
        return found.map(QRSymbol.init)
    }
}

extension QRSymbol {
    /// A code of another kind, with the corners of the box around it.
    public init(_ barcode: Barcode) {
        let (columns, rows) = (barcode.columns, barcode.rows)
        self.init(
            bytes: barcode.bytes,
            corners: [
                Point(x: columns.lowerBound, y: rows.lowerBound), Point(x: columns.lowerBound, y: rows.upperBound),
                Point(x: columns.upperBound, y: rows.upperBound), Point(x: columns.upperBound, y: rows.lowerBound),
            ])
    }
}
