// QRReader: a grey frame in, the texts of the QR codes in it out (zbar).

internal import CZBar

/// Reads the QR codes in grey frames. Not `Sendable`: each thread that reads has a reader of its own.
///
/// Only QR codes are looked for: with every symbology on, zbar finds bar codes in carpets, and is slower. Codes that
/// are light on dark are read too, in frames that show none that is dark on light. An incomplete group of codes that
/// make up one text (structured append) is no text.
public struct QRReader: ~Copyable {
    private static let sides = 1...16384
    /// Above this many pixels ``readStill(_:width:height:)`` does not look a second time.
    private static let enlargedPixels = 1 << 18

    private let scanner: ZBarScanner
    private let frame: ZBarFrame

    /// - Throws: ``QRReaderError`` if zbar does not start.
    public init() throws(QRReaderError) {
        let scanner = try ZBarScanner()
        let frame = try ZBarFrame()
        self.scanner = scanner
        self.frame = frame
    }

    /// The codes in a frame, each text once.
    ///
    /// The pixels are read where they lie, and only during the call. zbar knows no padding between rows: of a frame
    /// that has some, give the distance between two rows as its width. What lies beside the picture hides no code.
    /// - Parameters:
    ///   - pixels: the brightness of each pixel, 0 to 255, the top row first.
    ///   - width: pixels in a row.
    ///   - height: number of rows.
    /// - Precondition: there are at least `width * height` pixels; both sides are in 1...16384.
    public mutating func read(_ pixels: Span<UInt8>, width: Int, height: Int) -> [QRSymbol] {
        precondition(
            Self.sides.contains(width) && Self.sides.contains(height) && pixels.count >= width * height,
            "a frame has width times height pixels")
        var symbols = [QRSymbol]()
        frame.lend(pixels, width: width, height: height) { frame in
            symbols = scanner.symbols(in: frame)
        }
        return symbols.withoutRepeats
    }

    /// The same for a picture that will not come again: it is worth a second look, in copies of its pixels.
    ///
    /// What shows some codes may show others of the opposite polarity. What shows none, and is small, is enlarged:
    /// zbar cannot see modules of one pixel.
    public mutating func readStill(_ pixels: Span<UInt8>, width: Int, height: Int) -> [QRSymbol] {
        let symbols = read(pixels, width: width, height: height)
        if !symbols.isEmpty {
            let inverted = Self.inverted(pixels)
            return (symbols + read(inverted.span, width: width, height: height)).withoutRepeats
        }
        guard width * height <= Self.enlargedPixels, max(width, height) * 2 <= Self.sides.upperBound else { return [] }
        let doubled = Self.doubled(pixels, width: width, height: height)
        return read(doubled.span, width: width * 2, height: height * 2).map { $0.halved }
    }

    private static func inverted(_ pixels: Span<UInt8>) -> [UInt8] {
        var inverted = [UInt8]()
        inverted.reserveCapacity(pixels.count)
        for position in pixels.indices { inverted.append(~pixels[position]) }
        return inverted
    }

    private static func doubled(_ pixels: Span<UInt8>, width: Int, height: Int) -> [UInt8] {
        var doubled = [UInt8]()
        doubled.reserveCapacity(4 * width * height)
        for row in 0..<2 * height {
            for position in row / 2 * width..<(row / 2 + 1) * width {
                doubled.append(pixels[position])
                doubled.append(pixels[position])
            }
        }
        return doubled
    }
}

extension [QRSymbol] {
    /// Each text once, where it was found first.
    fileprivate var withoutRepeats: [QRSymbol] {
        var seen = Set<[UInt8]>()
        return filter { seen.insert($0.bytes).inserted }
    }
}
