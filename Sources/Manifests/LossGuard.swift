internal import Tickets

/// Refuses to replace a good list with one that looks like an accident: an export that broke off, a filter that was
/// left on, a server that answers with nothing, a name that was changed. A person who really wants that confirms it.
/// How much is too much, ``AdmissionLoss`` says.
/// See docs/decisions/105-confirm-losses-at-each-station.md.
package enum LossGuard {
    /// - Throws: ``ManifestError`` with the code `lossNotAccepted`
    package static func check(_ difference: ManifestDifference, subject: String) throws {
        try checkAny(before: difference.before, after: difference.after, operation: "replace", subject: subject)
        try check(difference.admission, operation: "replace", subject: subject)
        guard !AdmissionLoss.isLarge(difference.retyped, of: difference.before) else {
            throw refusal(
                "replace", subject,
                "\(difference.retyped) of its \(difference.before) tickets have another type in the new list, and could enter once more"
            )
        }
        guard let list = difference.listsGone.first else { return }
        throw refusal(
            "replace", subject,
            "the new list has no admission list \(list) any more, so stations would forget who entered on it",
            hint: "If it has another id now, give `replaces: \(list)` on it in event.yaml; else \(confirmation)")
    }

    /// - Throws: ``ManifestError`` with the code `lossNotAccepted` for a loss that a person has to confirm.
    static func check(_ loss: AdmissionLoss, operation: String, subject: String) throws {
        guard loss.needsConfirmation else { return }
        throw refusal(operation, subject, "with the new list, " + loss.words)
    }

    /// A list without any tickets never replaces one that has some.
    static func checkAny(before: Int64, after: Int64, operation: String, subject: String) throws {
        guard before > 0, after == 0 else { return }
        throw refusal(operation, subject, "the new list has no tickets, the one in force has \(before)")
    }

    static func refusal(
        _ operation: String, _ subject: String, _ reason: String, hint: String? = nil
    ) -> ManifestError {
        ManifestError(
            .lossNotAccepted, operation, subject, reason, hint: hint ?? "If that is right, \(confirmation)")
    }

    private static let confirmation = "confirm it with --accept-loss."
}
