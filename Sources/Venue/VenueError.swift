public import Tickets

/// Why the ledger could not be used. Contains no ticket and no password.
public typealias VenueError = Fault<VenueFailure>

/// The kinds of ``VenueError``, for programs.
public enum VenueFailure: String, FaultCode {
    /// The address or the credential is not valid.
    case misconfigured
    /// No server answers at this address.
    case unreachable
    /// A server is there but did not answer in time.
    case timedOut
    /// The server's certificate is not accepted, or it has none.
    case untrusted
    /// The server does not accept this name and password, or does not allow the operation.
    case refused
    /// The database has no ledger, or one of another version.
    case notALedger
    /// Another station uses this name, or this station has begun a newer session.
    case superseded
    /// More claims in one second than a station may make, or a lock that could not be had in time.
    case limited
    /// The ledger cannot store this entry, and never will.
    case rejected
    /// The connection ended during a request.
    case brokenOff
    /// The server failed in another way, or gave an answer that cannot be understood.
    case failed
}

extension VenueError {
    /// An error that the server reported (SQLSTATE; PostgreSQL manual, appendix A). Its detail is left out: it names
    /// rows.
    init(state: String, message: String, _ operation: String, _ subject: String) {
        let (code, hint): (Code, String?) =
            switch state {
            case "28000", "28P01": (.refused, "Compare the name and the password with those of the ledger.")
            case "42501", SQLState.notAStation:
                (.refused, "Allow the station to use the ledger with usher venue add-station.")
            case "3F000", "42P01", "42883":
                (.notALedger, "Run usher venue init: it creates the ledger or brings it up to date.")
            case "3D000": (.notALedger, "Create the database first, with createdb.")
            case SQLState.superseded: (.superseded, "Give each station a name of its own.")
            // A lock that another session holds is a problem of one claim.
            case SQLState.limited, SQLState.locked: (.limited, nil)
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

/// SQLSTATE codes that are handled separately; class UV belongs to the ledger's own functions.
enum SQLState {
    static let notAStation = "UV001"
    static let superseded = "UV002"
    static let limited = "UV003"
    /// PostgreSQL's own: lock_not_available.
    static let locked = "55P03"
}

extension VenueError {
    /// The password that the address needs is missing.
    /// - Parameter name: of the credential.
    public static func missing(credential name: String) -> VenueError {
        VenueError(
            .misconfigured, "use", "the venue's ledger", "the credential \(name) is missing or empty",
            hint:
                "Put it into the state folder as credentials/\(name), mode 0600, or give it with LoadCredential=, and "
                + "start usherd again.")
    }

    /// The credential for the uploads is not a valid key.
    /// - Parameter credential: its name.
    public static func noUploadsKey(in credential: String) -> VenueError {
        VenueError(
            .misconfigured, "use", "the venue's uploads", "the credential \(credential) is not a valid key",
            hint: "Create one for all stations of the venue with usher venue uploads-key.")
    }
}
