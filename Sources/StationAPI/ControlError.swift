public import Tickets
internal import Web

/// Why the API did not do what it was asked: the `error` object of an answer.
///
/// A command that receives it over the socket throws it again, and so says the same as without a daemon.
public struct ControlError: ExplainedError, Codable, Hashable {
    public enum Code: String, Codable, Sendable, CaseIterable {
        /// The request cannot be understood.
        case unreadable
        case notFound = "not_found"
        case methodNotAllowed = "method_not_allowed"
        case tooLarge = "too_large"
        /// The station understood and refuses, and says why.
        case refused
        /// Only on the screen: a person has to say who they are first.
        case noSession = "no_session"
        /// A fault of the program: its text stays in the log.
        case `internal`
        /// The server cannot take its place on the unix socket. Never in an answer.
        case socket
    }

    public let code: Code
    public let operation: String
    public let subject: String
    public let reason: String
    public let hint: String?
    public private(set) var errno: Int32?

    // The system's number stays here: it means nothing to a reader elsewhere, and the reason has its words.
    private enum CodingKeys: CodingKey {
        case code, operation, subject, reason, hint
    }

    package init(
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

    /// What an answer may say about any error.
    package init(explaining error: any Error) {
        switch error {
        case let error as ControlError:
            self = error
        case let error as WebError:
            self.init(
                error.code == .tooLarge ? .tooLarge : .unreadable, error.operation, error.subject.withoutControls,
                error.reason.withoutControls, hint: error.hint, errno: error.errno)
        case let error as any ExplainedError:
            self.init(
                error.isNotFound ? .notFound : .refused, error.operation.withoutControls, error.subject.withoutControls,
                error.reason.withoutControls,
                hint: error.hint?.withoutControls, errno: error.errno)
        default:
            self.init(
                .internal, "answer", "the request", "the station met a fault it did not expect",
                hint: "The station's log says more.")
        }
    }

    /// The status code of RFC 9110 that goes with it.
    package var status: Int {
        switch code {
        case .unreadable: 400
        case .notFound: 404
        case .methodNotAllowed: 405
        case .tooLarge: 413
        case .refused: 422
        case .noSession: 401
        case .internal, .socket: 500
        }
    }
}
