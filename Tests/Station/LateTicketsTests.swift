import Backends
import Foundation
import ServerDoubles
import Synchronization
import TestSupport
import Testing
import Tickets

@testable import Station

/// Answers questions about codes as a server of the open contract does.
private final class LookupServer: ServerDouble {
    private let tickets: Mutex<[String: JSONValue]>
    private let questions = Mutex<[String]>([])
    private let answersNothing: Bool
    /// Answers wait for it.
    private let opening: AsyncStream<Void>?

    init(_ tickets: [String: JSONValue], answersNothing: Bool = false, after opening: AsyncStream<Void>? = nil) {
        self.tickets = Mutex(tickets)
        self.answersNothing = answersNothing
        self.opening = opening
    }

    /// The codes that were asked about.
    var asked: [String] { questions.withLock(\.self) }

    func answer(_ request: DoubleRequest) async -> DoubleAnswer {
        guard request.path == "/v1/lookup", request.method == "POST" else { return DoubleAnswer(404, json: .null) }
        let asked = request.members["code"] ?? ""
        questions.withLock { $0.append(asked) }
        if answersNothing { return DoubleAnswer(body: .stalled(after: Array("{".utf8))) }
        if let opening { for await _ in opening {} }
        let found = tickets.withLock { $0[asked] }
        return DoubleAnswer(json: .object([("tickets", .array(found.map { [$0] } ?? []))]))
    }
}

/// Tickets that were sold after the list was made, at a real station with a real server to ask.
@Suite(.timeLimit(.minutes(5)))
struct LateTicketsTests {
    private static let yaml = StationFixture.galaYAML + "\nbackend: box\n"
    private static let row = "\(code("S1")),S-1,standard,,valid,1,,"

    private let fixture: StationFixture

    init() throws {
        fixture = try StationFixture()
    }

    private static func ticket(_ more: (name: String, value: JSONValue)...) -> JSONValue {
        .object([("id", .string("L-1")), ("type", .string("standard"))] + more)
    }

    /// A station whose list has one ticket, and that may ask a server.
    private func open(asking address: String, may: Bool = true, limit: Duration = .seconds(600)) async throws -> Station
    {
        var settings = BackendSettings(name: "box", kind: .webhook, url: "\(address)/v1/checkins")
        settings.asksAboutUnknown = may
        let secret = fixture.folder.appending(path: "state/credentials/box")
        try FileManager.default.createDirectory(
            at: secret.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data("secret".utf8).write(to: secret)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: secret.path)
        let station = try await fixture.open(
            {
                $0.gate = "A"
                $0.backends = [settings]
            }, lookupLimit: limit)
        let backend = try ActiveBackend(settings, of: station.uploads, logger: station.resources.logger)
        station.resources.links.open(backend)
        try await fixture.install([Self.row], in: station, yaml: Self.yaml)
        return station
    }

    @discardableResult
    private func show(
        _ name: String, at station: Station, arrived: ContinuousClock.Instant = .now
    ) async -> Verdict? {
        await station.router.take(
            Presentation(bytes: Array(code(name).utf8), how: .stdin, source: "stdin", arrived: arrived)
        ).verdict
    }

    @Test func `a ticket that was sold a minute ago is let in, once, and known from then on`() async throws {
        let server = LookupServer([code("L1"): Self.ticket()])
        let station = try await server.serve { address in
            let station = try await open(asking: address)
            #expect(await show("L1", at: station) == .admitted)
            return station
        }
        // Without the server, which is gone now.
        #expect(await show("L1", at: station) == .refused(.alreadyScanned))
        #expect(await show("S1", at: station) == .admitted)
        #expect(server.asked == [code("L1")])
    }

