internal import Foundation
internal import Tickets

/// What the documented interface says of a check-in.
enum DocumentedAnswer {
    /// The words for somebody who passed, and for an exit.
    static let accepted: Set = ["admitted", "checkout", "checked_out"]

    /// The server's `status` decides, whatever the HTTP status: it has looked at this check-in.
    ///
    /// - Parameter secret: the ticket code, which must not come back in the words.
    /// - Returns: `nil` when the answer is none to this question.
    static func opinion(_ answer: JSONServer.Answer, hiding secret: String?) -> ServerAnswer? {
        if case .string(let status) = answer.body["status"] {
            if accepted.contains(status), answer.isSuccess { return .accepted }
            return .contradicted(words: words(status, answer.body).hiding(secret))
        }
        // An error inside a success, or the refusal of this very request: the next one may be taken.
        let isRefusal = !answer.isSuccess || !answer.body["error", "errors"].isNull
        return isRefusal ? .rejected(words: answer.words.hiding(secret)) : nil
    }

    /// The server's own message is left out: it greets people by name.
    private static func words(_ status: String, _ body: LooseJSON) -> String {
        var words = status.withoutControls.prefix(60).replacingOccurrences(of: "_", with: " ")
        if let time = body["checked_in_at"].text { words += ", at \(time.withoutControls.prefix(40))" }
        if let gate = body["gate_id"].text { words += ", gate \(gate.withoutControls.prefix(40))" }
        return words
    }
}

extension String {
    /// Without a secret that a server may repeat.
    func hiding(_ secret: String?) -> String {
        guard let secret, !secret.isEmpty else { return self }
        return replacingOccurrences(of: secret, with: "...")
    }
}
