internal import Logging
internal import ServiceLifecycle
internal import StationAPI
internal import Web

/// Serves `GET /metrics`, and nothing else, to the machines of the venue until a graceful stop.
///
/// It asks for no password, because the page holds no secret and no name.
struct MetricsServer: Service {
    /// Enough for two Prometheus servers and some people.
    private static let mostConnections = 8

    private let responder: MetricsResponder
    private let settings: MetricsSettings
    private let logger: Logger
    private let report: @Sendable (ListenerReport) -> Void
    var rules = ConnectionRules.near(idle: .seconds(5))

    /// - Parameters:
    ///   - page: makes the text.
    ///   - report: called whenever the server begins to listen, and whenever it fails.
    init(
        settings: MetricsSettings, logger: Logger, page: @escaping @Sendable () async throws -> String,
        report: @escaping @Sendable (ListenerReport) -> Void
    ) {
        responder = MetricsResponder(page: MetricsCopy(of: page))
        self.settings = settings
        self.logger = logger
        self.report = report
    }

    func run() async throws {
        try await Listener(
            host: settings.host, port: settings.port, path: "/metrics", mostConnections: Self.mostConnections,
            rules: rules, responder: responder, logger: logger, report: report
        ).run()
    }
}

/// Answers with the page, whatever the name of the host in the request.
struct MetricsResponder: WebResponder {
    let page: MetricsCopy

    func respond(to request: WebRequest) async -> WebResponse {
        guard request.path == "/metrics" else { return WebResponse(status: 404) }
        guard request.isReading else { return WebResponse(status: 405, headers: ["allow": "GET, HEAD"]) }
        guard let text = await page.text() else { return WebResponse(status: 500) }
        return WebResponse(
            headers: ["content-type": MetricsText.contentType, "x-content-type-options": "nosniff"],
            body: .bytes(Array(text.utf8)))
    }
}

/// The page, made at most once a second, however many ask: making it must not become the main work of the station.
actor MetricsCopy {
    static let age = Duration.seconds(1)

    private let page: @Sendable () async throws -> String
    private let now: @Sendable () -> ContinuousClock.Instant
    private var making: (begun: ContinuousClock.Instant, task: Task<String?, Never>)?

    init(
        of page: @escaping @Sendable () async throws -> String,
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) {
        self.page = page
        self.now = now
    }

    /// - Returns: `nil` when the page cannot be made.
    func text() async -> String? {
        if let making, now() - making.begun < Self.age { return await making.task.value }
        let task = Task { [page] in try? await page() }
        making = (now(), task)
        return await task.value
    }
}
