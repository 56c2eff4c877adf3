// BarcodeReader: the grey frames of a camera in, the texts of their codes that are not QR codes out (zbar, zxing-cpp).

public import Tickets
internal import ZBar
internal import ZXing

/// Reads codes other than QR codes in the frames of one camera. Not `Sendable`: each thread that reads has its own.
///
/// Some of these codes have no check digit, and stripes of any kind may be read as one: a text counts once it has been
/// read in two of the last ``window`` frames.
public struct BarcodeReader: ~Copyable {
    /// How many frames a text that was read once waits to be read again: 0.3 s at 30 frames a second.
    static let window = 10

    /// Those that this machine cannot read, because they take zxing-cpp, which not every machine has. It is opened only if
    /// one of them takes it.
    public static func unreadable(among symbologies: Set<Symbology>) -> Set<Symbology> {
        let others = symbologies.intersection(ZXingReader.symbologies)
        return others.isEmpty ? [] : others.subtracting(ZXingReader.readable)
    }

    private var lines: LineReader?
    private let areas: ZXingReader?
    /// Of each text that was read, the number of its last frame.
    private var seen = [[UInt8]: Int]()
    private var number = 0

    /// - Parameter symbologies: what is read; QR codes are not this reader's, and what this machine cannot read is passed
    ///   over.
    /// - Throws: `ZBarError` if zbar does not start.
    public init(_ symbologies: Set<Symbology>) throws {
        let inLines = symbologies.subtracting(ZXingReader.symbologies).subtracting([.qr])
        self.init(lines: inLines.isEmpty ? nil : try LineReader(inLines), areas: ZXingReader(symbologies))
    }

    private init(lines: consuming LineReader?, areas: ZXingReader?) {
        self.lines = lines
        self.areas = areas
    }

    /// The codes in the next frame, each text once.
    /// - Parameters:
    ///   - pixels: the brightness of each pixel, 0 to 255, the top row first. They are read only during the call.
    ///   - width: pixels in a row, with padding.
    ///   - height: number of rows.
    /// - Precondition: there are at least `width * height` pixels.
    public mutating func read(_ pixels: Span<UInt8>, width: Int, height: Int) -> [Barcode] {
        precondition(pixels.count >= width * height, "a frame has width times height pixels")
        number += 1
        seen = seen.filter { number - $0.value < Self.window }
        let found =
            (lines?.read(pixels, width: width, height: height) ?? [])
            + (areas?.symbols(in: pixels, width: width, height: height).map(Barcode.init) ?? [])
        return found.filter { seen.updateValue(number, forKey: $0.bytes).map { $0 < number } ?? false }
    }
}

/// A code that was read.
public struct Barcode: Hashable, Sendable {
    /// Its text, with a check digit where the code always has one.
    public let bytes: [UInt8]
    /// The columns of the frame that it covers, about.
    public let columns: ClosedRange<Int>
    /// The rows of the frame that it covers, about.
    public let rows: ClosedRange<Int>
}

extension Barcode {
    init(_ symbol: ZXingSymbol) {
        self.init(bytes: symbol.bytes, columns: Self.range(symbol.columns), rows: Self.range(symbol.rows))
    }

    static func range(_ values: [Int]) -> ClosedRange<Int> { (values.min() ?? 0)...(values.max() ?? 0) }
}
