import ServerDoubles
import Synchronization
import TestSupport
import Testing
import Tickets

@testable import Backends

/// What others did, from a server that is broken, was set up again, or means harm.
@Suite(.timeLimit(.minutes(5)))
struct WebhookStreamTests {
    /// Knows the cursors that it gave, and no others.
    private final class Server: ServerDouble {
        private let pages: [String: String]
        let asked = Mutex<[String?]>([])

        init(_ pages: [String: String]) {
            self.pages = pages
        }

        func answer(_ request: DoubleRequest) async -> DoubleAnswer {
            let after = request.query["after"]
            asked.withLock { $0.append(after) }
            guard let page = pages[after ?? ""] else {
                return DoubleAnswer(400, json: .object([("error", .string("unknown cursor"))]))
            }
            return DoubleAnswer(headers: ["Content-Type": "application/json"], body: .bytes(Array(page.utf8)))
        }
    }

    private func page(of server: Server, after cursor: String?) async throws -> CheckInPage {
        try await server.serve { address in
            var settings = BackendSettings(name: "shop", kind: .webhook, url: "\(address)/v1/checkins")
            settings.tellsOthers = true
            let connector = BackendConnector(
                secrets: { _ throws(BackendError) in "token" }, now: { EventScheduleFixture.now })
            let stream = try #require(try connector.link(settings, events: { [] }).stream)
            return try await stream.page(after: cursor)
        }
    }

    private static func item(_ number: Int64) -> String { CheckInMessage(.numbered(number)).json.text }

    private static func answer(_ items: String..., cursor: String = "c9") -> String {
        #"{"items": [\#(items.joined(separator: ","))], "cursor": "\#(cursor)", "more": false}"#
    }

    @Test func `an unknown cursor is forgotten, and everything read again`() async throws {
        let server = Server(["": Self.answer(Self.item(1), cursor: "new-1")])
        let page = try await page(of: server, after: "old-7")
        #expect(page.checkIns.count == 1 && page.cursor == "new-1")
        #expect(server.asked.withLock(\.self) == ["old-7", nil])
    }

    @Test func `tickets that have changed are read, and one that cannot be read hides no other one`() async throws {
        let at = #""at": "2026-12-05T18:00:00Z""#
        let items = [
            #"{"event": "gala", "id": "T1", "status": "voided", \#(at), "not_before": "2026-12-05T17:00:00Z"}"#,
            #"{"id": "T2", "status": "stolen", \#(at)}"#, #"{"id": "T3", "status": "revoked", \#(at)}"#,
            #"{"status": "voided", \#(at)}"#, #"{"id": "T4", "status": "voided"}"#,
            #"{"id": "\#(String(repeating: "x", count: 201))", \#(at)}"#, #"{"id": "T5", "status": ["valid"], \#(at)}"#,
            #"{"id": "T6", \#(at)}"#, "8", #"{"id": "T7", "status": "refunded", \#(at), "not_after": "soon"}"#,
            #"{"id": "T8", "status": "valid", \#(at), "not_after": "soon"}"#,
        ]
        let body = Self.answer(Self.item(1)).dropLast() + #", "tickets": [\#(items.joined(separator: ","))]}"#
        let page = try await page(of: Server(["": String(body)]), after: nil)
        #expect(page.checkIns.count == 1 && page.faults.count == 6)
        #expect(page.tickets.map(\.reference) == ["T1", "T2", "T3", "T4", "T7"])
        #expect(page.tickets.map(\.status.word) == ["voided", "blocked", "revoked", "voided", "refunded"])
        let first = try #require(page.tickets.first)
        #expect(try ReportedTicket(webhook: #require(LenientJSON(parsing: first.json.text.utf8))) == first)
    }

    @Test func `a check-in that cannot be read hides no other one`() async throws {
        let bad = Self.item(2).replacing(#""count":1"#, with: #""count":-1"#)
        let word = Self.item(3).replacing(#""how":""#, with: #""how":"scanner-"#)
        #expect(bad != Self.item(2) && word != Self.item(3))
        let page = try await page(of: Server(["": Self.answer(Self.item(1), bad, word, Self.item(4))]), after: nil)
        #expect(page.checkIns.map(\.id) == [CheckIn.numbered(1).id, CheckIn.numbered(4).id])
        #expect(page.faults.count == 2 && page.cursor == "c9")
    }

    @Test func `a cursor that no address can hold is not kept, and one that was kept is forgotten`() async throws {
        let long = String(repeating: "x", count: 100_000)
        await #expect(throws: BackendError.self) {
            try await page(of: Server(["": Self.answer(cursor: long)]), after: nil)
        }
        #expect(try await page(of: Server(["": Self.answer()]), after: long).cursor == "c9")
    }

    @Test(arguments: ["station", "list", "gate", "ref", "operator", "type"])
    func `no text is longer than a station or a list has it`(name: String) async throws {
        let whole = CheckInMessage(.numbered(1)).json
        guard case .object(let members) = whole else { return }
        let changed = members.map {
            $0.name == name ? JSONValue.Member(name, .string(String(repeating: "S", count: 201))) : $0
        }
        let page = try await page(of: Server(["": Self.answer(JSONValue.object(changed).text)]), after: nil)
        #expect(page.checkIns.isEmpty && page.faults == ["\(name) is too long"])
    }

    @Test func `an answer of more values than any real one is no JSON`() {
        let many = "[" + Array(repeating: "{}", count: 400_001).joined(separator: ",") + "]"
        #expect(LenientJSON(parsing: many.utf8) == nil)
        let text = #"[""# + String(repeating: #",[{\""#, count: 300_000) + #""]"#
        #expect(LenientJSON(parsing: text.utf8)?.items?.count == 1)
    }
}
