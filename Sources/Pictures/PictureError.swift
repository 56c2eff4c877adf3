public import Tickets

/// Why a picture could not be read, drawn or written.
public struct PictureError: ExplainedError, Equatable {
    public enum Code: Sendable {
        /// The system would not give or take the file; see `errno`.
        case file
        /// Above the limits for bytes, pixels or sides.
        case tooLarge
        case unknownFormat
        /// Truncated, corrupt, or not what its header says.
        case damaged
        /// The drawing library failed.
        case drawing
    }

    public let code: Code
    public let operation: String
    public let subject: String
    public let reason: String
    public let hint: String?
    public let errno: Int32?
}

/// The part of an error that a decoder knows: it has bytes, and no name for them.
struct PictureFault: Error {
    let code: PictureError.Code
    let reason: String
    let hint: String?
    let errno: Int32?

    init(_ code: PictureError.Code, _ reason: String, hint: String? = nil, errno: Int32? = nil) {
        self.code = code
        self.reason = reason
        self.hint = hint
        self.errno = errno
    }
}

extension PictureError {
    init(_ fault: PictureFault, operation: String, subject: String) {
        self.init(
            code: fault.code, operation: operation, subject: subject, reason: fault.reason, hint: fault.hint,
            errno: fault.errno)
    }
}
