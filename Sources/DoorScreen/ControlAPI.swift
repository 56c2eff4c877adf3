internal import Foundation
public import Logging
public import ServiceLifecycle
internal import Tickets

/// The API of one station. A daemon serves it on a unix socket; a command that holds the state folder itself asks it
/// in process. Both get their answers from ``respond(to:)``, byte for byte.
public struct ControlAPI: Sendable {
    private let station: StationControl
    private let logger: Logger
    private let heartbeat: Duration
    private let stopPatience: Duration

    public init(station: StationControl, logger: Logger) {
        self.init(station: station, logger: logger, heartbeat: .seconds(15), stopPatience: .milliseconds(500))
    }

    /// - Parameters:
    ///   - heartbeat: the time between two comment lines of an event stream.
    ///   - stopPatience: how long a graceful stop waits for connections that are in the middle of something.
    init(station: StationControl, logger: Logger, heartbeat: Duration, stopPatience: Duration) {
        self.station = station
        self.logger = logger
        self.heartbeat = heartbeat
        self.stopPatience = stopPatience
    }

    /// Whether a station listens on a unix socket. False for a path that is too long for one.
    public static func isServed(at path: String) -> Bool {
        SocketFile(path: path, groupName: nil).isAnswered
    }

    public func respond(to request: ControlRequest) async -> ControlResponse {
        let matches = ControlRoute.all.compactMap { route in
            route.parameter(in: request.path).map { (route: route, parameter: $0) }
        }
        guard let match = matches.first(where: { $0.route.method == request.method }) else {
            return failure(matches.isEmpty ? .notFound : .methodNotAllowed, allow: matches.map(\.route.method))
        }
        let (route, parameter) = match
        do {
            if let unknown = request.query.keys.filter({ !route.query.contains($0) }).min() {
                throw ControlError(
                    .unreadable, "read", "the query", "`\(unknown.withoutControls)` is not one of its names",
                    hint: "docs/openapi.yaml lists them all.")
            }
            let response = try await route.answer(
                ControlCall(request: request, station: station, parameter: parameter, heartbeat: heartbeat))
            logger.debug("answered", metadata: ["method": "\(route.method)", "path": "\(route.path)"])
            return response
        } catch {
            return failure(error, at: route)
        }
    }

    private func failure(_ error: any Error, at route: ControlRoute) -> ControlResponse {
        let explained = ControlError(explaining: error)
        if explained.code == .internal {
            // Its type and number, not its text: nobody knows what that holds.
            let known = error as NSError
            logger.error(
                "a request failed on a fault of the program",
                metadata: [
                    "method": "\(route.method)", "path": "\(route.path)", "error": "\(known.domain) \(known.code)",
                ])
        }
        return failure(explained)
    }

    func failure(_ error: ControlError, allow: [String] = []) -> ControlResponse {
        let object = (try? ControlJSON.encode(ControlJSON.Failure(error: error))) ?? []
        return ControlResponse(
            status: error.status, contentType: "application/json", allow: allow, body: .bytes(object))
    }

    /// The server for a daemon that holds the lock of its state folder.
    ///
    /// It removes the socket that an earlier run left behind, and its own when it stops. A graceful stop ends event
    /// streams at once and gives everything else half a second.
    ///
    /// - Parameters:
    ///   - path: at most 107 bytes.
    ///   - group: the system's group whose members may connect beside the daemon's own user, when there is such a group.
    ///   - onRunning: called when clients can connect.
    public func server(
        socket path: String, group: String?, onRunning: @escaping @Sendable () async -> Void = {}
    ) -> any Service {
        ControlServer(
            api: self, socket: SocketFile(path: path, groupName: group), logger: logger, patience: stopPatience,
            onRunning: onRunning)
    }
}

extension ControlError {
    fileprivate static let methodNotAllowed = ControlError(
        .methodNotAllowed, "answer", "the request", "this address does not know the method",
        hint: "docs/openapi.yaml lists them all.")
}
