// ZXing: the call of zxing-cpp that reads codes which zbar does not know.
// See docs/decisions/131-zxing-cpp-at-run-time.md.

internal import CZXing
public import Tickets

/// Reads codes of other kinds than zbar's in grey pictures.
public struct ZXingReader: Sendable {
    /// What zxing-cpp reads for Usher, where it is installed.
    public static let symbologies = Set(Symbology.allCases.filter { $0.kind != 0 })

    /// What this machine reads by zxing-cpp; empty where it is not installed.
    public static var readable: Set<Symbology> { usher_zxing_is_there() ? symbologies : [] }

    private let kinds: Int32

    /// - Parameter symbologies: what is read; those that are not among ``readable`` are passed over.
    /// - Returns: `nil` when nothing is to be read.
    public init?(_ symbologies: Set<Symbology>) {
        kinds = symbologies.reduce(0) { $0 | $1.kind }
        guard kinds != 0, usher_zxing_is_there() else { return nil }
    }

    /// The codes in a picture.
    /// - Parameters:
    ///   - pixels: the brightness of each pixel, 0 to 255, the top row first. They are read only during the call.
    ///   - width: pixels in a row.
    ///   - height: number of rows.
    /// - Precondition: there are at least `width * height` pixels.
    public func symbols(in pixels: Span<UInt8>, width: Int, height: Int) -> [ZXingSymbol] {
        precondition(pixels.count >= width * height, "a picture has width times height pixels")
        var symbols = [ZXingSymbol]()
        unsafe withUnsafeMutablePointer(to: &symbols) { symbols in
            unsafe pixels.withUnsafeBufferPointer { pixels in
                unsafe usher_zxing_read(
                    pixels.baseAddress, Int32(width), Int32(height), kinds,
                    { context, code in
                        guard let code = unsafe code?.pointee else { return }
                        unsafe context?.assumingMemoryBound(to: [ZXingSymbol].self).pointee.append(ZXingSymbol(code))
                    }, symbols)
            }
        }
        return symbols
    }
}

/// What zxing-cpp read.
public struct ZXingSymbol: Hashable, Sendable {
    /// Its text, in no character set that zxing-cpp would name.
    public let bytes: [UInt8]
    /// The columns of its corners. May be a little outside the picture.
    public let columns: [Int]
    /// The rows of its corners, in the same order.
    public let rows: [Int]

    /// Copies from what is valid only while it is handed over.
    fileprivate init(_ code: usher_zxing_code) {
        bytes = unsafe [UInt8](UnsafeBufferPointer(start: code.bytes, count: code.count))
        columns = unsafe [code.xs.0, code.xs.1, code.xs.2, code.xs.3].map(Int.init)
        rows = unsafe [code.ys.0, code.ys.1, code.ys.2, code.ys.3].map(Int.init)
    }
}

extension Symbology {
    /// What zxing-cpp calls it; 0 for those that zbar reads.
    fileprivate var kind: Int32 {
        switch self {
        case .aztec: Int32(USHER_ZXING_AZTEC)
        case .dataMatrix: Int32(USHER_ZXING_DATA_MATRIX)
        case .pdf417: Int32(USHER_ZXING_PDF417)
        case .qr, .code128, .code39, .ean, .itf14, .codabar: 0
        }
    }
}
