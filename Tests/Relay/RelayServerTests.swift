import TestSupport
import Testing
import Tickets

@testable import Backends
@testable import Relay

@Suite(.timeLimit(.minutes(5)))
struct RelayServerTests {
    @Test func `a relay does not answer a request that can be read in two ways`() async throws {
        let folder = try TemporaryFolder()
        let store = try RelayStore(folder: folder.url, now: { .relayNow })
        let (ports, signal) = AsyncStream<Int>.makeStream()
        let api = RelayAPI(
            store: store, fleet: try .empty(store), tokens: ["kiosk-1": "one"], events: [:], key: RelayKey(),
            allowsSupervisorUndo: false,
            logger: .quiet
        ) {}
        let server = RelayServer(api: api, host: "127.0.0.1", port: 0, logger: .quiet) { signal.yield($0) }
        let run = Task { try await server.run() }
        let port = try #require(await ports.first { _ in true })
        let hello = "HTTP/1.1\r\nAuthorization: Bearer one\r\nConnection: close\r\nHost: relay\r\n"
        let path = RelayAPI.path
        for (request, status) in [
            ("GET \(path) \(hello)\r\n", 200), ("GET \(path) \(hello)Host: other\r\n\r\n", 400),
            ("GET http://relay\(path) \(hello)\r\n", 400),
        ] {
            let answer = await RawConnection.ask(request, port: port)
            #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(request)")
        }
        run.cancel()
        _ = await run.result
        try store.close()
    }
}
