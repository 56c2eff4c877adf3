import Foundation
import ServerDoubles
import Synchronization
import TestSupport
import Testing
import Tickets

@testable import Backends
@testable import Relay

/// A program that takes alerts.
private final class Office: ServerDouble {
    private let heard = Mutex<[String]>([])

    /// What it heard, a line each.
    var lines: [String] { heard.withLock { $0 } }

    func answer(_ request: DoubleRequest) async -> DoubleAnswer {
        let line = ["alert", "state", "subject"].compactMap { request.members[$0] }.joined(separator: " ")
        heard.withLock { $0.append(line) }
        return DoubleAnswer(204, body: .bytes([]))
    }
}

/// A relay that runs, a station that asks it, and somebody who is told.
@Suite(.timeLimit(.minutes(2)))
struct RelayAlertTests {
    private static let token = String(repeating: "k", count: 32)

    @Test func `tells that a station falls silent, and that it is back`() async throws {
        let folder = try TemporaryFolder()
        for (name, text) in ["kiosk-1": Self.token, "hook": "secret"] {
            let file = try folder.write(text, to: name)
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
        }
        let office = Office()
        let time = Mutex(Timestamp(seconds: 1_800_000_000))
        try await office.serve { address in
            let file = try folder.write(
                """
                listen: 127.0.0.1:0
                state: state
                stations: {kiosk-1: kiosk-1}
                backends: {box: {kind: webhook, url: "http://127.0.0.1:1/", credential: hook}}
                events: {gala: box}
                keep_days: 90
                alerts: {receivers: {office: {kind: webhook, url: "\(address)"}}}

                """, to: "relay.yaml")
            let (ports, port) = AsyncStream<Int>.makeStream()
            let relay = RelayService(
                try RelayConfiguration(contentsOf: file), logger: .quiet, now: { time.withLock { $0 } },
                onRunning: { port.yield($0) }, alertInterval: .milliseconds(20))
            try await withThrowingTaskGroup { group in
                group.addTask {
                    defer { port.finish() }
                    try? await relay.run()
                }
                let number = try #require(await ports.first { _ in true })
                defer { group.cancelAll() }
                func ask() async throws {
                    let request = HTTPRequest(
                        "GET", "http://127.0.0.1:\(number)/v1/checkins",
                        headers: [HTTPHeader("Authorization", "Bearer \(Self.token)")])
                    #expect(try await HTTPClient().send(request).status == 200)
                }
                try await ask()
                time.withLock { $0 = $0 + .seconds(400) }
                try await waitUntil { office.lines == ["stationSilent begun kiosk-1"] }
                try await ask()
                try await waitUntil { office.lines.count == 2 }
                #expect(office.lines.last == "stationSilent ended kiosk-1")
            }
        }
    }
}
