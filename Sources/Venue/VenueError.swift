public import Tickets

/// Why the ledger could not be used. Holds no ticket and no password.
public typealias VenueError = Fault<VenueFailure>

/// Why: what programs tell one ``VenueError`` from another by.
public enum VenueFailure: String, FaultCode {
    /// The address or the credential cannot be used as it is written.
    case misconfigured
    /// No server answers there.
    case unreachable
    /// A server is there and does not answer in time.
    case timedOut
    /// The server's certificate is not believed, or it has none.
    case untrusted
    /// The server does not know this name and password, or does not let them do this.
    case refused
    /// It has no ledger in it, or one of another version.
    case notALedger
    /// Another station works under this name, or a newer session of this one.
    case superseded
    /// More claims in one second than a station may make.
    case limited
    /// An entry that the ledger cannot hold, and never will.
    case rejected
    /// The connection ended in the middle of a question.
    case brokenOff
    /// The server said no in another way, or what cannot be understood.
    case failed
}

extension VenueError {
    /// An answer of the server that is an error (SQLSTATE; PostgreSQL manual, appendix A). Its detail is left out: it
    /// names rows.
    init(state: String, message: String, _ operation: String, _ subject: String) {
        let (code, hint): (Code, String?) =
            switch state {
            case "28000", "28P01": (.refused, "Compare the name and the password with those of the ledger.")
            case "42501", LedgerState.notAStation:
                (.refused, "usher venue add-station lets a station use the ledger.")
            case "3F000", "42P01", "42883": (.notALedger, "usher venue init makes the ledger, or brings it up to date.")
            case "3D000": (.notALedger, "Make the database first, with createdb.")
            case LedgerState.superseded: (.superseded, "Give each station a name of its own.")
            // A lock that somebody else holds is the trouble of one claim.
            case LedgerState.limited, LedgerState.locked: (.limited, nil)
            case let other where other.hasPrefix("08") || other.hasPrefix("57P"): (.brokenOff, nil)
            // Class 22 is about values, 23 about constraints.
            case let other where other.hasPrefix("22") || other.hasPrefix("23"): (.rejected, nil)
            default: (.failed, nil)
            }
        self.init(code, operation, subject, message, hint: hint)
    }

    static func tooLate(_ operation: String, _ server: String) -> VenueError {
        VenueError(.timedOut, operation, server, "it did not answer in time")
    }
}

/// Errors that are told apart; class UV is of the ledger's own functions.
enum LedgerState {
    static let notAStation = "UV001"
    static let superseded = "UV002"
    static let limited = "UV003"
    /// PostgreSQL's own: lock_not_available.
    static let locked = "55P03"
}

extension VenueError {
    /// The password that the address needs was not given.
    public static func missing(credential name: String) -> VenueError {
        VenueError(
            .misconfigured, "use", "the venue's ledger", "the credential \(name) is missing or empty",
            hint:
                "Put it into the state folder as credentials/\(name), mode 0600, or give it with LoadCredential=, and "
                + "start usherd again.")
    }

    /// The key that stations seal their check-ins with is none.
    public static func noUploadsKey(in credential: String) -> VenueError {
        VenueError(
            .misconfigured, "use", "the venue's uploads", "the credential \(credential) is no key",
            hint: "usher venue uploads-key makes one for all stations of the venue.")
    }
}
