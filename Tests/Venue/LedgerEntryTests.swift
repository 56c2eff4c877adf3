import Testing
import Tickets

@testable import Venue

/// What of a journal goes into the ledger.
@Suite struct LedgerEntryTests {
    private func checkIn(_ verdict: Verdict, key: TicketKey?, undoes: String? = nil) -> CheckIn {
        CheckIn(
            id: "01990000-0000-7000-8000-000000000001", station: "gate-1", sequence: 7, event: "gala", list: "main",
            gate: "A", key: key, line: 1, reference: "T-1", verdict: verdict, kind: undoes == nil ? .scan : .undo,
            undoes: undoes, count: undoes == nil ? 2 : 0, how: .stdin, operator: "ada", at: Timestamp(seconds: 5),
            note: "a note about a guest")
    }

    private let key = TicketKey(hex: String(repeating: "0a", count: 16))

    @Test func `a passage, with the ticket's key and without its note`() throws {
        let entry = try #require(LedgerEntry(checkIn(.admitted, key: key), admits: 4, reentry: .afterExit))
        #expect(entry.ticket == LedgerTicket(event: "gala", list: "main", key: String(repeating: "0a", count: 16)))
        #expect(
            [entry.seq, entry.at, Int64(entry.count), Int64(entry.admits), Int64(entry.reentry)] == [7, 5000, 2, 4, 1])
        #expect(entry.passage?.verdict == .admitted)
        #expect(!"\(entry)".contains("guest"))
    }

    @Test func `an undo, which is no passage`() throws {
        let entry = try #require(LedgerEntry(checkIn(.checkedOut, key: key, undoes: "x"), admits: 1, reentry: .none))
        #expect(entry.undoes == "x")
        #expect(entry.passage == nil)
    }

    @Test func `no refusal, and nothing without a ticket`() {
        #expect(LedgerEntry(checkIn(.refused(.alreadyScanned), key: key), admits: 1, reentry: .none) == nil)
        #expect(LedgerEntry(checkIn(.admitted, key: nil), admits: 1, reentry: .none) == nil)
    }
}
