internal import Foundation
internal import Tickets

/// Answers of the documented EventSchedule interface to a check-in (docs/EVENTSCHEDULE.md).
enum DocumentedAnswer {
    /// Values of `status` for an entry and for an exit.
    static let accepted: Set = ["admitted", "checkout", "checked_out"]

    /// The server's `status` decides, whatever the HTTP status: it has looked at this check-in.
    ///
    /// - Parameter secret: the ticket code, which must not be in the reason.
    /// - Returns: `nil` when this is not an answer to a check-in.
    static func opinion(_ answer: JSONServer.Answer, hiding secret: String?) -> ServerAnswer? {
        if case .string(let status) = answer.body["status"], !status.isEmpty {
            if accepted.contains(status), answer.isSuccess { return .accepted }
            return .contradicted(reason: reason(status, answer.body).hiding(secret))
        }
        // An error in a successful answer, or a refusal of this one request: the next one may be accepted.
        let isRefusal = !answer.isSuccess || !answer.body["error", "errors"].isNull
        return isRefusal ? .rejected(reason: answer.reason.hiding(secret)) : nil
    }

    /// The server's own message is left out: it greets people by name.
    private static func reason(_ status: String, _ body: LenientJSON) -> String {
        var reason = status.withoutControls.prefix(60).replacingOccurrences(of: "_", with: " ")
        if let time = body["checked_in_at"].text { reason += ", at \(time.withoutControls.prefix(40))" }
        if let gate = body["gate_id"].text { reason += ", gate \(gate.withoutControls.prefix(40))" }
        return reason
    }
}

extension String {
    /// Replaces a secret that a server may repeat by dots.
    func hiding(_ secret: String?) -> String {
        guard let secret, !secret.isEmpty else { return self }
        return replacingOccurrences(of: secret, with: "...")
    }
}
