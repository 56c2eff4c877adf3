internal import Glibc
internal import Hummingbird
internal import HummingbirdCore
internal import Logging
internal import NIOCore
internal import ServiceLifecycle
internal import Web

/// What became of a place where the station listens.
public enum ListenerReport: Hashable, Sendable {
    case listening(url: String)
    /// It is tried again. A sentence.
    case failed(String)
}

extension ConnectionRules {
    /// Of requests that are small, and from near by.
    /// - Parameter idle: how long a connection is kept for the next one.
    static func near(idle: Duration) -> ConnectionRules {
        ConnectionRules(body: .seconds(10), idle: idle, stall: .seconds(10), stop: .milliseconds(500))
    }
}

/// Serves HTTP at an address of this machine until a graceful stop.
///
/// A page that cannot be served stops nobody: scanners, the journal and the command line go on, somebody is told, and it
/// is tried again.
struct Listener<Responder: HTTPResponder>: Service
where Responder.Context: InitializableFromSource<ApplicationRequestContextSource> {
    let host: String
    /// 0 takes any that is free.
    let port: Int
    /// Of what people open there: `/`.
    var path = "/"
    /// What it serves, at the beginning of a sentence.
    let subject: String
    let mostConnections: Int
    let responder: Responder
    let logger: Logger
    /// Called at every change.
    let report: @Sendable (ListenerReport) -> Void
    let rules: ConnectionRules

    private static var pause: Duration { .seconds(5) }

    func run() async throws {
        while !Task.isShuttingDownGracefully, !Task.isCancelled {
            do {
                return try await serve()
            } catch {
                report(.failed("\(subject) cannot be shown at \(place(port: port)): \(Self.words(for: error))."))
                await cancelWhenGracefulShutdown { try? await Task.sleep(for: Self.pause) }
            }
        }
    }

    private static func words(for error: any Error) -> String {
        (error as? IOError)?.errnoCode == EADDRINUSE
            ? "another program listens there, which `ss -ltnp` names" : "\(error)"
    }

    private func serve() async throws {
        // The server's own lines tell of every request.
        var quiet = logger
        quiet.logLevel = max(quiet.logLevel, .warning)
        let application = Application(
            responder: responder,
            server: .http1(configuration: rules.channel),
            configuration: ApplicationConfiguration(
                address: .hostname(host, port: port),
                availableConnectionsDelegate: .maximum(mostConnections, logger: quiet)),
            onServerRunning: { channel in
                report(.listening(url: "http://\(place(port: channel.localAddress?.port ?? port))\(path)"))
            },
            logger: quiet)
        try await application.run()
    }

    private func place(port: Int) -> String {
        host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    }
}
