internal import Crypto
public import Tickets

/// Posts single messages of any kind to a webhook.
public struct WebhookPoster: Sendable {
    let server: JSONServer
    let key: SymmetricKey?
    let now: @Sendable () -> Timestamp

    func ask(_ message: JSONValue, id: String) async throws(BackendError) -> JSONServer.Answer {
        let headers = WebhookSignature.headers(id: id, body: Array(message.text.utf8), at: now(), key: key)
        return try await server.post("", headers: headers, message)
    }

    /// Posts one message.
    /// - Parameter id: identifies the message; the same at every try.
    /// - Throws: ``BackendError``, also when the server refuses the message
    public func post(_ message: JSONValue, id: String) async throws(BackendError) {
        let answer = try await ask(message, id: id)
        guard answer.isSuccess else {
            throw server.failure(.unexpected, "it refuses a message (\(answer.status)): \(answer.reason)")
        }
    }
}
