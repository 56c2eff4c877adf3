import Backends
import Foundation
import Journal
import Manifests
import Messages
import StationAPI
import Testing
import Tickets

@testable import Station

/// What a ticketing server tells of other gates, and when the list of its ticket comes.
@Suite struct NewsTests {
    private static let backend = "box"
    private static let yaml = StationFixture.galaYAML + "\nbackend: box"
    private let fixture: StationFixture
    private let station: Station

    init() async throws {
        fixture = try StationFixture()
        station = try await fixture.open { configuration in
            configuration.gate = "A"
            configuration.backends = [BackendSettings(name: Self.backend, kind: .webhook, url: "https://box.invalid")]
        }
    }

    private func install(_ names: String...) async throws {
        try await fixture.install(
            names.map { "\(code($0)),r-\($0),standard,,valid,1,," }, in: station, yaml: Self.yaml)
    }

    private func told(
        _ id: String, of name: String, event: String? = "gala", _ verdict: Verdict = .admitted, undoes: String? = nil
    ) -> ForeignCheckIn {
        ForeignCheckIn(
            id: id, event: event, reference: "r-\(name)", verdict: verdict, undoes: undoes,
            count: undoes == nil ? 1 : 0, at: StationFixture.evening)
    }

    private func hear(_ news: ForeignCheckIn..., cursor: String = "1") async throws {
        try await station.uploads.updates(of: Self.backend).keep(
            CheckInPage(checkIns: news, cursor: cursor, isMore: false))
    }

    private var waiting: [String] {
        get throws { try station.resources.journal.unmatchedUpdates(of: Self.backend).map(\.id) }
    }

    @Test(arguments: ["gala", nil]) func `what was told before there was a list counts once it comes`(
        event: String?
    ) async throws {
        try await hear(told("a", of: "S1", event: event))
        #expect(try waiting == ["a"])
        try await install("S1", "S2")
        #expect(await station.door.show(code("S1")).verdict == .refused(.alreadyScanned))
        #expect(await station.door.show(code("S2")).verdict == .admitted)
        #expect(try waiting == [])
    }

    @Test func `what was told of a ticket that only the next list has counts then`() async throws {
        try await install("S1")
        try await hear(told("a", of: "S2"))
        fixture.set(now: StationFixture.evening + .seconds(60))
        try await install("S1", "S2")
        #expect(await station.door.show(code("S2")).verdict == .refused(.alreadyScanned))
    }

    @Test func `a refusal at another gate changes nothing here`() async throws {
        try await fixture.install(
            ["S1", "S2"].map { "\(code($0)),r-\($0),standard,,valid,1,," }, in: station,
            yaml: Self.yaml.replacing("reentry: none}", with: "reentry: none, capacity: 100}"))
        try await hear(told("a", of: "S1", .refused(.refunded)), told("b", of: "S2", .refused(.alreadyScanned)))
        for name in ["S1", "S2"] { #expect(await station.door.show(code(name)).verdict == .admitted) }
        #expect(try await station.monitor.status().serving.map(\.admitted) == [2])
        #expect(try waiting == [])
    }

    @Test func `what was taken back while no list was here is taken back`() async throws {
        try await hear(told("a", of: "S1"), told("b", of: "S1", undoes: "a"))
        try await install("S1")
        #expect(await station.door.show(code("S1")).verdict == .admitted)
    }

    @Test func `what is about another event waits on, once however often it is told`() async throws {
        try await hear(told("a", of: "S1", event: "other"))
        try await hear(told("a", of: "S1", event: "other"), cursor: "2")
        try await install("S1")
        #expect(try waiting == ["a"])
        #expect(await station.door.show(code("S1")).verdict == .admitted)
    }

    @Test func `what waited counts from when it was heard, not from when its list came`() async throws {
        try await install("S1")
        let exit = ForeignCheckIn(
            id: "x", event: "gala", reference: "r-S2", verdict: .checkedOut, at: StationFixture.evening + .seconds(40))
        try await hear(exit)
        let entry = told("a", of: "S2")
        fixture.set(now: StationFixture.evening + .seconds(60))
        try await install("S1", "S2")
        try await hear(entry, cursor: "2")
        let manifest = try #require(station.resources.manifests.installed.first)
        let line = try #require(try manifest.lookUp(code("S2"))?.lines.first)
        let listed = ListedLine(event: "gala", list: "main", key: manifest.key(of: code("S2")), line: line.number)
        let history = try station.resources.journal.look { try $0.history(of: listed) }
        #expect(history.inside == 1)
    }

    @Test func `entries of its own that only others have count, and the station says that it lost them`() async throws {
        try await install("S1", "S2")
        #expect(await station.door.show(code("S2")).verdict == .admitted)
        func isSaid() async throws -> Bool {
            try await station.codes().contains(.entriesLost)
        }
        let own = try #require(try station.resources.journal.entries(limit: 1).first).checkIn
        let known = ForeignCheckIn(
            id: own.id, station: own.station, event: "gala", reference: "r-S2", verdict: .admitted, at: own.at)
        try await hear(known)
        #expect(try await !isSaid())
        let lost = ForeignCheckIn(
            id: UUID().uuidString.lowercased(), station: own.station, event: "gala", reference: "r-S1",
            verdict: .admitted, at: own.at)
        try await hear(lost, cursor: "2")
        #expect(try await isSaid())
        #expect(await station.door.show(code("S1")).verdict == .refused(.alreadyScanned))
    }

    @Test func `a refusal elsewhere waits for nothing`() async throws {
        try await hear(told("a", of: "S1", .refused(.alreadyScanned)))
        #expect(try waiting == [])
    }

    @Test func `what came while the station was away counts when it starts`() async throws {
        try await install("S1")
        let news = told("a", of: "S1")
        let heard = StationFixture.evening
        try station.resources.journal.recordUpdates(
            of: Self.backend, [], heard: heard, unmatched: [try UnmatchedUpdate(news, heard: heard)], cursor: "1")
        await station.uploads.matchUpdates(of: Self.backend)
        #expect(await station.door.show(code("S1")).verdict == .refused(.alreadyScanned))
    }
}
