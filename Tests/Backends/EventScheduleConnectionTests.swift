import ServerDoubles
import Synchronization
import Testing
import Tickets

@testable import Backends

/// From a configuration to answers.
@Suite(.timeLimit(.minutes(5)))
struct EventScheduleConnectionTests {
    @Test func `a configured backend pulls, delivers and tells`() async throws {
        let fixture = EventScheduleFixture()
        let key = fixture.double.key
        let asked = Mutex<Set<String>>([])
        let connector = BackendConnector(
            secrets: { name in
                asked.withLock { _ = $0.insert(name) }
                return key
            }, now: { EventScheduleFixture.now })
        let counts = Mutex<[Int]>([])
        try await fixture.double.serve { address in
            var settings = BackendSettings(
                name: "box-office", kind: .eventschedule, url: ServerAddress(address), credential: "key")
            settings.events = ["gala": "7"]
            let link = try connector.link(settings) { ["gala"] }
            #expect(await link.receiver.deliver([.entry()]).answers == [.accepted])
            #expect(link.clock.offset != nil)
            let stream = try #require(link.stream)
            #expect(try await stream.page(after: nil).checkIns.map(\.event) == ["gala"])
            let pulled = try await connector.source(settings, event: "7", ignoringRules: false).pull { count in
                counts.withLock { $0.append(count) }
            }
            #expect(pulled.rows.count == 1)
        }
        #expect(asked.withLock { $0 } == ["key"])
        #expect(counts.withLock { $0 }.last == 1)
        #expect(fixture.double.now.requests.allSatisfy { $0.headers["x-api-key"] == key })
    }

    @Test func `a follower leaves a server alone that has nothing to tell`() async {
        let pauses = Mutex<[Duration]>([])
        let told = Mutex(0)
        let report = LinkReport()
        let follower = StreamFollower(
            Mute(), into: NoDesk(), report: report,
            environment: LinkEnvironment(
                now: { EventScheduleFixture.now },
                sleep: { pause in
                    pauses.withLock { $0.append(pause) }
                    unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
                }, notify: { _ in told.withLock { $0 += 1 } }))
        await Task { await follower.run() }.value
        #expect(pauses.withLock { $0 } == [.seconds(3600)])
        #expect(told.withLock { $0 } == 0)
        #expect(report.failure(with: .updates) == nil)
        #expect(report.lastContact == nil)
    }

    private struct Mute: CheckInStream {
        func page(after cursor: String?) async throws(BackendError) -> CheckInPage {
            throw BackendError(.unsupported, "ask", "a server", "it tells nothing")
        }
    }

    private struct NoDesk: UpdateStore {
        func cursor() async throws -> String? { nil }
        func keep(_ page: CheckInPage) async throws {}
    }
}
