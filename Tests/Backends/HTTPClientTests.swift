import Foundation
import Synchronization
import TestSupport
import Testing
import Tickets

@testable import Backends

@Suite(.timeLimit(.minutes(5)))
struct HTTPClientTests {
    let client = HTTPClient()
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test func `gives the status, the headers and the body`() async throws {
        let server = try CannedServer(
            answering: "HTTP/1.1 418 Teapot\r\nX-Name:  of a header \r\nContent-Length: 5\r\n\r\nshort")
        let response = try await client.send(HTTPRequest("GET", "http://localhost/pot", unixSocket: server.socket))
        #expect(response.status == 418)
        #expect(response.headers.first("x-name") == "of a header")
        #expect(String(decoding: response.body, as: UTF8.self) == "short")
    }

    @Test func `passes over interim answers and trailers`() async throws {
        let server = try CannedServer(
            answering: "HTTP/1.1 103 Early\r\nLink: x\r\n\r\nHTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
                + "3\r\nabc\r\n0\r\nX-Late: yes\r\n\r\n")
        let response = try await client.send(HTTPRequest("GET", "http://localhost/", unixSocket: server.socket))
        #expect(response.headers == [HTTPHeader("Transfer-Encoding", "chunked")])
        #expect(String(decoding: response.body, as: UTF8.self) == "abc")
    }

    @Test(arguments: Sending.allCases)
    func `sends the method, the headers and the body`(_ sending: Sending) async throws {
        let received = Mutex("")
        let server = try CannedServer { connection in
            received.withLock { $0 = connection.readRequest() }
            connection.write("HTTP/1.1 204 Done\r\n\r\n")
        }
        let response = try await client.send(
            HTTPRequest(
                sending.method, "http://localhost/a?b=c",
                headers: [HTTPHeader("X-Key", "value"), HTTPHeader("X-No", "")],
                body: try sending.body(in: folder), unixSocket: server.socket))
        #expect(response.status == 204)
        let text = received.withLock { $0 }
        #expect(text.hasPrefix("\(sending.method) /a?b=c HTTP/1.1\r\n"))
        #expect(text.contains("\r\nX-Key: value\r\n"))
        #expect(text.contains("\r\nX-No:\r\n"))
        #expect(!text.contains("Expect"))
        #expect(text.hasSuffix(sending.end))
    }

    enum Sending: String, CaseIterable {
        case nothing, noBody, bytes, file, pieces

        var method: String {
            switch self {
            case .nothing: "DELETE"
            case .noBody, .bytes: "POST"
            case .file, .pieces: "PUT"
            }
        }

        func body(in folder: TemporaryFolder) throws -> HTTPRequest.Body {
            switch self {
            case .nothing, .noBody: return .none
            case .bytes: return .bytes(Array("four".utf8))
            case .file: return .file(path: try folder.write("a file", to: "file").path)
            case .pieces:
                let (stream, continuation) = AsyncThrowingStream<[UInt8], any Error>.makeStream()
                for piece in ["one", "", "three"] { continuation.yield(Array(piece.utf8)) }
                continuation.finish()
                return .pieces(stream)
            }
        }

        /// How the request ends on the wire.
        var end: String {
            switch self {
            case .nothing: "\r\n\r\n"
            case .noBody: "Content-Length: 0\r\n\r\n"
            case .bytes: "Content-Length: 4\r\n\r\nfour"
            case .file: "Content-Length: 6\r\n\r\na file"
            case .pieces: "3\r\none\r\n5\r\nthree\r\n0\r\n\r\n"
            }
        }
    }

    @Test func `does not follow a redirect`() async throws {
        let server = try CannedServer(
            answering: "HTTP/1.1 302 Found\r\nLocation: http://localhost/elsewhere\r\nContent-Length: 0\r\n\r\n")
        let response = try await client.send(HTTPRequest("GET", "http://localhost/", unixSocket: server.socket))
        #expect(response.status == 302)
    }

