public import Tickets

/// Why a server could not listen, or a request could not be read.
public typealias WebError = Fault<WebFailure>

/// The failures of a server that callers handle differently.
public enum WebFailure: String, FaultCode {
    /// The server cannot listen at its address.
    case listen
    /// The request cannot be understood, or broke off.
    case unreadable
    /// The body is larger than the server takes.
    case tooLarge
}
