import Testing
import Tickets

@testable import Journal

/// What servers have changed of tickets since the lists were made.
@Suite struct ChangedTicketsTests {
    private func change(
        _ reference: String, _ status: TicketRow.Status = .ticket(.voided), event: String = Station.event,
        keys: [TicketKey] = [], from start: Timestamp? = nil, at minute: Int64 = 1
    ) -> ChangedTicket {
        ChangedTicket(
            event: event, reference: reference, status: status, notBefore: start, keys: keys, at: .minute(minute))
    }

    private func keep(_ changes: [ChangedTicket], of backend: String = "box", in journal: Journal) throws {
        try journal.recordUpdates(of: backend, [], heard: .minute(9), unmatched: [], changed: changes, cursor: nil)
    }

    private func known(_ journal: Journal, of backend: String = "box", _ references: String...) throws
        -> [String: ChangedTicket]
    {
        try journal.changedTickets(of: Station.event, backend: backend, references: references)
    }

    @Test func `the later of two reports stays, apart for each backend and event`() throws {
        let journal = try Station().journal
        let first = change("R1", keys: [.of("T1"), .of("T2")], from: .minute(3), at: 2)
        try keep([first, change("R2", .revoked), change("R1", event: "other", at: 7)], in: journal)
        try keep([change("R1", .ticket(.valid), at: 1)], in: journal)
        try keep([change("R1", .ticket(.blocked), at: 9)], of: "other", in: journal)
        #expect(try known(journal, "R1", "R2", "R3") == ["R1": first, "R2": change("R2", .revoked)])
        let later = change("R1", .ticket(.unpaid), at: 2)
        try keep([later], in: journal)
        #expect(try known(journal, "R1") == ["R1": later])
    }

    @Test func `a list that was made later makes them forgotten, and so does a purge of the event`() throws {
        let station = try Station()
        let journal = station.journal
        try station.record(.passing())
        try keep([change("R1", at: 1), change("R2", at: 2), change("R1", event: "other", at: 1)], in: journal)
        try journal.forgetChanges(of: Station.event, backend: "box", before: .minute(1))
        #expect(try known(journal, "R1", "R2").keys.sorted() == ["R2"])
        try journal.markExported(try journal.exportLines(.jsonLines, now: .minute(1)) { _ in })
        _ = try journal.purge(events: [Station.event], now: .minute(60))
        #expect(try known(journal, "R1", "R2").isEmpty)
        #expect(try journal.changedTickets(of: "other", backend: "box", references: ["R1"]).count == 1)
    }

    @Test func `no server fills the disk: what was changed first is forgotten first`() throws {
        let journal = try Station().journal
        try keep([change("R0", at: 0)], of: "other", in: journal)
        try keep((1...Int64(Journal.mostChanged)).map { change("R\($0)", at: $0) }, in: journal)
        try keep([change("newest", at: 200_000)], in: journal)
        #expect(try known(journal, "R1", "R2", "newest").keys.sorted() == ["R2", "newest"])
        #expect(try known(journal, of: "other", "R0").count == 1)
    }

    @Test func `of more than are kept with one time, so many stay`() throws {
        let journal = try Station().journal
        try keep((0..<Int64(Journal.mostChanged + 2)).map { change("R\($0)", at: 5) }, in: journal)
        try keep([change("newest", at: 5)], in: journal)
        let references = (0..<Journal.mostChanged + 2).map { "R\($0)" } + ["newest"]
        let known = try journal.changedTickets(of: Station.event, backend: "box", references: references)
        #expect(known.count == Journal.mostChanged)
    }
}
