internal import Tickets

// The words of other systems for a verdict. They are fixed by those systems and compared letter by letter.

/// Which words a webhook's `result` has: EventPassUG's guide and its app do not use the same.
public enum ResultWords: String, Sendable, CaseIterable {
    /// Those of its guide: `alreadyScanned`, `wrongEvent`.
    case guide
    /// Those that its app decodes: `already_used`, `wrong_event` (ScannerModels.swift, `ScanResultStatus`, of
    /// lley-tonn/EventPassUG_swiftapp).
    case app
}

extension Verdict {
    /// EventPassUG's result; `nil` for what it has no word for.
    func result(in words: ResultWords) -> String? {
        switch self {
        case .admitted: "valid"
        case .checkedOut, .sold, .noted: nil
        case .refused(let reason): words == .guide ? reason.words.eventPassUG : Self.appWords[reason.words.eventPassUG]
        }
    }

    /// The app's words for the guide's; it has none for a ticket that is too early.
    private static let appWords = [
        "session_invalid": "session_invalid", "invalid": "invalid_ticket", "wrongEvent": "wrong_event",
        "refunded": "refunded", "notStarted": "invalid_ticket", "expired": "expired", "alreadyScanned": "already_used",
    ]

    /// pretix: `ok`, for check-outs too (with the type exit), or the reason of a refusal.
    var pretixWord: String {
        switch self {
        case .admitted, .checkedOut, .sold, .noted: "ok"
        case .refused(let reason): reason.words.pretix
        }
    }
}

extension Reason {
    fileprivate var words: (eventPassUG: String, pretix: String) {
        switch self {
        case .noManifest, .manifestUnreadable, .stationNotAuthorised, .unknownGate, .sessionOver, .clockUntrusted,
            .held, .notRecorded, .listExpired, .paused:
            ("session_invalid", "error")
        case .invalid: ("invalid", "invalid")
        case .wrongEvent: ("wrongEvent", "invalid")
        case .voided, .refunded, .cancelled: ("refunded", "canceled")
        case .blocked: ("invalid", "blocked")
        case .revoked: ("invalid", "revoked")
        case .unapproved: ("invalid", "unapproved")
        case .notStarted: ("notStarted", "invalid_time")
        case .ended: ("expired", "invalid_time")
        case .wrongGate, .wrongDate: ("invalid", "product")
        case .ambiguous: ("invalid", "ambiguous")
        case .unpaid: ("invalid", "unpaid")
        case .rules, .full: ("invalid", "rules")
        case .alreadyScanned, .unmatchedExit: ("alreadyScanned", "already_redeemed")
        case .questions: ("invalid", "incomplete")
        }
    }
}
