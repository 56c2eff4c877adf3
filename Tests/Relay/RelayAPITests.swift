import Foundation
import Testing
import Tickets

@testable import Backends
@testable import Relay

@Suite struct RelayAPITests {
    private static let tokens = ["kiosk-1": "one", "kiosk-2": "two"]

    /// A relay on a folder of its own.
    private struct Bench {
        let folder = FileManager.default.temporaryDirectory.appending(path: "relay-\(UUID().uuidString)")
        let store: RelayStore
        let api: RelayAPI

        init() throws {
            store = try RelayStore(folder: folder)
            api = RelayAPI(store: store, tokens: tokens, events: ["gala": "box"]) {}
        }

        func ask(
            _ method: String, as station: String? = "kiosk-1", after: String? = nil, _ body: JSONValue? = nil,
            path: String = RelayAPI.path
        ) -> RelayAPI.Response {
            api.respond(
                to: RelayAPI.Request(
                    method: method, path: path, query: after.map { ["after": $0] } ?? [:],
                    authorization: station.map { "Bearer \(tokens[$0] ?? $0)" }, body: Array((body?.text ?? "").utf8)))
        }

        func send(_ checkIns: CheckIn...) -> RelayAPI.Response {
            ask(
                "POST", as: checkIns[0].station,
                .object([("checkins", .array(checkIns.map { CheckInMessage($0).json }))]))
        }

        /// Ids of what a station is told, and the cursor.
        func news(for station: String, after: String? = nil) -> (ids: [String], cursor: String?) {
            let answer = LooseJSON(parsing: ask("GET", as: station, after: after).body.text.utf8)
            return (answer?["items"].items?.compactMap { $0["id"].text } ?? [], answer?["cursor"].text)
        }

        func close() throws {
            try store.close()
            try FileManager.default.removeItem(at: folder)
        }
    }

    private func checkIn(_ number: Int64, station: String = "kiosk-1", event: String = "gala") -> CheckIn {
        var checkIn = CheckIn(
            id: "e-\(station)-\(number)", station: station, sequence: number, event: event, list: "main",
            key: TicketKey(code: "\(number)", salt: Data(repeating: 1, count: 32)), line: 0, verdict: .admitted,
            count: 1, how: .wedge, at: Timestamp(seconds: 1_795_200_000))
        checkIn.reference = "r-\(number)"
        return checkIn
    }

