import Foundation
import TestSupport
import Testing
import Tickets
import Web

@testable import Backends
@testable import Relay

@Suite struct RelayAPITests {
    private static let tokens = ["kiosk-1": "one", "kiosk-2": "two"]
    private static let key = RelayKey()

    /// A relay on a folder of its own.
    private struct Bench {
        let folder: TemporaryFolder
        let store: RelayStore
        let api: RelayAPI

        init(receiver: any CheckInReceiver = EverythingTaken(), allowsSupervisorUndo: Bool = true) throws {
            folder = try TemporaryFolder()
            store = try RelayStore(folder: folder.url, now: { .relayNow })
            let backend = RelayBackend(
                settings: BackendSettings(name: "box", kind: .webhook, url: "https://box.example"), receiver: receiver)
            api = RelayAPI(
                store: store, fleet: try .empty(store), tokens: tokens, events: ["gala": backend],
                eventsWithoutServer: ["fair"], key: key, allowsSupervisorUndo: allowsSupervisorUndo, logger: .quiet
            ) {}
        }

        func ask(
            _ method: String, as station: String? = "kiosk-1", after: String? = nil, _ body: JSONValue? = nil,
            path: String = RelayAPI.path
        ) -> (status: Int, text: String) {
            let target = path + (after.map { "?after=\($0.replacing(" ", with: "%20"))" } ?? "")
            let token = station.map { ["authorization": "Bearer \(tokens[$0] ?? $0)"] } ?? [:]
            let request = WebRequest(method, target, headers: token)
            let answer = api.answer(to: request, body: Array((body?.text ?? "").utf8))
            if case .bytes(let text) = answer.body { return (answer.status, String(decoding: text, as: UTF8.self)) }
            return (answer.status, "")
        }

        func send(_ checkIns: CheckIn...) -> (status: Int, text: String) {
            let messages = checkIns.map { CheckInMessage($0).json }
            return ask("POST", as: checkIns[0].station, .object([("checkins", .array(messages))]))
        }

        /// What is said of each that is sent.
        func statuses(of checkIns: CheckIn..., codes: [String?] = []) throws -> [String?] {
            let messages = try checkIns.enumerated().map { place, checkIn in
                let code = place < codes.count ? codes[place] : nil
                let sealed = try code.map { try key.publicKey.seal($0, of: checkIn) }
                return CheckInMessage(checkIn, sealedCode: sealed).jsonWithCode()
            }
            let answer = ask("POST", as: checkIns[0].station, .object([("checkins", .array(messages))]))
            return LenientJSON(parsing: answer.text.utf8)?["results"].items?.map { $0["status"].text } ?? []
        }

        func waiting() throws -> [RelayStore.Upload] { try store.nextToUpload(backend: "box", limit: 9) }

        /// Ids of what a station is told, and the cursor.
        func news(for station: String, after: String? = nil) -> (ids: [String], cursor: String?) {
            let answer = LenientJSON(parsing: ask("GET", as: station, after: after).text.utf8)
            return (answer?["items"].items?.compactMap { $0["id"].text } ?? [], answer?["cursor"].text)
        }

        func close() throws { try store.close() }
    }

    private static func id(_ number: Int64, of station: String = "kiosk-1") -> String {
        "00000000-0000-7000-8000-\(station.suffix(1))\(10_000_000_000 + number)"
    }

    private func checkIn(_ number: Int64, station: String = "kiosk-1", event: String = "gala") -> CheckIn {
        var checkIn = CheckIn(
            id: Self.id(number, of: station), station: station, sequence: number, event: event, list: "main",
            key: TicketKey(code: "\(number)", salt: Data(repeating: 1, count: 32)), line: 0, verdict: .admitted,
            count: 1, how: .wedge, at: Timestamp(seconds: 1_795_200_000))
        checkIn.reference = "r-\(number)"
        return checkIn
    }

