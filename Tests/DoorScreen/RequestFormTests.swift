import Foundation
import ServiceLifecycle
import TestSupport
import Testing
import Tickets
import Web

@testable import DoorScreen
@testable import StationAPI

@Suite(.timeLimit(.minutes(5)))
struct RequestFormTests {
    /// Asked at `PORT` for `PATH`.
    static let ambiguous = [
        "GET PATH HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nHost: evil.example\r\n\r\n",
        "GET PATH HTTP/1.1\r\nHost: evil.example\r\nhost: 127.0.0.1:PORT\r\n\r\n",
        "GET http://evil.example/PATH HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\n\r\n",
        "GET http://127.0.0.1:PORT/PATH HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\n\r\n",
    ]
    static let plain = "GET PATH HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nConnection: close\r\n\r\n"

    enum Server: CaseIterable {
        case control, page, figures
    }

    private func ask(_ texts: [String], _ server: Server) async throws -> [String] {
        guard server != .control else {
            return try await withServer { socket, _ in
                var answers: [String] = []
                for text in texts {
                    let own = text.replacing("PATH", with: "/v1/status").replacing("PORT", with: "1")
                    answers.append(await RawConnection.ask(own, socket: socket.path))
                }
                return answers
            }
        }
        let (reports, signal) = AsyncStream<ListenerReport>.makeStream()
        let services = ServiceGroup(
            configuration: ServiceGroupConfiguration(
                services: [
                    .init(service: service(server, signal), successTerminationBehavior: .gracefullyShutdownGroup)
                ],
                logger: .quiet))
        return try await withThrowingTaskGroup { group in
            group.addTask { try await services.run() }
            guard case .listening(let url)? = await reports.first(where: { _ in true }),
                let port = URL(string: url)?.port
            else { throw CancellationError() }
            let path = "/theme.js"
            var answers: [String] = []
            for text in texts {
                let own = text.replacing("PATH", with: path).replacing("PORT", with: "\(port)")
                answers.append(await RawConnection.ask(own, port: port))
            }
            await services.triggerGracefulShutdown()
            try await group.waitForAll()
            return answers
        }
    }

    private func service(
        _ server: Server, _ signal: AsyncStream<ListenerReport>.Continuation
    ) -> any Service {
        let station = FakeStation()
        var page = PageSettings()
        page.port = 0
        switch server {
        case .figures:
            // A name without the port, as a proxy may pass it on.
            var server = FiguresServer(
                station: station.control,
                settings: RemoteSettings(host: "127.0.0.1", port: 0, hosts: ["figures.example"]),
                page: page, token: { nil }, now: { .init(seconds: 0) }, logger: .quiet,
                report: { signal.yield($0) })
            server.rules = .unhurried
            return server
        case .page, .control:
            var server = PageServer(station: station.control, settings: page, logger: .quiet) { signal.yield($0) }
            server.rules = .unhurried
            return server
        }
    }

    @Test(arguments: Server.allCases)
    func `no server here answers a request that can be read in two ways`(server: Server) async throws {
        let plain = server == .figures ? Self.plain.replacing("127.0.0.1:PORT", with: "figures.example") : Self.plain
        let answers = try await ask([plain] + Self.ambiguous, server)
        #expect(answers[0].hasPrefix("HTTP/1.1 200 "), "\(answers[0].prefix(200))")
        for answer in answers.dropFirst() { #expect(answer.hasPrefix("HTTP/1.1 400 "), "\(answer.prefix(200))") }
    }
}
