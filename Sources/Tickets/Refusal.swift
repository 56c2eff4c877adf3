/// Why somebody does not pass, with the facts that go with it.
public enum Refusal: Hashable, Sendable {
    // The station cannot decide.
    case noManifest
    /// The list is there and cannot be read.
    case manifestUnreadable
    /// The station may not decide on what readers present (``Permission/scan``).
    case stationNotAuthorised
    /// The gate that was asked for is not one of the event's, or none was named and there are several.
    case unknownGate(asked: String?)
    /// The station was enrolled for a time that is over.
    case sessionOver
    /// The station's clock is wrong, and the policy is to refuse then.
    case clockUntrusted
    /// The ledger of the venue does not answer, and tickets of this type wait for it.
    case held
    /// The journal cannot be written.
    case notRecorded
    /// The list is past its time, and the policy is to refuse then.
    case listExpired

    // The code.
    case invalid
    /// - Parameter event: the name, or else the id, of the event that the ticket is for.
    case wrongEvent(event: String)

    // The ticket, or its whole event.
    case voided, refunded, cancelled
    case blocked, revoked, unapproved

    // Now and here.
    /// The event is postponed, and nobody knows until when.
    case postponed
    case notStarted(opens: Timestamp)
    /// - Parameter closed: until when the line admitted by its own word, without the grace after the event's end.
    case ended(closed: Timestamp)
    /// - Parameter right: the name of a gate that admits the line's type, if there is one.
    case wrongGate(right: String?)
    case unpaid
    case full
    /// - Parameter first: the first entry, as far as it is known.
    case alreadyScanned(first: History.FirstEntry?)

    /// What the journal and the API call it.
    public var reason: Reason {
        switch self {
        case .noManifest: .noManifest
        case .manifestUnreadable: .manifestUnreadable
        case .stationNotAuthorised: .stationNotAuthorised
        case .unknownGate: .unknownGate
        case .sessionOver: .sessionOver
        case .clockUntrusted: .clockUntrusted
        case .held: .held
        case .notRecorded: .notRecorded
        case .listExpired: .listExpired
        case .invalid: .invalid
        case .wrongEvent: .wrongEvent
        case .voided: .voided
        case .refunded: .refunded
        case .cancelled: .cancelled
        case .blocked: .blocked
        case .revoked: .revoked
        case .unapproved: .unapproved
        case .postponed, .notStarted: .notStarted
        case .ended: .ended
        case .wrongGate: .wrongGate
        case .unpaid: .unpaid
        case .full: .full
        case .alreadyScanned: .alreadyScanned
        }
    }

    public var first: History.FirstEntry? {
        guard case .alreadyScanned(let first) = self else { return nil }
        return first
    }
}
