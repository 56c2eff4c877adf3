internal import Backends
public import Foundation
public import Logging
public import StationAPI
internal import Tickets

/// How a command reaches a station: through the socket of the daemon that holds the state folder; when no daemon does,
/// through the same API within its own process. Either way the answer is the same, byte for byte.
/// See docs/decisions/002-commands-use-the-api.md.
public enum ControlChannel: Sendable {
    /// A daemon listens on this socket.
    case daemon(socket: String)
    /// This process holds the state folder.
    case here(Station, ControlAPI)

    /// Finds the daemon, or opens the folder.
    ///
    /// - Parameters:
    ///   - state: `nil` takes the daemon of this machine: the socket in RUNTIME_DIRECTORY or /run/usher, else the state
    ///     folder of the service.
    ///   - creating: makes the folder when it does not exist.
    /// - Throws: ``StationError``, or an ``ExplainedError`` of the part that could not be opened
    public static func open(
        state: URL?, creating: Bool, environment: [String: String], logger: Logger
    ) async throws -> ControlChannel {
        if state == nil, let socket = runningSocket(environment: environment) { return .daemon(socket: socket) }
        let folder = StateFolder(state ?? defaultState(environment: environment))
        guard creating || FileManager.default.fileExists(atPath: folder.url.path) else {
            throw StationError(
                .notFound, "open", folder.url.path,
                "no usherd runs and there is no such folder",
                hint: "Start usherd, or give the folder of a station with --state.")
        }
        let lock: StateLock
        switch try await folder.entry() {
        case .daemon(let socket): return .daemon(socket: socket)
        case .taken(let taken): lock = taken
        }
        let station = try Station(
            folder: folder, lock: lock, configuration: try .read(file: nil, environment: environment),
            environment: .system(environment: environment), logger: logger)
        return .here(station, ControlAPI(station: station.control, logger: logger))
    }

    /// The daemon that ``open(state:creating:environment:logger:)`` would find, for requests that only a daemon can
    /// answer; `nil` when none runs.
    public static func daemon(state: URL?, environment: [String: String]) -> ControlChannel? {
        if state == nil, let socket = runningSocket(environment: environment) { return .daemon(socket: socket) }
        return StateFolder(state ?? defaultState(environment: environment)).daemonSocket.map { .daemon(socket: $0) }
    }

    /// A daemon answers. Only a daemon reads codes.
    public var isDaemon: Bool {
        if case .daemon = self { true } else { false }
    }

    /// The state folder of the service: STATE_DIRECTORY (systemd.exec(5)), else /var/lib/usher.
    public static func defaultState(environment: [String: String]) -> URL {
        URL(filePath: environment["STATE_DIRECTORY"] ?? "/var/lib/usher")
    }

    private static func runningSocket(environment: [String: String]) -> String? {
        let path = (environment["RUNTIME_DIRECTORY"] ?? "/run/usher") + "/usher.sock"
        return FileManager.default.fileExists(atPath: path) ? path : nil
    }
}
