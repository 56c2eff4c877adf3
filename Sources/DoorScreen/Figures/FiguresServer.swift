internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
public import Logging
internal import NIOCore
public import ServiceLifecycle
public import Tickets
internal import Web

/// Serves the figures to other machines, through the venue's reverse proxy, until a graceful stop.
public struct FiguresServer: Service {
    private let api: FiguresAPI
    private let logger: Logger
    private let report: @Sendable (ListenerReport) -> Void
    var rules = ConnectionRules.near(idle: .seconds(15))

    private static let mostConnections = 64

    /// - Parameters:
    ///   - page: its language, theme and brand are the figures', too.
    ///   - token: what a browser must show; asked for at each request.
    ///   - report: called at every change.
    public init(
        station: StationControl, settings: FiguresSettings, page: PageSettings, logo: [UInt8]? = nil,
        token: @escaping @Sendable () -> String?, now: @escaping @Sendable () -> Timestamp, logger: Logger,
        report: @escaping @Sendable (ListenerReport) -> Void
    ) {
        let picture = logo.map { PageAsset(contentType: PageAssets.contentType(of: page.brand.logo ?? ""), bytes: $0) }
        api = FiguresAPI(
            station: station, settings: settings, page: page, logo: picture, token: token, now: now,
            tries: FiguresTries(), logger: logger)
        self.logger = logger
        self.report = report
    }

    public func run() async throws {
        try await Listener(
            host: api.settings.host, port: api.settings.port, subject: "The figures",
            mostConnections: Self.mostConnections, responder: FiguresResponder(api: api), logger: logger,
            report: report, rules: rules
        ).run()
    }
}

/// Carries requests and answers between the connection and the API.
struct FiguresResponder: HTTPResponder {
    let api: FiguresAPI

    func respond(to request: Request, context: BasicRequestContext) async throws -> Response {
        let fields = request.head.headerFields
        let question = FiguresAPI.Question(
            method: request.method.rawValue, target: request.head.path ?? "", host: request.head.authority,
            origin: fields[.origin], cookies: fields[.cookie],
            isSecure: HTTPField.Name("x-forwarded-proto").flatMap { fields[$0] }?.lowercased() == "https",
            knownTag: fields[.ifNoneMatch], contentLength: fields[.contentLength].flatMap { Int($0) })
        let answer = await api.respond(to: question, body: request.controlBody)
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
