// BarcodeReader: the grey frames of a camera in, the texts of their one-dimensional codes out (zbar).

public import Tickets
internal import ZBar

/// Reads one-dimensional codes in the frames of one camera. Not `Sendable`: each thread that reads has its own.
///
/// Some of these codes have no check digit, and stripes of any kind may be read as one: a text counts once it has been
/// read in two of the last ``window`` frames.
public struct BarcodeReader: ~Copyable {
    /// How many frames a text that was read once waits to be read again: 0.3 s at 30 frames a second.
    static let window = 10
    /// A code at a door is some hundred pixels high: every eighth line crosses it often enough.
    private static let step = 8

    private let rows: ZBarScanner
    private let columns: ZBarScanner
    private let frame: ZBarFrame
    /// Of each text that was read, the number of its last frame.
    private var seen = [[UInt8]: Int]()
    private var number = 0

    /// - Parameter symbologies: what is read; QR codes are not this reader's.
    /// - Throws: `ZBarError` if zbar does not start.
    public init(_ symbologies: Set<Symbology>) throws {
        let wanted = symbologies.subtracting([.qr])
        self.init(
            rows: try ZBarScanner(.init(wanted, rowStep: Self.step, columnStep: 0)),
            columns: try ZBarScanner(.init(wanted, rowStep: 0, columnStep: Self.step)), try ZBarFrame())
    }

    private init(rows: consuming ZBarScanner, columns: consuming ZBarScanner, _ frame: consuming ZBarFrame) {
        self.rows = rows
        self.columns = columns
        self.frame = frame
    }

    /// GS1 General Specifications, 7.9: digits count three times and once in turn, and the sum ends with 0.
    static func hasCheckDigit(_ digits: [UInt8]) -> Bool {
        let sum = digits.reversed().enumerated().reduce(0) { sum, digit in
            sum + (Int(digit.element) - Int(UInt8(ascii: "0"))) * (digit.offset.isMultiple(of: 2) ? 1 : 3)
        }
        return sum.isMultiple(of: 10)
    }

    /// The codes in the next frame, each text once. Every second frame is searched along its rows, the others along
    /// their columns.
    /// - Parameters:
    ///   - pixels: the brightness of each pixel, 0 to 255, the top row first. They are read only during the call.
    ///   - width: pixels in a row, with padding.
    ///   - height: number of rows.
    /// - Precondition: there are at least `width * height` pixels.
    public mutating func read(_ pixels: Span<UInt8>, width: Int, height: Int) -> [Barcode] {
        precondition(pixels.count >= width * height, "a frame has width times height pixels")
        number += 1
        seen = seen.filter { number - $0.value < Self.window }
        var symbols = [ZBarSymbol]()
        let isAlongRows = !number.isMultiple(of: 2)
        frame.lend(pixels, width: width, height: height) { frame in
            symbols = isAlongRows ? rows.symbols(in: frame) : columns.symbols(in: frame)
        }
        return symbols.compactMap { symbol in
            guard symbol.symbology != .itf14 || Self.hasCheckDigit(symbol.bytes) else { return nil }
            let isKnown = seen.updateValue(number, forKey: symbol.bytes).map { $0 < number } ?? false
            return isKnown ? Barcode(symbol) : nil
        }
    }
}

/// A one-dimensional code that was read.
public struct Barcode: Hashable, Sendable {
    /// Its text, with a check digit where the code always has one.
    public let bytes: [UInt8]
    /// The columns of the frame that it covers, about.
    public let columns: ClosedRange<Int>
    /// The rows of the frame that it covers, about.
    public let rows: ClosedRange<Int>

    /// Where a code lies across the lines that read it is not known: half as high as long is taken.
    init(_ symbol: ZBarSymbol) {
        bytes = symbol.bytes
        let (xs, ys) = (symbol.points.map(\.x), symbol.points.map(\.y))
        let (left, right, top, bottom) = (xs.min() ?? 0, xs.max() ?? 0, ys.min() ?? 0, ys.max() ?? 0)
        let half = max(right - left, bottom - top) / 4
        let (middleX, middleY) = ((left + right) / 2, (top + bottom) / 2)
        columns = min(left, middleX - half)...max(right, middleX + half)
        rows = min(top, middleY - half)...max(bottom, middleY + half)
    }
}
