internal import Tickets

/// Refuses to replace a good list with one that looks like an accident: an export that broke off, a filter that was
/// left on, a server that answers with nothing, a name that was changed. A person who really wants that confirms it.
/// See docs/decisions/105-confirm-losses-at-each-station.md.
package enum LossGuard {
    /// Fewer than these are everyday refunds.
    private static let mostLost: Int64 = 5
    private static let mostLostPercent: Int64 = 10

    static func isLoss(_ lost: Int64, of tickets: Int64) -> Bool {
        lost > mostLost && lost * 100 > tickets * mostLostPercent
    }

    /// - Throws: ``ManifestError`` with the code `lossNotAccepted`
    package static func check(_ difference: ManifestDifference, subject: String) throws {
        try check(before: difference.before, after: difference.after, operation: "replace", subject: subject)
        guard !isLoss(difference.removed, of: difference.before) else {
            throw refusal(
                "replace", subject,
                "\(difference.removed) of its \(difference.before) tickets, by code and type, are not in the new list")
        }
        guard let list = difference.listsGone.first else { return }
        throw refusal(
            "replace", subject,
            "the new list has no admission list \(list) any more, so stations would forget who entered on it",
            hint: "If it has another id now, give `replaces: \(list)` on it in event.yaml; else \(confirmation)")
    }

    /// What can be known from the signed lines alone.
    static func check(before: Int64, after: Int64, operation: String, subject: String) throws {
        if before > 0, after == 0 {
            throw refusal(operation, subject, "the new list has no tickets, the one in force has \(before)")
        }
        if isLoss(before - after, of: before) {
            throw refusal(
                operation, subject, "the new list has \(after) tickets, \(before - after) fewer than the one in force")
        }
    }

    static func refusal(
        _ operation: String, _ subject: String, _ reason: String, hint: String? = nil
    ) -> ManifestError {
        ManifestError(
            .lossNotAccepted, operation, subject, reason, hint: hint ?? "If that is right, \(confirmation)")
    }

    private static let confirmation = "confirm it with --accept-loss."
}
