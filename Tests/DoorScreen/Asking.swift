import Backends
import Foundation
import Logging
import ServiceLifecycle
import TestSupport
import Web

@testable import DoorScreen
@testable import StationAPI

/// An answer, read to its end.
struct Answer: Equatable, Sendable {
    let status: Int
    let contentType: String?
    let text: String
}

/// How a request reaches a station.
enum Way: CaseIterable {
    case inProcess, socket

    /// Asks a station of one's own.
    func ask(_ request: ControlRequest, _ station: FakeStation = FakeStation()) async throws -> Answer {
        switch self {
        case .inProcess:
            let response = await ControlAPI(station: station.control, logger: .quiet).respond(to: request)
            let body = try await response.body.collected(upTo: 1 << 20)
            return Answer(
                status: response.status, contentType: response.contentType, text: String(decoding: body, as: UTF8.self))
        case .socket:
            return try await withServer(station) { socket, _ in try await socket.ask(request) }
        }
    }
}

/// A running server's socket.
struct ServerSocket: Sendable {
    let path: String

    func ask(_ request: ControlRequest) async throws -> Answer {
        let response = try await HTTPClient().send(httpRequest(request))
        return Answer(
            status: response.status, contentType: response.headers.first("content-type"),
            text: String(decoding: response.body, as: UTF8.self))
    }

    func open(_ request: ControlRequest) async throws -> HTTPStream {
        try await HTTPClient().open(httpRequest(request))
    }

    func httpRequest(_ request: ControlRequest) -> HTTPRequest {
        let body: HTTPRequest.Body =
            switch request.body {
            case .bytes(let bytes): bytes.isEmpty ? .none : .bytes(bytes)
            case .stream(let pieces): .pieces(pieces)
            }
        // No limit: on a busy machine an answer takes its time.
        return HTTPRequest(
            request.method, "http://localhost" + request.target, body: body, unixSocket: path,
            timeouts: HTTPRequest.Timeouts(firstByte: nil))
    }
}

/// Runs a server while the body runs, then stops it gracefully, unless the body did.
func withServer<Result: Sendable>(
    _ station: FakeStation = FakeStation(), at path: String? = nil,
    group groupName: String? = nil, heartbeat: Duration = .seconds(3600),
    stop: Duration = .milliseconds(500), logger: Logger = .quiet,
    _ body: (_ socket: ServerSocket, _ stop: ServiceGroup) async throws -> Result
) async throws -> Result {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let path = path ?? folder.file("usher.sock").path
    let (running, signal) = AsyncStream<Void>.makeStream()
    let server = ControlAPI(station: station.control, logger: logger, heartbeat: heartbeat, stop: stop)
        .server(socket: path, group: groupName) { signal.yield() }
    let services = ServiceGroup(
        configuration: ServiceGroupConfiguration(
            services: [.init(service: server, successTerminationBehavior: .gracefullyShutdownGroup)], logger: .quiet))
    return try await withThrowingTaskGroup { group in
        group.addTask {
            defer { signal.finish() }
            try await services.run()
        }
        guard await running.contains(where: { true }) else {
            try await group.waitForAll()
            throw CancellationError()
        }
        let result: Result
        do {
            result = try await body(ServerSocket(path: path), services)
        } catch {
            await services.triggerGracefulShutdown()
            throw error
        }
        await services.triggerGracefulShutdown()
        try await group.waitForAll()
        return result
    }
}

extension WebRequest {
    /// Of the page in the kiosk's own browser.
    static func ofPage(_ method: String, _ target: String, _ body: String? = nil, cookies: String? = nil) -> WebRequest
    {
        var headers = ["origin": "http://127.0.0.1:8722"]
        headers["cookie"] = cookies
        return WebRequest(
            method, target, host: "127.0.0.1:8722", headers: headers,
            body: body.map { .bytes(Array($0.utf8)) } ?? .none, connection: WebConnection(localPort: 8722))
    }
}

extension ControlRequest {
    init(_ method: String, _ path: String..., query: [String: String] = [:], json: String) {
        self.init(method, query: query, body: .bytes(Array(json.utf8)))
        self.path = path
    }
}

extension ConnectionRules {
    /// A busy machine may need longer than a station waits before it cuts a connection off.
    static var unhurried: ConnectionRules {
        var rules = ConnectionRules(
            body: .seconds(3600), idle: .seconds(3600), stall: .seconds(3600), stop: .seconds(60))
        rules.head = .seconds(3600)
        return rules
    }
}
