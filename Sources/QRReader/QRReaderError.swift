public import Tickets

/// Why the reader cannot start.
public struct QRReaderError: ExplainedError, Equatable {
    public let reason: String

    public var operation: String { "start" }
    public var subject: String { "the QR code reader" }
    public var hint: String? { "It needs libzbar0 0.23.92 or later." }
}
