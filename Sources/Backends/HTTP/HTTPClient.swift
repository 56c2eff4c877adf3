internal import Tickets

// Backends: talks to other programs over HTTP: ticketing servers, and the station's own unix socket.

/// An HTTP client on libcurl.
///
/// It follows no redirects, takes plain HTTP only to this machine unless told otherwise, and uses the proxies of the
/// environment for everything that leaves it. Connections are kept and used again. Cancelling the calling task ends the
/// transfer.
public struct HTTPClient: Sendable {
    private let settings: NetworkSettings
    private let idle = IdleHandles()

    public init(_ settings: NetworkSettings = NetworkSettings()) {
        self.settings = settings
    }

    /// The whole answer.
    ///
    /// - Parameter limit: the most its body may hold, in bytes; a larger one is an error.
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
        // A stream of a cancelled task ends as if it were whole.
        try Task.checkCancellation()
        return HTTPResponse(status: stream.status, headers: stream.headers, body: body)
    }

    /// The answer as it comes: returns when its head is there.
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

/// One header field. Names are compared without regard to case.
public struct HTTPHeader: Hashable, Sendable {
    public let name: String
    public let value: String

    public init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}

extension [HTTPHeader] {
    /// The value of the first field of this name.
    public func first(_ name: String) -> String? {
        first { $0.name.lowercased() == name.lowercased() }?.value
    }
}

public struct HTTPRequest: Sendable {
    public enum Body: Sendable {
        case none
        case bytes([UInt8])
        /// Read while it is sent.
        case file(path: String)
        /// Sent in chunks. Each piece is pulled when the one before has been sent.
        case pieces(AsyncThrowingStream<[UInt8], any Error>)
    }

    public struct Timeouts: Sendable {
        public var connect: Duration
        /// From the end of the request to the head of the answer.
        public var firstByte: Duration?
        public var whole: Duration?
        /// With nothing coming or going; whole seconds.
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

    public var method: String
    public var url: String
    public var headers: [HTTPHeader]
    public var body: Body
    /// Path of the unix socket to connect to instead of the URL's host.
    public var unixSocket: String?
    public var timeouts: Timeouts
    /// The answer may come packed (gzip and the like); it is unpacked on the way in.
    public var takesPacked = true

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

public struct HTTPResponse: Sendable {
    public let status: Int
    public let headers: [HTTPHeader]
    public let body: [UInt8]
}

/// An answer whose body is still on its way. Dropping it ends the transfer.
public struct HTTPStream: Sendable {
    public let status: Int
    public let headers: [HTTPHeader]
    /// Each piece is taken from the connection when it is asked for; whoever sends waits.
    public let pieces: AsyncThrowingStream<[UInt8], any Error>
    /// Scheme and host, or path of the socket: what errors name.
    let origin: String
}
