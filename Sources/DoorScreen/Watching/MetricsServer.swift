internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
public import Logging
internal import NIOCore
public import ServiceLifecycle
internal import Web

/// Where metrics can be read from other machines.
public struct MetricsSettings: Sendable, Equatable {
    public var host: String
    /// 0 takes any that is free.
    public var port: Int

    public init(host: String, port: Int) {
        self.host = host
        self.port = port
    }
}

/// Serves `GET /metrics` to the machines of the venue until a graceful stop, and nothing else.
///
/// There is no password, because the page holds no secret and no name.
public struct MetricsServer: Service {
    /// Prometheus, a second one, and somebody who looks.
    private static let mostConnections = 8

    private let responder: MetricsResponder
    private let settings: MetricsSettings
    private let logger: Logger
    private let report: @Sendable (ListenerReport) -> Void
    var rules = ConnectionRules.near(idle: .seconds(5))

    /// - Parameter report: called at every change.
    public init(
        station: StationControl, settings: MetricsSettings, logger: Logger,
        report: @escaping @Sendable (ListenerReport) -> Void
    ) {
        responder = MetricsResponder(page: MetricsCopy(station: station))
        self.settings = settings
        self.logger = logger
        self.report = report
    }

    public func run() async throws {
        try await Listener(
            host: settings.host, port: settings.port, path: "/metrics", subject: "The metrics",
            mostConnections: Self.mostConnections, responder: responder, logger: logger, report: report,
            rules: rules
        ).run()
    }
}

/// Answers with the page, whoever asks by whatever name.
struct MetricsResponder: HTTPResponder {
    let page: MetricsCopy

    func respond(to request: Request, context: BasicRequestContext) async throws -> Response {
        guard request.uri.path == "/metrics" else { return Response(status: .notFound) }
        guard request.method == .get || request.method == .head else {
            return Response(status: .methodNotAllowed, headers: [.allow: "GET, HEAD"])
        }
        guard let text = await page.text() else { return Response(status: .internalServerError) }
        return Response(
            status: .ok,
            headers: [
                .contentType: MetricsText.contentType, .cacheControl: "no-store", .xContentTypeOptions: "nosniff",
            ],
            body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }
}

enum MetricsText {
    /// Of the exposition format that ``StationControl/metrics()`` writes.
    static let contentType = "text/plain; version=0.0.4; charset=utf-8"
}

/// The page, made at most once a second however many ask: adding up must not become the station's work.
actor MetricsCopy {
    static let age = Duration.seconds(1)

    private let station: StationControl
    private let now: @Sendable () -> ContinuousClock.Instant
    private var making: (begun: ContinuousClock.Instant, task: Task<String?, Never>)?

    init(
        station: StationControl, now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) {
        self.station = station
        self.now = now
    }

    /// - Returns: `nil` when the station cannot say.
    func text() async -> String? {
        if let making, now() - making.begun < Self.age { return await making.task.value }
        let task = Task { [station] in try? await station.monitor.metrics() }
        making = (now(), task)
        return await task.value
    }
}
