internal import Tickets

// The words of other systems for a verdict. They are fixed by those systems and compared letter by letter.

extension Verdict {
    /// EventPassUG's result; `nil` for a check-out, for which it has no word.
    var eventPassUGWord: String? {
        switch self {
        case .admitted: "valid"
        case .checkedOut: nil
        case .refused(let reason): reason.words.eventPassUG
        }
    }

    /// pretix: `ok`, for check-outs too (with the type exit), or the reason of a refusal.
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
