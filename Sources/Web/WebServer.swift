// Web: requests, answers and routes, and the servers of Usher with the rules that each keeps about its connections.

internal import Glibc
internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
public import Logging
internal import NIOCore
public import ServiceLifecycle
internal import Synchronization
internal import Tickets

/// Serves HTTP at one place until a graceful stop.
public struct WebServer: Service {
    /// Where a server listens.
    public enum Place: Hashable, Sendable {
        /// A TCP port.
        /// - Parameters:
        ///   - host: a name or an address of this machine.
        ///   - port: 0 takes any that is free.
        case port(host: String, Int)
        /// A unix socket; its path must be free.
        case socket(path: String)
    }

    let place: Place
    let mostConnections: Int
    let rules: ConnectionRules
    let responder: any WebResponder
    let logger: Logger
    let onListening: @Sendable (_ port: Int) async throws -> Void

    /// - Parameters:
    ///   - mostConnections: far below the number of descriptors that a process has, because other parts need some too.
    ///   - onListening: called with the port, 0 on a socket, when clients can connect. What it throws ends the server.
    public init(
        at place: Place, mostConnections: Int, rules: ConnectionRules, responder: any WebResponder, logger: Logger,
        onListening: @escaping @Sendable (_ port: Int) async throws -> Void
    ) {
        self.place = place
        self.mostConnections = mostConnections
        self.rules = rules
        self.responder = responder
        // The server's own lines tell of every request.
        var quiet = logger
        quiet.logLevel = max(logger.logLevel, .warning)
        self.logger = quiet
        self.onListening = onListening
    }

    /// Serves until a graceful stop.
    /// - Throws: ``WebError`` `listen` when the place is taken or not allowed, or what `onListening` threw
    public func run() async throws {
        let failure = Mutex<(any Error)?>(nil)
        let application = Application(
            responder: Responder(responder: responder),
            server: .http1(configuration: rules.channel),
            configuration: ApplicationConfiguration(
                address: address, availableConnectionsDelegate: .maximum(mostConnections, logger: logger)),
            onServerRunning: { channel in
                do {
                    try await onListening(channel.localAddress?.port ?? 0)
                } catch {
                    failure.withLock { $0 = error }
                    channel.close(promise: nil)
                }
            },
            logger: logger)
        do {
            try await application.run()
        } catch {
            // Closing the channel is an error of its own; what led to it says more.
            throw failure.withLock { $0 } ?? explained(error)
        }
    }

    private var address: BindAddress {
        switch place {
        case .port(let host, let port): .hostname(host, port: port)
        case .socket(let path): .unixDomainSocket(path: path)
        }
    }

    private func explained(_ error: any Error) -> any Error {
        guard let error = error as? IOError else { return error }
        let isTaken = error.errnoCode == EADDRINUSE
        return WebError(
            .listen, "listen at", "\(place)",
            isTaken ? "another program listens there" : unsafe String(cString: strerror(error.errnoCode)).lowercased(),
            hint: isTaken ? "`ss -ltnp` names that program." : nil, errno: error.errnoCode)
    }
}

extension WebServer.Place: CustomStringConvertible {
    /// `127.0.0.1:8080`, or the path of the socket.
    public var description: String {
        switch self {
        case .port(let host, let port): host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
        case .socket(let path): path
        }
    }
}

// MARK: - The way through the library

private struct Responder: HTTPResponder {
    let responder: any WebResponder

    func respond(to request: Request, context: Connection) async throws -> Response {
        var headers: [String: String] = [:]
        for field in request.head.headerFields {
            // RFC 9110 section 5.3; cookies are joined in their own way (RFC 6265).
            let name = field.name.canonicalName
            headers[name] = headers[name].map { $0 + (name == "cookie" ? "; " : ", ") + field.value } ?? field.value
        }
        let answer = await responder.respond(
            to: WebRequest(
                request.method.rawValue, request.head.path ?? "", host: request.head.authority, headers: headers,
                body: request.carriedBody, connection: context.description))
        return Response(
            status: .init(code: answer.status), headers: Self.fields(of: answer), body: answer.body.carried(to: request)
        )
    }

    private static func fields(of answer: WebResponse) -> HTTPFields {
        var fields: HTTPFields = [.cacheControl: "no-store"]
        for (name, value) in answer.headers {
            if let name = HTTPField.Name(name) { fields[name] = value }
        }
        // Watching whether the reader is still there uses up the connection.
        if case .stream = answer.body { fields[.connection] = "close" }
        return fields
    }
}

private struct Connection: RequestContext {
    var coreContext: CoreRequestContextStorage
    private let channel: any Channel

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
    }

    var description: WebConnection {
        WebConnection(
            localPort: channel.localAddress?.port ?? 0, remoteAddress: channel.remoteAddress?.ipAddress,
            remotePort: channel.remoteAddress?.port,
            peerUID: { [channel] in try await PeerCredentials.uid(of: channel) })
    }
}

/// `struct ucred` of unix(7), which Swift's Glibc module leaves out.
private struct PeerCredentials {
    let pid: pid_t
    let uid: uid_t
    let gid: gid_t

    static func uid(of channel: any Channel) async throws -> UInt32 {
        guard let socket = channel as? any SocketOptionProvider else {
            throw WebError(.unreadable, "identify", "the connection", "it is not a socket")
        }
        let credentials: PeerCredentials = try await socket.unsafeGetSocketOption(
            level: .socket, name: NIOBSDSocket.Option(rawValue: SO_PEERCRED)
        ).get()
        return credentials.uid
    }
}

extension Request {
    /// The body, piece by piece.
    fileprivate var carriedBody: WebBody { .stream(ReceivedBody(body: body)) }
}

extension WebBody {
    /// The body of the answer to a request. A stream ends when the client is gone.
    fileprivate func carried(to request: Request) -> ResponseBody {
        switch self {
        case .bytes(let bytes):
            return ResponseBody(byteBuffer: ByteBuffer(bytes: bytes))
        case .stream(let pieces):
            return ResponseBody { writer in
                try await request.body.consumeWithCancellationOnInboundClose { _ in
                    for try await piece in pieces {
                        try await writer.write(ByteBuffer(bytes: piece))
                    }
                    // A stream of a cancelled task ends as if it were whole.
                    try Task.checkCancellation()
                    try await writer.finish(nil)
                }
            }
        }
    }
}

/// The body of a request, as it comes.
private struct ReceivedBody: AsyncSequence, Sendable {
    let body: RequestBody

    struct Iterator: AsyncIteratorProtocol {
        fileprivate var buffers: RequestBody.AsyncIterator

        mutating func next() async throws -> [UInt8]? {
            do {
                return try await buffers.next().map { Array($0.readableBytesView) }
            } catch {
                throw WebError(.unreadable, "read", "the body", "the connection ended before it did")
            }
        }
    }

    func makeAsyncIterator() -> Iterator {
        Iterator(buffers: body.makeAsyncIterator())
    }
}
