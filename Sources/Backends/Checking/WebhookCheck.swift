internal import Tickets

/// Tries a server that takes the webhook's messages: it gets a batch without any, because a message would be a check-in,
/// signed as every message is. A server that has results has to answer it with an empty list of them; of any other, any answer
/// will do but that there is nothing at this address. A server of the whole contract is asked for its events, too; most refuse
/// that to a station.
struct WebhookCheck {
    let poster: WebhookPoster
    /// As `batch`, `tells_others` or `relay_key` say.
    let promisesResults: Bool

    private var server: JSONServer { poster.server }

    func run(_ clock: ServerClock) async throws(BackendError) -> BackendCheck {
        // A web page or a redirect is an error: a login page of the network must not pass for the server.
        let answer = try await poster.ask(
            .object([("checkins", .array([]))]), id: "check-\(poster.now().milliseconds)",
            takingPlainText: !promisesResults)
        guard ![404, 405, 410].contains(answer.status) else {
            throw server.failure(
                .notFound, "it takes no check-ins at this address (\(answer.status)): \(answer.reason)",
                hint:
                    "Is the path right? The address of the check-ins, like https://example.org/v1/checkins, is needed.")
        }
        guard !answer.isSuccess || !promisesResults || answer.body["results"].items != nil else {
            throw server.failure(
                .unexpected, "it answers a batch without `results`",
                hint: "Its check-ins would wait here. Leave out batch and tells_others if it has no results.")
        }
        return BackendCheck(
            server: "webhook", events: try await events(), refusal: nil, seesCodes: nil, appVersion: nil,
            clockOffset: clock.offset)
    }

    private func events() async throws(BackendError) -> [ServerEvent]? {
        let own = "/checkins"
        guard server.base.hasSuffix(own) else { return nil }
        let base = server.moved(to: String(server.base.dropLast(own.count)))
        do throws(BackendError) {
            return try await CursorPages(server: base, path: "/events", name: "the events").page(after: nil).items
                .compactMap { item in
                    item["id"].text.map { ServerEvent(id: $0, name: item["name"].text, starts: item["starts"].time) }
                }
        } catch {
            guard [.notFound, .unauthorised, .unexpected].contains(error.code) else { throw error }
            return nil
        }
    }
}
