internal import Foundation
public import Logging
public import ServiceLifecycle
internal import Tickets
public import Web

/// The API of one station. A daemon serves it on a unix socket; a command that holds the state folder itself calls it
/// in its own process. Both get their answers from ``respond(to:)``, byte for byte the same.
public struct ControlAPI: WebResponder {
    private let station: StationControl
    private let logger: Logger
    private let heartbeat: Duration
    private let stop: Duration

    public init(station: StationControl, logger: Logger) {
        self.init(station: station, logger: logger, heartbeat: .seconds(15), stop: .milliseconds(500))
    }

    /// - Parameters:
    ///   - heartbeat: the time between two comment lines of an event stream.
    ///   - stop: how long a graceful stop waits for connections with an unfinished request or answer.
    init(station: StationControl, logger: Logger, heartbeat: Duration, stop: Duration) {
        self.station = station
        self.logger = logger
        self.heartbeat = heartbeat
        self.stop = stop
    }

    /// Whether a station listens on a unix socket. False for a path that is too long for one.
    public static func isServed(at path: String) -> Bool {
        SocketFile(path: path, groupName: nil).isAnswered
    }

    /// Answers a request that came over the unix socket.
    public func respond(to request: WebRequest) async -> WebResponse {
        do { return await respond(to: try await ControlRequest(request)) } catch {
            return .failure(ControlError(explaining: error))
        }
    }

    /// Answers a request, also with what went wrong: an error is an answer with the object of a ``ControlError``.
    public func respond(to request: ControlRequest) async -> WebResponse {
        let found = RouteMatch(request.method, ["v1"] + request.path, in: ControlRoutes.all)
        guard case .route(let route, let parameter) = found else {
            guard case .otherMethods(let methods) = found else { return .failure(.notFound) }
            return .failure(.methodNotAllowed, allow: methods)
        }
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
            let explained = ControlError(explaining: error)
            if explained.code == .internal { log(error, at: route) }
            return .failure(explained)
        }
    }

    /// Only its type and number: its text may hold anything.
    private func log(_ error: any Error, at route: Route<ControlCall>) {
        let known = error as NSError
        logger.error(
            "a request failed on a fault of the program",
            metadata: [
                "method": "\(route.method)", "path": "\(route.path)", "error": "\(known.domain) \(known.code)",
            ])
    }

    /// The server for a daemon that holds the lock of its state folder.
    ///
    /// It removes a socket that an earlier run left behind, and its own when it stops. A graceful stop ends event
    /// streams at once and gives all other connections half a second.
    ///
    /// - Parameters:
    ///   - path: at most 107 bytes.
    ///   - group: the system group whose members may connect, besides the daemon's own user. Ignored when there is no
    ///     such group.
    ///   - onRunning: called when clients can connect.
    public func server(
        socket path: String, group: String?, onRunning: @escaping @Sendable () async -> Void = {}
    ) -> any Service {
        ControlServer(
            api: self, socket: SocketFile(path: path, groupName: group), logger: logger, stop: stop,
            onRunning: onRunning)
    }
}

extension ControlError {
    fileprivate static let methodNotAllowed = ControlError(
        .methodNotAllowed, "answer", "the request", "this address does not know the method",
        hint: "docs/openapi.yaml lists them all.")
}

extension ControlError {
    /// The answer to an address that the API does not have.
    package static let notFound = ControlError(
        .notFound, "find", "the address", "the API has no such address", hint: "docs/openapi.yaml lists them all.")
}
