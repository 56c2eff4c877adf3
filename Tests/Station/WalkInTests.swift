import Backends
import Foundation
import Manifests
import StationAPI
import TestSupport
import Testing
import Tickets

@testable import Journal
@testable import Station
@testable import Venue

/// Guests without any ticket, counted on one line of the list.
@Suite struct WalkInTests {
    private let fixture: StationFixture
    private let steward = Staff(name: "Anne", role: .steward)
    private let supervisor = Staff(name: "Sue", role: .supervisor)

    init() throws {
        fixture = try StationFixture()
    }

    private static func yaml(list: String = "reentry: none", more: String = "") -> String {
        WinterGala.yaml(
            id: "gala", timeZone: "UTC",
            more: """
                types: [{id: standard}]
                lists: [{id: main, name: Hall, \(list)}, {id: bar, name: Bar}]
                gates: [{id: A, list: main}, {id: B, list: bar}]
                walk_ins: main
                \(more)
                """)
    }

    private func open(
        _ yaml: String = yaml(), change: (inout Configuration) -> Void = { _ in }
    ) async throws -> Station {
        let station = try await fixture.open(change)
        let rows = (1...4).map { "\(code("S\($0)")),S-\($0),standard,,valid,1,," }
        try await fixture.install(rows, in: station, yaml: yaml)
        return station
    }

    @discardableResult
    private func walk(
        _ station: Station, out: Bool = false, count: Int? = nil, by staff: Staff? = nil
    ) async throws -> VerdictReport {
        let staff = staff ?? steward
        return try await station.acts.walkIn(
            WalkInRequest(isExit: out, count: count, operator: staff.name), by: staff)
    }

    private func inside(_ station: Station) async throws -> Int {
        try await station.acts.walkInsInside(by: steward).inside
    }

    private func entries(_ station: Station) throws -> [CheckIn] {
        try station.resources.journal.entries(after: 0, limit: 100).map(\.checkIn)
    }

    private func figures(_ station: Station) async throws -> ListFigures {
        try #require(try await station.figures.figures(event: nil).first?.lists.first { $0.slug == "main" })
    }

    @Test func `one touch is one entry under the person's name, and can be taken back`() async throws {
        let station = try await open()
        for number in 1...3 {
            let report = try await walk(station)
            #expect((report.verdict, report.type, report.sequence) == (.admitted, "Walk-in", Int64(number)))
            #expect(report.message == "Welcome")
        }
        #expect(try await inside(station) == 3)
        #expect(try await walk(station, out: true).verdict == .checkedOut)
        #expect(try await inside(station) == 2)
        _ = try await station.acts.undo(UndoRequest(operator: "Anne"), by: steward)
        #expect(try await inside(station) == 3)
        let entries = try entries(station)
        #expect(entries.map(\.kind) == [.manual, .manual, .manual, .manual, .undo])
        #expect(entries.allSatisfy { $0.operator == "Anne" && $0.reference == nil && $0.key == entries[0].key })
        #expect(entries.map(\.count) == [1, 1, 1, 1, 0])
        #expect(entries[0].line == Int(TicketType.number(of: "walk-in")))
    }

