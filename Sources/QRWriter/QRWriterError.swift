internal import Glibc
public import Tickets

/// Why a QR code could not be made. Never holds the text.
public struct QRWriterError: ExplainedError, Equatable {
    public enum Code: Equatable, Sendable {
        case empty
        case tooLong(bytes: Int, QRErrorCorrection)
        /// A module of so many pixels is outside of ``QRMatrix/modulePixels``.
        case moduleSize(Int)
        case noCodes
        case system(Int32)
    }

    public let code: Code

    init(_ code: Code) { self.code = code }

    public var operation: String { "make" }

    public var subject: String {
        switch code {
        case .empty, .moduleSize, .system: "a QR code"
        case .tooLong(let bytes, _): "a QR code of \(bytes) bytes"
        case .noCodes: "a sheet of QR codes"
        }
    }

    public var reason: String {
        switch code {
        case .empty: "the text is empty"
        case .tooLong(_, let level): "at level \(level.rawValue) it holds at most \(level.maximumBytes)"
        case .moduleSize(let pixels): "a module cannot be \(pixels) pixels wide"
        case .noCodes: "there are no codes to put on it"
        case .system(let number): unsafe String(cString: strerror(number))
        }
    }

    public var hint: String? {
        switch code {
        case .tooLong(let bytes, _) where bytes <= QRErrorCorrection.low.maximumBytes:
            "A lower level of error correction holds more."
        case .moduleSize:
            "Give it \(QRMatrix.modulePixels.lowerBound) to \(QRMatrix.modulePixels.upperBound)."
        default: nil
        }
    }

    public var errno: Int32? {
        if case .system(let number) = code { number } else { nil }
    }
}
