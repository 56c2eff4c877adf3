public import Tickets
internal import Web

/// Why the API did not do what it was asked: the `error` object of an answer.
///
/// A command that receives it over the socket throws it again, so that it prints the same as without a daemon.
public struct ControlError: ExplainedError, Codable, Hashable {
    /// What kind of failure it is. Raw values are used in JSON.
    public enum Code: String, Codable, Sendable, CaseIterable {
        /// The request cannot be understood.
        case unreadable
        /// The address, or what it names, does not exist.
        case notFound = "not_found"
        /// The address exists, but does not know the method.
        case methodNotAllowed = "method_not_allowed"
        /// The body of the request is larger than this address takes.
        case tooLarge = "too_large"
        /// The station understood the request and refuses it; ``reason`` says why.
        case refused
        /// Only on the screen: a person has to enter their PIN first.
        case noSession = "no_session"
        /// A fault of the program. Answers and logs leave out its text, which may hold anything.
        case `internal`
        /// The server cannot listen on its unix socket. Never in an answer.
        case socket
    }

    /// What programs decide by.
    public let code: Code
    /// Completes "cannot ...": `install`.
    public let operation: String
    /// On what: a file, an event id, the address.
    public let subject: String
    /// Why it failed, as a clause without a full stop.
    public let reason: String
    /// What to do about it, as a sentence; `nil` when there is nothing to do.
    public let hint: String?
    /// The number of errno(3) when a system call failed. Not in JSON: `nil` in an error that came in an answer.
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

    /// What an answer may say about any error. One that does not explain itself becomes `internal`, without its text.
    package init(explaining error: any Error) {
        switch error {
        case let error as ControlError:
            self = error
        case let error as WebError:
            self.init(
                error.code == .tooLarge ? .tooLarge : .unreadable, error.operation, error.subject.withoutControls,
                error.reason.withoutControls, hint: error.hint, errno: error.errno)
        case let error as any ExplainedError:
            // The system's text for it is English, whoever reads it.
            let disk = error.errno.flatMap { DiskFault(errno: $0) }
            self.init(
                error.isNotFound ? .notFound : .refused, error.operation.withoutControls, error.subject.withoutControls,
                disk?.rawValue ?? error.reason.withoutControls,
                hint: error.hint?.withoutControls, errno: error.errno)
        default:
            self.init(
                .internal, "answer", "the request", "an unexpected error happened in the station",
                hint: "The station's log says more (journalctl -u usherd).")
        }
    }

    /// The status code that goes with it (RFC 9110, section 15).
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
