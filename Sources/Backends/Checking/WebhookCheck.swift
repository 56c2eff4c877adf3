internal import Tickets

/// Tries a server that takes the webhook's messages: it gets a batch without any, because a message would be a check-in.
/// Any answer will do but that there is nothing at this address. A server of the whole contract is asked for its events,
/// too; most refuse that to a station.
struct WebhookCheck {
    let server: JSONServer

    func run(_ clock: ServerClock) async throws(BackendError) -> BackendCheck {
        // A web page or a redirect is an error: a login page of the network must not pass for the server.
        let answer = try await server.post("", .object([("checkins", .array([]))]))
        guard ![404, 405, 410].contains(answer.status) else {
            throw server.failure(
                .notFound, "it takes no check-ins at this address (\(answer.status)): \(answer.reason)",
                hint:
                    "Is the path right? The address of the check-ins, like https://example.org/v1/checkins, is needed.")
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
