// DoorScreen: the page that the staff at the door look at, and the pages of figures.

public import Logging
public import ServiceLifecycle
public import StationAPI
public import Web

/// Serves the door screen to the browser of this machine until a graceful stop.
public struct PageServer: Service {
    private let api: PageAPI
    private let logger: Logger
    private let report: @Sendable (ListenerReport) -> Void
    var rules = ConnectionRules.near(idle: .seconds(15))

    /// A browser opens up to six connections, and a door has few screens.
    private static let mostConnections = 32

    /// - Parameters:
    ///   - logo: the content of the file that `settings` names.
    ///   - report: called whenever the server begins to listen, and whenever it fails.
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
            host: api.settings.host, port: api.settings.port, mostConnections: Self.mostConnections, rules: rules,
            responder: api, logger: logger, report: report
        ).run()
    }
}
