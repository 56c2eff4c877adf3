internal import Backends
public import Foundation
public import Logging
public import StationAPI
internal import Tickets

/// A command's way to a station: through the socket of the daemon that owns the state folder, or, while none does,
/// into the same API within this process. Either way the answer is the same bytes.
/// See docs/decisions/002-commands-use-the-api.md.
public enum ControlChannel: Sendable {
    case daemon(socket: String)
    case here(Station, ControlAPI)

    /// Finds the daemon, or opens the folder.
    ///
    /// - Parameters:
    ///   - state: `nil` asks the daemon of this machine: the socket in RUNTIME_DIRECTORY or /run/usher, else the state
    ///     folder of the service.
    ///   - creating: makes a folder that does not exist.
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
            surroundings: .system(environment: environment), logger: logger)
        return .here(station, ControlAPI(station: station.control, logger: logger))
    }

    /// The daemon that ``open(state:creating:environment:logger:)`` would find, for questions that only one can answer.
    public static func daemon(state: URL?, environment: [String: String]) -> ControlChannel? {
        if state == nil, let socket = runningSocket(environment: environment) { return .daemon(socket: socket) }
        return StateFolder(state ?? defaultState(environment: environment)).daemonSocket.map { .daemon(socket: $0) }
    }

    /// Verdicts fall only where a daemon runs.
    public var isDaemon: Bool {
        if case .daemon = self { true } else { false }
    }

    public static func defaultState(environment: [String: String]) -> URL {
        URL(filePath: environment["STATE_DIRECTORY"] ?? "/var/lib/usher")
    }

    private static func runningSocket(environment: [String: String]) -> String? {
        let path = (environment["RUNTIME_DIRECTORY"] ?? "/run/usher") + "/usher.sock"
        return FileManager.default.fileExists(atPath: path) ? path : nil
    }
}
