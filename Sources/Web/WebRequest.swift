/// One request to a server of this process.
public import Tickets

public struct WebRequest: Sendable {
    /// `GET`; methods are case-sensitive (RFC 9110).
    public var method: String
    /// As it stands in the request line: `/v1/journal?after=12`.
    public var target: String
    /// The header `Host`, with its port.
    public var host: String?
    /// By their names in small letters.
    public var headers: [String: String]
    public var body: WebBody
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

    /// Without its query, percent-encoded: `/figures/state`.
    public var path: String { String(target.prefix { $0 != "?" }) }

    /// Asks for something and changes nothing.
    public var isReading: Bool { method == "GET" || method == "HEAD" }

    /// What the header `Content-Length` announces, in bytes.
    public var announcedLength: Int { headers["content-length"].flatMap { Int($0) } ?? 0 }

    /// The value of a cookie (RFC 6265: `name=value; name=value`).
    public func cookie(_ name: String) -> String? {
        for pair in (headers["cookie"] ?? "").split(separator: ";") {
            let sides = pair.split(separator: "=", maxSplits: 1).map { $0.trimmingPrefix { $0 == " " } }
            if sides.count == 2, sides[0] == name { return String(sides[1]) }
        }
        return nil
    }
}

/// What is known of the connection that a request came on.
public struct WebConnection: Sendable {
    /// The port that it came to; 0 where there is none.
    public var localPort: Int
    /// The address at the other end, without its port; `nil` on a unix socket.
    public var remoteAddress: String?
    public var remotePort: Int?
    /// The user who opened it, on a unix socket: the kernel's word (SO_PEERCRED, unix(7)), not the client's.
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
