internal import Tickets
internal import ZBar

/// Reads one-dimensional codes in frames. Not `Sendable`: each thread that reads has its own.
struct LineReader: ~Copyable {
    /// A code at a door is some hundred pixels high: every eighth line crosses it often enough.
    private static let step = 8

    private let rows: ZBarScanner
    private let columns: ZBarScanner
    private let frame: ZBarFrame
    private var looksAlongRows = false

    /// - Throws: `ZBarError` if zbar does not start.
    init(_ symbologies: Set<Symbology>) throws {
        self.init(
            rows: try ZBarScanner(.init(symbologies, rowStep: Self.step, columnStep: 0)),
            columns: try ZBarScanner(.init(symbologies, rowStep: 0, columnStep: Self.step)), try ZBarFrame())
    }

    private init(rows: consuming ZBarScanner, columns: consuming ZBarScanner, _ frame: consuming ZBarFrame) {
        self.rows = rows
        self.columns = columns
        self.frame = frame
    }

    /// GS1 General Specifications, 7.9: digits count three times and once in turn, and the sum ends with 0.
    private static func hasCheckDigit(_ digits: [UInt8]) -> Bool {
        let sum = digits.reversed().enumerated().reduce(0) { sum, digit in
            sum + (Int(digit.element) - Int(UInt8(ascii: "0"))) * (digit.offset.isMultiple(of: 2) ? 1 : 3)
        }
        return sum.isMultiple(of: 10)
    }

    /// The codes in the next frame. Every second frame is searched along its rows, the others along their columns.
    mutating func read(_ pixels: Span<UInt8>, width: Int, height: Int) -> [Barcode] {
        looksAlongRows.toggle()
        var symbols = [ZBarSymbol]()
        frame.lend(pixels, width: width, height: height) { frame in
            symbols = looksAlongRows ? rows.symbols(in: frame) : columns.symbols(in: frame)
        }
        return symbols.filter { $0.symbology != .itf14 || Self.hasCheckDigit($0.bytes) }.map(Barcode.init)
    }
}

extension Barcode {
    /// Where a code lies across the lines that read it is not known: half as high as long is taken.
    fileprivate init(_ symbol: ZBarSymbol) {
        let (columns, rows) = (Self.range(symbol.points.map(\.x)), Self.range(symbol.points.map(\.y)))
        let half = max(columns.upperBound - columns.lowerBound, rows.upperBound - rows.lowerBound) / 4
        let middle = (x: (columns.lowerBound + columns.upperBound) / 2, y: (rows.lowerBound + rows.upperBound) / 2)
        self.init(
            bytes: symbol.bytes,
            columns: Self.range([columns.lowerBound, columns.upperBound, middle.x - half, middle.x + half]),
            rows: Self.range([rows.lowerBound, rows.upperBound, middle.y - half, middle.y + half]))
    }
}
