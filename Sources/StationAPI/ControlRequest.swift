internal import Foundation
public import Web

/// One request to the API. A command answers it in its own process (``ControlAPI/respond(to:)``) or sends it to a
/// daemon; then only method, ``target`` and body are sent.
public struct ControlRequest: Sendable {
    /// `GET`, `POST`, `PUT` or `DELETE`.
    public var method: String
    /// The segments after `/v1/`, not percent-encoded.
    public var path: [String]
    /// Names and values after the `?`, not percent-encoded.
    public var query: [String: String]
    /// A JSON object or the bytes of a file; empty in most requests.
    public var body: WebBody
    /// User id of the person who asks. Acts without a name are recorded under it: `uid:1000`.
    public var uid: UInt32

    /// A request of this process's own user: `ControlRequest("DELETE", "operators", name)`.
    public init(_ method: String, _ path: String..., query: [String: String] = [:], body: WebBody = .none) {
        self.method = method
        self.path = path
        self.query = query
        self.body = body
        uid = getuid()
    }

    /// Reads a request that came over a connection.
    /// - Throws: ``ControlError``, or ``WebError`` for an address that cannot be read
    init(_ request: WebRequest) async throws {
        let target = try Target(request.target)
        guard target.segments.count > 1, target.segments[0] == "v1" else { throw ControlError.notFound }
        method = request.method
        path = Array(target.segments.dropFirst())
        query = target.query
        body = request.body
        uid = try await request.connection.peerUID()
    }

    /// Path and query as they stand in the request line, percent-encoded: `/v1/operators/Anne%20B`.
    public var target: String { Target(["v1"] + path, query: query).text }
}
