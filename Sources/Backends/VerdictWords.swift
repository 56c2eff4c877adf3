internal import Tickets

// What other systems call a verdict. The words are theirs and are compared letter by letter.

extension Verdict {
    /// EventPassUG's result; `nil` for a check-out, which it does not know.
    var eventPassUGWord: String? {
        switch self {
        case .admitted: "valid"
        case .checkedOut: nil
        case .refused(let reason): reason.words.eventPassUG
        }
    }

    /// pretix: `ok`, for check-outs too (of type exit), or the reason of an error.
    var pretixWord: String {
        switch self {
        case .admitted, .checkedOut: "ok"
        case .refused(let reason): reason.words.pretix
        }
    }
}

extension Reason {
    fileprivate var words: (eventPassUG: String, pretix: String) {
        switch self {
        case .noManifest, .manifestUnreadable, .stationNotAuthorised, .unknownGate, .sessionOver, .clockUntrusted,
            .held, .notRecorded, .listExpired:
            ("session_invalid", "error")
        case .invalid: ("invalid", "invalid")
        case .wrongEvent: ("wrongEvent", "invalid")
        case .voided, .refunded, .cancelled: ("refunded", "canceled")
        case .blocked: ("invalid", "blocked")
        case .revoked: ("invalid", "revoked")
        case .unapproved: ("invalid", "unapproved")
        case .notStarted: ("notStarted", "invalid_time")
        case .ended: ("expired", "invalid_time")
        case .wrongGate: ("invalid", "product")
        case .unpaid: ("invalid", "unpaid")
        case .full: ("invalid", "rules")
        case .alreadyScanned: ("alreadyScanned", "already_redeemed")
        }
    }
}
