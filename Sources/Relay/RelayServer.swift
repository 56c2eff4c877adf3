internal import Foundation
internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
package import Logging
internal import NIOCore
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
        var quiet = logger
        quiet.logLevel = max(logger.logLevel, .warning)
        let application = Application(
            responder: RelayResponder(api: api),
            server: .http1(configuration: Self.rules.channel),
            configuration: ApplicationConfiguration(
                address: .hostname(host, port: port),
                availableConnectionsDelegate: .maximum(Self.mostConnections, logger: quiet)),
            onServerRunning: { channel in await onRunning(channel.localAddress?.port ?? port) },
            logger: quiet)
        do {
            try await application.run()
        } catch let error as IOError {
            throw RelayError(
                "listen at", "\(host):\(port)", unsafe String(cString: strerror(error.errnoCode)).lowercased(),
                hint: "Choose another port in listen, or stop what uses it.")
        }
    }
}

private struct RelayResponder: HTTPResponder {
    let api: RelayAPI

    func respond(to request: Request, context: BasicRequestContext) async throws -> Response {
        let answer = await answer(request)
        return Response(
            status: .init(code: answer.status),
            headers: [.contentType: "application/json", .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: answer.body.text)))
    }

    private func answer(_ request: Request) async -> RelayAPI.Response {
        // Before its body is read: strangers get no more of the relay's time than this.
        guard api.station(of: request.headers[.authorization]) != nil else { return RelayAPI.unknown }
        var request = request
        let body: ByteBuffer
        do {
            body = try await request.collectBody(upTo: RelayAPI.largestBody)
        } catch {
            return .error(413, "it is larger than \(RelayAPI.largestBody) bytes, or breaks off")
        }
        return api.respond(
            to: RelayAPI.Request(
                method: request.method.rawValue, path: request.uri.path,
                query: Dictionary(
                    request.uri.queryParameters.map { (String($0.key), String($0.value)) }, uniquingKeysWith: { $1 }),
                authorization: request.headers[.authorization], body: Array(body.readableBytesView)))
    }
}
