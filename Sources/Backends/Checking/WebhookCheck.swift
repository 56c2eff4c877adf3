internal import Tickets

/// Tries a server that takes the webhook's messages: it is asked for what other gates did, because a message would be
/// a check-in. Whether it takes messages is not known before the first.
struct WebhookCheck {
    let server: JSONServer

    func run(_ clock: ServerClock) async throws(BackendError) -> BackendCheck {
        // A web page or a redirect is an error: a login page of the network must not pass for the server.
        _ = try await server.get("")
        return BackendCheck(
            server: "webhook", events: nil, refusal: nil, seesCodes: nil, appVersion: nil, clockOffset: clock.offset)
    }
}
