internal import Crypto
public import Tickets

/// Posts single messages of any kind to a webhook.
public struct WebhookPoster: Sendable {
    let server: JSONServer
    /// Signs messages; asked for before each, as the headers are. `nil` sends them unsigned.
    let key: @Sendable () throws(BackendError) -> SymmetricKey?
    let now: @Sendable () -> Timestamp

    init(
        server: JSONServer, key: @escaping @Sendable () throws(BackendError) -> SymmetricKey?,
        now: @escaping @Sendable () -> Timestamp
    ) {
        (self.server, self.key, self.now) = (server, key, now)
    }

    /// For a server whose answers matter only by their status: they may be a plain text.
    /// - Parameters:
    ///   - headers: sent with every message: the credential. Their values never appear in an error.
    ///   - signingSecret: `nil` sends messages unsigned.
    public init(
        url: ServerAddress, network: NetworkSettings, headers: [HTTPHeader], signingSecret: String?,
        now: @escaping @Sendable () -> Timestamp
    ) {
        var server = JSONServer(client: HTTPClient(network), base: url.whole, headers: { headers })
        server.takesPlainText = true
        let key = signingSecret.map(WebhookSignature.key)
        self.init(server: server, key: { key }, now: now)
    }

    /// - Parameter takingPlainText: an answer may also be a plain text.
    func ask(
        _ message: JSONValue, id: String, takingPlainText: Bool = false
    ) async throws(BackendError) -> JSONServer.Answer {
        var server = server
        server.takesPlainText = server.takesPlainText || takingPlainText
        let headers = WebhookSignature.headers(id: id, body: Array(message.text.utf8), at: now(), key: try key())
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