    @Test func `an event without a server is kept, told to the others, and waits for nothing`() throws {
        let bench = try Bench()
        #expect(
            try bench.statuses(of: checkIn(1, event: "fair"), checkIn(2, event: "ball")) == ["accepted", "rejected"])
        #expect(try bench.waiting().isEmpty)
        #expect(bench.news(for: "kiosk-2").ids == [Self.id(1)])
        #expect(bench.ask("GET", path: RelayAPI.aboutPath).text.contains(#""events":["fair","gala"]"#))
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
        let results = LenientJSON(parsing: answer.text.utf8)?["results"].items
        #expect(results?.map { $0["status"].text } == ["rejected", "accepted"])
        #expect(try bench.store.figures(backend: "box").waiting == 1)
        try bench.close()
    }

    @Test func `an undo tells how many it takes back, once the server has them`() throws {
        let bench = try Bench()
        var undo = checkIn(2)
        undo.kind = .undo
        undo.undoes = Self.id(1)
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

    @Test func `tells each station what all did, its own too if it is lost, from where it left off`() throws {
        let bench = try Bench()
        _ = bench.send(checkIn(1))
        _ = bench.send(checkIn(1, station: "kiosk-2"))
        #expect(bench.news(for: "kiosk-1").ids == [Self.id(1), Self.id(1, of: "kiosk-2")])
        let (ids, cursor) = bench.news(for: "kiosk-2")
        #expect(ids == [Self.id(1), Self.id(1, of: "kiosk-2")])
        #expect(bench.news(for: "kiosk-2", after: cursor).ids.isEmpty)
        _ = bench.send(checkIn(2))
        #expect(bench.news(for: "kiosk-2", after: cursor).ids == [Self.id(2)])
        // As a version before this one gave it.
        #expect(bench.news(for: "kiosk-2", after: "2").ids == [Self.id(2)])
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
        #expect(other.text.contains("the token is not that station's"))
        #expect(bench.send(checkIn(1, event: "ball")).text.contains("does not serve its event"))
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
            bench.ask("POST", JSONValue.object([("checkins", .array([.integer(7)]))])).text.contains("not an object"))
        let many = JSONValue.array(Array(repeating: CheckInMessage(checkIn(1)).json, count: 501))
        #expect(bench.ask("POST", .object([("checkins", many)])).status == 400)
        try bench.close()
    }

    @Test func `a ticket's entries wait for a parked one, others pass`() throws {
        let bench = try Bench()
        var again = checkIn(1)
        again.id = Self.id(9)
        again.sequence = 3
        _ = bench.send(checkIn(1), checkIn(2), again)
        #expect(try bench.store.nextToUpload(backend: "box", limit: 9).map(\.message.checkIn.sequence) == [1, 2])
        try bench.store.settle(
            [SettledCheckIn(id: Self.id(1), answer: .rejected(reason: "no"))], backend: "box")
        #expect(try bench.store.nextToUpload(backend: "box", limit: 9).map(\.message.checkIn.sequence) == [2])
        #expect(try bench.store.figures(backend: "box") == .init(waiting: 2, refused: 0, parked: 1))
        try bench.close()
    }

    @Test func `what it answered for is there after a restart, and two relays never share a folder`() throws {
        let bench = try Bench()
        _ = bench.send(checkIn(1))
        #expect(throws: RelayError.self) { try RelayStore(folder: bench.folder.url, now: { .relayNow }) }
        try bench.store.close()
        let again = try RelayStore(folder: bench.folder.url, now: { .relayNow })
        #expect(try again.figures(backend: "box").waiting == 1)
        try again.close()
    }

    // MARK: - Codes

    @Test func `a code travels sealed to the relay's key, and waits sealed for its server`() throws {
        let bench = try Bench(receiver: CodesOnly())
        #expect(try bench.statuses(of: checkIn(1), codes: ["T-SECRET"]) == ["accepted"])
        let waiting = try bench.waiting()
        let sealed = try #require(waiting.first?.sealedCode)
        #expect(!sealed.contains("SECRET"))
        #expect(Self.key.open(sealed, of: checkIn(1)) == "T-SECRET")
        #expect(Self.key.open(sealed, of: checkIn(2)) == nil)
        #expect(RelayKey().open(sealed, of: checkIn(1)) == nil)
        // The other stations get none of it.
        let told = bench.ask("GET", as: "kiosk-2").text
        #expect(told.contains(Self.id(1)) && !told.contains("sealed"))
        try bench.store.settle([SettledCheckIn(id: Self.id(1), answer: .accepted)], backend: "box")
        try bench.store.close()
        for (name, bytes) in try bench.folder.contents() {
            #expect(bytes.firstRange(of: Data(sealed.utf8)) == nil, "\(name)")
        }
    }

    @Test func `what cannot be delivered is not accepted, and the other stations know of it`() throws {
        let bench = try Bench(receiver: CodesOnly())
        var out = checkIn(3)
        out.verdict = .checkedOut
        out.direction = .out
        #expect(
            try bench.statuses(of: checkIn(1), checkIn(2), out, codes: [nil, "T-2", nil])
                == ["rejected", "accepted", "contradicted"])
        #expect(try bench.waiting().map(\.message.checkIn.sequence) == [2])
        #expect(bench.news(for: "kiosk-2").ids == [Self.id(1), Self.id(2), Self.id(3)])
        // Sent again with its code, it goes on.
        #expect(try bench.statuses(of: checkIn(1), codes: ["T-1"]) == ["accepted"])
        #expect(try bench.waiting().map(\.message.checkIn.sequence) == [1, 2])
        try bench.close()
    }

    @Test func `nothing is accepted while nobody knows whether it can be delivered`() throws {
        let bench = try Bench(receiver: CodesOnly(isKnown: false))
        let answer = bench.send(checkIn(1))
        #expect(answer.status == 503)
        #expect(try bench.waiting().isEmpty)
        #expect(bench.news(for: "kiosk-2").ids == [Self.id(1)])
        try bench.close()
    }

    @Test func `a code that is sealed to another relay, or for another entry, is not accepted`() throws {
        let bench = try Bench(receiver: CodesOnly())
        let seals = [
            try RelayKey().publicKey.seal("T-1", of: checkIn(1)), try Self.key.publicKey.seal("T", of: checkIn(2)), "x",
        ]
        for sealed in seals {
            let answer = bench.ask(
                "POST",
                .object([("checkins", .array([CheckInMessage(checkIn(1), sealedCode: sealed).jsonWithCode()]))]))
            #expect(answer.text.contains("sealed to another key"))
        }
        #expect(try bench.waiting().isEmpty)
        try bench.close()
    }

    @Test func `says which key is its own, to stations`() throws {
        let bench = try Bench()
        let about = bench.ask("GET", path: RelayAPI.aboutPath)
        #expect(LenientJSON(parsing: about.text.utf8)?["relay_key"].text == Self.key.publicKey.text)
        #expect(bench.ask("GET", as: nil, path: RelayAPI.aboutPath).status == 401)
        try bench.close()
    }

    @Test func `its key is made once, and nobody else can read the file`() throws {
        let home = try TemporaryFolder()
        let folder = home.file("state")
        let made = try RelayKey(in: folder).publicKey
        #expect(try RelayKey(in: folder).publicKey == made)
        #expect(RelayPublicKey(text: made.text) == made)
        let file = folder.appending(path: "relay.key")
        let facts = try FileManager.default.attributesOfItem(atPath: file.path)
        #expect(facts[.posixPermissions] as? Int == 0o600)
        try Data("no key".utf8).write(to: file)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
        #expect(throws: RelayError.self) { try RelayKey(in: folder) }
    }

    // MARK: - Undo

    /// Of the first entry of a station.
    private func undo(of target: CheckIn, by station: String, kind: CheckIn.Kind = .undo) -> CheckIn {
        var undo = target
        (undo.id, undo.station, undo.sequence) = (UUID().uuidString.lowercased(), station, 9)
        (undo.kind, undo.undoes, undo.count) = (kind, target.id, 0)
        return undo
    }

    @Test func `an entry is taken back by the station that recorded it`() throws {
        let bench = try Bench()
        _ = bench.send(checkIn(1))
        let stolen = undo(of: checkIn(1), by: "kiosk-2")
        #expect(try bench.statuses(of: stolen) == ["rejected"])
        #expect(bench.news(for: "kiosk-1").ids == [Self.id(1)])
        let own = undo(of: checkIn(1), by: "kiosk-1")
        #expect(try bench.statuses(of: own) == ["accepted"])
        #expect(bench.news(for: "kiosk-2").ids == [Self.id(1), own.id])
        try bench.close()
    }

    @Test(arguments: [CheckIn.Kind.undo, .scan, .override])
    func `an undo of what the relay has not got, or of another ticket, is refused`(kind: CheckIn.Kind) throws {
        let bench = try Bench()
        #expect(try bench.statuses(of: undo(of: checkIn(1), by: "kiosk-2", kind: kind)) == ["rejected"])
        _ = bench.send(checkIn(1))
        var other = undo(of: checkIn(1), by: "kiosk-1", kind: kind)
        other.key = checkIn(2).key
        #expect(try bench.statuses(of: other) == ["rejected"])
        #expect(bench.news(for: "kiosk-1").ids == [Self.id(1)])
        try bench.close()
    }

    @Test func `a supervisor takes back what another station recorded, by name and with a reason, where it is allowed`()
        throws
    {
        for isAllowed in [true, false] {
            let bench = try Bench(allowsSupervisorUndo: isAllowed)
            _ = bench.send(checkIn(1))
            var act = undo(of: checkIn(1), by: "kiosk-2", kind: .supervisorUndo)
            #expect(try bench.statuses(of: act) == ["rejected"])
            act.operator = "Sue"
            #expect(try bench.statuses(of: act) == ["rejected"])
            act.note = "the wrong door"
            #expect(try bench.statuses(of: act) == [isAllowed ? "accepted" : "rejected"])
            #expect(bench.news(for: "kiosk-1").ids == (isAllowed ? [Self.id(1), act.id] : [Self.id(1)]))
            try bench.close()
        }
    }

    @Test func `an id of a server or of another station, and control characters, are not accepted`() throws {
        let bench = try Bench()
        _ = bench.send(checkIn(1))
        var forged = checkIn(2, station: "kiosk-2")
        for id in ["pos-17", Self.id(1).uppercased(), "", Self.id(1)] {
            forged.id = id
            #expect(try bench.statuses(of: forged) == ["rejected"])
        }
        (forged.id, forged.note) = (Self.id(2, of: "kiosk-2"), String(repeating: "\u{1}", count: 3900))
        #expect(try bench.statuses(of: forged) == ["rejected"])
        #expect(bench.news(for: "kiosk-1").ids == [Self.id(1)])
        try bench.close()
    }

    @Test func `a supervisor takes back only what the relay has, so that its ticket is known`() throws {
        let bench = try Bench()
        var act = undo(of: checkIn(1), by: "kiosk-2", kind: .supervisorUndo)
        (act.operator, act.note) = ("Sue", "the wrong door")
        #expect(try bench.statuses(of: act) == ["rejected"])
        _ = bench.send(checkIn(1))
        #expect(try bench.statuses(of: act) == ["accepted"])
        try bench.close()
    }

    @Test func `two stations that take back the same are one undo for the server, and both are told to the others`()
        throws
    {
        let bench = try Bench()
        _ = bench.send(checkIn(1))
        var acts: [CheckIn] = []
        for station in ["kiosk-1", "kiosk-2"] {
            var act = undo(of: checkIn(1), by: station, kind: station == "kiosk-1" ? .undo : .supervisorUndo)
            (act.operator, act.note) = ("Sue", "the wrong door")
            // Sent again, as when the answer was lost.
            for _ in 0..<2 { #expect(try bench.statuses(of: act) == ["accepted"]) }
            acts.append(act)
        }
        for told in [checkIn(1), acts[0]] {
            #expect(try bench.waiting().map(\.message.checkIn.id) == [told.id])
            try bench.store.settle([SettledCheckIn(id: told.id, answer: .accepted)], backend: "box")
        }
        #expect(try bench.waiting().isEmpty)
        #expect(bench.news(for: "kiosk-1").ids == [Self.id(1), acts[0].id, acts[1].id])
        try bench.close()
    }
}
