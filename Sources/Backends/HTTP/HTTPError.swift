public import Tickets

/// Why another program could not be asked. An answer with an unwelcome status is no error.
public typealias HTTPError = Fault<HTTPFailure>

/// Why: what programs tell one ``HTTPError`` from another by.
public enum HTTPFailure: FaultCode {
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
