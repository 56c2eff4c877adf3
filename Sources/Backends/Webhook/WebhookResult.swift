internal import Tickets

/// What a server of the open contract says of check-ins (docs/webhook.openapi.yaml, `Result`). Nothing that the contract does
/// not know is an acceptance: the check-in would count as delivered, and its code would be erased.
enum WebhookResult {
    /// What the contract does not know.
    struct Misunderstood: Error, Hashable {
        /// Completes "it ...", and repeats of the answer only a short word.
        let reason: String
    }

    /// What one result says: accepted only with that word, or where there is no status at all.
    static func opinion(_ result: LenientJSON) throws(Misunderstood) -> ServerAnswer {
        guard let members = result.members else {
            throw Misunderstood(reason: "answers a check-in with something other than an object")
        }
        let reason = JSONServer.reason(of: result, status: 200)
        guard let status = members["status"] else {
            guard result["error", "errors"].isNull else {
                throw Misunderstood(reason: "answers a check-in with an error, and without a status: \(reason)")
            }
            return .accepted
        }
        switch status {
        case .string("accepted"): return .accepted
        case .string("contradicted"): return .contradicted(reason: reason)
        case .string("rejected"): return .rejected(reason: reason)
        default: throw Misunderstood(reason: "answers a check-in with a status that is not known: \(shown(status))")
        }
    }

    /// The result of one check-in among those of a batch, by its id.
    static func opinion(on id: String, in body: LenientJSON) throws(Misunderstood) -> ServerAnswer {
        guard let results = body["results"].items else {
            throw Misunderstood(reason: "answers a batch without `results`")
        }
        guard let result = results.first(where: { $0["id"].text == id }) else {
            throw Misunderstood(reason: "answers a batch without a result that has the id of the check-in")
        }
        return try opinion(result)
    }

    /// The answer to one check-in that was posted alone.
    /// - Parameter isPromised: the server has results, as `batch` or `tells_others` says: then an empty answer is one of
    ///   something in between.
    static func opinion(onOnly id: String, in body: LenientJSON, isPromised: Bool) throws(Misunderstood) -> ServerAnswer
    {
        if !body["results"].isNull { return try opinion(on: id, in: body) }
        if isPromised {
            guard body["id"].text == id else {
                throw Misunderstood(
                    reason: "answers a check-in without its id, as if something in between had answered")
            }
            return try opinion(body)
        }
        switch body {
        // Receivers of any kind: chat servers say `ok`, others nothing.
        case .null, .string: return .accepted
        default:
            guard body["id"].isNull || body["id"].text == id else {
                throw Misunderstood(reason: "answers a check-in with the id of another one")
            }
            return try opinion(body)
        }
    }

    /// A status as people can look for it in the server: short, and without what could be a secret.
    private static func shown(_ status: LenientJSON) -> String {
        String(status.canonicalText.withoutControls.hidingSecrets.prefix(60))
    }
}
