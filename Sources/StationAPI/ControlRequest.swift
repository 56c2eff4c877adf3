internal import Foundation
public import Web

/// One request to the API. It is answered in process (``ControlAPI/respond(to:)``), or sent to a daemon: method,
/// ``target`` and body are all there is to send.
public struct ControlRequest: Sendable {
    /// `GET`, `POST`, `PUT` or `DELETE`.
    public var method: String
    /// The segments after `/v1/`, not percent-encoded.
    public var path: [String]
    public var query: [String: String]
    public var body: WebBody
    /// The system's id of the user who asks.
    public var uid: UInt32

    /// A request of this process's own user: `ControlRequest("DELETE", "operators", name)`.
    public init(_ method: String, _ path: String..., query: [String: String] = [:], body: WebBody = .none) {
        self.method = method
        self.path = path
        self.query = query
        self.body = body
        uid = getuid()
    }

    /// One that came over a connection.
    /// - Throws: ``ControlError``, or ``WebError`` for an address that cannot be read.
    init(_ request: WebRequest) async throws {
        let target = try Target(request.target)
        guard target.segments.count > 1, target.segments[0] == "v1" else { throw ControlError.notFound }
        method = request.method
        path = Array(target.segments.dropFirst())
        query = target.query
        body = request.body
        uid = try await request.connection.peerUID()
    }

    /// What stands in the request line, percent-encoded: `/v1/operators/Anne%20B`.
    public var target: String { Target(["v1"] + path, query: query).text }
}
