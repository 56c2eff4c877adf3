import Foundation
import Synchronization
import Testing
import Tickets

@testable import Backends

@Suite struct PretixStreamTests {
    private typealias Samples = PretixSamples
    private static let now = Samples.time(minute: 50)

    private func order(_ checkIns: String...) -> LenientJSON {
        Samples.order(more: #", "event": "gala""#, Samples.position(31, checkIns: checkIns.joined(separator: ",")))
    }

    @Test func `tells who came and went, once`() throws {
        var memory = PretixMemory(settings: Samples.settings(lists: ["main": "1"], events: ["winter": "gala"]))
        let changed = order(Samples.checkIn(1, minute: 1), Samples.checkIn(2, "exit", minute: 2, device: 4))
        let updates = memory.updates(in: changed, ownDevices: [], now: Self.now)
        #expect(updates.map(\.id) == ["pretix:1", "pretix:2"])
        #expect(updates.map(\.verdict) == [.admitted, .checkedOut])
        #expect(updates.map(\.station) == [nil, "pretix device 4"])
        #expect(updates.map(\.at) == [Samples.time(minute: 1), Samples.time(minute: 2)])
        let first = try #require(updates.first)
        #expect(first.event == "winter" && first.list == "main" && first.reference == "ABCDE-1#31" && first.key == nil)
        #expect(memory.updates(in: changed, ownDevices: [], now: Self.now) == [])
    }

    @Test func `tells what was taken back`() throws {
        var memory = PretixMemory(settings: Samples.settings())
        _ = memory.updates(in: order(Samples.checkIn(1), Samples.checkIn(2)), ownDevices: [], now: Self.now)
        let updates = memory.updates(in: order(Samples.checkIn(2)), ownDevices: [], now: Self.now)
        #expect(updates.map(\.undoes) == ["pretix:1"])
        #expect(updates.map(\.id) == ["pretix:1:annulled"])
        #expect(updates.map(\.at) == [Self.now])
        #expect(memory.updates(in: order(Samples.checkIn(2)), ownDevices: [], now: Self.now) == [])
    }

    @Test func `leaves out what this device told, and keeps what has no device`() {
        var memory = PretixMemory(settings: Samples.settings())
        let changed = order(Samples.checkIn(1, device: 3), Samples.checkIn(2, device: 4), Samples.checkIn(3))
        #expect(memory.updates(in: changed, ownDevices: [3], now: Self.now).map(\.id) == ["pretix:2", "pretix:3"])
    }

    @Test func `a date of a series has its own name, and that of the series otherwise`() {
        var memory = PretixMemory(settings: Samples.settings(events: ["first": "gala/4"]))
        let position = Samples.position(1, checkIns: Samples.checkIn(1))
            .replacing(#""subevent": null"#, with: #""subevent": 4"#)
        let changed = Samples.order(more: #", "event": "gala""#, position)
        #expect(memory.updates(in: changed, ownDevices: [], now: Self.now).map(\.event) == ["first"])
        memory = PretixMemory(settings: Samples.settings(events: ["winter": "gala"]))
        #expect(memory.updates(in: changed, ownDevices: [], now: Self.now).map(\.event) == ["winter"])
    }

    // MARK: - Tickets

    private static let changedAt = #", "event": "gala", "last_modified": "2026-11-21T18:30:00.123456Z""#

    private func tickets(_ status: String = "p", more: String = "", _ positions: String...) -> [ReportedTicket] {
        let order = Samples.order(status: status, more: Self.changedAt + more, positions.joined(separator: ","))
        return PretixMemory(settings: Samples.settings(events: ["winter": "gala"])).tickets(in: order)
    }

    @Test(arguments: [
        ("p", "", "", "valid"), ("n", "", "", "unpaid"), ("n", #", "valid_if_pending": true"#, "", "valid"),
        ("n", #", "require_approval": true"#, "", "unapproved"), ("c", "", "", "voided"), ("e", "", "", "voided"),
        ("p", "", #", "blocked": ["admin"]"#, "blocked"), ("n", "", #", "blocked": ["admin"]"#, "blocked"),
    ]) func `tells what an order makes of its tickets`(
        status: String, more: String, position: String, word: String
    ) throws {
        let ticket = try #require(tickets(status, more: more, Samples.position(31, more: position)).first)
        #expect(ticket.status.word == word)
        #expect(ticket.event == "winter" && ticket.reference == "ABCDE-1#31" && ticket.at == Samples.time(minute: 30))
        #expect(ticket.notBefore == nil && ticket.notAfter == nil)
    }

    @Test func `tells cancelled positions, own times, and the codes under which a ticket stands, in no text of it`() {
        let cancelled = Samples.position(31).replacing(#""canceled": false"#, with: #""canceled": true"#)
        let timed = Samples.position(32, base: 31)
            .replacing(#""valid_until": null"#, with: #""valid_until": "2026-11-21T18:10:00.122Z""#)
        let found = tickets("p", cancelled, timed)
        #expect(found.map(\.status.word) == ["voided", "valid"])
        #expect(found.map(\.codes) == [["code-31"], ["code-32", "code-31"]])
        #expect(found.last?.notBefore == .earliest && found.last?.notAfter == Samples.time(minute: 10))
        #expect(!"\(found)".contains("code-") && !found.map(\.json.text).joined().contains("code-"))
    }

    // MARK: - Pages

    private func page(_ checkIns: String, next: String? = nil, at: String = "18:40:00.123456") -> String {
        let body = """
            {"next": \(next.map { "\"\($0)\"" } ?? "null"), "results": [{"event": "gala", "code": "ABCDE",
            "status": "n", "last_modified": "2026-11-21T18:30:00Z", "positions": [
            \(Samples.position(31, checkIns: checkIns))]}]}
            """
        return PretixDouble.answer(body, header: "X-Page-Generated: 2026-11-21T\(at)Z")
    }

    private static let device = PretixDouble.answer(#"{"device": {"device_id": 3}}"#)

    private func stream(_ answers: String...) throws -> (PretixStream, AsyncStream<String>) {
        let double = try PretixDouble(answers)
        return (PretixStream(double.server, settings: Samples.settings()), double.questions)
    }

    @Test func `asks for everything first, then for what changed since the first page`() async throws {
        let (stream, questions) = try stream(
            page(Samples.checkIn(1), next: "/organizers/gala-ltd/orders/?page=2"), Self.device,
            page(Samples.checkIn(1)),
            page(Samples.checkIn(1) + "," + Samples.checkIn(2)))
        let first = try await stream.page(after: "2026-11-21T10:00:00.000Z")
        #expect(first.isMore && first.checkIns.map(\.id) == ["pretix:1"])
        let second = try await stream.page(after: first.cursor)
        #expect(!second.isMore && second.checkIns.isEmpty)
        let third = try await stream.page(after: second.cursor)
        #expect(third.checkIns.map(\.id) == ["pretix:2"])
        #expect([first, second, third].map { $0.tickets.map(\.status.word) } == [["unpaid"], ["unpaid"], ["unpaid"]])
        var asked: [String] = []
        for await question in questions { asked.append(question) }
        #expect(!asked[0].contains("modified_since") && asked[0].contains("include_canceled_positions=true"))
        #expect(asked[2].hasPrefix("GET /api/v1/organizers/gala-ltd/orders/?page=2 "))
        #expect(asked[3].contains("modified_since=2026-11-21T18:39:45.123Z"))
    }

    @Test func `what the device before a new one did stays this station's own, and so does what the new one does`()
        async throws
    {
        let token = Mutex("old")
        let double = try PretixDouble(
            [
                page(Samples.checkIn(1, device: 3) + "," + Samples.checkIn(2, device: 4)), Self.device,
                page(Samples.checkIn(1, device: 3) + "," + Samples.checkIn(5, device: 7)),
                PretixDouble.answer(#"{"device": {"device_id": 7}}"#),
            ], token: { token.withLock { $0 } })
        let stream = PretixStream(double.server, settings: Samples.settings())
        let first = try await stream.page(after: nil)
        #expect(first.checkIns.map(\.id) == ["pretix:2"])
        token.withLock { $0 = "new" }
        #expect(try await stream.page(after: first.cursor).checkIns.map(\.id) == ["pretix:2:annulled"])
    }

    @Test func `tells again what could not be kept`() async throws {
        let (stream, _) = try stream(page(Samples.checkIn(1)), Self.device, page(Samples.checkIn(1)))
        #expect(try await stream.page(after: nil).checkIns.count == 1)
        #expect(try await stream.page(after: nil).checkIns.count == 1)
    }

    @Test(arguments: [nil, "https://tickets.example/api/v1/x?page=2"])
    func `a cursor reads back as it was written`(next: String?) {
        let cursor = PretixStream.Cursor(since: Self.now, next: next)
        #expect(PretixStream.Cursor(cursor.text) == cursor)
    }
}
