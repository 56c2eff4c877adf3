internal import Foundation

/// An error that staff or a technician can act on: what failed, on what, why, and what to do.
///
/// None of its texts holds a ticket code or a person's name.
public protocol ExplainedError: Error, CustomStringConvertible {
    /// What was being done: `install`, `read`, `open`.
    var operation: String { get }
    /// On what: a file, an event id, a configuration key.
    var subject: String { get }
    /// Why it failed, as a clause without a full stop.
    var reason: String { get }
    /// What to do about it, as a sentence, when there is something to do.
    var hint: String? { get }
    /// The number of errno(3) when a system call failed.
    var errno: Int32? { get }
    /// What was asked for does not exist: the HTTP API answers 404.
    var isNotFound: Bool { get }
}

extension ExplainedError {
    /// By default there is nothing to do.
    public var hint: String? { nil }
    /// By default no system call failed.
    public var errno: Int32? { nil }
    /// By default `false`.
    public var isNotFound: Bool { false }

    /// `cannot install gala.usher: seq 7 is not above 9`
    public var headline: String { "cannot \(operation) \(subject): \(reason)" }

    /// `cannot install gala.usher: seq 7 is not above 9. Publish the list again.`
    public var description: String {
        guard let hint else { return headline }
        // A library's text may already end with a full stop.
        return headline.hasSuffix(".") ? "\(headline) \(hint)" : "\(headline). \(hint)"
    }
}

/// An ``ExplainedError`` of one module, with a code for each failure that some caller handles differently.
public struct Fault<Code: FaultCode>: ExplainedError, Hashable {
    /// What callers decide by.
    public let code: Code
    /// Completes "cannot ...": `install`.
    public let operation: String
    /// A file, an event id, a configuration key: `gala.usher`.
    public let subject: String
    /// A clause without a full stop: `seq 7 is not above 9`.
    public let reason: String
    /// A sentence with its full stop: `Publish the list again.`
    public let hint: String?
    /// See errno(3); `nil` when no system call failed.
    public let errno: Int32?

    public init(
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

    /// The code decides.
    public var isNotFound: Bool { code.isNotFound }
}

/// The failures of a module that some caller handles differently.
public protocol FaultCode: Hashable, Sendable {
    /// See ``ExplainedError/isNotFound``.
    var isNotFound: Bool { get }
}

extension FaultCode {
    /// By default `false`.
    public var isNotFound: Bool { false }
}

extension Fault where Code == Uncoded {
    /// A failure that callers need not distinguish from others.
    public init(_ operation: String, _ subject: String, _ reason: String, hint: String? = nil, errno: Int32? = nil) {
        self.init(.other, operation, subject, reason, hint: hint, errno: errno)
    }

    /// A system call that failed; the reason is the text of strerror(3).
    /// - Parameter errno: the number that errno(3) had after it.
    public init(_ operation: String, _ subject: String, errno number: Int32) {
        self.init(.other, operation, subject, unsafe String(cString: strerror(number)), errno: number)
    }
}

/// The code of modules whose failures all callers handle alike.
public enum Uncoded: FaultCode {
    case other
}
