import Backends
import CheckedYAML
import Foundation
import ServerDoubles
import Synchronization
import TestSupport
import Testing
import Tickets

@testable import Alerts

/// A program that takes webhooks.
private final class Hook: ServerDouble {
    private let heard = Mutex<[DoubleRequest]>([])
    private let reply: @Sendable (DoubleRequest) -> DoubleAnswer

    init(_ reply: @escaping @Sendable (DoubleRequest) -> DoubleAnswer = { _ in DoubleAnswer(204, body: .bytes([])) }) {
        self.reply = reply
    }

    var requests: [DoubleRequest] { heard.withLock { $0 } }
    var bodies: [String] { requests.map { String(decoding: $0.body, as: UTF8.self) } }

    func answer(_ request: DoubleRequest) async -> DoubleAnswer {
        heard.withLock { $0.append(request) }
        return reply(request)
    }
}

@Suite(.timeLimit(.minutes(2)))
struct AlertDeliveryTests {
    private let folder: TemporaryFolder
    private let list = Alert<TestKind>(kind: .noList, subject: "", message: "No list.", severity: .doorShut)
    private let unsent = Alert<TestKind>(kind: .unsent, subject: "box", message: "Check-ins wait.", severity: .broken)
    private let source = AlertSource(.station, "kiosk-1")

    init() throws {
        folder = try TemporaryFolder()
    }

