internal import Tickets

/// Tries a server that takes the webhook's messages: it is asked for what other gates did, because a message would be
/// a check-in.
struct WebhookCheck {
    let server: JSONServer

    func run(_ clock: ServerClock) async throws(BackendError) -> BackendCheck {
        do throws(BackendError) {
            _ = try await server.get("")
        } catch {
            // A server that only takes messages may answer anything to a question, but has answered.
            guard [.notFound, .unexpected].contains(error.code) else { throw error }
        }
        return BackendCheck(
            server: "webhook", events: nil, refusal: nil, seesCodes: nil, appVersion: nil, clockOffset: clock.offset)
    }
}
