import Foundation
import Testing

@testable import Venue

/// The ledger's own figures, as its views show them.
@Suite(.ledgerCluster, .timeLimit(.minutes(5)))
struct LedgerFiguresTests {
    private static var soon: LedgerConnection.Deadline { LedgerFixture.soon }

    /// The entries of one station as claims, each on what the one before left.
    private func claim(_ entries: [LedgerEntry], on ledger: LedgerFixture, as station: String = "north") async throws {
        let north = try await ledger.add(station)
        try await onOwnThread {
            var session = try LedgerFixture.session(north)
            for entry in entries {
                let known = try session.look(at: entry.ticket, known: 0, until: Self.soon).version
                #expect(try session.claim(entry, known: known, until: Self.soon).answer == .taken)
            }
        }
    }

    private func inside(_ ledger: LedgerFixture) async throws -> String? {
        try await ledger.ask("SELECT people FROM usher.inside WHERE event = 'gala' AND list = 'main'")
    }

    /// Gate, minute, ins and outs.
    private func perMinute(_ ledger: LedgerFixture) async throws -> String? {
        try await ledger.ask(
            """
            SELECT string_agg(concat_ws(' ', gate, extract(epoch FROM minute)::bigint / 60, ins, outs), ', '
              ORDER BY minute, gate) FROM usher.per_minute
            """)
    }

    @Test func `people come and go, by gate and minute`() async throws {
        let ledger = try await LedgerFixture()
        try await claim(
            [
                entry(ticket: 1, count: 3, at: 0), entry(ticket: 2, at: 59_999),
                entry(ticket: 3, gate: "B", at: 60_000),
                entry(ticket: 1, gate: "B", verdict: "checkedOut", count: 2, at: 61_000),
            ], on: ledger)
        #expect(try await inside(ledger) == "3")
        #expect(try await perMinute(ledger) == "A 0 4 0, B 1 1 2")
    }

    @Test func `what was taken back has never been`() async throws {
        let ledger = try await LedgerFixture()
        let (wrong, out) = (entry(ticket: 1, count: 2), entry(ticket: 2, verdict: "checkedOut"))
        try await claim(
            [
                wrong, entry(ticket: 2), out, entry(ticket: 1, count: 0, undoes: wrong.id),
                entry(ticket: 2, verdict: "checkedOut", count: 0, undoes: out.id),
            ], on: ledger)
        #expect(try await inside(ledger) == "1")
        #expect(try await perMinute(ledger) == "A 0 1 0")
    }

    @Test func `an entry that arrives after its undo does not count`() async throws {
        let ledger = try await LedgerFixture()
        let wrong = entry(ticket: 1, count: 2)
        let north = try await ledger.add("north")
        try await onOwnThread {
            var session = try LedgerFixture.session(north)
            try session.deliver([entry(ticket: 1, count: 0, undoes: wrong.id), wrong], until: Self.soon)
        }
        #expect(try await inside(ledger) == "0")
        #expect(try await perMinute(ledger) == nil)
    }

    @Test func `whoever leaves twice makes room for one`() async throws {
        let ledger = try await LedgerFixture()
        let left = (0..<2).map { _ in entry(ticket: 1, verdict: "checkedOut") }
        try await claim([entry(ticket: 1), entry(ticket: 2)] + left, on: ledger)
        #expect(try await inside(ledger) == "1")
        #expect(try await perMinute(ledger) == "A 0 2 2")
    }

    @Test func `a station is shown with the gate of its last entry and how it stands`() async throws {
        let ledger = try await LedgerFixture()
        try await claim([entry(gate: "A"), entry(ticket: 2, gate: "B")], on: ledger)
        _ = try await ledger.add("spare")
        let stations = try await ledger.office.status().stations
        #expect(stations.map(\.gate) == ["B", nil])
        #expect(stations.map { $0.entrySeconds == nil } == [false, true])
        #expect(stations.map(\.standing) == [.away, .away])
        let memory = MemoryStation("north")
        try await memory.run(on: try await ledger.add("north"), limit: .seconds(30)) {
            try await memory.waitUntilConnected()
            #expect(try await ledger.office.status().stations.first?.standing == .connected)
        }
        try await ledger.office.removeStation("north")
        #expect(try await ledger.office.status().stations.first?.standing == .removed)
    }
}
