public import Tickets

/// Why a server could not listen, or a request could not be read.
public typealias WebError = Fault<WebFailure>

public enum WebFailure: String, FaultCode {
    /// The server has no place to listen at.
    case listen
    /// The request cannot be understood, or broke off.
    case unreadable
    /// The request carries more than is taken.
    case tooLarge
}
