internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
public import Logging
internal import NIOCore
public import ServiceLifecycle
public import Tickets

/// Serves the figures to other machines, through the venue's reverse proxy, until a graceful stop.
///
/// Like the page, it stops nobody when it cannot be served, and is tried again.
public struct FiguresServer: Service {
    private let api: FiguresAPI
    private let logger: Logger
    private let report: @Sendable (PageServer.Report) -> Void
    /// How long a graceful stop waits for connections that are in the middle of something.
    var patience = Duration.milliseconds(500)

    private static let mostConnections = 64
    private static let pause = Duration.seconds(5)

    /// - Parameters:
    ///   - page: its language, theme and brand are the figures', too.
    ///   - token: what a browser must show; asked for at each request.
    ///   - report: called at every change.
    public init(
        station: any StationControl, settings: FiguresSettings, page: PageSettings, logo: [UInt8]? = nil,
        token: @escaping @Sendable () -> String?, now: @escaping @Sendable () -> Timestamp, logger: Logger,
        report: @escaping @Sendable (PageServer.Report) -> Void
    ) {
        let picture = logo.map { PageAsset(contentType: PageAssets.contentType(of: page.brand.logo ?? ""), bytes: $0) }
        api = FiguresAPI(
            station: station, settings: settings, page: page, logo: picture, token: token, now: now,
            tries: FiguresTries(), logger: logger)
        self.logger = logger
        self.report = report
    }

    public func run() async throws {
        while !Task.isShuttingDownGracefully, !Task.isCancelled {
            do {
                return try await serve()
            } catch {
                let place = "\(api.settings.host):\(api.settings.port)"
                report(.failed("The figures cannot be shown at \(place): \(error)."))
                await cancelWhenGracefulShutdown { try? await Task.sleep(for: Self.pause) }
            }
        }
    }

    private func serve() async throws {
        let settings = api.settings
        let application = Application(
            responder: FiguresResponder(api: api),
            server: .http1(
                configuration: HTTP1Channel.Configuration(
                    additionalChannelHandlers: [StopDeadline(patience: patience)], idleTimeout: .seconds(60))),
            configuration: ApplicationConfiguration(
                address: .hostname(settings.host, port: settings.port),
                availableConnectionsDelegate: .maximum(Self.mostConnections, logger: quietLogger)),
            onServerRunning: { [report] channel in
                let port = channel.localAddress?.port ?? settings.port
                report(.listening(url: "http://\(settings.host):\(port)/"))
            },
            logger: quietLogger)
        try await application.run()
    }

    /// The server's own lines tell of every request.
    private var quietLogger: Logger {
        var logger = logger
        logger.logLevel = max(logger.logLevel, .warning)
        return logger
    }
}

/// Carries requests and answers between the connection and the API.
struct FiguresResponder: HTTPResponder {
    let api: FiguresAPI

    private func pieces(of request: Request) -> AsyncThrowingStream<[UInt8], any Error> {
        let body = CarriedIterator(request.body.makeAsyncIterator())
        return AsyncThrowingStream { try await body.next().map { Array($0.readableBytesView) } }
    }

    func respond(to request: Request, context: BasicRequestContext) async throws -> Response {
        let fields = request.head.headerFields
        let question = FiguresAPI.Question(
            method: request.method.rawValue, target: request.head.path ?? "", host: request.head.authority,
            origin: fields[.origin], cookies: fields[.cookie],
            isSecure: HTTPField.Name("x-forwarded-proto").flatMap { fields[$0] }?.lowercased() == "https",
            knownTag: fields[.ifNoneMatch], contentLength: fields[.contentLength].flatMap { Int($0) })
        let answer = await api.respond(to: question, body: .stream(pieces(of: request)))
        var headers: HTTPFields = [.contentType: answer.page.contentType]
        for (name, value) in PageGuard.headers + answer.headers {
            if let name = HTTPField.Name(name) { headers[name] = value }
        }
        headers[.cacheControl] = answer.page.entityTag == nil ? "no-store" : "no-cache"
        headers[.eTag] = answer.page.entityTag
        return Response(
            status: .init(code: answer.page.status), headers: headers, body: answer.page.body.carried(to: request))
    }
}
