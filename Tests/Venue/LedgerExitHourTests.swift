import Foundation
import Testing
import Threads
import Tickets

@testable import Venue

/// The hour at which everybody on a list counts as out, at the ledger.
@Suite(.ledgerCluster, .timeLimit(.minutes(5)))
struct LedgerExitHourTests {
    private static var soon: LedgerConnection.Deadline { LedgerFixture.soon }

    private static func hour(_ at: Int64, list: String = "main") -> ExitHour {
        ExitHour(event: "gala", list: list, at: Timestamp(milliseconds: at))
    }

    private func inside(_ ledger: LedgerFixture, list: String = "main") async throws -> String? {
        try await ledger.ask("SELECT people FROM usher.inside WHERE event = 'gala' AND list = '\(list)'")
    }

    @Test func `counts once, however many stations say so, and what comes late counts by its time`() async throws {
        let ledger = try await LedgerFixture()
        let (north, south) = (try await ledger.add("north"), try await ledger.add("south"))
        try await onOwnThread {
            var session = try LedgerFixture.session(north)
            try session.deliver(
                [entry(ticket: 1, count: 3, at: 1000), entry(ticket: 2, at: 2000), entry(ticket: 3, at: 6000)],
                until: Self.soon)
            #expect(try session.tell(Self.hour(5000), until: Self.soon))
            #expect(try session.tell(Self.hour(5000, list: "lounge"), until: Self.soon))
        }
        #expect(try await inside(ledger) == "1")
        try await onOwnThread {
            var session = try LedgerFixture.session(south)
            #expect(try session.tell(Self.hour(5000), until: Self.soon))
            // An earlier hour than the last changes nothing.
            #expect(try session.tell(Self.hour(4000), until: Self.soon))
            try session.deliver(
                [
                    entry(ticket: 4, count: 2, at: 4000), entry(ticket: 5, at: 5000),
                    // They stayed, and are seen leaving.
                    entry(ticket: 1, verdict: "checkedOut", count: 2, at: 7000), entry(ticket: 1, at: 8000),
                ], until: Self.soon)
        }
        #expect(try await inside(ledger) == "3")
        #expect(try await ledger.ask("SELECT count(*) FROM usher.exit_hour WHERE list = 'main'") == "1")
        // The sums by line and by station agree.
        #expect(try await ledger.ask("SELECT sum(inside) FROM usher.line") == "3")
    }

    @Test func `an hour that the ledger's clock has not reached is not taken yet`() async throws {
        let ledger = try await LedgerFixture()
        let north = try await ledger.add("north")
        try await onOwnThread {
            var session = try LedgerFixture.session(north)
            #expect(try !session.tell(Self.hour(4_000_000_000_000), until: Self.soon))
        }
        #expect(try await ledger.ask("SELECT count(*) FROM usher.exit_hour") == "0")
    }

    @Test func `whom the list had inside before the hour takes no room after it`() async throws {
        let ledger = try await LedgerFixture()
        try await ledger.office.setCapacity(2, event: "gala", list: "main")
        let north = try await ledger.add("north")
        try await onOwnThread {
            var session = try LedgerFixture.session(north)
            #expect(try session.tell(Self.hour(5000), until: Self.soon))
            for (ticket, until, answer) in [
                (1, Int64(4000), ClaimAnswer.taken), (2, 5000, .full), (3, 4999, .taken), (4, 0, .full),
            ] {
                var claimed = entry(ticket: ticket, at: 6000)
                (claimed.used, claimed.usedUntil) = (1, until)
                #expect(try session.claim(claimed, known: 0, until: Self.soon).answer == answer)
            }
        }
        #expect(try await inside(ledger) == "2")
    }

    @Test func `two nights are no double entry`() async throws {
        let ledger = try await LedgerFixture()
        let north = try await ledger.add("north")
        try await onOwnThread {
            var session = try LedgerFixture.session(north)
            for hour in [5000, 9000] { #expect(try session.tell(Self.hour(Int64(hour)), until: Self.soon)) }
            let entries = [(1, 1000), (1, 6000), (1, 9000), (2, 6000), (2, 7000)].map { ticket, at in
                entry(ticket: ticket, at: Int64(at), reentry: 1)
            }
            try session.deliver(entries, until: Self.soon)
        }
        #expect(try await ledger.office.conflicts().map(\.key) == [entry(ticket: 2).key])
    }
}
