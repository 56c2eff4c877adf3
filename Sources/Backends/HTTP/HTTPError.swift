public import Tickets

/// Why another program could not be asked. An answer with an unwelcome status is no error.
public struct HTTPError: ExplainedError, Hashable {
    public enum Code: Sendable {
        /// The request cannot be sent as it is written.
        case invalidRequest
        /// Nobody answers there.
        case unreachable
        case timedOut
        /// The other side's certificate does not hold.
        case untrusted
        /// The answer is larger than the caller takes.
        case tooLarge
        /// The connection ended, or spoke no HTTP, before the answer was whole.
        case brokenOff
    }

    public let code: Code
    public let operation: String
    /// Scheme and host, or path of the socket. Never the rest of the address, which may hold a secret.
    public let subject: String
    public let reason: String
    public let hint: String?
    public let errno: Int32?

    init(
        _ code: Code, _ operation: String, _ subject: String, _ reason: String, hint: String? = nil,
        errno: Int32? = nil
    ) {
        self.code = code
        self.operation = operation
        self.subject = subject
        self.reason = reason
        self.hint = hint
        self.errno = errno
    }
}
