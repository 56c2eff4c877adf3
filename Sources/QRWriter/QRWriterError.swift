internal import Glibc
public import Tickets

/// Why a QR code could not be made. Never holds the text.
public struct QRWriterError: ExplainedError, Equatable {
    /// What failed.
    public enum Code: Equatable, Sendable {
        /// There is nothing to encode.
        case empty
        /// More bytes than the level holds: ``QRErrorCorrection/maximumBytes``.
        case tooLong(bytes: Int, QRErrorCorrection)
        /// So many pixels for a module are outside ``QRMatrix/modulePixels``.
        case moduleSize(Int)
        /// A sheet without entries.
        case noCodes
        /// libqrencode failed; the number is that of errno(3).
        case system(Int32)
    }

    /// Callers decide by it.
    public let code: Code

    init(_ code: Code) { self.code = code }

    /// The same in every error.
    public var operation: String { "make" }

    /// A code with its size, never its text.
    public var subject: String {
        switch code {
        case .empty, .moduleSize, .system: "a QR code"
        case .tooLong(let bytes, _): "a QR code of \(bytes) bytes"
        case .noCodes: "a sheet of QR codes"
        }
    }

    /// With the limit that was exceeded.
    public var reason: String {
        switch code {
        case .empty: "the text is empty"
        case .tooLong(_, let level): "at level \(level.rawValue) it holds at most \(level.maximumBytes)"
        case .moduleSize(let pixels): "a module cannot be \(pixels) pixels wide"
        case .noCodes: "there are no codes to put on it"
        case .system(let number): unsafe String(cString: strerror(number))
        }
    }

    /// Only where other options help.
    public var hint: String? {
        switch code {
        case .tooLong(let bytes, _) where bytes <= QRErrorCorrection.low.maximumBytes:
            "A lower level of error correction holds more."
        case .moduleSize:
            "Give it \(QRMatrix.modulePixels.lowerBound) to \(QRMatrix.modulePixels.upperBound)."
        default: nil
        }
    }

    /// Only of ``Code/system(_:)``.
    public var errno: Int32? {
        if case .system(let number) = code { number } else { nil }
    }
}
