internal import Hummingbird
internal import HummingbirdCore
internal import Logging
internal import NIOCore
internal import ServiceLifecycle
internal import Synchronization
internal import Web

/// Serves the API on a unix socket until a graceful stop.
struct ControlServer: Service {
    let api: ControlAPI
    let socket: SocketFile
    let logger: Logger
    /// How long a graceful stop waits for connections that are in the middle of something.
    let patience: Duration
    let onRunning: @Sendable () async -> Void

    /// More than the people and programs of one door ever need, and far below the descriptors that a process has, which
    /// the journal and the cameras need too.
    private static let mostConnections = 64
    /// Long, because only people of this machine come here, and a slow disk takes a large list with pauses.
    private static let stall = Duration.seconds(600)
    private static let idle = Duration.seconds(60)

    func run() async throws {
        try socket.prepare()
        defer { socket.remove() }
        let failure = Mutex<ControlError?>(nil)
        let application = Application(
            responder: SocketResponder(api: api),
            server: .http1(
                configuration: ConnectionRules(body: nil, idle: Self.idle, stall: Self.stall, stop: patience).channel),
            configuration: ApplicationConfiguration(
                address: .unixDomainSocket(path: socket.bindingPath),
                availableConnectionsDelegate: .maximum(Self.mostConnections, logger: serverLogger)),
            onServerRunning: { channel in
                do throws(ControlError) {
                    try socket.publish(logger)
                    await onRunning()
                } catch {
                    failure.withLock { $0 = error }
                    channel.close(promise: nil)
                }
            },
            logger: serverLogger)
        do {
            try await application.run()
        } catch {
            // Closing the channel is an error of its own; what led to it says more.
            throw failure.withLock { $0 } ?? error
        }
    }

    /// The server's own lines tell of the path before it was moved, and of every request.
    private var serverLogger: Logger {
        var logger = logger
        logger.logLevel = max(logger.logLevel, .warning)
        return logger
    }
}
