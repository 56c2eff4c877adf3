public import Logging
public import ServiceLifecycle
public import Tickets

/// Whether a server listens at its address.
public enum ListenerReport: Hashable, Sendable {
    /// Clients can connect.
    case listening(url: String)
    /// It does not listen; it tries again every five seconds.
    case failed(WebError)
}

extension ConnectionRules {
    /// For small requests from this machine or its network.
    /// - Parameter idle: how long a connection is kept for the next request.
    public static func near(idle: Duration) -> ConnectionRules {
        ConnectionRules(body: .seconds(10), idle: idle, stall: .seconds(10), stop: .milliseconds(500))
    }
}

/// Serves HTTP at an address of this machine until a graceful stop, and tries again while it cannot.
///
/// A page that cannot be served must not stop scanners, journal and command line: failures are reported, not thrown.
public struct Listener: Service {
    private static let pause = Duration.seconds(5)

    let host: String
    let port: Int
    /// Where people begin, for the address in reports: `/`.
    let path: String
    let mostConnections: Int
    let rules: ConnectionRules
    let responder: any WebResponder
    let logger: Logger
    let report: @Sendable (ListenerReport) -> Void

    /// - Parameters:
    ///   - host: a name or an address of this machine.
    ///   - port: 0 takes any that is free.
    ///   - path: where people begin, for the address in reports.
    ///   - report: called whenever the server begins to listen, and whenever it fails.
    public init(
        host: String, port: Int, path: String = "/", mostConnections: Int, rules: ConnectionRules,
        responder: any WebResponder, logger: Logger, report: @escaping @Sendable (ListenerReport) -> Void
    ) {
        self.host = host
        self.port = port
        self.path = path
        self.mostConnections = mostConnections
        self.rules = rules
        self.responder = responder
        self.logger = logger
        self.report = report
    }

    public func run() async throws {
        while !Task.isShuttingDownGracefully, !Task.isCancelled {
            do {
                return try await serve()
            } catch {
                let place = WebServer.Place.port(host: host, port)
                report(.failed(error as? WebError ?? WebError(.listen, "listen at", "\(place)", "\(error)")))
                await cancelWhenGracefulShutdown { try? await Task.sleep(for: Self.pause) }
            }
        }
    }

    private func serve() async throws {
        try await WebServer(
            at: .port(host: host, port), mostConnections: mostConnections, rules: rules, responder: responder,
            logger: logger
        ) { [host, path, report] port in
            report(.listening(url: "http://\(WebServer.Place.port(host: host, port))\(path)"))
        }.run()
    }
}
