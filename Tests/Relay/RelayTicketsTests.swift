import TestSupport
import Testing
import Tickets

@testable import Backends
@testable import Relay

/// Tickets that a server has changed, on their way to the stations.
@Suite struct RelayTicketsTests {
    private let folder: TemporaryFolder
    private let store: RelayStore

    init() throws {
        folder = try TemporaryFolder()
        store = try RelayStore(folder: folder.url, now: { .relayNow })
    }

    private func ticket(
        _ reference: String, _ status: TicketStatus = .voided, at minute: Int64 = 0, codes: [String] = []
    ) throws -> ReportedTicket {
        try #require(
            ReportedTicket(
                event: "gala", reference: reference, status: .ticket(status), codes: codes,
                at: Timestamp(seconds: 1_795_200_000 + minute * 60)))
    }

    private func keep(_ tickets: ReportedTicket..., of backend: String = "box") throws {
        try store.keep([], tickets: tickets, cursor: nil, backend: backend)
    }

    @Test func `a ticket is told once, and again when it has changed`() throws {
        try keep(ticket("a"), ticket("b"))
        let (first, end) = try store.tickets(after: 0, limit: 9)
        #expect(try first == [ticket("a"), ticket("b")])
        let number = try #require(end)
        // A check-in touches the order.
        try keep(ticket("a", at: 1))
        #expect(try store.tickets(after: number, limit: 9).tickets.isEmpty)
        try keep(ticket("a", .valid, at: 2))
        // An older page that comes late.
        try keep(ticket("b", .valid, at: -1))
        #expect(try store.tickets(after: number, limit: 9).tickets == [ticket("a", .valid, at: 2)])
        #expect(try store.tickets(after: 0, limit: 9).tickets == [ticket("b"), ticket("a", .valid, at: 2)])
        #expect(try store.tickets(after: 0, limit: 1).tickets == [ticket("b")])
        try store.close()
    }

    @Test func `no server fills the disk: what was changed first is forgotten first`() throws {
        let many = try (0..<Int64(RelayStore.mostTickets)).map { try ticket("t\($0)", at: $0) }
        try store.keep([], tickets: many, cursor: nil, backend: "box")
        try keep(ticket("newest", at: 200_000), ticket("older", at: -5))
        let found = try store.tickets(after: 0, limit: .max).tickets
        #expect(found.count == RelayStore.mostTickets)
        #expect((found.first?.reference, found.last?.reference) == ("t1", "newest"))
        try store.close()
    }

    @Test func `of more than are kept with one time, so many stay`() throws {
        let many = try (0..<RelayStore.mostTickets + 2).map { try ticket("t\($0)") }
        try store.keep([], tickets: many, cursor: nil, backend: "box")
        #expect(try store.tickets(after: 0, limit: .max).tickets.count == RelayStore.mostTickets)
        try store.close()
    }

    @Test func `a server speaks for the tickets of its own events, and no code gets further than the relay`() throws {
        let now = Timestamp(seconds: 1_795_200_000)
        let updates = RelayUpdateStore(backend: "box", events: ["gala"], store: store, now: { now })
        func reported(_ event: String?, _ reference: String) throws -> ReportedTicket {
            try #require(
                ReportedTicket(
                    event: event, reference: reference, status: .ticket(.valid), codes: ["secret-code"],
                    at: now + .seconds(3600)))
        }
        var page = CheckInPage(checkIns: [], cursor: "1", isMore: false)
        page.tickets = [try reported("gala", "a"), try reported("concert", "b"), try reported(nil, "c")]
        try updates.keep(page)
        let found = try store.tickets(after: 0, limit: 9).tickets
        #expect(found.map(\.reference) == ["a", "c"])
        #expect(found.allSatisfy { $0.codes.isEmpty && $0.event == "gala" && $0.at == now })
        #expect(!"\(found.map(\.json.text))".contains("secret-code"))
        try store.close()
    }
}
