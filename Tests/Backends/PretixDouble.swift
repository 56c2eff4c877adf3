import Foundation
import Testing

@testable import Backends

/// Answers one question after the other with texts that a test made up, on a port of this machine.
final class PretixDouble: Sendable {
    let server: PretixServer
    /// The first line of each question.
    let questions: AsyncStream<String>

    private let port: UInt16

    /// - Parameters:
    ///   - answers: whole answers of HTTP, headers included.
    ///   - onPause: told of each pause, which takes no time.
    ///   - token: of the device.
    init(
        _ answers: [String], bounds: ReadingBounds = ReadingBounds(),
        onPause: @escaping @Sendable (Duration) -> Void = { _ in },
        token: @escaping @Sendable () -> String = { "token-of-device" }
    ) throws {
        let (listener, port) = try Self.listen()
        self.port = port
        let (questions, continuation) = AsyncStream<String>.makeStream()
        self.questions = questions
        server = PretixServer(
            client: HTTPClient(), base: "http://127.0.0.1:\(port)", organizer: "gala-ltd", token: token, bounds: bounds,
            sleep: { onPause($0) })
        Thread.detachNewThread {
            for answer in answers {
                let connection = CannedServer.Connection(descriptor: accept(listener, nil, nil))
                continuation.yield(String(connection.readRequest().prefix { $0 != "\r\n" }))
                connection.write(answer)
                close(connection.descriptor)
            }
            close(listener)
            continuation.finish()
        }
    }

    /// Takes the answers that nobody has asked for, so that its thread ends.
    func giveUp() async throws {
        while let answer = try? await HTTPClient().send(HTTPRequest("GET", "http://127.0.0.1:\(port)/")),
            answer.status > 0
        {}
    }

    static func answer(_ body: String, status: String = "200 OK", header: String? = nil) -> String {
        "HTTP/1.1 \(status)\r\nContent-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n"
            + (header.map { $0 + "\r\n" } ?? "") + "Connection: close\r\n\r\n\(body)"
    }

    private static func listen() throws -> (descriptor: Int32, port: UInt16) {
        signal(SIGPIPE, SIG_IGN)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        let result = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { socket in
                unsafe bind(listener, socket, length) == 0 && Foundation.listen(listener, 5) == 0
                    && getsockname(listener, socket, &length) == 0
            }
        }
        try #require(result)
        return (listener, UInt16(bigEndian: address.sin_port))
    }
}
