internal import Logging
internal import ServiceLifecycle
internal import StationAPI
internal import Web

/// Serves `GET /metrics` to the machines of the venue until a graceful stop, and nothing else.
///
/// There is no password, because the page holds no secret and no name.
struct MetricsServer: Service {
    /// Prometheus, a second one, and somebody who looks.
    private static let mostConnections = 8

    private let responder: MetricsResponder
    private let settings: MetricsSettings
    private let logger: Logger
    private let report: @Sendable (ListenerReport) -> Void
    var rules = ConnectionRules.near(idle: .seconds(5))

    /// - Parameters:
    ///   - page: makes the text.
    ///   - report: called at every change.
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

/// Answers with the page, whoever asks by whatever name.
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

/// The page, made at most once a second however many ask: adding up must not become the station's work.
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

    /// - Returns: `nil` when the station cannot say.
    func text() async -> String? {
        if let making, now() - making.begun < Self.age { return await making.task.value }
        let task = Task { [page] in try? await page() }
        making = (now(), task)
        return await task.value
    }
}