    @Test func `keeps each check-in once, whatever is sent again`() throws {
        let bench = try Bench()
        for _ in 0..<3 { #expect(bench.send(checkIn(1), checkIn(2)).status == 200) }
        #expect(try bench.store.figures(backend: "box").waiting == 2)
        #expect(try bench.store.nextToUpload(backend: "box", limit: 9).map(\.message.checkIn.sequence) == [1, 2])
        try bench.close()
    }

    @Test func `a message that cannot be read takes no other with it`() throws {
        let bench = try Bench()
        let huge = JSONValue.object([("id", .string("x")), ("count", .string("9223372036854775807"))])
        let answer = bench.ask("POST", .object([("checkins", .array([huge, CheckInMessage(checkIn(1)).json]))]))
        let results = LooseJSON(parsing: answer.body.text.utf8)?["results"].items
        #expect(results?.map { $0["status"].text } == ["rejected", "accepted"])
        #expect(try bench.store.figures(backend: "box").waiting == 1)
        try bench.close()
    }

    @Test func `an undo tells how many it takes back, once the server has them`() throws {
        let bench = try Bench()
        var undo = checkIn(2)
        undo.kind = .undo
        undo.undoes = "e-kiosk-1-1"
        undo.count = 0
        undo.key = checkIn(1).key
        var group = checkIn(1)
        group.count = 3
        _ = bench.send(group, undo)
        #expect(try bench.store.nextToUpload(backend: "box", limit: 9).map(\.message.checkIn.sequence) == [1])
        try bench.store.settle([SettledCheckIn(id: group.id, answer: .accepted)], backend: "box")
        #expect(try bench.store.nextToUpload(backend: "box", limit: 9).map(\.undoneCount) == [3])
        try bench.close()
    }

    @Test func `tells each station what the others did, from where it left off`() throws {
        let bench = try Bench()
        _ = bench.send(checkIn(1))
        _ = bench.send(checkIn(1, station: "kiosk-2"))
        #expect(bench.news(for: "kiosk-1").ids == ["e-kiosk-2-1"])
        let (ids, cursor) = bench.news(for: "kiosk-2")
        #expect(ids == ["e-kiosk-1-1"])
        #expect(bench.news(for: "kiosk-2", after: cursor).ids.isEmpty)
        _ = bench.send(checkIn(2))
        #expect(bench.news(for: "kiosk-2", after: cursor).ids == ["e-kiosk-1-2"])
        try bench.close()
    }

    @Test func `refusals are passed on, and are no news to the others`() throws {
        let bench = try Bench()
        var refused = checkIn(1)
        refused.verdict = .refused(.invalid)
        refused.count = 0
        _ = bench.send(refused)
        #expect(try bench.store.figures(backend: "box").waiting == 1)
        #expect(bench.news(for: "kiosk-2").ids.isEmpty)
        try bench.close()
    }

    @Test func `a station speaks for itself only, and for events that are served`() throws {
        let bench = try Bench()
        let other = bench.ask("POST", as: "kiosk-2", CheckInMessage(checkIn(1)).json)
        #expect(other.body.text.contains("the token is not that station's"))
        #expect(bench.send(checkIn(1, event: "ball")).body.text.contains("does not serve its event"))
        #expect(try bench.store.figures(backend: "box").waiting == 0)
        try bench.close()
    }

    @Test(arguments: [nil, "nobody", ""])
    func `answers nobody without a token`(station: String?) throws {
        let bench = try Bench()
        #expect(bench.ask("GET", as: station).status == 401)
        try bench.close()
    }

    @Test func `says what is wrong with a request`() throws {
        let bench = try Bench()
        #expect(bench.ask("DELETE").status == 405)
        #expect(bench.ask("GET", path: "/v1/other").status == 404)
        #expect(bench.ask("GET", after: "last week").status == 400)
        #expect(bench.ask("POST", .string("x")).status == 400)
        #expect(
            bench.ask("POST", JSONValue.object([("checkins", .array([.integer(7)]))])).body.text.contains("no object"))
        let many = JSONValue.array(Array(repeating: CheckInMessage(checkIn(1)).json, count: 501))
        #expect(bench.ask("POST", .object([("checkins", many)])).status == 400)
        try bench.close()
    }

    @Test func `a ticket's entries wait for a parked one, others pass`() throws {
        let bench = try Bench()
        var again = checkIn(1)
        again.id = "e-again"
        again.sequence = 3
        _ = bench.send(checkIn(1), checkIn(2), again)
        #expect(try bench.store.nextToUpload(backend: "box", limit: 9).map(\.message.checkIn.sequence) == [1, 2])
        try bench.store.settle(
            [SettledCheckIn(id: "e-kiosk-1-1", answer: .rejected(words: "no"))], backend: "box")
        #expect(try bench.store.nextToUpload(backend: "box", limit: 9).map(\.message.checkIn.sequence) == [2])
        #expect(try bench.store.figures(backend: "box") == .init(waiting: 2, refused: 0, parked: 1))
        try bench.close()
    }

    @Test func `what it answered for is there after a restart, and two relays never share a folder`() throws {
        let bench = try Bench()
        _ = bench.send(checkIn(1))
        #expect(throws: RelayError.self) { try RelayStore(folder: bench.folder) }
        try bench.store.close()
        let again = try RelayStore(folder: bench.folder)
        #expect(try again.figures(backend: "box").waiting == 1)
        try again.close()
        try FileManager.default.removeItem(at: bench.folder)
    }
}