    private func settings(_ receivers: String, quiet: String = "") throws -> AlertSettings {
        try #require(
            try CheckedYAML.read("alerts:\n  receivers: {\(receivers)}\n\(quiet)", file: "usher.yaml") {
                AlertSettings(of: $0)
            })
    }

    private func dispatcher(
        _ settings: AlertSettings, now: @escaping @Sendable () -> Timestamp = { Timestamp(seconds: 0) },
        note: @escaping @Sendable (String, BackendError?) -> Void = { _, _ in }
    ) -> AlertDispatcher<TestKind> {
        AlertDispatcher(
            settings, from: source, file: folder.file("alerts.json"),
            environment: AlertEnvironment(now: now, secrets: { $0 }, note: note))
    }

    @Test func `one receiver that is down holds up none`() async throws {
        let hook = Hook()
        try await hook.serve { address in
            let settings = try settings(
                "down: {kind: webhook, url: \"http://127.0.0.1:1/\"}, up: {kind: webhook, url: \"\(address)\"}")
            let dispatcher = dispatcher(settings)
            await dispatcher.review([list], zone: .utc)
            let failures = await dispatcher.sendOnce()
            #expect(failures.mapValues(\.code) == ["down": .unreachable])
            #expect(hook.requests.count == 1)
        }
    }

    @Test func `a restart sends nothing twice, and what was not taken once`() async throws {
        let isUp = Mutex(false)
        let hook = Hook { _ in DoubleAnswer(isUp.withLock { $0 } ? 200 : 503, body: .bytes([])) }
        let other = Hook()
        try await hook.serve { address in
            try await other.serve { otherAddress in
                let settings = try settings(
                    "a: {kind: webhook, url: \"\(address)\"}, b: {kind: webhook, url: \"\(otherAddress)\"}")
                for round in 0..<3 {
                    let dispatcher = dispatcher(settings)
                    await dispatcher.review([unsent], zone: .utc)
                    let failures = await dispatcher.sendOnce()
                    #expect(failures.isEmpty == (round > 0))
                    isUp.withLock { $0 = true }
                }
            }
        }
        #expect(other.requests.count == 1)
        #expect(hook.requests.count == 2)
        #expect(Set((hook.requests + other.requests).map { $0.headers["webhook-id"] }).count == 1)
    }

    @Test func `a message that is refused holds up none after it`() async throws {
        let hook = Hook { request in
            let isFirst = String(decoding: request.body, as: UTF8.self).contains("noList")
            return DoubleAnswer(isFirst ? 400 : 200, body: .bytes(Array("invalid_payload".utf8)))
        }
        try await hook.serve { address in
            let dispatcher = dispatcher(try settings("a: {kind: webhook, url: \"\(address)\"}"))
            await dispatcher.review([list, unsent], zone: .utc)
            let failures = await dispatcher.sendOnce()
            #expect(failures["a"]?.reason == "it answers 400: invalid_payload")
            #expect(hook.requests.count == 2)
            _ = await dispatcher.sendOnce()
            #expect(hook.requests.count == 3)
        }
    }

    @Test func `in quiet hours only a shut door is told, and the rest when they are over`() async throws {
        let hook = Hook()
        let time = Mutex(Timestamp(rfc3339: "2026-12-05T23:30:00Z")!)
        try await hook.serve { address in
            let settings = try settings(
                "a: {kind: webhook, url: \"\(address)\"}", quiet: "  quiet: {from: \"23:00\", until: \"07:00\"}\n")
            let dispatcher = dispatcher(settings, now: { time.withLock { $0 } })
            await dispatcher.review([unsent, list], zone: .utc)
            #expect(await dispatcher.sendOnce().isEmpty)
            #expect(hook.requests.compactMap { $0.members["alert"] } == ["noList"])
            time.withLock { $0 = Timestamp(rfc3339: "2026-12-06T07:00:00Z")! }
            #expect(await dispatcher.sendOnce().isEmpty)
            #expect(hook.requests.compactMap { $0.members["alert"] } == ["noList", "unsent"])
        }
    }

    @Test func `a webhook gets the message signed, or in the form of its template`() async throws {
        let hook = Hook { _ in
            // As Slack answers.
            DoubleAnswer(200, headers: ["Content-Type": "text/html"], body: .bytes(Array("ok".utf8)))
        }
        try await hook.serve { address in
            let settings = try settings(
                "a: {kind: webhook, url: \"\(address)/a?sig=1\", credential: token, signing_credential: key}, "
                    + "b: {kind: webhook, url: \"\(address)/b\", body: '{\"text\": \"{title}\"}'}")
            let dispatcher = dispatcher(settings)
            await dispatcher.review([list], zone: .utc)
            #expect(await dispatcher.sendOnce().isEmpty)
            let plain = try #require(hook.requests.first { $0.path == "/a" })
            #expect(plain.query == ["sig": "1"])
            #expect(plain.headers["authorization"] == "Bearer token")
            #expect(plain.headers["webhook-signature"]?.hasPrefix("v1,") == true)
            #expect(plain.members["severity"] == "doorShut")
            #expect(plain.members["station"] == "kiosk-1")
            let filled = try #require(hook.requests.first { $0.path == "/b" })
            #expect(
                String(decoding: filled.body, as: UTF8.self) == #"{"text":"kiosk-1: nobody gets in: No list."}"#)
            #expect(filled.headers["authorization"] == nil)
        }
    }

    @Test func `a web page in the way is no receiver`() async throws {
        let hook = Hook { _ in DoubleAnswer(200, body: .bytes(Array("<html>Sign in</html>".utf8))) }
        try await hook.serve { address in
            let dispatcher = dispatcher(try settings("a: {kind: webhook, url: \"\(address)\"}"))
            await dispatcher.review([list], zone: .utc)
            #expect(await dispatcher.sendOnce()["a"]?.reason == "it answers 200 with a web page")
        }
    }

    @Test func `a telephone gets title, priority and tags`() async throws {
        let server = NtfyDouble(token: "tk_1")
        try await server.serve { address in
            let dispatcher = dispatcher(
                try settings("a: {kind: ntfy, url: \"\(address)/door\", credential: tk_1}"))
            await dispatcher.review([list, unsent], zone: .utc)
            #expect(await dispatcher.sendOnce().isEmpty)
            await dispatcher.review([unsent], zone: .utc)
            #expect(await dispatcher.sendOnce().isEmpty)
            #expect(
                server.messages == [
                    .init(
                        topic: "door", title: "kiosk-1: nobody gets in", message: "No list.", priority: 5,
                        tags: ["rotating_light", "noList"]),
                    .init(
                        topic: "door", title: "kiosk-1", message: "Check-ins wait.", priority: 4,
                        tags: ["warning", "unsent"]),
                    .init(
                        topic: "door", title: "kiosk-1: over", message: "No list.", priority: 3,
                        tags: ["white_check_mark", "noList"]),
                ])
        }
    }

    @Test func `a telephone's server that wants another token says so`() async throws {
        try await NtfyDouble(token: "tk_1").serve { address in
            let dispatcher = dispatcher(try settings("a: {kind: ntfy, url: \"\(address)/door\"}"))
            await dispatcher.review([list], zone: .utc)
            #expect(await dispatcher.sendOnce()["a"]?.reason == "it answers 403: forbidden")
        }
    }

    @Test func `runs until it is cancelled, and says of each receiver whether it is reached`() async throws {
        let hook = Hook()
        let (notes, note) = AsyncStream<String>.makeStream()
        try await hook.serve { address in
            let dispatcher = dispatcher(
                try settings(
                    "down: {kind: webhook, url: \"http://127.0.0.1:1/\"}, up: {kind: webhook, url: \"\(address)\"}"),
                note: { receiver, error in note.yield("\(receiver) \(error?.code.rawValue ?? "taken")") })
            await dispatcher.review([list], zone: .utc)
            let running = Task { await dispatcher.run() }
            var seen: Set<String> = []
            for await line in notes {
                seen.insert(line)
                if seen.count == 2 { break }
            }
            #expect(seen == ["down unreachable", "up taken"])
            running.cancel()
            await running.value
        }
    }
}
