public import Tickets

/// Why a server could not be asked, or made no sense. None of it changes what is in force.
public struct BackendTrouble: ExplainedError, Hashable {
    public enum Code: String, Sendable, CaseIterable {
        /// The configuration of the backend, or its credential, cannot be used.
        case misconfigured
        /// No network, no such host, nobody there, no answer in time.
        case unreachable
        /// The other side cannot prove who it is.
        case untrusted
        /// It answers that it cannot at the moment (5xx, 408, 423, 425).
        case failing
        /// It wants fewer questions (429).
        case busy
        /// It does not take the credential (401, 403).
        case unauthorised
        /// It says that access was taken away for good.
        case revoked
        /// What was asked for is not there (404).
        case notFound
        /// It is a server that cannot do this at all: asking again would not help.
        case unsupported
        /// The answer is none of a ticketing server: a captive portal, cut off, of wrong types.
        case unexpected
        /// The answer is larger, or goes on longer, than any honest one.
        case tooLarge
    }

    public let code: Code
    public let operation: String
    public let subject: String
    public let reason: String
    public let hint: String?
    public let errno: Int32?
    /// How long the server wants to be left alone.
    public let retryAfter: Duration?

    public init(
        _ code: Code, _ operation: String, _ subject: String, _ reason: String, hint: String? = nil,
        errno: Int32? = nil, retryAfter: Duration? = nil
    ) {
        self.code = code
        self.operation = operation
        self.subject = subject
        self.reason = reason
        self.hint = hint
        self.errno = errno
        self.retryAfter = retryAfter
    }
}
