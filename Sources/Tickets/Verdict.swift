/// The decision for one scan.
public enum Verdict: Hashable, Sendable, Codable {
    case admitted
    case checkedOut
    case refused(Reason)

    /// The word in journals and JSON: `admitted`, `checkedOut` or `refused`.
    public var word: String {
        switch self {
        case .admitted: "admitted"
        case .checkedOut: "checkedOut"
        case .refused: "refused"
        }
    }

    public var reason: Reason? {
        guard case .refused(let reason) = self else { return nil }
        return reason
    }

    /// `nil` when the words contradict each other or are unknown.
    public init?(word: String, reason: Reason?) {
        switch (word, reason) {
        case ("admitted", nil): self = .admitted
        case ("checkedOut", nil): self = .checkedOut
        case ("refused", let reason?): self = .refused(reason)
        default: return nil
        }
    }
}

/// Why a scan was refused, in the order of the tests.
public enum Reason: String, Codable, Sendable, CaseIterable {
    // The station cannot decide.
    case noManifest, manifestUnreadable, stationNotAuthorised, unknownGate, sessionOver, clockUntrusted, held
    case notRecorded, listExpired
    // The code.
    case invalid, wrongEvent
    // The ticket, or its whole event.
    case voided, refunded, cancelled
    case blocked, revoked, unapproved
    // Now and here.
    case notStarted, ended
    case wrongGate
    case unpaid
    case full
    case alreadyScanned
}

/// The colour a verdict is shown in. Never alone: a word and a shape go with it.
public enum ScreenColor: String, Codable, Sendable {
    case green, blue
    /// Staff can solve it.
    case amber
    /// No.
    case red
    /// The station is in trouble, not the ticket.
    case grey
}

extension Verdict {
    public var color: ScreenColor {
        switch self {
        case .admitted: .green
        case .checkedOut: .blue
        case .refused(let reason): reason.color
        }
    }
}

extension Reason {
    public var color: ScreenColor {
        switch self {
        case .noManifest, .manifestUnreadable, .stationNotAuthorised, .unknownGate, .sessionOver, .clockUntrusted,
            .held, .notRecorded, .listExpired:
            .grey
        case .invalid, .wrongEvent, .voided, .refunded, .cancelled, .blocked, .revoked, .unapproved: .red
        case .notStarted, .ended, .wrongGate, .unpaid, .full, .alreadyScanned: .amber
        }
    }
}
