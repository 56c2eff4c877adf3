public import Logging
public import ServiceLifecycle
public import StationAPI
public import Tickets
public import Web

/// Serves the figures to other machines, through the venue's reverse proxy, until a graceful stop.
public struct FiguresServer: Service {
    private let api: FiguresAPI
    private let logger: Logger
    private let report: @Sendable (ListenerReport) -> Void
    var rules = ConnectionRules.near(idle: .seconds(15))

    private static let mostConnections = 64

    /// - Parameters:
    ///   - page: its language, theme and brand are also those of the figures.
    ///   - logo: the content of the file that `page` names.
    ///   - token: the token that a browser must send to sign in; read at each request. `nil`: nobody can sign in.
    ///   - now: the station's clock.
    ///   - report: called whenever the server begins to listen, and whenever it fails.
    public init(
        station: StationControl, settings: RemoteSettings, page: PageSettings, logo: [UInt8]? = nil,
        token: @escaping @Sendable () -> String?, now: @escaping @Sendable () -> Timestamp, logger: Logger,
        report: @escaping @Sendable (ListenerReport) -> Void
    ) {
        let picture = logo.map { PageAsset(contentType: PageAssets.contentType(of: page.brand.logo ?? ""), bytes: $0) }
        api = FiguresAPI(
            station: station, settings: settings, page: page, logo: picture,
            signIn: TokenSignIn(page: "figures", token: token, now: now, tries: TokenTries()), logger: logger)
        self.logger = logger
        self.report = report
    }

    public func run() async throws {
        try await Listener(
            host: api.settings.host, port: api.settings.port, mostConnections: Self.mostConnections, rules: rules,
            responder: api, logger: logger, report: report
        ).run()
    }
}
