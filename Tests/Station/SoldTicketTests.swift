import Foundation
import Journal
import Manifests
import StationAPI
import TestSupport
import Testing
import Tickets

@testable import Backends
@testable import Station

/// What stations know of tickets that were sold, also when lists and reports come in another order.
@Suite struct SoldTicketTests {
    private let sale = SaleFixture()
    private var cashier: Staff { sale.cashier }
    private var supervisor: Staff { sale.supervisor }
    private let one = SaleRequest(type: "standard", payment: "cash")

    @Test(arguments: [true, false])
    func `a refund counts also when a later list has another key, or sells nothing`(hasOffice: Bool) async throws {
        let here = try await sale.booth()
        let ticket = try await here.station.boxOffice.sell(one, by: cashier).tickets[0]
        _ = try await here.station.boxOffice.refund(RefundRequest(seq: ticket.seq), by: supervisor)
        let other = here.fixture.folder.appending(path: "box2")
        _ = try KeyFile.generate(named: other, for: .tickets)
        here.fixture.set(now: StationFixture.evening + .seconds(60))
        let keys = "ticket_keys: [box.pub]"
        let yaml =
            hasOffice
            ? sale.yaml(more: keys).replacing("key: box.pub", with: "key: box2.pub")
            : StationFixture.galaYAML + "\n" + keys
        try await here.fixture.install(["\(code("a")),R-1,standard,,valid,1,,"], in: here.station, yaml: yaml)
        #expect(await here.station.door.show(ticket.code).verdict == .refused(.refunded))
    }

    @Test func `a refund that is heard before the list counts`() async throws {
        let yaml = sale.yaml(more: "backend: relay")
        let here = try await sale.booth("kiosk-1", yaml)
        let ticket = try await here.station.boxOffice.sell(one, by: cashier).tickets[0]
        let back = try await here.station.boxOffice.refund(RefundRequest(seq: ticket.seq), by: supervisor)
        let undo = try #require(
            try here.station.resources.journal.entries(after: back.seq - 1, limit: 1).first?.checkIn)
        let there = try StationFixture(organizer: sale.organizer)
        let station = try await there.open { configuration in
            configuration.station = "kiosk-2"
            configuration.backends = [BackendSettings(name: "relay", kind: .webhook, url: "https://relay.example")]
        }
        try await station.uploads.updates(of: "relay").keep(
            CheckInPage(checkIns: [try #require(ForeignCheckIn(CheckInMessage(undo)))], cursor: "1", isMore: false))
        try FileManager.default.copyItem(
            at: here.fixture.folder.appending(path: "box.pub"), to: there.folder.appending(path: "box.pub"))
        try await there.install(["\(code("a")),R-1,standard,,valid,1,,"], in: station, yaml: yaml)
        #expect(await station.door.show(ticket.code).verdict == .refused(.refunded))
    }

    @Test func `a sale that a server does not take holds up no entry`() async throws {
        let settings = BackendSettings(name: "relay", kind: .webhook, url: "https://relay.example")
        let here = try await sale.booth("kiosk-1", sale.yaml(more: "backend: relay")) { $0.backends = [settings] }
        let ticket = try await here.station.boxOffice.sell(one, by: cashier).tickets[0]
        let outbox = here.station.uploads.outbox(of: settings)
        let sold = try #require(try await outbox.next(limit: 9).first)
        try await outbox.settle([SettledCheckIn(id: sold.checkIn.id, answer: .rejected(reason: "no such verdict"))])
        #expect(await here.station.door.show(ticket.code).verdict == .admitted)
        #expect(try await outbox.next(limit: 9).map(\.checkIn.verdict) == [.admitted])
    }

    @Test func `a guest whose code cannot be read is found by what the ticket says`() async throws {
        let here = try await sale.booth()
        let sold = try await here.station.boxOffice.sell(
            SaleRequest(type: "standard", count: 2, payment: "cash"), by: cashier
        ).tickets
        let hit = try #require(
            try await here.station.acts.search(SearchRequest(query: sold[0].ref.lowercased()), by: cashier).hits.first)
        #expect((hit.ref, hit.type, hit.status) == (sold[0].ref, "Standard", "valid"))
        let byKey = ManualRequest(ticket: hit.ticket, event: "gala", line: hit.line, operator: "Anne")
        #expect(try await here.station.acts.admit(byKey, by: cashier).verdict == .admitted)
        #expect(await here.station.door.show(sold[0].code).verdict == .refused(.alreadyScanned))
        let byReference = ManualRequest(reference: sold[1].ref, operator: "Anne")
        #expect(try await here.station.acts.admit(byReference, by: cashier).verdict == .admitted)
        #expect(await here.station.door.show(sold[1].code).verdict == .refused(.alreadyScanned))
    }

    @Test func `any sale is found by its reference, and not the last twenty alone`() async throws {
        let here = try await sale.booth(
            "kiosk-1", sale.yaml(SaleFixture.offers.replacing("quota: 10", with: "quota: 99")))
        let box = here.station.boxOffice
        let first = try await box.sell(one, by: cashier).tickets[0]
        _ = try await box.sell(SaleRequest(type: "standard", count: 30, payment: "card"), by: cashier)
        #expect(try await !box.offers(for: supervisor, reference: nil).sales.contains { $0.seq == first.seq })
        let found = try await box.offers(for: supervisor, reference: first.ref.lowercased()).sales
        #expect(found.map(\.seq) == [first.seq])
    }

    @Test func `those who entered with it are of its type in the figures`() async throws {
        let here = try await sale.booth()
        let ticket = try await here.station.boxOffice.sell(one, by: cashier).tickets[0]
        #expect(await here.station.door.show(ticket.code).verdict == .admitted)
        let list = try #require(try await here.station.figures.figures(event: "gala").first?.lists.first)
        #expect(list.types.first { $0.slug == "standard" }?.admitted == 1)
    }

    @Test func `a long name does not hold up the sale`() async throws {
        let here = try await sale.booth()
        let name = String(repeating: "Wolfeschlegelstein", count: 4000)
        let answer = try await here.station.boxOffice.sell(
            SaleRequest(type: "standard", payment: "cash", holder: name, isPrinted: true), by: cashier)
        #expect(answer.tickets.count == 1)
    }
}
