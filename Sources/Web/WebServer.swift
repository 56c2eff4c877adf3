// Web: requests, answers and routes, and the servers of Usher with the rules that each keeps about its connections.

internal import Foundation
internal import HTTPTypes
internal import HummingbirdCore
public import Logging
internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix
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
        let server = try HTTPServerBuilder.http1(configuration: rules.channel).buildServer(
            configuration: ServerConfiguration(
                address: address, availableConnectionsDelegate: .maximum(mostConnections, logger: logger)),
            eventLoopGroup: MultiThreadedEventLoopGroup.singleton, logger: logger,
            responder: { [responder] request, writer, channel in
                try await Exchange(request: request, channel: channel, responder: responder).answer(into: writer)
            },
            onServerRunning: { channel in
                do {
                    try await onListening(channel.localAddress?.port ?? 0)
                } catch {
                    failure.withLock { $0 = error }
                    channel.close(promise: nil)
                }
            })
        do {
            try await server.run()
        } catch {
            throw explained(error)
        }
        if let error = failure.withLock({ $0 }) { throw error }
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

/// One request and its answer.
private struct Exchange {
    let request: Request
    let channel: any Channel
    let responder: any WebResponder

    func answer(into writer: consuming ResponseWriter) async throws {
        let answer = await responder.respond(to: carriedRequest)
        let response = Response(
            status: .init(code: answer.status), headers: fields(of: answer), body: answer.body.carried(to: request))
        do {
            try await writer.write(response: response.head, body: response.body)
        } catch is HTTPParserError {
            // The library would answer this error with a second head, within the answer that has begun.
            throw WebError(.unreadable, "read", "what follows the request", "it is not HTTP")
        }
    }

    private var carriedRequest: WebRequest {
        var headers: [String: String] = [:]
        for field in request.head.headerFields {
            // RFC 9110 section 5.3; cookies are joined in their own way (RFC 6265).
            let name = field.name.canonicalName
            headers[name] = headers[name].map { $0 + (name == "cookie" ? "; " : ", ") + field.value } ?? field.value
        }
        return WebRequest(
            request.method.rawValue, request.head.path ?? "", host: request.head.authority, headers: headers,
            body: request.carriedBody,
            connection: WebConnection(
                localPort: channel.localAddress?.port ?? 0, remoteAddress: channel.remoteAddress?.ipAddress,
                remotePort: channel.remoteAddress?.port,
                peerUID: { [channel] in try await PeerCredentials.uid(of: channel) }))
    }

    private func fields(of answer: WebResponse) -> HTTPFields {
        // Clients compare their clocks with this one (RFC 9110 section 6.6.1).
        var fields: HTTPFields = [.cacheControl: "no-store", .date: HTTPDate.text(of: Date())]
        for (name, value) in answer.headers {
            if let name = HTTPField.Name(name) { fields[name] = value }
        }
        // Watching whether the reader is still there uses up the connection.
        if case .stream = answer.body { fields[.connection] = "close" }
        return fields
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
