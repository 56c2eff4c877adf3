public import Tickets

/// Why a picture could not be read, drawn or written.
public typealias PictureError = Fault<PictureFailure>

/// What failed: callers distinguish one ``PictureError`` from another by this.
public enum PictureFailure: FaultCode {
    /// The system refused to read or write the file; see `errno`.
    case file
    /// Above the limits for bytes, pixels or sides.
    case tooLarge
    /// Not PNG, JPEG or PGM.
    case unknownFormat
    /// Truncated, corrupt, or not what its header says.
    case damaged
    /// The drawing library failed.
    case drawing
}

/// The part of an error that a decoder knows: it has only bytes, without a name.
struct PictureFault: Error {
    let code: PictureFailure
    let reason: String
    let hint: String?
    let errno: Int32?

    init(_ code: PictureFailure, _ reason: String, hint: String? = nil, errno: Int32? = nil) {
        self.code = code
        self.reason = reason
        self.hint = hint
        self.errno = errno
    }
}

extension PictureError {
    init(_ fault: PictureFault, operation: String, subject: String) {
        self.init(
            fault.code, operation, subject, fault.reason, hint: fault.hint,
            errno: fault.errno)
    }
}