    @Test func `neither re-entry nor the rules of the list apply to them, only its capacity`() async throws {
        let station = try await open(Self.yaml(list: "capacity: 4, rules: {once: a day}"))
        _ = await station.door.show(code("S1"))
        for _ in 1...3 { #expect(try await walk(station).verdict == .admitted) }
        #expect(try await walk(station).verdict == .refused(.full))
        #expect(await station.door.show(code("S2")).verdict == .refused(.full))
        try await walk(station, out: true)
        #expect(try await walk(station, count: 2).verdict == .refused(.full))
        #expect(await station.door.show(code("S2")).verdict == .admitted)
        #expect(try await walk(station).verdict == .refused(.full))
    }

    @Test func `figures have them as a type without tickets, and reports not as acts`() async throws {
        let station = try await open()
        _ = await station.door.show(code("S1"))
        try await walk(station, count: 5)
        try await walk(station, out: true)
        let figures = try await figures(station)
        #expect((figures.admitted, figures.inside, figures.tickets, figures.checkedOut) == (6, 5, 4, 1))
        #expect(figures.types.map(\.slug) == ["standard", "walk-in"])
        #expect(figures.types.map(\.admitted) == [1, 5])
        #expect(figures.types.map(\.tickets) == [4, 0])
        #expect(figures.gates.map(\.admitted) == [6])
        let report = String(
            decoding: try await station.figures.report(event: nil, format: .csv, language: nil), as: UTF8.self)
        #expect(report.contains("walk-in") && !report.contains("manual"))
        #expect(try await station.monitor.status().serving.first?.walkIns == true)
    }

    @Test func `any number of them come in, and all leave at once`() async throws {
        let station = try await open()
        for _ in 1...3 { #expect(try await walk(station, count: 1000).verdict == .admitted) }
        await #expect(throws: StationError.self) { try await walk(station, count: 1001) }
        try await walk(station, count: 7)
        #expect(try await inside(station) == 3007)
        let answer = try await station.acts.checkOutAll(CheckOutAllRequest(operator: "Sue"), by: supervisor)
        #expect(answer == CheckOutAllAnswer(entries: 4, people: 3007))
        #expect(try entries(station).suffix(4).map(\.count) == [1000, 1000, 1000, 7])
        #expect(try await inside(station) == 0)
        #expect(try await figures(station).inside == 0)
        #expect(try await walk(station, out: true).isUnmatched)
    }

    @Test func `another gate's are counted, and no number of them is a double entry`() async throws {
        let station = try await open()
        let key = try #require(station.resources.manifests.installed.first?.walkInKey)
        try await walk(station)
        let line = ListedLine(
            event: "gala", list: "main", key: key, line: Int(TicketType.number(of: "walk-in")))
        try station.resources.journal.recordElsewhere(
            (1...3).map { number in
                ForeignEntry(
                    id: "there-\(number)", station: "kiosk-2", line: line, gate: "A",
                    verdict: number == 3 ? .checkedOut : .admitted, count: 1,
                    at: StationFixture.evening + .seconds(number))
            })
        #expect(try await inside(station) == 2)
        #expect(try await figures(station).elsewhere == 2)
        #expect(try station.resources.doubleEntries.all().isEmpty)
    }

    @Test func `who may not let in by hand counts nobody`() async throws {
        let station = try await open { $0.permissions = [.scan, .basicAttendee, .detailedAttendee] }
        for out in [false, true] {
            let error = await #expect(throws: StationError.self) { try await walk(station, out: out, by: supervisor) }
            #expect(error?.reason == "this station does not have the permission manual_check_in")
        }
        await #expect(throws: StationError.self) { try await inside(station) }
        #expect(try entries(station).isEmpty)
    }

    @Test func `they come in on their own list only, and only where the event counts them`() async throws {
        let station = try await open { $0.gate = "B" }
        #expect(try await walk(station).verdict == .refused(.wrongGate))
        #expect(try await station.monitor.status().serving.first?.walkIns == nil)
        fixture.set(now: StationFixture.evening + .seconds(60))
        try await fixture.install(
            ["\(code("S1")),S-1,standard,,valid,1,,"], in: station,
            yaml: Self.yaml().replacing("walk_ins: main", with: ""))
        let error = await #expect(throws: StationError.self) { try await walk(station) }
        #expect(error?.reason == "no event at this station counts guests without a ticket")
    }

    @Test func `an age that is asked for is asked of them, too`() async throws {
        let station = try await open(Self.yaml(more: "age: 18\nask_age: true"))
        let asked = try await walk(station)
        #expect((asked.verdict, asked.questions) == (.refused(.questions), ["age"]))
        let admitted = try await station.acts.confirm(ConfirmRequest(ask: try #require(asked.ask), operator: "Anne"))
        #expect(admitted.verdict == .admitted)
        #expect(try await inside(station) == 1)
    }

    @Test func `gates that share a ledger keep its capacity with them, and it finds no double entries`() async throws {
        let ledger = LedgerDouble()
        ledger.change { $0.capacity = 3 }
        let organizer = SigningKey()
        var gates: [Station] = []
        for name in ["kiosk-1", "kiosk-2"] {
            let fixture = try StationFixture(organizer: organizer)
            let link = ledger.gate(name)
            let station = try await fixture.open(
                { configuration in
                    configuration.station = name
                    var venue = VenueSettings(url: "postgresql://ledger/venue")
                    venue.limit = .seconds(600)
                    configuration.venue = venue
                }, ledger: link)
            link.connect(try #require(station.resources.venue).ledgerJournal)
            try await fixture.install(["\(code("S1")),S-1,standard,,valid,1,,"], in: station, yaml: Self.yaml())
            gates.append(station)
        }
        #expect(try await walk(gates[0]).verdict == .admitted)
        #expect(try await walk(gates[1], count: 2).verdict == .admitted)
        #expect(try await walk(gates[0]).verdict == .refused(.full))
        #expect(try await walk(gates[0], out: true).verdict == .checkedOut)
        #expect(try await walk(gates[1]).verdict == .admitted)
        #expect(try await inside(gates[1]) == 3)
        #expect(ledger.entries.allSatisfy { $0.reentry == Reentry.unlimited.rawValue && $0.claimed == true })
        #expect(ledger.entries.map(\.count) == [1, 2, 1, 1])
    }

    @Test func `servers get them, and the guest list does not`() async throws {
        let settings = BackendSettings(name: "box", kind: .webhook, url: "https://box.example")
        let station = try await open(Self.yaml(more: "backend: box")) { $0.backends = [settings] }
        try await walk(station)
        let outgoing = try #require(try await station.uploads.outbox(of: settings).next(limit: 9).first)
        #expect(outgoing.isUnknownToServers)
        #expect((outgoing.type, outgoing.code) == ("walk-in", nil))
        #expect(try await station.acts.search(SearchRequest(query: "walk-in"), by: supervisor).hits.isEmpty)
        let manifest = try #require(station.resources.manifests.installed.first)
        #expect(try manifest.guests(staffKey: Data(count: 32)).count == 4)
    }
}
