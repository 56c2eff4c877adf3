import Foundation
import Publishing
import StationAPI
import TestSupport
import Testing
import Tickets

@testable import Station

/// Lists of a series at a station.
struct SeriesDoorTests {
    /// The first is on the evening of the fixture.
    private static let dates = [
        EventDate(id: 1, name: "Guided tour", starts: StationFixture.evening),
        EventDate(id: 2, name: "Guided tour", starts: StationFixture.evening + .seconds(20 * 60)),
    ]

    private let fixture: StationFixture
    private let station: Station
    private let boxOffice = SigningKey()

    init() async throws {
        fixture = try StationFixture()
        station = try await fixture.open { $0.events = ["museum", "first", "second"] }
    }

    /// Gives the station a list with a gate for all dates and one for the first of `dates`.
    private func install(_ rows: [TicketRow], as id: String = "museum", dates: [EventDate] = dates) async throws {
        let outline = EventOutline(
            openEnds: [.start, .end], types: [TicketType(id: 5, slug: "item-5", name: "Adult")],
            lists: [
                .init(slug: "all", name: "All", reentry: .none),
                .init(slug: "one", name: "One", reentry: .none, date: dates[0].id),
            ],
            gates: [Gate(slug: "A", name: "All", list: "all"), Gate(slug: "B", name: "One", list: "one")],
            ticketKeys: [boxOffice.verificationKey], dates: dates)
        let yaml = WinterGala.yaml(id: id, timeZone: "UTC", more: "slots: {early: 5m, late: 10m}")
        let definition = try EventDefinition(yaml: yaml, named: "event.yaml", folder: fixture.folder, outline: outline)
        try await fixture.install(rows, of: definition, in: station)
    }

    private func show(_ text: String, gate: String = "A") async throws -> VerdictReport {
        try #require(await station.door.show(text, gate: gate).report)
    }

    private func sold(_ date: Int64) throws -> String {
        try SignedCode.issue(item: 5, subevent: date, seed: "seed \(date)", with: boxOffice)
    }

    @Test func `whoever a supervisor let in on the list of another date can leave there`() async throws {
        try await install([TicketRow(code: code("T"), reference: "T", type: "item-5", date: 2)])
        let request = ManualRequest(
            code: code("T"), gate: "B", isOverride: true, note: "the later tour is full", operator: "sue")
        #expect(try await station.acts.admit(request).verdict == .admitted)
        let leaving = await station.door.show(code("T"), gate: "B", direction: .out)
        #expect(leaving.verdict == .checkedOut && leaving.report?.isUnmatched == false)
        let again = await station.door.show(code("T"), gate: "B", direction: .out)
        #expect(again.verdict == .refused(.wrongDate))
    }

    @Test func `each ticket has its slot, and a list of one date only the tickets of it`() async throws {
        try await install([
            TicketRow(code: code("S"), type: "item-5", date: 1), TicketRow(code: code("T"), type: "item-5", date: 2),
        ])
        let first = try await show(code("S"))
        #expect(first.verdict == .admitted && first.date?.text == "18:00, Guided tour")
        let early = try await show(code("T"))
        #expect((early.verdict, early.message) == (.refused(.notStarted), "This ticket is valid from 18:15"))
        fixture.set(now: StationFixture.evening + .seconds(16 * 60))
        #expect(try await show(code("T"), gate: "B").message == "Ticket is for 18:20")
        #expect(try await show(code("T")).verdict == .admitted)
        #expect(try await show(code("S"), gate: "B").verdict == .refused(.ended))
    }

    @Test func `a search tells which date a ticket is for`() async throws {
        try await install([
            TicketRow(code: code("S"), reference: "AB-1", type: "item-5", date: 1),
            TicketRow(code: code("T"), reference: "AB-2", type: "item-5", date: 2),
        ])
        let staff = Staff(name: "Sue", role: .supervisor)
        for (reference, text) in [("AB-1", "18:00, Guided tour"), ("AB-2", "18:20, Guided tour")] {
            let hits = try await station.acts.search(SearchRequest(query: reference, event: nil), by: staff).hits
            #expect(hits.map(\.date?.text) == [text])
        }
    }

    @Test func `a code that was sold later has the slot of its date`() async throws {
        try await install([TicketRow(code: code("S"), type: "item-5", date: 1)])
        #expect(try await show(try sold(1), gate: "B").date?.name == "Guided tour")
        #expect(try await show(try sold(2)).verdict == .refused(.notStarted))
        #expect(try await show(try sold(3)).verdict == .refused(.wrongGate), "a date that is not in the list")
    }

    @Test func `of lists that share a key, that of the date decides`() async throws {
        let row = TicketRow(code: code("S"), type: "item-5", date: 1)
        try await install([row], as: "first", dates: [Self.dates[0]])
        try await install(
            [TicketRow(code: code("T"), type: "item-5", date: 2)], as: "second", dates: [Self.dates[1]])
        let first = try await show(try sold(1))
        #expect((first.event, first.verdict) == ("first", .admitted))
        fixture.set(now: StationFixture.evening + .seconds(16 * 60))
        let second = try await show(try sold(2))
        #expect((second.event, second.verdict) == ("second", .admitted))
        #expect(try await show(try sold(3)).verdict == .refused(.wrongGate))
    }
}
