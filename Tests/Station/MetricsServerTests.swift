import Backends
import Foundation
import ServiceLifecycle
import Synchronization
import TestSupport
import Testing
import Web

@testable import Station

@Suite(.timeLimit(.minutes(5)))
struct MetricsServerTests {
    private static let page = "usher_build_info{version=\"1.0.0\"} 1\n"
    /// A busy machine may need longer than a station waits before it cuts a connection off.
    private static var unhurried: ConnectionRules {
        var rules = ConnectionRules(
            body: .seconds(3600), idle: .seconds(3600), stall: .seconds(3600), stop: .seconds(60))
        rules.head = .seconds(3600)
        return rules
    }

    @Test func `answers one address, by whatever name it is asked, and no other`() async throws {
        let (reports, signal) = AsyncStream<ListenerReport>.makeStream()
        var server = MetricsServer(
            settings: MetricsSettings(host: "127.0.0.1", port: 0), logger: .quiet, page: { Self.page },
            report: { signal.yield($0) })
        server.rules = Self.unhurried
        let services = ServiceGroup(
            configuration: ServiceGroupConfiguration(
                services: [.init(service: server, successTerminationBehavior: .gracefullyShutdownGroup)],
                logger: .quiet))
        try await withThrowingTaskGroup { group in
            group.addTask { try await services.run() }
            guard case .listening(let url)? = await reports.first(where: { _ in true }) else {
                throw CancellationError()
            }
            var request = HTTPRequest("GET", url)
            request.headers.append(HTTPHeader("host", "prometheus.example.org"))
            let page = try await HTTPClient().send(request)
            let others = try await ["/", "/v1/status", "/metrics/", "/v1/metrics"].asyncMap { path in
                try await HTTPClient().send(HTTPRequest("GET", url.replacing("/metrics", with: path))).status
            }
            let posted = try await HTTPClient().send(HTTPRequest("POST", url, body: .bytes([1])))
            await services.triggerGracefulShutdown()
            try await group.waitForAll()
            #expect(page.status == 200)
            #expect(page.headers.first("content-type") == "text/plain; version=0.0.4; charset=utf-8")
            #expect(String(decoding: page.body, as: UTF8.self) == Self.page)
            #expect(others == [404, 404, 404, 404])
            #expect(posted.status == 405)
        }
    }

    @Test func `adds up once a second, however many ask`() async {
        let made = Mutex(0)
        let time = Mutex(ContinuousClock.now)
        let copy = MetricsCopy(
            of: {
                made.withLock { $0 += 1 }
                return Self.page
            }, now: { time.withLock { $0 } })
        for _ in 0..<5 { #expect(await copy.text() != nil) }
        #expect(made.withLock { $0 } == 1)
        time.withLock { $0 += .seconds(2) }
        _ = await copy.text()
        #expect(made.withLock { $0 } == 2)
    }

    @Test func `says nothing of what went wrong`() async {
        #expect(await MetricsCopy(of: { throw CancellationError() }).text() == nil)
    }
}

extension Sequence where Element: Sendable {
    fileprivate func asyncMap<Result>(_ transform: (Element) async throws -> Result) async rethrows -> [Result] {
        var results: [Result] = []
        for element in self { results.append(try await transform(element)) }
        return results
    }
}
