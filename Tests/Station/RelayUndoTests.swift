import Foundation
import Manifests
import StationAPI
import TestSupport
import Testing
import Tickets
import Web

@testable import Backends
@testable import Journal
@testable import Relay
@testable import Station

/// Stations that know of each other through a relay alone.
@Suite struct RelayUndoTests {
    private let organizer = SigningKey()
    /// Where the relay keeps what it has.
    private let folder: TemporaryFolder
    private let relay: RelayAPI
    private let supervisor = Staff(name: "Sue", role: .supervisor)
    private static let settings = BackendSettings(name: "box", kind: .webhook, url: "https://relay.example")

    /// A server that takes everything.
    private struct Server: CheckInReceiver {
        func deliver(_ checkIns: [OutgoingCheckIn]) async -> Delivery {
            Delivery(answers: checkIns.map { _ in .accepted })
        }
    }

    init() throws {
        folder = try TemporaryFolder()
        let store = try RelayStore(folder: folder.url, now: { .relayNow })
        relay = RelayAPI(
            store: store,
            fleet: try RelayFleet(store: store, stations: [], logger: .quiet, now: { Timestamp(seconds: 0) }),
            tokens: ["kiosk-A": "kiosk-A", "kiosk-B": "kiosk-B"],
            events: ["gala": RelayBackend(settings: Self.settings, receiver: Server())], key: RelayKey(),
            allowsSupervisorUndo: true, logger: .quiet
        ) {}
    }

    /// A station, and its way to the relay.
    private struct Gate {
        let fixture: StationFixture
        let station: Station
        let relay: RelayAPI

        var name: String { station.resources.configuration.station }

        private func ask(_ method: String, after cursor: String? = nil, _ body: JSONValue? = nil) -> LenientJSON? {
            let target = Target(["v1", "checkins"], query: cursor.map { ["after": $0] } ?? [:]).text
            let answer = relay.answer(
                to: WebRequest(method, target, headers: ["authorization": "Bearer \(name)"]),
                body: Array((body?.text ?? "").utf8))
            guard case .bytes(let bytes) = answer.body else { return nil }
            return LenientJSON(parsing: bytes)
        }

        /// Tells the relay of what waits, and learns what the others did.
        func meetRelay() async throws {
            let outbox = station.uploads.outbox(of: RelayUndoTests.settings)
            while case let waiting = try await outbox.next(limit: 1), let next = waiting.first {
                let results = ask("POST", .object([("checkins", .array([CheckInMessage(next.checkIn).json]))]))
                #expect(results?["results"].items?.map { $0["status"].text } == ["accepted"])
                try await outbox.settle([SettledCheckIn(id: next.checkIn.id, answer: .accepted)])
            }
            let desk = station.uploads.updates(of: RelayUndoTests.settings.name)
            let page = try #require(ask("GET", after: try await desk.cursor()))
            let updates = (page["items"].items ?? []).compactMap { try? CheckInMessage($0) }
            try await desk.keep(
                CheckInPage(
                    checkIns: updates.compactMap(ForeignCheckIn.init), cursor: page["cursor"].text, isMore: false))
        }

        func show() async -> Verdict? { await station.door.show(code("a")).verdict }
    }

    private func gate(_ name: String) async throws -> Gate {
        let fixture = try StationFixture(organizer: organizer)
        let station = try await fixture.open { configuration in
            configuration.station = "kiosk-\(name)"
            configuration.backends = [Self.settings]
        }
        try await fixture.install(
            ["\(code("a")),R-a,standard,,valid,1,,"], in: station, yaml: StationFixture.galaYAML + "\nbackend: box\n")
        return Gate(fixture: fixture, station: station, relay: relay)
    }

    @Test func `what one gate let in is taken back at another, both hear of it, and the ticket enters once more`()
        async throws
    {
        let (a, b) = (try await gate("A"), try await gate("B"))
        #expect(await a.show() == .admitted)
        for gate in [a, b] { try await gate.meetRelay() }
        #expect(await b.show() == .refused(.alreadyScanned))
        let passages = try await b.station.acts.search(SearchRequest(query: "R-a"), by: supervisor).hits.first?.passages
        let passage = try #require(passages?.first)
        #expect((passage.station, passage.seq) == ("kiosk-A", nil))
        _ = try await b.station.acts.undo(
            UndoRequest(entry: passage.entry, note: "the wrong door", operator: "Sue"), by: supervisor)
        for gate in [b, a] { try await gate.meetRelay() }
        let told = try relay.store.page(after: 0, limit: 9).messages.map(\.checkIn)
        #expect(told.map(\.kind) == [.scan, .supervisorUndo])
        #expect(told.map(\.note) == [nil, "the wrong door"])
        #expect(await a.show() == .admitted)
        for gate in [a, b] { try await gate.meetRelay() }
        for gate in [a, b] {
            gate.fixture.set(now: StationFixture.evening + .seconds(60))
            #expect(await gate.show() == .refused(.alreadyScanned))
        }
    }
}
