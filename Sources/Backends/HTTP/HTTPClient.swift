public import Tickets

// Backends: talks to other programs over HTTP: ticketing servers, and the station's own unix socket.

/// An HTTP client based on libcurl.
///
/// It follows no redirects. It uses plain HTTP only to this machine, unless allowed otherwise, and the proxies of the
/// environment for all other hosts. Connections are kept and used again. Cancelling the calling task ends the transfer.
public struct HTTPClient: Sendable {
    private let settings: NetworkSettings
    private let idle = IdleHandles()

    public init(_ settings: NetworkSettings = NetworkSettings()) {
        self.settings = settings
    }

    /// Sends a request and reads the whole answer. Answers with any status are returned.
    ///
    /// - Parameter limit: the largest body, in decoded bytes; a larger one is an error.
    /// - Throws: ``HTTPError``; `CancellationError`; what a body in pieces throws
    public func send(_ request: HTTPRequest, limit: Int = 1 << 20) async throws -> HTTPResponse {
        let stream = try await open(request)
        var body: [UInt8] = []
        for try await piece in stream.pieces {
            guard body.count + piece.count <= limit else {
                throw HTTPError(
                    .tooLarge, "read the answer of", stream.origin, "it is larger than \(limit) bytes")
            }
            body += piece
        }
        // A cancelled task sees the end of the stream as if the answer were complete.
        try Task.checkCancellation()
        return HTTPResponse(status: stream.status, headers: stream.headers, body: body)
    }

    /// Sends a request and returns as soon as the head of the answer has come.
    /// - Throws: as ``send(_:limit:)``
    public func open(_ request: HTTPRequest) async throws -> HTTPStream {
        let target = try HTTPTarget(request, settings)
        let transfer = TransferOwner(Transfer(request, to: target, with: idle))
        guard case .head(let head) = try await transfer.next() else {
            throw HTTPError(.brokenOff, "read the answer of", target.origin, "it has no head")
        }
        return HTTPStream(
            status: head.status, headers: head.headers,
            pieces: AsyncThrowingStream {
                guard case .piece(let piece) = try await transfer.next() else { return nil }
                return piece
            },
            origin: target.origin)
    }
}

/// One header field (RFC 9110 section 5). Names are compared without regard to case.
public struct HTTPHeader: Hashable, Sendable {
    /// Without the colon.
    public let name: String
    /// Without control characters: a request with any is not sent.
    public let value: String

    public init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}

extension [HTTPHeader] {
    /// The value of the first field with this name; `nil` when there is none.
    public func first(_ name: String) -> String? {
        first { $0.name.lowercased() == name.lowercased() }?.value
    }
}

/// One HTTP request.
public struct HTTPRequest: Sendable {
    /// What is sent after the head.
    public enum Body: Sendable {
        /// Nothing; a POST, PUT or PATCH gets a body of length 0.
        case none
        /// Sent with their length.
        case bytes([UInt8])
        /// A file that is read while it is sent, with its length.
        case file(path: String)
        /// Sent in chunks. Each piece is requested when the previous one has been sent.
        case pieces(ByteStream)
    }

    /// Limits of one request; `nil` is none. A request that passes one fails with `.timedOut`.
    public struct Timeouts: Sendable {
        /// Until the connection exists, TLS included.
        public var connect: Duration
        /// From the last byte sent to the head of the answer.
        public var firstByte: Duration?
        /// From the start to the last byte of the answer.
        public var whole: Duration?
        /// Without any byte in either direction; whole seconds.
        public var stall: Duration?

        public init(
            connect: Duration = .seconds(10), firstByte: Duration? = .seconds(60), whole: Duration? = nil,
            stall: Duration? = nil
        ) {
            self.connect = connect
            self.firstByte = firstByte
            self.whole = whole
            self.stall = stall
        }
    }

    /// For example `GET`.
    public var method: String
    /// With scheme and host, also when ``unixSocket`` is set.
    public var url: String
    /// In the order in which they are sent.
    public var headers: [HTTPHeader]
    /// What is sent after the head.
    public var body: Body
    /// Path of the unix socket to connect to instead of the URL's host.
    public var unixSocket: String?
    /// Limits of this request.
    public var timeouts: Timeouts
    /// The answer may be compressed (gzip and others); it is decompressed on the way in.
    public var acceptsCompressed = true

    public init(
        _ method: String, _ url: String, headers: [HTTPHeader] = [], body: Body = .none, unixSocket: String? = nil,
        timeouts: Timeouts = Timeouts()
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.unixSocket = unixSocket
        self.timeouts = timeouts
    }
}

extension HTTPRequest: CustomStringConvertible, CustomReflectable {
    /// Without path, headers and body: they may hold secrets.
    public var description: String { "\(method) \(ServerAddress(url))" }
    /// Without children, so that no dump shows them.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// A complete answer.
public struct HTTPResponse: Sendable {
    /// 200 or above; interim answers (1xx) are skipped.
    public let status: Int
    /// In the order in which they came.
    public let headers: [HTTPHeader]
    /// Decompressed.
    public let body: [UInt8]
}

/// An answer whose body is still being received. Dropping it ends the transfer.
public struct HTTPStream: Sendable {
    /// 200 or above; interim answers (1xx) are skipped.
    public let status: Int
    /// In the order in which they came.
    public let headers: [HTTPHeader]
    /// Pieces of the body, decompressed. Each is taken from the connection when it is requested; until then the sender
    /// waits.
    public let pieces: ByteStream
    /// Scheme and host, or the path of the socket: what errors name.
    let origin: String
}
