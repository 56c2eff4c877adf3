// What each backend calls a verdict. The words are theirs and are compared letter by letter.

extension Verdict {
    /// EventSchedule's `status`.
    public var eventScheduleWord: String {
        switch self {
        case .admitted: "admitted"
        case .checkedOut: "checkout"
        case .refused(let reason): reason.backendWords.eventSchedule
        }
    }

    /// EventPassUG's result; `nil` for a check-out, which it does not know.
    public var eventPassUGWord: String? {
        switch self {
        case .admitted: "valid"
        case .checkedOut: nil
        case .refused(let reason): reason.backendWords.eventPassUG
        }
    }

    /// pretix: `ok`, for check-outs too (of type exit), or the reason of an error.
    public var pretixWord: String {
        switch self {
        case .admitted, .checkedOut: "ok"
        case .refused(let reason): reason.backendWords.pretix
        }
    }
}

extension Reason {
    fileprivate var backendWords: (eventSchedule: String, eventPassUG: String, pretix: String) {
        switch self {
        case .noManifest, .stationNotAuthorised, .notRecorded, .listExpired: ("unknown", "session_invalid", "error")
        case .invalid: ("invalid", "invalid", "invalid")
        case .wrongEvent: ("wrong_event", "wrongEvent", "invalid")
        case .voided: ("voided", "refunded", "canceled")
        case .refunded: ("refunded", "refunded", "canceled")
        case .cancelled: ("cancelled", "refunded", "canceled")
        case .blocked: ("invalid", "invalid", "blocked")
        case .revoked: ("invalid", "invalid", "revoked")
        case .unapproved: ("invalid", "invalid", "unapproved")
        case .notStarted: ("wrong_date", "notStarted", "invalid_time")
        case .ended: ("expired", "expired", "invalid_time")
        case .wrongGate: ("invalid", "invalid", "product")
        case .unpaid: ("unpaid", "invalid", "unpaid")
        case .full: ("invalid", "invalid", "rules")
        case .alreadyScanned: ("already_used", "alreadyScanned", "already_redeemed")
        }
    }
}
