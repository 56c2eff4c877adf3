internal import Logging
internal import ServiceLifecycle
internal import Web

/// Serves the API on a unix socket until a graceful stop.
struct ControlServer: Service {
    let api: ControlAPI
    let socket: SocketFile
    let logger: Logger
    /// How long a graceful stop waits for connections with an unfinished request or answer.
    let stop: Duration
    let onRunning: @Sendable () async -> Void

    /// More than the people and programs of one door ever need, and far below the number of descriptors that a process
    /// has: the journal and the cameras need some too.
    private static let mostConnections = 64
    /// Long, because only people of this machine connect, and a slow disk takes a large list with pauses.
    private static let stall = Duration.seconds(600)
    private static let idle = Duration.seconds(60)

    func run() async throws {
        try socket.prepare()
        defer { socket.remove() }
        try await WebServer(
            at: .socket(path: socket.bindingPath), mostConnections: Self.mostConnections,
            rules: ConnectionRules(body: nil, idle: Self.idle, stall: Self.stall, stop: stop), responder: api,
            logger: logger
        ) { [socket, logger, onRunning] _ in
            try socket.publish(logger)
            await onRunning()
        }.run()
    }
}
