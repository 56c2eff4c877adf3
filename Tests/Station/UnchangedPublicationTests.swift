import Foundation
import Manifests
import Publishing
import ServerDoubles
import Synchronization
import TestSupport
import Testing
import Tickets

/// A timer publishes every few seconds; nearly always nothing has changed.
@Suite(.timeLimit(.minutes(5))) struct UnchangedPublicationTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        _ = try KeyFile.generate(named: folder.file("organizer"), for: .manifest)
        try folder.write(StationFixture.galaYAML, to: "event.yaml")
        try folder.write("code,type\n" + Self.row(1) + Self.row(2), to: "tickets.csv")
        try publish("tickets: tickets.csv")
    }

    private static func row(_ number: Int) -> String { "\(code("ticket\(number)")),standard\n" }

    private func publish(_ tickets: String) throws {
        try folder.write(
            "lists: [{event: event.yaml, key: organizer.key, \(tickets), to: gala.usher}]", to: "publish.yaml")
    }

    /// How the tickets were read: `nil` when they were not.
    private func publish(
        after seconds: Int, acceptingLoss: Bool = false
    ) async throws -> (result: Publisher.Result, isRead: Bool) {
        let publication = try #require(try Publication.read(contentsOf: folder.file("publish.yaml")).first)
        let isRead = Mutex(false)
        let result = try await Publisher(now: { StationFixture.evening + .seconds(seconds) }).publish(
            publication, acceptingLoss: acceptingLoss
        ) { _ in isRead.withLock { $0 = true } }
        return (result, isRead.withLock(\.self))
    }

    @Test func `files that have not changed are not even read as tickets`() async throws {
        let first = try await publish(after: 0)
        #expect(first.isRead && !first.result.isUnchanged)
        let second = try await publish(after: 10)
        #expect(!second.isRead && second.result.isUnchanged && second.result.claims == first.result.claims)
        #expect(second.result.difference?.isEmpty == true)
        // In time for `max_age`, it is signed again.
        let third = try await publish(after: 12 * 3600)
        #expect(third.isRead && !third.result.isUnchanged)
        #expect(try await !publish(after: 12 * 3600 + 10).isRead)
        // A clock that was put back.
        #expect(try await publish(after: 3600).isRead)
    }

    @Test func `what a killed run left half written is gone after a day`() async throws {
        let day = Date(timeIntervalSinceNow: -86_500)
        for name in [".pending-old", ".pending-new", "other-old"] {
            try folder.write("half a list", to: name)
            guard name.hasSuffix("old") else { continue }
            try FileManager.default.setAttributes([.modificationDate: day], ofItemAtPath: folder.file(name).path)
        }
        _ = try await publish(after: 0)
        #expect(
            [".pending-old", ".pending-new", "other-old"].map { name in
                FileManager.default.fileExists(atPath: folder.file(name).path)
            } == [false, true, true])
    }

    enum Change: CaseIterable { case ticket, event, ticketKey, setting, list, removedList, loss }

    @Test(arguments: Change.allCases)
    func `anything that the list depends on is noticed`(change: Change) async throws {
        _ = try KeyFile.generate(named: folder.file("office"), for: .tickets)
        let yaml = StationFixture.galaYAML + "\nticket_keys: [office.pub]\n"
        try folder.write(yaml, to: "event.yaml")
        let first = try await publish(after: 0).result.claims
        #expect(try await !publish(after: 10).isRead)
        switch change {
        case .ticket: try folder.write("code,type\n" + Self.row(1) + Self.row(2) + Self.row(3), to: "tickets.csv")
        case .event: try folder.write(yaml.replacing("VIP", with: "V.I.P."), to: "event.yaml")
        case .ticketKey:
            try FileManager.default.removeItem(at: folder.file("office.key"))
            try FileManager.default.removeItem(at: folder.file("office.pub"))
            _ = try KeyFile.generate(named: folder.file("office"), for: .tickets)
        case .setting: try publish("tickets: tickets.csv, accept_guessable_codes: true")
        case .list:
            let file = folder.file("gala.usher")
            var bytes = try Data(contentsOf: file)
            bytes.append(0)
            try bytes.write(to: file)
            // As before: somebody has to look at a file that is not what was published.
            await #expect(throws: ManifestError.self) { try await publish(after: 20) }
            return
        case .removedList: try FileManager.default.removeItem(at: folder.file("gala.usher"))
        case .loss:
            #expect(try await publish(after: 20, acceptingLoss: true).isRead)
            return
        }
        let next = try await publish(after: 20)
        #expect(next.isRead)
        #expect(next.result.isUnchanged == (change == .setting))
        #expect((next.result.claims == first) == (change == .setting))
    }

    /// A shop that speaks the open contract, with a cursor that counts its changes.
    private final class Shop: ServerDouble {
        struct State {
            var tickets: [String] = []
            var event = #"{"id": "17", "name": "Gala", "more": {"b": 1, "a": [true, null]}}"#
            var hasCursor = true
            var questions: [String] = []
        }

        let state = Mutex(State())

        func sell(_ name: String) {
            state.withLock { $0.tickets.append(#"{"id": "\#(name)", "code": "\#(code(name))", "type": "standard"}"#) }
        }

        var questions: [String] {
            state.withLock { state in
                defer { state.questions = [] }
                return state.questions
            }
        }

        func answer(_ request: DoubleRequest) async -> DoubleAnswer {
            let text = state.withLock { state -> String in
                let after = request.query["after"]
                state.questions.append(request.path + (after.map { "?\($0)" } ?? ""))
                guard request.path.hasSuffix("/tickets") else { return state.event }
                let items = state.tickets.dropFirst(after.flatMap { Int($0) } ?? 0).joined(separator: ", ")
                let cursor = state.hasCursor ? #", "cursor": "\#(state.tickets.count)""# : ""
                return #"{"items": [\#(items)]\#(cursor), "more": false}"#
            }
            return DoubleAnswer(headers: ["Content-Type": "application/json"], body: .bytes(Array(text.utf8)))
        }
    }

    @Test func `a server's cursor says in two small requests that nothing has changed`() async throws {
        let shop = Shop()
        for number in 0..<40 { shop.sell("t\(number)") }
        try folder.write("token", to: "shop.token")
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o600], ofItemAtPath: folder.file("shop.token").path)
        try await shop.serve { (address: String) async throws in
            try publish("from: {kind: webhook, url: \"\(address)\", event: \"17\", credential: shop.token}")
            let first = try await publish(after: 0).result
            #expect(shop.questions == ["/events/17", "/events/17/tickets"])
            let second = try await publish(after: 10).result
            #expect(second.isUnchanged && second.claims == first.claims)
            #expect(shop.questions == ["/events/17", "/events/17/tickets?40"])
            shop.sell("late")
            let third = try await publish(after: 20).result
            #expect(third.claims.body.tickets == 41)
            #expect(shop.questions.last == "/events/17/tickets")
            // The same event in another order is the same; another one is not.
            shop.state.withLock { $0.event = #"{"more": {"a": [true, null], "b": 1}, "name": "Gala", "id": "17"}"# }
            #expect(try await publish(after: 30).result.isUnchanged)
            #expect(shop.questions.count == 2)
            shop.state.withLock { $0.event = #"{"id": "17", "name": "Gala", "status": "cancelled"}"# }
            _ = try await publish(after: 40)
            #expect(shop.questions.last == "/events/17/tickets")
            // Without a cursor, everything is pulled each time.
            shop.state.withLock { $0.hasCursor = false }
            shop.sell("later")
            _ = try await publish(after: 50)
            _ = shop.questions
            #expect(try await publish(after: 60).result.isUnchanged)
            #expect(shop.questions == ["/events/17", "/events/17/tickets"])
        }
    }
}
