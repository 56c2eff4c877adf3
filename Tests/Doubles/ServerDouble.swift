// ServerDoubles: servers that stations talk to, in-process, for tests: they speak as documented, or as badly as told.

internal import Foundation
internal import HTTPTypes
internal import HummingbirdCore
internal import Logging
internal import NIOCore
internal import NIOPosix
internal import ServiceLifecycle
public import Tickets
internal import Web

/// A server that stands in for a real one.
public protocol ServerDouble: Sendable {
    func answer(_ request: DoubleRequest) async -> DoubleAnswer
}

public struct DoubleRequest: Sendable {
    public let method: String
    /// Without the query, percent encoding undone.
    public let path: String
    public let query: [String: String]
    /// Names in small letters.
    public let headers: [String: String]
    public let body: [UInt8]

    /// The members of a body that is an object of texts; others are left out.
    public var members: [String: String] {
        let object = try? JSONSerialization.jsonObject(with: Data(body)) as? [String: Any]
        return (object ?? [:]).compactMapValues { $0 as? String }
    }
}

public struct DoubleAnswer: Sendable {
    public enum Body: Sendable {
        case bytes([UInt8])
        /// The same bytes again and again.
        case repeated([UInt8], times: Int)
        /// These bytes, and then nothing more until the other side hangs up.
        case stalled(after: [UInt8])
        /// The first of these bytes, and the end of the connection.
        case brokenOff([UInt8], after: Int)
    }

    public var status: Int
    public var headers: [String: String]
    public var body: Body

    public init(_ status: Int = 200, headers: [String: String] = [:], body: Body) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    public init(_ status: Int = 200, headers: [String: String] = [:], json: JSONValue) {
        self.init(
            status, headers: ["Content-Type": "application/json"].merging(headers) { $1 },
            body: .bytes(Array(json.text.utf8)))
    }
}

extension ServerDouble {
    /// Serves on a free port of 127.0.0.1 for as long as the body runs.
    ///
    /// - Parameter body: gets the address, without a slash at its end.
    public func serve<Result: Sendable>(
        _ body: (_ address: String) async throws -> Result
    ) async throws -> Result {
        let (ports, port) = AsyncStream<Int>.makeStream()
        let quiet = Logger(label: "double") { _ in SwiftLogNoOpLogHandler() }
        let exchange = DoubleExchange(double: self)
        let server = try HTTPServerBuilder.http1().buildServer(
            configuration: ServerConfiguration(address: .hostname("127.0.0.1", port: 0)),
            eventLoopGroup: MultiThreadedEventLoopGroup.singleton, logger: quiet,
            responder: { request, writer, _ in
                let response = try await exchange.respond(to: request)
                try await writer.write(response: response.head, body: response.body)
            },
            onServerRunning: { channel in port.yield(channel.localAddress?.port ?? 0) })
        let services = ServiceGroup(configuration: .init(services: [server], logger: quiet))
        return try await withThrowingTaskGroup { group in
            group.addTask {
                defer { port.finish() }
                try await services.run()
            }
            guard let number = await ports.first(where: { _ in true }) else {
                try await group.waitForAll()
                throw CancellationError()
            }
            let result: Result
            do {
                result = try await body("http://127.0.0.1:\(number)")
            } catch {
                await services.triggerGracefulShutdown()
                throw error
            }
            await services.triggerGracefulShutdown()
            try await group.waitForAll()
            return result
        }
    }
}

/// Carries requests and answers between the socket and the double.
private struct DoubleExchange {
    let double: any ServerDouble

    func respond(to request: Request) async throws -> Response {
        var request = request
        let body = try await request.collectBody(upTo: 1 << 20)
        let parts = URLComponents(string: request.head.path ?? "/")
        let items = (parts?.queryItems ?? []).map { ($0.name, $0.value ?? "") }
        var fields = Dictionary(request.headers.map { ($0.name.canonicalName, $0.value) }) { first, _ in first }
        fields["host"] = request.head.authority
        let answer = await double.answer(
            DoubleRequest(
                method: request.method.rawValue, path: parts?.path ?? "",
                query: Dictionary(items) { first, _ in first },
                headers: fields,
                body: Array(body.readableBytesView)))
        var headers: HTTPFields = [.date: HTTPDate.text(of: Date())]
        for (name, value) in answer.headers {
            if let name = HTTPField.Name(name) { headers[name] = value }
        }
        return Response(
            status: .init(code: answer.status), headers: headers, body: Self.body(of: answer.body, to: request))
    }

    private static func body(of answer: DoubleAnswer.Body, to request: Request) -> ResponseBody {
        switch answer {
        case .bytes(let bytes):
            return ResponseBody(byteBuffer: ByteBuffer(bytes: bytes))
        case .repeated(let bytes, let times):
            return ResponseBody(contentLength: bytes.count * times) { writer in
                let piece = ByteBuffer(bytes: bytes)
                for _ in 0..<times { try await writer.write(piece) }
                try await writer.finish(nil)
            }
        case .brokenOff(let bytes, let count):
            return ResponseBody(contentLength: bytes.count) { writer in
                try await writer.write(ByteBuffer(bytes: bytes.prefix(count)))
                throw CancellationError()
            }
        case .stalled(let bytes):
            return ResponseBody { writer in
                try await request.body.consumeWithCancellationOnInboundClose { _ in
                    try await writer.write(ByteBuffer(bytes: bytes))
                    for await _ in AsyncStream<Void>.makeStream().stream {}
                    try Task.checkCancellation()
                }
            }
        }
    }
}
