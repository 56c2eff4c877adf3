public import Tickets

/// What went wrong in a station as a whole.
public typealias StationError = Fault<StationFailure>

/// Why: what programs tell one ``StationError`` from another by.
public enum StationFailure: FaultCode {
    case stateInUse, stateUnusable, configuration, notFound, ambiguous, refused, unavailable

    public var isNotFound: Bool { self == .notFound }
}
