internal import Messages
internal import Tickets

typealias StationAlert = Alert<StationAlertKind>

/// What a person far from the door should know: a condition, by its code, or a report.
struct StationAlertKind: AlertKind {
    let rawValue: String

    init(rawValue: String) {
        self.rawValue = rawValue
    }

    init(_ code: Condition.Code) {
        self.init(rawValue: code.rawValue)
    }

    /// An hour before the doors open: nothing is missing.
    static let ready = StationAlertKind(rawValue: "ready")
    /// An hour before the doors open: all that is missing.
    static let notReady = StationAlertKind(rawValue: "notReady")
    /// The times of an event have changed.
    static let eventMoved = StationAlertKind(rawValue: "eventMoved")
}

extension StationAlert {
    /// `nil` for a condition that only people at the door have to know.
    init?(_ condition: Condition, policy: Policy, in messages: Messages) {
        guard let severity = condition.alertSeverity(policy) else { return nil }
        self.init(
            kind: StationAlertKind(condition.code), subject: condition.subject ?? "",
            message: condition.says(in: messages), severity: severity)
    }
}

extension Condition {
    /// The table of conditions that people far from the door are told of, and which of them shut a door: nobody gets in,
    /// so they are told at any hour. docs/ALERTS.md has the same table.
    func alertSeverity(_ policy: Policy) -> AlertSeverity? {
        switch code {
        case .noKeyTrusted, .noList, .noListForNow, .unknownGate, .eventCancelled, .eventPostponed, .sessionOver,
            .readersUnseen, .noReader, .noDisplay, .screenFailed, .recordingFailed, .doorStuck:
            .doorShut
        case .clockUntrusted: policy.clockUntrusted == .refuse ? .doorShut : .broken
        case .listExpired: policy.afterExpiry == .refuse ? .doorShut : .broken
        case .listTooOld: policy.afterExpiry == .refuse ? .doorShut : .warning
        case .listUnreadable, .listEmpty, .listShrunk, .notRecorded, .diskNearlyFull, .deviceGone, .readerMissing,
            .nfcUnavailable, .consoleSilent, .consoleCovered, .journalDamaged, .scansStopped, .clockOff, .unsent,
            .revoked:
            .broken
        case .listLoss, .eventNotServed, .journalRepaired, .entriesLost, .doubleEntry, .zoneUnknown: .warning
        default: nil
        }
    }
}
