public import Tickets

/// A failure of the station as a whole, or of one of its parts that has no error type of its own.
public typealias StationError = Fault<StationFailure>

/// The failures of a station that callers distinguish.
public enum StationFailure: FaultCode {
    /// In this order: another process holds the state folder; the folder or a file in it cannot be used; the
    /// configuration is wrong; what was asked for does not exist; several tickets match; the station does not allow it;
    /// something that is needed is not there.
    case stateInUse, stateUnusable, configuration, notFound, ambiguous, refused, unavailable

    public var isNotFound: Bool { self == .notFound }
}
