import Foundation
import Journal
import Manifests
import Publishing
import StationAPI
import TestSupport
import Testing
import Tickets

@testable import Backends
@testable import Station

/// Tickets that are sold at the door of a real station.
@Suite struct BoxOfficeTests {
    private let sale = SaleFixture()
    private var cashier: Staff { sale.cashier }
    private var supervisor: Staff { sale.supervisor }

    // MARK: - Selling

    @Test func `a ticket that was sold is let in at every station, once`() async throws {
        let (here, there) = (try await sale.booth(), try await sale.booth("kiosk-2"))
        let answer = try await here.station.boxOffice.sell(
            SaleRequest(type: "standard", count: 3, payment: "cash"), by: cashier)
        #expect(answer.total == "45.00 EUR" && answer.left == 2 && answer.type == "Standard")
        #expect(Set(answer.tickets.map(\.code)).count == 3 && answer.tickets.map(\.seq) == [1, 2, 3])
        for ticket in answer.tickets.prefix(2) {
            let report = try #require(await there.station.door.show(ticket.code).report)
            #expect(report.verdict == .admitted && report.reference == ticket.ref)
            #expect(await there.station.door.show(ticket.code).verdict == .refused(.alreadyScanned))
        }
        #expect(await here.station.door.show(answer.tickets[2].code).verdict == .admitted)
        let entries = try here.sold()
        #expect(
            entries.map(\.verdict) == [.sold, .sold, .sold] && entries.allSatisfy { $0.list == nil && $0.count == 1 })
        #expect(entries.allSatisfy { $0.operator == "Anne" && $0.note == "15.00 EUR, cash" })
        #expect(entries.map(\.reference) == answer.tickets.map(\.ref))
        #expect(try await here.station.records.verify(VerifyRequest()).isWhole)
    }

    @Test func `a sale is no entry, in no figure, and nothing that a steward undoes`() async throws {
        let here = try await sale.booth()
        _ = try await here.station.boxOffice.sell(
            SaleRequest(type: "standard", count: 2, payment: "card"), by: cashier)
        let figures = try #require(try await here.station.figures.figures(event: "gala").first?.lists.first)
        #expect((figures.admitted, figures.inside, figures.tickets) == (0, 0, 1))
        #expect(try await here.station.acts.passages(by: supervisor).isEmpty)
        #expect(
            await sale.refusal { _ = try await here.station.acts.undo(UndoRequest(sequence: 1), by: supervisor) } != nil
        )
        #expect(try await here.station.acts.peopleInside(by: supervisor).people == 0)
    }

    @Test func `a name is printed and kept nowhere`() async throws {
        let here = try await sale.booth()
        _ = try await here.station.boxOffice.sell(
            SaleRequest(type: "vip", holder: "Łucja Strauß-Okello"), by: supervisor)
        try here.station.resources.journal.close()
        let state = here.fixture.folder.appending(path: "state")
        for case let file as URL in FileManager.default.enumerator(at: state, includingPropertiesForKeys: nil)! {
            guard let bytes = try? Data(contentsOf: file) else { continue }
            #expect(bytes.range(of: Data("Okello".utf8)) == nil, "\(file.lastPathComponent)")
        }
    }

    // MARK: - How many

    @Test func `all stations alone together sell the quota, and say when their share is gone`() async throws {
        let offers = "sells: [{type: standard, price: 1, quota: 37}]"
        let names = (0..<16).map { "kiosk-\($0)" }
        var (total, codes) = (0, Set<String>())
        for name in names {
            let here = try await sale.booth(name, sale.yaml(offers, stations: names.joined(separator: ", ")))
            while true {
                do {
                    let answer = try await here.station.boxOffice.sell(
                        SaleRequest(type: "standard", payment: "cash"), by: cashier)
                    total += 1
                    codes.insert(answer.tickets[0].code)
                } catch let error as StationError {
                    #expect(error.reason == "this station has sold its share")
                    break
                }
            }
        }
        #expect(total == 37 && codes.count == 37)
    }

    @Test func `a sale of more than is left sells none`() async throws {
        let here = try await sale.booth()
        _ = try await here.station.boxOffice.sell(SaleRequest(type: "standard", count: 4, payment: "cash"), by: cashier)
        let two = SaleRequest(type: "standard", count: 2, payment: "cash")
        #expect(
            await sale.refusal { _ = try await here.station.boxOffice.sell(two, by: cashier) }
                == "this station may sell only 1 more")
        #expect(try here.sold().count == 4)
    }

    @Test func `sales at the same moment do not exceed the share`() async throws {
        let here = try await sale.booth()
        let box = here.station.boxOffice
        await withTaskGroup { group in
            for _ in 0..<20 {
                group.addTask {
                    _ = try? await box.sell(
                        SaleRequest(type: "standard", payment: "cash"), by: Staff(name: "Anne", role: .steward))
                }
            }
        }
        #expect(try here.sold().count == 5)
    }

    @Test func `a new list with another quota counts what was sold before`() async throws {
        let here = try await sale.booth()
        _ = try await here.station.boxOffice.sell(SaleRequest(type: "standard", count: 5, payment: "cash"), by: cashier)
        here.fixture.set(now: StationFixture.evening + .seconds(60))
        let more = SaleFixture.offers.replacing("quota: 10", with: "quota: 14")
        try await here.fixture.install(
            ["\(code("a")),R-1,standard,,valid,1,,"], in: here.station, yaml: sale.yaml(more))
        let offer = try await here.station.boxOffice.offers(for: cashier, reference: nil).offices[0].offers[0]
        #expect((offer.sold, offer.left) == (5, 2))
    }

    @Test func `when as many are inside as may be, nothing is sold`() async throws {
        let full = sale.yaml().replacing("name: Hall,", with: "name: Hall, capacity: 1,")
            .replacing("{type: vip, quota: 2}", with: "{type: vip, quota: 2}")
        let here = try await sale.booth("kiosk-1", full)
        let one = SaleRequest(type: "standard", payment: "cash")
        _ = try await here.station.boxOffice.sell(one, by: cashier)
        #expect(await here.station.door.show(code("a")).verdict == .admitted)
        #expect(
            await sale.refusal { _ = try await here.station.boxOffice.sell(one, by: cashier) }
                == "the maximum number of people is already inside")
        // The lounge has room.
        _ = try await here.station.boxOffice.sell(SaleRequest(type: "vip"), by: supervisor)
    }

    // MARK: - Who and when

    @Test func `what has no price is given away by a supervisor only`() async throws {
        let here = try await sale.booth()
        let guest = SaleRequest(type: "vip")
        #expect(
            await sale.refusal { _ = try await here.station.boxOffice.sell(guest, by: cashier) }
                == "only a supervisor may do this")
        _ = try await here.station.boxOffice.sell(guest, by: supervisor)
        #expect(try here.sold().map(\.note) == ["given away"])
        let offers = try await here.station.boxOffice.offers(for: cashier, reference: nil).offices[0].offers
        #expect(offers.map(\.obstacle) == [nil, "role"])
    }

    @Test func `a sale is refused with its reason`() async throws {
        let here = try await sale.booth()
        func reason(_ request: SaleRequest, at time: Timestamp = StationFixture.evening) async -> String? {
            here.fixture.set(now: time)
            return await sale.refusal { _ = try await here.station.boxOffice.sell(request, by: supervisor) }
        }
        #expect(await reason(SaleRequest(type: "standard")) == "the way of payment is missing")
        #expect(await reason(SaleRequest(type: "standard", payment: "beer")) == "beer is not a way of payment here")
        #expect(await reason(SaleRequest(type: "child", payment: "cash")) == "event.yaml does not offer it here")
        for count in [0, -1, 51, Int.max] {
            let many = SaleRequest(type: "standard", count: count, payment: "cash")
            #expect(await reason(many) == "it must be 1 to 50 tickets at once")
        }
        let one = SaleRequest(type: "standard", payment: "cash")
        let late = try #require(Timestamp(rfc3339: "2026-12-06T02:00:00Z"))
        #expect(await reason(one, at: late) == "the event is over")
        #expect(try here.sold().isEmpty)
        let another = try await sale.booth("kiosk-3")
        #expect(
            await sale.refusal { _ = try await another.station.boxOffice.sell(one, by: cashier) }
                == "no event that is served here sells tickets at this station, kiosk-3")
        let wrong = try await sale.booth("kiosk-1", key: SigningKey())
        #expect(
            try await wrong.station.boxOffice.offers(for: cashier, reference: nil).offices[0].problem?.contains("key")
                == true)
        #expect(try await here.station.boxOffice.offers(for: cashier, reference: nil).offices[0].problem == nil)
        #expect(
            await sale.refusal { _ = try await wrong.station.boxOffice.sell(one, by: cashier) }?.contains(
                "holds the key")
                == true)
        let cancelled = try await sale.booth("kiosk-1", sale.yaml(more: "status: cancelled"))
        #expect(
            await sale.refusal { _ = try await cancelled.station.boxOffice.sell(one, by: cashier) }
                == "the event is cancelled")
    }

    // MARK: - Taking back

    @Test func `a ticket that was taken back lets nobody in, and its place can be sold again`() async throws {
        let here = try await sale.booth()
        let answer = try await here.station.boxOffice.sell(
            SaleRequest(type: "standard", count: 5, payment: "cash"), by: cashier)
        let refund = RefundRequest(seq: answer.tickets[0].seq, note: "ill")
        #expect(
            await sale.refusal { _ = try await here.station.boxOffice.refund(refund, by: cashier) }
                == "only a supervisor may do this")
        let back = try await here.station.boxOffice.refund(refund, by: supervisor)
        #expect(back.ref == answer.tickets[0].ref && back.verdict == "sold")
        #expect(await here.station.door.show(answer.tickets[0].code).verdict == .refused(.refunded))
        #expect(
            await sale.refusal { _ = try await here.station.boxOffice.refund(refund, by: supervisor) }
                == "it has already been taken back")
        _ = try await here.station.boxOffice.sell(SaleRequest(type: "standard", payment: "card"), by: cashier)
        #expect(await here.station.door.show(answer.tickets[1].code).verdict == .admitted)
        #expect(
            await sale.refusal {
                _ = try await here.station.boxOffice.refund(RefundRequest(seq: answer.tickets[1].seq), by: supervisor)
            } == "somebody has already entered with this ticket")
        #expect(
            await sale.refusal { _ = try await here.station.boxOffice.refund(RefundRequest(seq: 99), by: supervisor) }
                == "no ticket was sold with it here")
        #expect(
            try await here.station.boxOffice.offers(for: supervisor, reference: nil).sales.filter(\.isRefunded).map(
                \.seq) == [1])
    }

    @Test func `who was let in and taken back can have the money back`() async throws {
        let here = try await sale.booth()
        let ticket = try await here.station.boxOffice.sell(
            SaleRequest(type: "standard", payment: "cash"), by: cashier
        ).tickets[0]
        #expect(await here.station.door.show(ticket.code).verdict == .admitted)
        _ = try await here.station.acts.undo(UndoRequest(), by: supervisor)
        _ = try await here.station.boxOffice.refund(RefundRequest(seq: ticket.seq), by: supervisor)
        #expect(await here.station.door.show(ticket.code).verdict == .refused(.refunded))
    }

    @Test func `another station hears of a refund, and not of the sale as an entry`() async throws {
        let yaml = sale.yaml(more: "backend: relay")
        func configure(_ configuration: inout Configuration) {
            configuration.backends = [BackendSettings(name: "relay", kind: .webhook, url: "https://relay.example")]
        }
        let (here, there) = (
            try await sale.booth("kiosk-1", yaml, configure), try await sale.booth("kiosk-2", yaml, configure)
        )
        let ticket = try await here.station.boxOffice.sell(
            SaleRequest(type: "standard", payment: "cash"), by: cashier
        ).tickets[0]
        _ = try await here.station.boxOffice.refund(RefundRequest(seq: ticket.seq), by: supervisor)
        let settings = try #require(here.station.resources.configuration.backends.first)
        var told: [ForeignCheckIn] = []
        let outbox = here.station.uploads.outbox(of: settings)
        while let next = try await outbox.next(limit: 1).first {
            told += [ForeignCheckIn(try CheckInMessage(parsing: next.json.text.utf8))].compactMap(\.self)
            try await outbox.settle([SettledCheckIn(id: next.checkIn.id, answer: .accepted)])
        }
        #expect(told.map(\.verdict) == [.sold, .sold] && told.map { $0.undoes != nil } == [false, true])
        #expect(await there.station.door.show(ticket.code, direction: .look).verdict == .admitted)
        try await there.station.uploads.updates(of: "relay").keep(
            CheckInPage(checkIns: told, cursor: "1", isMore: false))
        #expect(await there.station.door.show(ticket.code).verdict == .refused(.refunded))
        let figures = try #require(try await there.station.figures.figures(event: "gala").first?.lists.first)
        #expect(figures.admittedInAll == 0)
    }

    // MARK: - Servers and reports

    @Test(arguments: [BackendSettings.Kind.pretix, .eventschedule])
    func `a ticketing server is not told of tickets that it does not know`(kind: BackendSettings.Kind) async throws {
        let here = try await sale.booth("kiosk-1", sale.yaml(more: "backend: box")) { configuration in
            configuration.backends = [BackendSettings(name: "box", kind: kind, url: "https://box.example")]
        }
        let ticket = try await here.station.boxOffice.sell(
            SaleRequest(type: "standard", payment: "cash"), by: cashier
        ).tickets[0]
        let outbox = here.station.uploads.outbox(of: here.station.resources.configuration.backends[0])
        #expect(try await outbox.next(limit: 9).isEmpty)
        #expect(await here.station.door.show(ticket.code).verdict == .admitted)
        let entry = try #require(try await outbox.next(limit: 9).first)
        #expect(entry.isUnknownToServers)
        #expect(throws: PretixMessage.UnsupportedCheckIn(answer: .accepted)) {
            try PretixMessage(entry, settings: here.station.resources.configuration.backends[0])
        }
    }

    @Test func `the report says what was taken, by payment and person`() async throws {
        let here = try await sale.booth()
        let box = here.station.boxOffice
        _ = try await box.sell(SaleRequest(type: "standard", count: 2, payment: "cash"), by: cashier)
        _ = try await box.sell(SaleRequest(type: "standard", count: 2, payment: "card"), by: supervisor)
        _ = try await box.sell(SaleRequest(type: "vip"), by: supervisor)
        _ = try await box.refund(RefundRequest(seq: 1), by: supervisor)
        let csv = String(
            decoding: try await here.station.figures.report(event: "gala", format: .csv, language: nil), as: UTF8.self)
        for row in [
            "sold,,,standard,cash,,,Anne,2", "taken_back,,,standard,cash,,,Anne,1",
            "revenue,,,standard,cash,,EUR,Anne,15.00",
            "sold,,,standard,card,,,Sue,2", "revenue,,,standard,card,,EUR,Sue,30.00", "sold,,,vip,given_away,,,Sue,1",
        ] { #expect(csv.contains(row + "\r\n"), "\(row)") }
        #expect(try await here.station.figures.report(event: "gala", format: .pdf, language: nil).count > 1000)
    }
}
