internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
public import Logging
internal import NIOCore
public import ServiceLifecycle
internal import Web

/// Serves the door screen to the browser of this machine until a graceful stop.
public struct PageServer: Service {
    private let api: PageAPI
    private let logger: Logger
    private let report: @Sendable (ListenerReport) -> Void
    var rules = ConnectionRules.near(idle: .seconds(15))

    /// Browsers hold six connections each, and a door has few screens.
    private static let mostConnections = 32

    /// - Parameter report: called at every change.
    public init(
        station: StationControl, settings: PageSettings, logo: [UInt8]? = nil, logger: Logger,
        report: @escaping @Sendable (ListenerReport) -> Void
    ) {
        let picture = logo.map {
            PageAsset(contentType: PageAssets.contentType(of: settings.brand.logo ?? ""), bytes: $0)
        }
        api = PageAPI(station: station, settings: settings, logo: picture, logger: logger)
        self.logger = logger
        self.report = report
    }

    public func run() async throws {
        try await Listener(
            host: api.settings.host, port: api.settings.port, subject: "The screen",
            mostConnections: Self.mostConnections, responder: PageResponder(api: api), logger: logger, report: report,
            rules: rules
        ).run()
    }
}

/// Carries requests and answers between the connection and the API.
struct PageResponder: HTTPResponder {
    let api: PageAPI

    func respond(to request: Request, context: PageContext) async throws -> Response {
        let head = request.head
        let question = PageGuard.Question(
            method: request.method.rawValue, target: head.path ?? "", host: head.authority,
            origin: head.headerFields[.origin], site: head.headerFields.value(of: "sec-fetch-site"),
            mode: head.headerFields.value(of: "sec-fetch-mode"),
            contentLength: head.headerFields[.contentLength].flatMap { Int($0) })
        let answer = await api.respond(
            to: question, port: context.port, knownTag: head.headerFields[.ifNoneMatch],
            cookies: head.headerFields[.cookie], body: request.controlBody, reader: context.reader)
        return Response(
            status: .init(code: answer.status), headers: headers(of: answer), body: answer.body.carried(to: request))
    }

    private func headers(of answer: PageAnswer) -> HTTPFields {
        var headers: HTTPFields = [.contentType: answer.contentType]
        for (name, value) in PageGuard.headers {
            if let name = HTTPField.Name(name) { headers[name] = value }
        }
        headers[.cacheControl] = answer.entityTag == nil ? "no-store" : "no-cache"
        headers[.eTag] = answer.entityTag
        headers[.setCookie] = answer.cookie
        if !answer.allow.isEmpty { headers[.allow] = answer.allow.joined(separator: ", ") }
        // Watching whether the reader is still there uses up the connection.
        if case .stream = answer.body { headers[.connection] = "close" }
        return headers
    }
}

/// What is known of the connection a request came on.
struct PageContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// That it came to.
    let port: Int
    private let remote: SocketAddress?

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        port = source.channel.localAddress?.port ?? 0
        remote = source.channel.remoteAddress
    }

    var reader: @Sendable () -> PageReader {
        { [remote] in PageReader(address: remote?.ipAddress, port: remote?.port) }
    }
}

extension HTTPFields {
    /// For names that the library does not know.
    fileprivate func value(of name: String) -> String? {
        HTTPField.Name(name).flatMap { self[$0] }
    }
}
