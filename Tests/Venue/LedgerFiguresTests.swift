import Foundation
import Testing
import Threads

@testable import Venue

/// The ledger's own figures, as its views show them.
@Suite(.ledgerCluster, .timeLimit(.minutes(5)))
struct LedgerFiguresTests {
    private static var soon: LedgerConnection.Deadline { LedgerFixture.soon }

    /// The entries of one station as claims, each on what the one before left and knowing of all before.
    private func claim(_ entries: [LedgerEntry], on ledger: LedgerFixture, as station: String = "north") async throws {
        let north = try await ledger.add(station)
        try await onOwnThread {
            var session = try LedgerFixture.session(north)
            for (index, entry) in entries.enumerated() {
                var entry = entry
                entry.knew = (entry.knew ?? []) + entries[..<index].filter { $0.verdict != entry.verdict }.map(\.id)
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

    @Test func `an entry that arrives after a supervisor's undo elsewhere does not count`() async throws {
        let ledger = try await LedgerFixture()
        let wrong = entry(ticket: 1, count: 2)
        var undo = entry(ticket: 1, count: 0, undoes: wrong.id, kind: "supervisorUndo")
        (undo.operator, undo.note) = ("Sue", "the wrong door")
        let (north, south) = (try await ledger.add("north"), try await ledger.add("south"))
        try await onOwnThread { [undo] in
            var session = try LedgerFixture.session(south)
            try session.deliver([undo], until: Self.soon)
            session = try LedgerFixture.session(north)
            try session.deliver([wrong], until: Self.soon)
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

    /// Direction, people and time of each passage, in the order in which they are learnt, and who is inside afterwards.
    static let histories: [([(String, Int, Int64)], String)] = [
        ([("in", 1, 1), ("out", 1, 2), ("out", 1, 3), ("out", 1, 4), ("in", 1, 5), ("in", 1, 6)], "2"),
        ([("out", 3, 1), ("in", 1, 2)], "1"),
        ([("in", 1, 1), ("out", 5, 2), ("in", 2, 3)], "2"),
        // What an exit knew counts, and no clock.
        ([("in", 1, 1), ("out", 1, 3), ("out", 1, 4), ("in", 1, 2)], "1"),
        ([("out", 1, 5), ("out", 1, 5), ("in", 2, 4)], "2"),
        ([("out", 1, 7), ("in", 1, 7)], "1"),
        ([("in", 1, 7), ("out", 1, 7)], "0"),
        ([("in", 1, 70), ("out", 1, 7)], "0"),
    ]

    @Test(arguments: histories.indices)
    func `an exit takes away at most who is inside and known to it, whatever clocks say`(index: Int) async throws {
        let ledger = try await LedgerFixture()
        let (steps, inside) = Self.histories[index]
        try await claim(
            steps.map { entry(verdict: $0 == "in" ? "admitted" : "checkedOut", count: $1, at: $2, reentry: 1) },
            on: ledger)
        #expect(try await self.inside(ledger) == inside)
    }

    @Test func `an exit that is taken back lets nobody out twice`() async throws {
        let ledger = try await LedgerFixture()
        let first = entry(verdict: "checkedOut", at: 2, reentry: 1)
        try await claim(
            [
                entry(at: 1, reentry: 1), first, entry(verdict: "checkedOut", at: 3, reentry: 1),
                entry(at: 4, reentry: 1),
                entry(verdict: "checkedOut", count: 0, undoes: first.id, at: 5, reentry: 1),
            ], on: ledger)
        #expect(try await inside(ledger) == "1")
    }

    @Test func `exits without entries make no room`() async throws {
        let ledger = try await LedgerFixture()
        try await ledger.office.setCapacity(1, event: "gala", list: "main")
        let north = try await ledger.add("north")
        try await onOwnThread {
            var session = try LedgerFixture.session(north)
            func claim(_ entry: LedgerEntry) throws -> ClaimAnswer {
                let known = try session.look(at: entry.ticket, known: 0, until: Self.soon).version
                return try session.claim(entry, known: known, until: Self.soon).answer
            }
            for _ in 0..<3 { #expect(try claim(entry(verdict: "checkedOut", reentry: 1)) == .taken) }
            #expect(try claim(entry(reentry: 1)) == .taken)
            #expect(try claim(entry(reentry: 1)) == .full)
            #expect(try claim(entry(ticket: 2)) == .full)
        }
        #expect(try await inside(ledger) == "1")
    }

    @Test func `a line begins with what the list says of earlier passages`() async throws {
        let ledger = try await LedgerFixture()
        @Sendable func listed(_ entry: LedgerEntry, inside: Int = 2) -> LedgerEntry {
            var entry = entry
            (entry.used, entry.usedUntil) = (inside, 100)
            return entry
        }
        try await claim(
            [
                listed(entry(verdict: "checkedOut", at: 200)),
                // What is claimed happens now, whatever the clock of its station says.
                listed(entry(ticket: 2, at: 90), inside: 1),
                // What a later list says is what the ledger has counted itself.
                listed(entry(ticket: 2, at: 300), inside: 7),
            ], on: ledger)
        let south = try await ledger.add("south")
        try await onOwnThread {
            var session = try LedgerFixture.session(south)
            // Recorded before the list was made, which counts it already.
            try session.deliver([listed(entry(at: 90))], until: Self.soon)
        }
        #expect(try await inside(ledger) == "4")
    }

    @Test func `whom a list brings takes room`() async throws {
        let ledger = try await LedgerFixture()
        try await ledger.office.setCapacity(2, event: "gala", list: "main")
        let north = try await ledger.add("north")
        try await onOwnThread {
            var session = try LedgerFixture.session(north)
            var group = entry()
            (group.used, group.usedUntil) = (2, 100)
            #expect(try session.claim(group, known: 0, until: Self.soon).answer == .full)
        }
    }

    @Test func `a ledger of an older version is counted anew`() async throws {
        let ledger = try await LedgerFixture(steps: 2)
        let north = try await ledger.add("north")
        let steps = [("admitted", 1), ("checkedOut", 2), ("checkedOut", 3), ("admitted", 4), ("admitted", 5)]
        let entries = (0..<2).flatMap { ticket in
            steps.map { entry(ticket: ticket, verdict: $0, at: Int64($1), reentry: 1) }
        }
        let json = String(decoding: try JSONEncoder().encode(entries), as: UTF8.self)
        try await onOwnThread {
            var connection = try LedgerConnection.open(of: north, application: "test", timeout: .seconds(30))
            try connection.run(
                "SELECT usher.begin_session(); SELECT usher.deliver(1, '\(json)')", "deliver", until: Self.soon)
        }
        #expect(try await inside(ledger) == "2")
        #expect(try await ledger.office.initialise() == Array(3...VenueSchema.version))
        #expect(try await inside(ledger) == "4")
        // And it goes on from there.
        let known = entries.filter { $0.ticket == entries[9].ticket && $0.verdict == "admitted" }.map(\.id)
        try await claim([entry(verdict: "checkedOut", at: 6, reentry: 1, knew: known)], on: ledger)
        #expect(try await inside(ledger) == "3")
    }

    @Test func `a station is shown with the gate of its last entry and how it stands`() async throws {
        let ledger = try await LedgerFixture()
        try await claim([entry(gate: "A"), entry(ticket: 2, gate: "B")], on: ledger)
        _ = try await ledger.add("spare")
        let stations = try await ledger.office.status().stations
        #expect(stations.map(\.gate) == ["B", nil])
        #expect(stations.map { $0.entrySeconds == nil } == [false, true])
        #expect(stations.map(\.linkState) == [.away, .away])
        let memory = MemoryStation("north")
        try await memory.run(on: try await ledger.add("north"), limit: .seconds(30)) {
            try await memory.waitUntilConnected()
            #expect(try await ledger.office.status().stations.first?.linkState == .connected)
        }
        try await ledger.office.removeStation("north")
        #expect(try await ledger.office.status().stations.first?.linkState == .removed)
    }
}
