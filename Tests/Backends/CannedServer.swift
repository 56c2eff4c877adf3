import Foundation
import TestSupport
import Testing

/// A server on a unix socket that says what a test wants it to say. It has a thread of its own: tests never block.
final class CannedServer: Sendable {
    /// Path of the socket.
    let socket: String
    /// Ends when every answer has been given.
    let done: AsyncStream<Void>

    private let folder: TemporaryFolder

    /// - Parameter answers: what to do with one connection after the other.
    init(_ answers: (@Sendable (Connection) -> Void)...) throws {
        // Of CTestProxies: requests to this machine must not go there.
        precondition(unsafe getenv("http_proxy") != nil, "there are proxies in the environment")
        let folder = try TemporaryFolder()
        let path = folder.file("s").path
        let listener = try Self.listen(path)
        let (stream, continuation) = AsyncStream<Void>.makeStream()
        self.folder = folder
        socket = path
        done = stream
        Thread.detachNewThread {
            for answer in answers {
                let connection = Connection(descriptor: accept(listener, nil, nil))
                answer(connection)
                close(connection.descriptor)
            }
            close(listener)
            // A test may hold nothing of the server but its socket's path.
            withExtendedLifetime(folder) {}
            continuation.finish()
        }
    }

    /// Answers one request with these bytes.
    convenience init(answering text: String) throws {
        try self.init { connection in
            _ = connection.readRequest()
            connection.write(text)
        }
    }

    private static func listen(_ path: String) throws -> Int32 {
        signal(SIGPIPE, SIG_IGN)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path.utf8) }
        let listener = Foundation.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        let result = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        try #require(result == 0)
        try #require(Foundation.listen(listener, 5) == 0)
        return listener
    }

    struct Connection {
        let descriptor: Int32

        /// Reads until the other side says no more, or a whole request is there.
        func readRequest() -> String {
            var text = ""
            while !isWhole(text), let piece = read() { text += piece }
            return text
        }

        /// `nil` when the other side is gone.
        func read() -> String? {
            var buffer = [UInt8](repeating: 0, count: 4096)
            let count = unsafe Foundation.read(descriptor, &buffer, buffer.count)
            return count > 0 ? String(decoding: buffer[..<count], as: UTF8.self) : nil
        }

        /// `false` when the other side is gone.
        @discardableResult func write(_ text: String) -> Bool {
            let bytes = Array(text.utf8)
            return unsafe Foundation.write(descriptor, bytes, bytes.count) == bytes.count
        }

        private func isWhole(_ text: String) -> Bool {
            let parts = text.components(separatedBy: "\r\n\r\n")
            guard parts.count > 1 else { return false }
            if parts[0].lowercased().contains("transfer-encoding: chunked") { return text.hasSuffix("\r\n0\r\n\r\n") }
            let length = parts[0].lowercased().components(separatedBy: "content-length: ").dropFirst().first
            let wanted = length.flatMap { Int($0.prefix { $0.isNumber }) } ?? 0
            return parts.dropFirst().joined(separator: "\r\n\r\n").utf8.count >= wanted
        }
    }
}
