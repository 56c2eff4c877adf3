public import Tickets

/// What went wrong in a station as a whole.
public struct StationError: ExplainedError {
    public enum Code: Sendable {
        case stateInUse, stateUnusable, configuration, notFound, ambiguous, refused, unavailable
    }

    public let code: Code
    public let operation: String
    public let subject: String
    public let reason: String
    public let hint: String?
    public let errno: Int32?

    public init(
        _ code: Code, operation: String, subject: String, reason: String, hint: String? = nil, errno: Int32? = nil
    ) {
        self.code = code
        self.operation = operation
        self.subject = subject
        self.reason = reason
        self.hint = hint
        self.errno = errno
    }
}