    @Test func `refuses an answer over the limit`() async throws {
        let answer = "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n0123456789"
        let request = { HTTPRequest("GET", "http://localhost/", unixSocket: $0) }
        let whole = try await client.send(request(try CannedServer(answering: answer).socket), limit: 10)
        #expect(whole.body.count == 10)
        let server = try CannedServer(answering: answer)
        let error = await #expect(throws: HTTPError.self) {
            try await client.send(request(server.socket), limit: 9)
        }
        #expect(error?.code == .tooLarge)
        #expect(error?.subject == server.socket)
    }

    @Test(arguments: ["", "nonsense\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf"])
    func `tells an answer that breaks off from a whole one`(_ answer: String) async throws {
        let server = try CannedServer(answering: answer)
        let error = await #expect(throws: HTTPError.self) {
            try await client.send(HTTPRequest("GET", "http://localhost/", unixSocket: server.socket))
        }
        #expect(error?.code == .brokenOff)
    }

    @Test func `asks whether usherd is running when no socket is there`() async throws {
        let path = folder.file("s").path
        let error = await #expect(throws: HTTPError.self) {
            try await client.send(HTTPRequest("GET", "http://localhost/v1/status", unixSocket: path))
        }
        #expect(error?.code == .unreachable)
        #expect(error?.errno == ENOENT)
        #expect(error?.description == "cannot ask \(path): no such file or directory. Is usherd running?")
    }

    @Test func `asks whether usherd is running when nobody listens any more`() async throws {
        let server = try CannedServer()
        for await _ in server.done {}
        let error = await #expect(throws: HTTPError.self) {
            try await client.send(HTTPRequest("GET", "http://localhost/v1/status", unixSocket: server.socket))
        }
        #expect(error?.errno == ECONNREFUSED)
        #expect(error?.hint == "Is usherd running?")
    }

    @Test(arguments: [
        HTTPRequest.Timeouts(firstByte: .milliseconds(1)),
        HTTPRequest.Timeouts(firstByte: nil, whole: .milliseconds(1)),
    ])
    func `gives up on a server that does not answer`(_ timeouts: HTTPRequest.Timeouts) async throws {
        let server = try CannedServer { connection in while connection.read() != nil {} }
        let error = await #expect(throws: HTTPError.self) {
            try await client.send(
                HTTPRequest("GET", "http://localhost/", unixSocket: server.socket, timeouts: timeouts))
        }
        #expect(error?.code == .timedOut)
    }

    @Test func `ends the transfer when its task is cancelled`() async throws {
        let (asked, signal) = AsyncStream<Void>.makeStream()
        let server = try CannedServer { connection in
            _ = connection.readRequest()
            signal.finish()
            while connection.read() != nil {}
        }
        let task = Task {
            try await client.send(HTTPRequest("GET", "http://localhost/", unixSocket: server.socket))
        }
        for await _ in asked {}
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        // The server has seen the end of the connection.
        for await _ in server.done {}
    }

    @Test func `ends an upload whose next piece never comes when its task is cancelled`() async throws {
        let (pieces, continuation) = AsyncThrowingStream<[UInt8], any Error>.makeStream()
        let (asked, signal) = AsyncStream<Void>.makeStream()
        let server = try CannedServer { connection in
            _ = connection.read()
            signal.finish()
            while connection.read() != nil {}
        }
        let task = Task {
            try await client.send(
                HTTPRequest("PUT", "http://localhost/", body: .pieces(pieces), unixSocket: server.socket))
        }
        continuation.yield([1])
        for await _ in asked {}
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        for await _ in server.done {}
    }

    @Test func `throws what the pieces of an upload throw`() async throws {
        struct Spoilt: Error {}
        let server = try CannedServer { connection in while connection.read() != nil {} }
        let pieces = AsyncThrowingStream<[UInt8], any Error> { throw Spoilt() }
        await #expect(throws: Spoilt.self) {
            try await client.send(
                HTTPRequest("PUT", "http://localhost/", body: .pieces(pieces), unixSocket: server.socket))
        }
        for await _ in server.done {}
    }

    @Test func `says why a file cannot be sent`() async throws {
        let server = try CannedServer()
        let path = folder.file("s").path
        let error = await #expect(throws: HTTPError.self) {
            try await client.send(
                HTTPRequest("PUT", "http://localhost/", body: .file(path: path), unixSocket: server.socket))
        }
        #expect(error?.description == "cannot send \(path): no such file or directory")
    }

    @Test func `streams an answer as it comes`() async throws {
        let goOn = DispatchSemaphore(value: 0)
        let server = try CannedServer { connection in
            _ = connection.readRequest()
            connection.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
            goOn.wait()
            connection.write("3\r\none\r\n")
            goOn.wait()
            connection.write("3\r\ntwo\r\n0\r\n\r\n")
        }
        let stream = try await client.open(HTTPRequest("GET", "http://localhost/", unixSocket: server.socket))
        #expect(stream.status == 200)
        var pieces = stream.pieces.makeAsyncIterator()
        goOn.signal()
        #expect(try await pieces.next() == Array("one".utf8))
        goOn.signal()
        #expect(try await pieces.next() == Array("two".utf8))
        #expect(try await pieces.next() == nil)
    }

    @Test func `ends the transfer when nobody holds the stream any more`() async throws {
        let server = try CannedServer { connection in
            _ = connection.readRequest()
            connection.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
            let piece = "1000\r\n" + String(repeating: "x", count: 0x1000) + "\r\n"
            while connection.write(piece) {}
        }
        do {
            let stream = try await client.open(HTTPRequest("GET", "http://localhost/", unixSocket: server.socket))
            var pieces = stream.pieces.makeAsyncIterator()
            #expect(try await pieces.next() != nil)
        }
        for await _ in server.done {}
    }

    @Test(arguments: [
        ("http://127.0.0.1:8080/x", "http://127.0.0.1:8080", true), ("http://localhost", "http://localhost", true),
        ("http://[::1]/", "http://[::1]", true), ("https://example.org/secret", "https://example.org", false),
    ])
    func `takes https, and plain http to this machine`(url: String, origin: String, isLocal: Bool) throws {
        let target = try HTTPTarget(HTTPRequest("GET", url), NetworkSettings())
        #expect(target.origin == origin)
        #expect(target.isLocal == isLocal)
    }

    @Test(arguments: [
        "http://example.org/", "http://127.0.0.1@example.org/", "http://127.0.0.1.example.org/", "http://localhost.org",
        "http://0.0.0.0/", "ftp://localhost/", "file:///etc/passwd", "localhost/x", "https://", "",
        "http://user@localhost",
    ])
    func `refuses other addresses`(url: String) {
        let error = #expect(throws: HTTPError.self) { try HTTPTarget(HTTPRequest("GET", url), NetworkSettings()) }
        #expect(error?.code == .invalidRequest)
    }

    @Test func `refuses what would begin another line of the request`() {
        let header = HTTPHeader("X-Key", "a\r\nX-Other: b")
        #expect(throws: HTTPError.self) {
            try HTTPTarget(HTTPRequest("GET", "https://example.org", headers: [header]), NetworkSettings())
        }
        #expect(throws: HTTPError.self) {
            try HTTPTarget(HTTPRequest("GET /\n", "https://example.org"), NetworkSettings())
        }
    }

    @Test func `refuses a socket path that does not fit`() {
        let path = "/" + String(repeating: "x", count: 107)
        #expect(throws: HTTPError.self) {
            try HTTPTarget(HTTPRequest("GET", "http://localhost", unixSocket: path), NetworkSettings())
        }
    }

    @Test func `never names the rest of an address in an error`() async throws {
        let error = await #expect(throws: HTTPError.self) {
            try await client.send(HTTPRequest("GET", "http://localhost:1/ticket/secret?code=secret"))
        }
        #expect(error?.code == .unreachable)
        #expect(error.map { "\($0)".contains("secret") } == false)
    }
}
