public import Tickets

/// Why a request failed. An answer with any status is no error.
public typealias HTTPError = Fault<HTTPFailure>

/// The kinds of ``HTTPError``, for programs.
public enum HTTPFailure: FaultCode {
    /// The request cannot be sent as it is: its address, a header, or a file that cannot be read.
    case invalidRequest
    /// Nothing answers at this address, or its name is unknown.
    case unreachable
    /// One of the request's ``HTTPRequest/Timeouts`` has passed.
    case timedOut
    /// The server's certificate or key is not accepted.
    case untrusted
    /// The answer is larger than the caller's limit.
    case tooLarge
    /// The connection ended, or something other than HTTP came, before the answer was complete.
    case brokenOff
}
