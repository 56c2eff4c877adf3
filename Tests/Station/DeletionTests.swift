import Backends
import Fleet
import Foundation
import Journal
import Manifests
import Messages
import Publishing
import StationAPI
import TestSupport
import Testing
import Tickets

@testable import Station

/// What is removed by the time: never by a clock that is not trusted, and a used ticket is not let in again.
@Suite struct DeletionTests {
    private let fixture: StationFixture
    private static let moved = StationFixture.galaYAML.replacing("2026-12-05", with: "2026-12-19")
        .replacing("2026-12-06", with: "2026-12-20")
    private static let rows = ["a", "b"].map { "\(code($0)),R-\($0),standard,,valid,1,," }

    init() throws {
        fixture = try StationFixture()
    }

    private func export(_ station: Station) async throws {
        for try await _ in try await station.records.export(.jsonl) {}
    }

    /// With one ticket used, and the event over.
    private func station(_ change: (inout Configuration) -> Void = { _ in }) async throws -> Station {
        let station = try await fixture.open {
            $0.gate = "A"
            change(&$0)
        }
        try await fixture.install(Self.rows, in: station)
        #expect(await station.door.show(code("a")).verdict == .admitted)
        try await export(station)
        return station
    }

    private func evening(_ days: Int) -> Timestamp { StationFixture.evening + .seconds(days * 86_400) }

    @Test func `a clock ten days ahead removes nothing`() async throws {
        let station = try await station()
        fixture.set(now: evening(10), isSynchronised: false)
        await #expect { try await station.records.purge() } throws: { "\($0)".contains("clock is not synchronised") }
        await #expect {
            try await station.records.forget(ForgetRequest(event: "gala", ticket: "R-a"))
        } throws: { "\($0)".contains("clock is not synchronised") }
        station.lists.tidyUp()
        #expect(!station.resources.manifests.installed.isEmpty)
        fixture.set(now: StationFixture.evening)
        #expect(await station.door.show(code("a")).verdict == .refused(.alreadyScanned))
    }

    @Test func `an offset that the newest entry has noted counts while no server is heard`() async throws {
        let station = try await station()
        let journal = station.resources.journal
        let draft = CheckInDraft(
            station: "kiosk-1", event: "gala", list: "main", key: TicketKey(code: "x", salt: Data(count: 32)), line: 0,
            verdict: .admitted, count: 1, how: .camera, at: StationFixture.evening, clock: .synchronised)
        _ = try journal.transaction {
            try $0.append(draft, outbox: [OutboxDraft(backend: "box", machineOffset: .seconds(864_000))])
        }
        try await export(station)
        fixture.set(now: evening(10))
        await #expect { try await station.records.purge() } throws: { "\($0)".contains("864000 s ahead of a server") }
    }

    @Test func `a moved event does not let used tickets in again, and says so, until a person confirms it`()
        async throws
    {
        let station = try await station()
        fixture.set(now: evening(1))
        let purged = try await station.records.purge()
        #expect((purged.removed, purged.events, purged.used) == (1, ["gala"], 1))
        try await fixture.install(Self.rows, in: station, yaml: Self.moved)
        fixture.set(now: evening(14))
        #expect(await station.door.show(code("a")).verdict == .refused(.alreadyScanned))
        #expect(await station.door.show(code("b")).verdict == .admitted)
        let condition = try #require(
            try await station.monitor.status().conditions.first { $0.code == .usedKept })
        #expect(
            condition.says == "1 tickets of Winter Gala were used before entries of it were removed: they stay used.")

        let eve = Staff(name: "Eve", role: .supervisor)
        await #expect(throws: StationError.self) {
            try await station.records.readmit(ReadmitRequest(event: "gala", tickets: 2), by: eve)
        }
        #expect(try await station.records.usedTickets(of: "gala").tickets == 1)
        _ = try await station.records.readmit(ReadmitRequest(event: "gala", tickets: 1), by: eve)
        #expect(await station.door.show(code("a")).verdict == .admitted)
        let noted = try #require(
            try station.resources.journal.entries(limit: 20).map(\.checkIn).first { $0.kind == .readmit })
        #expect((noted.operator, noted.note) == ("Eve", "1 used tickets of gala"))
        await #expect(throws: StationError.self) { try await station.records.usedTickets(of: "gala") }
    }

    @Test func `a forgotten ticket stays used in a later list`() async throws {
        let station = try await station()
        fixture.set(now: evening(1))
        #expect(try await station.records.forget(ForgetRequest(event: "gala", ticket: "R-a")).entries == 1)
        try await fixture.install(Self.rows, in: station, yaml: Self.moved)
        fixture.set(now: evening(14))
        #expect(await station.door.show(code("a")).verdict == .refused(.alreadyScanned))
    }

    @Test func `what a list counted as used stays so after the list is removed by itself`() async throws {
        let station = try await fixture.open { $0.gate = "A" }
        let definition = try EventDefinition(
            yaml: StationFixture.galaYAML, named: "event.yaml", folder: fixture.folder)
        var row = TicketRow(code: code("a"), reference: "R-a", type: "standard")
        row.used = [
            TicketRow.Used(list: "main", ins: 1, firstAt: StationFixture.evening, lastAt: StationFixture.evening)
        ]
        try await fixture.install([row], of: definition, in: station)
        fixture.set(now: evening(10))
        station.lists.tidyUp()
        #expect(station.resources.manifests.installed.isEmpty)
        try await fixture.install(Self.rows, in: station, yaml: Self.moved)
        fixture.set(now: evening(14))
        #expect(await station.door.show(code("a")).verdict == .refused(.alreadyScanned))
        #expect(await station.door.show(code("b")).verdict == .admitted)
    }

    @Test func `a later list with other codes for used tickets asks`() async throws {
        let station = try await fixture.open { $0.gate = "A" }
        let names = (1...8).map { "t\($0)" }
        try await fixture.install(names.map { "\(code($0)),R-\($0),standard,,valid,1,," }, in: station)
        for name in names { #expect(await station.door.show(code(name)).verdict == .admitted) }
        try await export(station)
        fixture.set(now: evening(1))
        _ = try await station.records.purge()
        try await station.lists.remove(event: "gala")
        let others = names.map { "\(code("new \($0)")),R-\($0),standard,,valid,1,," }
        await #expect { try await fixture.install(others, in: station, yaml: Self.moved) } throws: {
            "\($0)".contains("the codes of 8 tickets that have entered are not in it")
        }
        try await fixture.install(others, in: station, yaml: Self.moved, acceptingLoss: true)
    }

    @Test func `orders that were over are kept while the clock is not trusted`() throws {
        let file = fixture.folder.appending(path: "orders.json")
        let book = OrderBook(file: file, key: nil)
        func order(_ id: String, _ days: Int) -> Order {
            Order(
                id: id, stations: nil, act: .notice, text: "x", by: "Eve", issued: evening(days),
                expires: evening(days) + .seconds(600))
        }
        #expect(try book.begin(order("1", 0), now: evening(0)))
        #expect(try book.begin(order("2", 90), now: nil))
        #expect(book.entries.map(\.order.id) == ["1", "2"])
        #expect(try !book.begin(order("1", 0), now: nil))
        #expect(try book.begin(order("3", 91), now: evening(91)))
        #expect(book.entries.map(\.order.id) == ["2", "3"])
    }
}
