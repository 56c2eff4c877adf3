// QRWriter: a text in, its QR code as PNG, SVG, PDF sheet or terminal blocks out (qrencode).

internal import CQREncode
internal import Glibc

/// How much of a damaged code can be corrected (ISO/IEC 18004:2015, 7.5.1). The raw value is the level's letter.
public enum QRErrorCorrection: String, CaseIterable, Sendable {
    /// About 7 % of the codewords.
    case low = "L"
    /// About 15 %.
    case medium = "M"
    /// About 25 %.
    case quartile = "Q"
    /// About 30 %.
    case high = "H"

    /// Bytes that fit into the largest version, 40 (ISO/IEC 18004:2015, table 7).
    public var maximumBytes: Int {
        switch self {
        case .low: 2953
        case .medium: 2331
        case .quartile: 1663
        case .high: 1273
        }
    }
}

/// The modules of one QR code, without its quiet zone.
public struct QRMatrix: Hashable, Sendable {
    /// Free modules needed on each side (ISO/IEC 18004:2015, 6.3.8).
    public static let quietZone = 4
    /// Version 1 has 21 modules on a side, version 40 has 177 (ISO/IEC 18004:2015, 6.3.2).
    public static let versions = 1...40

    /// 1 to 40.
    public let version: Int
    /// Modules on each side: 17 + 4 times the version (ISO/IEC 18004:2015, 6.3.2).
    public let size: Int
    private let modules: [Bool]

    /// The smallest code from `minimumVersion` on that holds the text in byte mode, without changes: UTF-8, case kept.
    /// - Throws: ``QRWriterError``
    public init(
        encoding text: String, errorCorrection: QRErrorCorrection = .medium, minimumVersion: Int = 1
    ) throws(QRWriterError) {
        try self.init(encoding: Array(text.utf8), errorCorrection: errorCorrection, minimumVersion: minimumVersion)
    }

    /// The same for bytes that need not be text. No ECI header says what they are.
    public init(
        encoding bytes: [UInt8], errorCorrection: QRErrorCorrection = .medium, minimumVersion: Int = 1
    ) throws(QRWriterError) {
        precondition(Self.versions.contains(minimumVersion), "QR codes have versions 1 to 40")
        guard !bytes.isEmpty else { throw QRWriterError(.empty) }
        guard bytes.count <= errorCorrection.maximumBytes else {
            throw QRWriterError(.tooLong(bytes: bytes.count, errorCorrection))
        }
        guard
            let code = unsafe QRcode_encodeData(
                Int32(bytes.count), bytes, Int32(minimumVersion), errorCorrection.level)
        else { throw QRWriterError(.system(errno)) }
        defer { unsafe QRcode_free(code) }
        version = Int(unsafe code.pointee.version)
        size = Int(unsafe code.pointee.width)
        // Bit 0 is the colour of the module; the others say what it is for (qrencode.h).
        modules = unsafe UnsafeBufferPointer(start: code.pointee.data, count: size * size).map { $0 & 1 == 1 }
    }

    /// Whether the module is dark. Modules outside the code, as in the quiet zone, are light.
    public func isDark(row: Int, column: Int) -> Bool {
        let sides = 0..<size
        return sides.contains(row) && sides.contains(column) && modules[row * size + column]
    }

    /// Dark modules next to each other in a row.
    struct Run {
        let row: Int
        let firstColumn: Int
        let count: Int
    }

    var darkRuns: [Run] {
        (0..<size).flatMap { row in
            var runs = [Run]()
            var column = 0
            while column < size {
                let first = column
                while isDark(row: row, column: column) { column += 1 }
                if column > first { runs.append(Run(row: row, firstColumn: first, count: column - first)) }
                column += 1
            }
            return runs
        }
    }
}

extension QRErrorCorrection {
    fileprivate var level: QRecLevel {
        switch self {
        case .low: QR_ECLEVEL_L
        case .medium: QR_ECLEVEL_M
        case .quartile: QR_ECLEVEL_Q
        case .high: QR_ECLEVEL_H
        }
    }
}
