public import Logging
public import ServiceLifecycle
public import Tickets

/// What became of a place where a server listens.
public enum ListenerReport: Hashable, Sendable {
    case listening(url: String)
    /// It is tried again.
    case failed(WebError)
}

extension ConnectionRules {
    /// Of requests that are small, and from near by.
    /// - Parameter idle: how long a connection is kept for the next one.
    public static func near(idle: Duration) -> ConnectionRules {
        ConnectionRules(body: .seconds(10), idle: idle, stall: .seconds(10), stop: .milliseconds(500))
    }
}

/// Serves HTTP at an address of this machine until a graceful stop, and tries again while it cannot.
///
/// A page that cannot be served stops nobody: scanners, the journal and the command line go on, and somebody is told.
public struct Listener: Service {
    private static let pause = Duration.seconds(5)

    let host: String
    let port: Int
    /// Of what people open there: `/`.
    let path: String
    let mostConnections: Int
    let rules: ConnectionRules
    let responder: any WebResponder
    let logger: Logger
    let report: @Sendable (ListenerReport) -> Void

    /// - Parameters:
    ///   - port: 0 takes any that is free.
    ///   - path: of what people open there.
    ///   - report: called at every change.
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
