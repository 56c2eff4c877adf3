public import Tickets

/// Why the relay cannot work.
public struct RelayError: ExplainedError, Hashable {
    public let operation: String
    public let subject: String
    public let reason: String
    public let hint: String?

    init(_ operation: String, _ subject: String, _ reason: String, hint: String? = nil) {
        self.operation = operation
        self.subject = subject
        self.reason = reason
        self.hint = hint
    }
}
