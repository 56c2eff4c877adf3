public import Tickets

/// Why codes cannot be read.
public struct ZBarError: ExplainedError, Equatable {
    /// What zbar refused, without a full stop.
    public let reason: String

    /// Only starting can fail: reading finds codes or does not.
    public var operation: String { "start" }
    /// The same in every error.
    public var subject: String { "the reader of codes" }
    /// The version that the Debian package depends on.
    public var hint: String? { "It needs libzbar0 0.23.92 or later." }
}
