internal import Foundation

/// An error that a person at a door or a desk can act on: what failed, on what, why, and what to do.
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
    /// The system's own number for the failure, when it was the system's.
    var errno: Int32? { get }
    /// There is no such thing as was asked for.
    var isNotFound: Bool { get }
}

extension ExplainedError {
    public var hint: String? { nil }
    public var errno: Int32? { nil }
    public var isNotFound: Bool { false }

    /// `cannot install gala.usher: seq 7 is not above 9`
    public var headline: String { "cannot \(operation) \(subject): \(reason)" }

    /// `cannot install gala.usher: seq 7 is not above 9. Publish the list again.`
    public var description: String {
        guard let hint else { return headline }
        // Words of others end as they like.
        return headline.hasSuffix(".") ? "\(headline) \(hint)" : "\(headline). \(hint)"
    }
}

/// An ``ExplainedError`` of one module, which has a code for each failure that somebody tells from the others.
public struct Fault<Code: FaultCode>: ExplainedError, Hashable {
    public let code: Code
    public let operation: String
    public let subject: String
    public let reason: String
    public let hint: String?
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

    public var isNotFound: Bool { code.isNotFound }
}

/// What programs tell failures of a module apart by.
public protocol FaultCode: Hashable, Sendable {
    var isNotFound: Bool { get }
}

extension FaultCode {
    public var isNotFound: Bool { false }
}

extension Fault where Code == Uncoded {
    public init(_ operation: String, _ subject: String, _ reason: String, hint: String? = nil, errno: Int32? = nil) {
        self.init(.other, operation, subject, reason, hint: hint, errno: errno)
    }

    /// - Parameter errno: why the system refused.
    public init(_ operation: String, _ subject: String, errno number: Int32) {
        self.init(.other, operation, subject, unsafe String(cString: strerror(number)), errno: number)
    }
}

/// Of a module whose failures nobody tells apart.
public enum Uncoded: FaultCode {
    case other
}
