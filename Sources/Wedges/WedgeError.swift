public import Tickets

/// Why a scanner's settings cannot be used.
public struct WedgeError: ExplainedError, Equatable {
    public let operation: String
    public let subject: String
    public let reason: String
    public let hint: String?
}
