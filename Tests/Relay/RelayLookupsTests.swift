import TestSupport
import Testing
import Tickets
import Web

@testable import Backends
@testable import Relay

/// A server that knows one code.
private struct OneCode: TicketLookup {
    func tickets(for question: TicketQuestion) async throws(BackendError) -> [TicketRow] {
        guard question.code != "broken" else { throw BackendError(.unreachable, "ask", "the server", "it is away") }
        return question.code == "known" ? [TicketRow(code: "known", reference: "t-1", holder: "Zoë")] : []
    }
}

@Suite struct RelayLookupsTests {
    private static let tokens = ["kiosk-1": "one", "kiosk-2": "two"]
    private static let key = RelayKey()

    @Test func `a station asks the server about a code through the relay, and learns neither code nor name`()
        async throws
    {
        let folder = try TemporaryFolder()
        let settings = BackendSettings(name: "box", kind: .webhook, url: "https://box.example")
        let store = try RelayStore(folder: folder.url, now: { .relayNow })
        let api = RelayAPI(
            store: store, fleet: try .empty(store), tokens: Self.tokens,
            events: [
                "gala": RelayBackend(settings: settings, receiver: NothingTaken(), lookup: OneCode()),
                "ball": RelayBackend(settings: settings, receiver: NothingTaken()),
            ], key: Self.key, allowsSupervisorUndo: true, logger: .quiet
        ) {}
        func ask(_ code: String, event: String = "gala", as station: String = "kiosk-1") async throws -> (Int, String) {
            let sealed = try Self.key.publicKey.seal(code, id: "q", event: event, station: "kiosk-1")
            let body = JSONValue.object([
                ("id", .string("q")), ("event", .string(event)), ("station", .string("kiosk-1")),
                ("sealed_code", .string(sealed)),
            ])
            let request = WebRequest(
                "POST", "/v1/lookup", headers: ["authorization": "Bearer \(Self.tokens[station] ?? station)"],
                body: .bytes(Array(body.text.utf8)))
            let answer = await api.respond(to: request)
            guard case .bytes(let text) = answer.body else { return (answer.status, "") }
            return (answer.status, String(decoding: text, as: UTF8.self))
        }
        let (status, text) = try await ask("known")
        #expect(status == 200 && text.contains(#""id":"t-1""#))
        #expect(!text.contains("known") && !text.contains("Zoë"))
        #expect(try await ask("unknown") == (200, #"{"tickets":[]}"#))
        #expect(try await ask("broken").0 == 503)
        #expect(try await ask("known", event: "ball").0 == 404)
        #expect(try await ask("known", as: "kiosk-2").0 == 400, "sealed by another station")
        #expect(try await ask("known", as: "nobody").0 == 401)
        var statuses: [Int] = []
        for _ in 0..<20 { statuses.append(try await ask("unknown").0) }
        #expect(statuses.contains(429))
    }
}

private struct NothingTaken: CheckInReceiver {
    func deliver(_ checkIns: [OutgoingCheckIn]) async -> Delivery { Delivery(answers: []) }
}
