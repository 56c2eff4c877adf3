/// The decision about one scan, as it is recorded and shown.
public enum Verdict: Hashable, Sendable, Codable {
    /// People are let in.
    case admitted
    /// People are let out.
    case checkedOut
    /// Nobody passes.
    case refused(Reason)
    /// Nobody passes yet: a ticket was sold, or given away (``BoxOffice``).
    case sold
    /// Nobody passes: something was done with the station itself.
    case noted

    /// The word in journals and JSON: `admitted`, `checkedOut`, `refused`, `sold` or `noted`.
    public var word: String {
        switch self {
        case .admitted: "admitted"
        case .checkedOut: "checkedOut"
        case .refused: "refused"
        case .sold: "sold"
        case .noted: "noted"
        }
    }

    /// Only of a refusal.
    public var reason: Reason? {
        guard case .refused(let reason) = self else { return nil }
        return reason
    }

    /// Reads what a journal or JSON has; `nil` when the word is unknown, or does not go together with the reason.
    public init?(word: String, reason: Reason?) {
        switch (word, reason) {
        case ("admitted", nil): self = .admitted
        case ("checkedOut", nil): self = .checkedOut
        case ("sold", nil): self = .sold
        case ("noted", nil): self = .noted
        case ("refused", let reason?): self = .refused(reason)
        default: return nil
        }
    }
}

/// Why a scan was refused, in the order of the tests. The raw value is the word in journals and JSON; ``Refusal``
/// explains each.
public enum Reason: String, Codable, Sendable, CaseIterable {
    // The station cannot decide.
    case noManifest, manifestUnreadable, stationNotAuthorised, unknownGate, sessionOver, clockUntrusted, held
    case notRecorded, listExpired, paused
    // The code.
    case invalid, wrongEvent, ambiguous
    // The ticket, or its whole event.
    case voided, refunded, cancelled
    case blocked, revoked, unapproved
    // Now and here.
    case notStarted, ended
    case wrongGate
    case wrongDate
    case unpaid
    case rules
    case full
    case alreadyScanned
    case unmatchedExit
    case questions
}

/// The colour a verdict is shown in. Never alone: a word and a shape go with it.
public enum ScreenColor: String, Codable, Sendable {
    /// Green: come in. Blue: goes out, or has a ticket now.
    case green, blue
    /// Refused for a reason that staff may be able to solve.
    case amber
    /// Refused, and nothing can be done at the door.
    case red
    /// The station is in trouble, not the ticket.
    case grey
}

extension Verdict {
    /// The colour of the screen and of the terminal.
    public var color: ScreenColor {
        switch self {
        case .admitted: .green
        case .checkedOut, .sold, .noted: .blue
        case .refused(let reason): reason.color
        }
    }
}

extension Reason {
    /// Grey for a fault of the station, red or amber for the ticket.
    public var color: ScreenColor {
        switch self {
        case .noManifest, .manifestUnreadable, .stationNotAuthorised, .unknownGate, .sessionOver, .clockUntrusted,
            .held, .notRecorded, .listExpired, .paused:
            .grey
        case .invalid, .wrongEvent, .voided, .refunded, .cancelled, .blocked, .revoked, .unapproved: .red
        case .notStarted, .ended, .wrongGate, .wrongDate, .ambiguous, .unpaid, .rules, .full, .alreadyScanned,
            .unmatchedExit, .questions:
            .amber
        }
    }
}
