public import Tickets

/// Why a server could not be asked, or gave no usable answer. Lists and decisions stay as they are.
public struct BackendError: ExplainedError, Hashable {
    /// The kinds of trouble, for programs.
    public enum Code: String, Sendable, CaseIterable {
        /// The configuration of the backend, or its credential, cannot be used.
        case misconfigured
        /// No network, unknown host, connection refused, or no answer in time.
        case unreachable
        /// The server's certificate is not valid.
        case untrusted
        /// The server answers that it cannot at the moment (status 5xx, 408, 423, 425).
        case failing
        /// The server limits the number of requests (429).
        case busy
        /// The server does not accept the credential (401, 403).
        case unauthorised
        /// The server says that this station's access was removed for good.
        case revoked
        /// The requested object does not exist (404).
        case notFound
        /// This kind of server cannot do this at all: asking again would not help.
        case unsupported
        /// The answer is not that of a ticketing server: a captive portal, cut off, or with wrong types.
        case unexpected
        /// The answer is larger, or has more pages, than any real one.
        case tooLarge
    }

    /// Whether it may be about the one check-in that was sent, and not about the server: it was answered, and not with a word
    /// for how the server is.
    var mayConcernOneCheckIn: Bool {
        switch code {
        case .unauthorised, .notFound, .unexpected, .tooLarge: true
        case .failing: retryAfter == nil
        case .misconfigured, .unreachable, .untrusted, .busy, .revoked, .unsupported: false
        }
    }

    /// For programs.
    public let code: Code
    /// What was attempted: completes "cannot ...".
    public let operation: String
    /// With what, for example the backend's name or the address without its path.
    public let subject: String
    /// Why it failed, for a person; without secrets and ticket codes.
    public let reason: String
    /// What to do about it, as a sentence.
    public let hint: String?
    /// Of a failed system call, if that was the cause.
    public let errno: Int32?
    /// How long the server asks to be left alone; at most 300 s. `nil` when it does not say.
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
