package import Logging
internal import ServiceLifecycle
internal import Tickets
internal import Web

/// Serves the relay's API over TCP until a graceful stop. TLS is the business of the web server before it.
package struct RelayServer: Service {
    let api: RelayAPI
    let host: String
    let port: Int
    let logger: Logger
    let onRunning: @Sendable (_ port: Int) async -> Void

    /// - Parameter onRunning: told the port that it listens on.
    package init(
        api: RelayAPI, host: String, port: Int, logger: Logger,
        onRunning: @escaping @Sendable (_ port: Int) async -> Void
    ) {
        self.api = api
        self.host = host
        self.port = port
        self.logger = logger
        self.onRunning = onRunning
    }

    /// More than the stations of a venue, each with a connection for each way.
    private static let mostConnections = 512
    /// A megabyte over a telephone takes a while.
    private static let rules = ConnectionRules(
        body: .seconds(120), idle: .seconds(60), stall: .seconds(30), stop: nil)

    package func run() async throws {
        do {
            try await WebServer(
                at: .port(host: host, port), mostConnections: Self.mostConnections, rules: Self.rules, responder: api,
                logger: logger, onListening: onRunning
            ).run()
        } catch let error as WebError {
            throw RelayError(
                "listen at", error.subject, error.reason, hint: "Choose another port in listen, or stop what uses it.")
        }
    }
}
