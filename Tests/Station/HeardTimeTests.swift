import Journal
import Manifests
import Messages
import StationAPI
import TestSupport
import Testing
import Tickets
import Venue

@testable import Station

/// A station whose own clock is wrong, or vouched for by nobody.
struct HeardTimeTests {
    private static let rules = WinterGala.yaml(
        id: "gala", timeZone: "UTC",
        more: """
            types: [{id: standard}]
            lists: [{id: main, name: Hall, rules: {once: a day}}, {id: side, name: Side, rules: {wait: 4h}}]
            gates: [{id: A, list: main}, {id: B, list: side}]
            """)
    private static let rows = ["a", "b"].map { "\(code($0)),R-\($0),standard,,valid,1,,2026-12-20 00:00" }
    private static let day = Duration.seconds(86_400)

    private let fixture: StationFixture
    private let ledger = LedgerDouble()

    init() throws { fixture = try StationFixture() }

    private func connected() async throws -> (station: Station, heard: StationLedgerJournal) {
        let link = ledger.gate("kiosk-1")
        let station = try await fixture.open(
            {
                var venue = VenueSettings(url: "postgresql://ledger/venue")
                venue.limit = .seconds(600)
                $0.venue = venue
            }, ledger: link)
        let heard = try #require(station.resources.venue).ledgerJournal
        link.connect(heard)
        try await fixture.install(Self.rows, in: station, yaml: Self.rules)
        return (station, heard)
    }

    private func lastEntry(_ station: Station) throws -> CheckIn {
        try #require(try station.resources.journal.entries(after: 0, limit: 100).last?.checkIn)
    }

    @Test(arguments: [true, false])
    func `a gate a day ahead goes by the ledger's time, whatever its kernel says`(isSynchronised: Bool) async throws {
        let (station, heard) = try await connected()
        #expect(await station.door.show(code("a")).verdict == .admitted)
        fixture.set(now: StationFixture.evening + Self.day, isSynchronised: isSynchronised)
        heard.noteTime(StationFixture.evening + .seconds(60))
        #expect(await station.door.show(code("a")).verdict == .refused(.rules))
        #expect(await station.door.show(code("b")).verdict == .admitted)
        let entry = try lastEntry(station)
        #expect(entry.at == StationFixture.evening + .seconds(60))
        #expect(entry.clock == .synchronised)
        // The machine's clock is set again, and changes nothing: the boot-time clock carries on what was heard.
        fixture.set(now: StationFixture.evening - Self.day, isSynchronised: false)
        #expect(await station.door.show(code("b")).verdict == .refused(.rules))
        #expect(try await station.monitor.currentConditions().contains { $0.code == .clockOff })
    }

    @Test func `a clock that is right to half a minute is left alone`() async throws {
        let (station, heard) = try await connected()
        heard.noteTime(StationFixture.evening + .seconds(20))
        #expect(await station.door.show(code("a")).verdict == .admitted)
        #expect(try lastEntry(station).at == StationFixture.evening)
    }

    @Test func `what the ledger says of the time deletes nothing while the machine's clock is wrong`() async throws {
        let (station, heard) = try await connected()
        fixture.set(now: StationFixture.evening + Self.day)
        heard.noteTime(StationFixture.evening)
        await #expect { try await station.records.purge() } throws: { "\($0)".contains("86400 s ahead of a server") }
    }

    @Test(arguments: ["A", "B"])
    func `without a time to trust, who entered since the last one entered now`(gate: String) async throws {
        let station = try await fixture.open { $0.gate = gate }
        try await fixture.install(Self.rows, in: station, yaml: Self.rules)
        #expect(await station.door.show(code("b")).verdict == .admitted)
        fixture.set(now: StationFixture.evening + .seconds(60), isSynchronised: false)
        #expect(await station.door.show(code("a")).verdict == .admitted)
        for days in [1, 2, -1, -400] {
            fixture.set(now: StationFixture.evening + Self.day * days, isSynchronised: false)
            #expect(await station.door.show(code("a")).verdict == .refused(.rules), "\(days) days off")
        }
        // Nobody knows how long ago that was: with a plausible time it counts, with one that is wrong no time does.
        fixture.set(now: StationFixture.evening + Self.day, isSynchronised: false)
        #expect(await station.door.show(code("b")).verdict == .admitted)
        // A person may say that it is another day.
        let anyway = ManualRequest(reference: "R-a", isOverride: true, note: "yesterday", operator: "ann")
        #expect(try await station.acts.admit(anyway).verdict == .admitted)
        // Once there is a time again, it counts as before.
        fixture.set(now: StationFixture.evening + Self.day * 2)
        #expect(await station.door.show(code("a")).verdict == .admitted)
    }

    @Test func `a station that was restored counts what it hears as of now, until a time is known`() async throws {
        let station = try await fixture.open { $0.gate = "A" }
        try await fixture.install(Self.rows, in: station, yaml: Self.rules)
        fixture.set(now: StationFixture.evening, isSynchronised: false)
        let manifest = try #require(station.resources.manifests.installed.first)
        let key = manifest.key(of: code("a"))
        let line = try #require(try manifest.record(of: key)?.lines.first?.number)
        let entry = ForeignEntry(
            id: "1", station: "kiosk-2", line: ListedLine(event: "gala", list: "main", key: key, line: line), gate: "A",
            reference: "R-a", verdict: .admitted, undoes: nil, count: 1, operator: nil,
            at: StationFixture.evening + Self.day, knew: [], clock: .unsynchronised)
        _ = try station.resources.journal.recordElsewhere([entry], heard: nil, ledgerCursors: ["kiosk-2": 1])
        let shown = await station.door.show(code("a"))
        #expect(shown.verdict == .refused(.rules), "\(shown)")
    }
}
