import Foundation
import Logging
import Testing
import Tickets

@testable import Backends
@testable import Relay

@Suite(.timeLimit(.minutes(5)))
struct RelayServerTests {
    private func ask(_ text: String, port: Int) async -> String {
        await withCheckedContinuation { continuation in
            // It waits for the server, on a thread of its own.
            Thread.detachNewThread {
                var address = sockaddr_in()
                address.sin_family = sa_family_t(AF_INET)
                address.sin_port = UInt16(port).bigEndian
                address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
                let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
                defer { close(descriptor) }
                let isConnected = unsafe withUnsafePointer(to: &address) { pointer in
                    unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                        unsafe connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
                    }
                }
                var answer: [UInt8] = []
                let bytes = Array(text.utf8)
                if isConnected, unsafe send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) > 0 {
                    var buffer = [UInt8](repeating: 0, count: 4096)
                    while case let count = unsafe read(descriptor, &buffer, buffer.count), count > 0 {
                        answer += buffer[..<count]
                    }
                }
                continuation.resume(returning: String(decoding: answer, as: UTF8.self))
            }
        }
    }

    @Test func `a relay does not answer a request that can be read in two ways`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "relay-\(UUID().uuidString)")
        let store = try RelayStore(folder: folder)
        let (ports, signal) = AsyncStream<Int>.makeStream()
        let quiet = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let api = RelayAPI(
            store: store, tokens: ["kiosk-1": "one"], events: [:], key: RelayKey(), allowsSupervisorUndo: false,
            logger: quiet
        ) {}
        let server = RelayServer(api: api, host: "127.0.0.1", port: 0, logger: quiet) { signal.yield($0) }
        let run = Task { try await server.run() }
        let port = try #require(await ports.first { _ in true })
        let hello = "HTTP/1.1\r\nAuthorization: Bearer one\r\nConnection: close\r\nHost: relay\r\n"
        let path = RelayAPI.path
        #expect(await ask("GET \(path) \(hello)\r\n", port: port).hasPrefix("HTTP/1.1 200 "))
        #expect(await ask("GET \(path) \(hello)Host: other\r\n\r\n", port: port).hasPrefix("HTTP/1.1 400 "))
        #expect(await ask("GET http://relay\(path) \(hello)\r\n", port: port).hasPrefix("HTTP/1.1 400 "))
        run.cancel()
        _ = await run.result
        try store.close()
        try FileManager.default.removeItem(at: folder)
    }
}
