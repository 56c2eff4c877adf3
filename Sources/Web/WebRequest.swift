public import Tickets

/// One request to a server of this process.
public struct WebRequest: Sendable {
    /// `GET`; methods are case-sensitive (RFC 9110).
    public var method: String
    /// As it stands in the request line: `/v1/journal?after=12`.
    public var target: String
    /// The header `Host`, with its port; `nil` when the request has none.
    public var host: String?
    /// The values by name, in lower case. Several of one name are joined by `, `, cookies by `; `.
    public var headers: [String: String]
    /// What was sent with it.
    public var body: WebBody
    /// The connection on which it came.
    public var connection: WebConnection

    public init(
        _ method: String, _ target: String, host: String? = nil, headers: [String: String] = [:],
        body: WebBody = .none, connection: WebConnection = WebConnection()
    ) {
        self.method = method
        self.target = target
        self.host = host
        self.headers = headers
        self.body = body
        self.connection = connection
    }

    /// The target without its query, percent-encoded: `/figures/state`.
    public var path: String { String(target.prefix { $0 != "?" }) }

    /// It asks for something and changes nothing.
    public var isReading: Bool { method == "GET" || method == "HEAD" }

    /// What the header `Content-Length` says, in bytes; 0 when it is missing or no number.
    public var announcedLength: Int { headers["content-length"].flatMap { Int($0) } ?? 0 }

    /// The value of a cookie (RFC 6265: `name=value; name=value`); `nil` when the request has no such cookie.
    public func cookie(_ name: String) -> String? {
        for pair in (headers["cookie"] ?? "").split(separator: ";") {
            let sides = pair.split(separator: "=", maxSplits: 1).map { $0.trimmingPrefix { $0 == " " } }
            if sides.count == 2, sides[0] == name { return String(sides[1]) }
        }
        return nil
    }
}

/// What is known of the connection on which a request came.
public struct WebConnection: Sendable {
    /// The port of the server; 0 on a unix socket.
    public var localPort: Int
    /// The address of the client, without its port; `nil` on a unix socket.
    public var remoteAddress: String?
    /// The port of the client; `nil` on a unix socket.
    public var remotePort: Int?
    /// The user id of the client, on a unix socket. The kernel says it, not the client (SO_PEERCRED, unix(7)). Throws
    /// ``WebError`` on other connections.
    public var peerUID: @Sendable () async throws -> UInt32

    public init(
        localPort: Int = 0, remoteAddress: String? = nil, remotePort: Int? = nil,
        peerUID: @escaping @Sendable () async throws -> UInt32 = {
            throw WebError(.unreadable, "identify", "the connection", "it is not a unix socket")
        }
    ) {
        self.localPort = localPort
        self.remoteAddress = remoteAddress
        self.remotePort = remotePort
        self.peerUID = peerUID
    }
}