    @Test func `the station's own rules decide on what the server says`() async throws {
        let server = LookupServer([
            code("refunded"): Self.ticket(("status", "refunded")),
            code("vip"): .object([("id", "L-2"), ("type", "vip")]),
            code("later"): Self.ticket(("not_before", "2026-12-05T20:00:00Z")),
            code("balcony"): .object([("id", "L-3"), ("type", "balcony")]),
            code("used"): Self.ticket(
                ("used", .array([.object([("ins", .integer(1)), ("first_at", "2026-12-05T17:30:00Z")])]))),
        ])
        try await server.serve { address in
            let station = try await open(asking: address)
            #expect(await show("refunded", at: station) == .refused(.refunded))
            #expect(await show("vip", at: station) == .admitted)
            #expect(await show("later", at: station) == .refused(.notStarted))
            #expect(await show("balcony", at: station) == .refused(.invalid), "the event has no such type")
            #expect(await show("used", at: station) == .refused(.alreadyScanned))
            #expect(await show("nobody", at: station) == .refused(.invalid))
        }
    }

    @Test func `only codes that nothing is known of are asked about, and each once in a while`() async throws {
        let server = LookupServer([:])
        try await server.serve { address in
            let station = try await open(asking: address)
            let now = ContinuousClock.now
            await show("S1", at: station)
            for _ in 0..<3 { await show("nobody", at: station, arrived: now) }
            for text in ["https://example.org/menu", "WIFI:S:guests;;"] {
                _ = await station.router.take(
                    Presentation(bytes: Array(text.utf8), how: .stdin, source: "stdin"))
            }
            #expect(server.asked == [code("nobody")])
            // Somebody tries out codes.
            for number in 0..<100 { await show("guess \(number)", at: station, arrived: now) }
            #expect(server.asked.count == LateTickets.mostQuestions)
        }
    }

    @Test func `a station that may not ask does not`() async throws {
        let server = LookupServer([code("L1"): Self.ticket()])
        try await server.serve { address in
            let station = try await open(asking: address, may: false)
            #expect(await show("L1", at: station) == .refused(.invalid))
        }
        #expect(server.asked.isEmpty)
    }

    @Test func `a server that is away changes nothing`() async throws {
        let station = try await open(asking: "http://127.0.0.1:1")
        #expect(await show("L1", at: station) == .refused(.invalid))
        #expect(await show("S1", at: station) == .admitted)
    }

    @Test func `a server that is slow is not waited for again`() async throws {
        let slow = LookupServer([code("L1"): Self.ticket()], answersNothing: true)
        try await slow.serve { address in
            let station = try await open(asking: address, limit: .milliseconds(20))
            #expect(await show("L1", at: station) == .refused(.invalid))
            #expect(await show("L2", at: station) == .refused(.invalid))
        }
        #expect(slow.asked == [code("L1")])
    }

    @Test func `an answer that nobody waited for counts the next time`() async throws {
        let (opening, gate) = AsyncStream<Void>.makeStream()
        let server = LookupServer([code("L1"): Self.ticket()], after: opening)
        try await server.serve { address in
            let station = try await open(asking: address, limit: .milliseconds(400))
            #expect(await show("L1", at: station) == .refused(.invalid))
            gate.finish()
            let shown = Presentation(bytes: Array(code("L1").utf8), how: .stdin, source: "")
            try await waitUntil { await station.door.unknownCode(of: shown) == nil }
            #expect(await show("L1", at: station) == .admitted)
        }
        #expect(server.asked == [code("L1")])
    }

    @Test func `a list that was made later knows better`() async throws {
        let server = LookupServer([code("L1"): Self.ticket(), code("L2"): Self.ticket()])
        try await server.serve { address in
            let station = try await open(asking: address)
            #expect(await show("L1", at: station) == .admitted)
            fixture.set(now: StationFixture.evening + .seconds(60))
            // The ticket was taken back at the server, and is not in the next list.
            try await fixture.install([Self.row], in: station, yaml: Self.yaml)
            fixture.set(now: StationFixture.evening + .seconds(70))
            let finder = await station.door.unknownCode(
                of: Presentation(bytes: Array(code("L1").utf8), how: .stdin, source: ""))
            #expect(finder?.key != nil, "nothing that was learned before the list counts")
            #expect(await show("L2", at: station) == .admitted, "what is learned after it does")
        }
    }
}
