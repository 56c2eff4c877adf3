public import Logging
public import ServiceLifecycle
public import StationAPI
public import Tickets
public import Web

/// Serves the page for the phones of staff, through the venue's reverse proxy, until a graceful stop.
public struct PhonesServer: Service {
    private let api: PhonesAPI
    private let logger: Logger
    private let report: @Sendable (ListenerReport) -> Void
    var rules = ConnectionRules.near(idle: .seconds(15))

    private static let mostConnections = 64

    /// - Parameters:
    ///   - page: its language, theme and staff sessions are also those of phones.
    ///   - token: the token that a phone must send to sign in; read at each request. `nil`: nobody can sign in.
    ///   - now: the station's clock.
    ///   - report: called whenever the server begins to listen, and whenever it fails.
    public init(
        station: StationControl, settings: RemoteSettings, page: PageSettings,
        token: @escaping @Sendable () -> String?, now: @escaping @Sendable () -> Timestamp, logger: Logger,
        report: @escaping @Sendable (ListenerReport) -> Void
    ) {
        api = PhonesAPI(
            station: station, settings: settings, page: page,
            signIn: TokenSignIn(page: "phones", token: token, now: now, tries: TokenTries()), logger: logger)
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
