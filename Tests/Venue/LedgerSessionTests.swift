import Foundation
import Testing
import Threads
import Tickets

@testable import Venue

/// What the ledger's functions promise, asked of a real PostgreSQL.
@Suite(.ledgerCluster, .timeLimit(.minutes(5)))
struct LedgerSessionTests {
    private static var soon: LedgerConnection.Deadline { LedgerFixture.soon }

    /// Two stations of one ledger, on a thread that may wait.
    private func withTwoStations(
        _ ledger: LedgerFixture, _ body: @escaping @Sendable (inout LedgerSession, inout LedgerSession) throws -> Void
    ) async throws {
        let (north, south) = (try await ledger.add("north"), try await ledger.add("south"))
        try await onOwnThread {
            var first = try LedgerFixture.session(north)
            var second = try LedgerFixture.session(south)
            try body(&first, &second)
        }
    }

    @Test func `takes a claim, and tells the next gate who was faster`() async throws {
        try await withTwoStations(LedgerFixture()) { north, south in
            let winner = entry(gate: "North", at: 5_000)
            let won = try north.claim(winner, known: 0, until: Self.soon)
            #expect(won.answer == .taken)
            #expect(won.version == 1)
            let lost = try south.claim(entry(gate: "South"), known: 0, until: Self.soon)
            guard case .stale(let updates) = lost.answer else {
                Issue.record("it was let in twice")
                return
            }
            #expect(updates.map(\.id) == [winner.id])
            #expect(updates.first?.gate == "North")
            #expect(updates.first?.at == 5_000)
            #expect(updates.first?.station == "north")
            #expect(updates.first?.claimed == true)
            #expect(lost.version == 1)
        }
    }

    @Test func `takes the same entry again, once`() async throws {
        let ledger = try await LedgerFixture()
        try await withTwoStations(ledger) { north, _ in
            let entry = entry()
            for _ in 0..<3 {
                let claim = try north.claim(entry, known: 0, until: Self.soon)
                #expect(claim.answer == .taken)
                #expect(claim.version == 1)
            }
            try north.deliver([entry], until: Self.soon)
        }
        #expect(try await ledger.ask("SELECT count(*) FROM usher.entry") == "1")
    }

    @Test func `lets no more people in than a list is for, over all gates`() async throws {
        let ledger = try await LedgerFixture()
        try await ledger.office.setCapacity(5, event: "gala", list: "main")
        try await withTwoStations(ledger) { north, south in
            #expect(try north.claim(entry(ticket: 1, count: 4), known: 0, until: Self.soon).answer == .taken)
            #expect(try south.claim(entry(ticket: 2, count: 2), known: 0, until: Self.soon).answer == .full)
            let second = entry(ticket: 2, count: 1)
            #expect(try south.claim(second, known: 0, until: Self.soon).answer == .taken)
            #expect(try north.claim(entry(ticket: 3), known: 0, until: Self.soon).answer == .full)
            let look = try north.look(at: entry(ticket: 3).ticket, known: 0, until: Self.soon).look
            #expect(look.isFull)
            let left = entry(ticket: 2, verdict: "checkedOut", knew: [second.id])
            #expect(try south.claim(left, known: 1, until: Self.soon).answer == .taken)
            #expect(try north.claim(entry(ticket: 3), known: 0, until: Self.soon).answer == .taken)
        }
    }

    @Test func `keeps what was decided alone, in order and once`() async throws {
        let ledger = try await LedgerFixture()
        try await withTwoStations(ledger) { north, south in
            #expect(try north.claim(entry(gate: "North"), known: 0, until: Self.soon).answer == .taken)
            let alone = [entry(gate: "South", at: 2_000), entry(gate: "South", verdict: "checkedOut", at: 3_000)]
            try south.deliver(alone, until: Self.soon)
            try south.deliver(alone, until: Self.soon)
            let updates = try north.look(at: alone[0].ticket, known: 1, until: Self.soon).look.updates
            #expect(updates.map(\.id) == alone.map(\.id))
            #expect(updates.map(\.version) == [2, 3])
            #expect(updates.map(\.claimed) == [false, false])
        }
        let conflicts = try await ledger.office.conflicts()
        #expect(conflicts.map(\.surplus.count) == [1])
        #expect(conflicts.first?.passages.map(\.gate) == ["North", "South", "South"])
    }

    @Test func `takes back what never came into a journal`() async throws {
        let ledger = try await LedgerFixture()
        try await ledger.office.setCapacity(1, event: "gala", list: "main")
        try await withTwoStations(ledger) { north, south in
            let lost = entry()
            #expect(try north.claim(lost, known: 0, until: Self.soon).answer == .taken)
            try south.withdraw(lost.id, until: Self.soon)
            #expect(try south.claim(entry(ticket: 2), known: 0, until: Self.soon).answer == .full)
            try north.withdraw(lost.id, until: Self.soon)
            try north.withdraw(lost.id, until: Self.soon)
            let look = try south.look(at: lost.ticket, known: 1, until: Self.soon)
            #expect(look.look.updates.map(\.undoes) == [lost.id])
            #expect(look.look.inside == 0)
            #expect(try south.claim(entry(ticket: 2), known: 0, until: Self.soon).answer == .taken)
        }
    }

    @Test func `an undo makes room, also where more are inside than fit`() async throws {
        let ledger = try await LedgerFixture()
        try await ledger.office.setCapacity(1, event: "gala", list: "main")
        try await withTwoStations(ledger) { north, south in
            let alone = [entry(ticket: 1), entry(ticket: 2)]
            try north.deliver(alone, until: Self.soon)
            let undo = entry(ticket: 1, count: 0, undoes: alone[0].id)
            #expect(try north.claim(undo, known: 1, until: Self.soon).answer == .taken)
            let look = try south.look(at: undo.ticket, known: 2, until: Self.soon).look
            #expect(look.inside == 1)
            #expect(look.isFull)
        }
    }

    @Test func `gives the news in pages, each station's in order`() async throws {
        try await withTwoStations(LedgerFixture()) { north, south in
            for ticket in 1...7 {
                #expect(try north.claim(entry(ticket: ticket), known: 0, until: Self.soon).answer == .taken)
                try south.deliver([entry(ticket: ticket, gate: "South")], until: Self.soon)
            }
            var known: [String: Int64] = [:]
            var all: [LedgerEntry] = []
            while case let page = try south.updates(after: known, most: 3, until: Self.soon), !page.isEmpty {
                #expect(page.count <= 3)
                for entry in page {
                    let station = try #require(entry.station)
                    #expect(entry.number == known[station, default: 0] + 1)
                    known[station] = entry.number
                }
                all += page
            }
            #expect(all.count == 14)
            #expect(known == ["north": 7, "south": 7])
        }
    }

    /// Each is what a broken or hostile ledger could answer for ever.
    @Test(arguments: [
        #"[{"station": "south", "number": 1}]"#, #"[{"station": "south"}]"#,
        #"[{"number": 1}, {"number": 2}, {"number": 3}]"#,
    ])
    func `takes no news that do not go on from what is known, or are more than it asked for`(updates: String)
        async throws
    {
        let ledger = try await LedgerFixture()
        try await withTwoStations(ledger) { _, south in
            try south.deliver([entry()], until: Self.soon)
        }
        _ = try await ledger.ask(
            """
            CREATE OR REPLACE FUNCTION usher.news(p_known jsonb, p_most integer) RETURNS jsonb LANGUAGE sql STABLE
            SECURITY DEFINER AS $$
              SELECT jsonb_agg(usher.entry_json(e) || each) FROM usher.entry AS e, jsonb_array_elements('\(updates)') AS each $$
            """)
        let north = try await ledger.add("north")
        try await onOwnThread {
            var session = try LedgerFixture.session(north)
            let trouble = #expect(throws: VenueError.self) {
                try session.updates(after: ["south": 1], most: 2, until: Self.soon)
            }
            #expect(trouble?.reason == "its answer is not that of a ledger")
        }
    }

    @Test func `wakes those who listen`() async throws {
        try await withTwoStations(LedgerFixture()) { north, south in
            try south.listen(until: Self.soon)
            #expect(try !south.takeNotifications())
            #expect(try north.claim(entry(), known: 0, until: Self.soon).answer == .taken)
            var isNotified = false
            while !isNotified, LedgerConnection.Deadline.now < Self.soon {
                south.waitForNotification(or: try WakeSignal(), until: Self.soon)
                isNotified = try south.takeNotifications()
            }
            #expect(isNotified)
        }
    }

    @Test func `tells of a capacity that is set or removed`() async throws {
        let ledger = try await LedgerFixture()
        let north = try await ledger.add("north")
        for people in [380, nil] {
            try await ledger.office.setCapacity(people, event: "gala", list: "main")
            let told = try await onOwnThread {
                var session = try LedgerFixture.session(north)
                return try session.notices(until: Self.soon).capacities
            }
            #expect(told == (people.map { [ListCapacity(event: "gala", list: "main", people: $0)] } ?? []))
        }
    }

    @Test func `tells its clock when a session begins`() async throws {
        let north = try await LedgerFixture().add("north")
        let told = try await onOwnThread { try LedgerFixture.session(north).startTime }
        let seconds = try #require(told).seconds - Int64(Date.now.timeIntervalSince1970)
        // Here both are one machine's.
        #expect(abs(seconds) < 60)
    }

    @Test func `refuses a session that another has replaced`() async throws {
        let ledger = try await LedgerFixture()
        let north = try await ledger.add("north")
        try await onOwnThread {
            var older = try LedgerFixture.session(north)
            var newer = try LedgerFixture.session(north)
            let refusal = Result { () throws(VenueError) in
                try older.claim(entry(), known: 0, until: Self.soon)
            }
            #expect(throws: VenueError.self) { try refusal.get() }
            #expect(refusal.failure?.code == .superseded)
            #expect(try newer.claim(entry(), known: 0, until: Self.soon).answer == .taken)
        }
    }

    @Test func `limits what a station may claim in a second`() async throws {
        let ledger = try await LedgerFixture()
        _ = try await ledger.ask("UPDATE usher.setting SET claims_per_second = 3 RETURNING 1")
        let north = try await ledger.add("north")
        // The clock is the server's: of many claims at once, some fall into a second that has no room.
        let refused = try await onOwnThread {
            var session = try LedgerFixture.session(north)
            return (1...60).count { ticket in
                let claim = Result { () throws(VenueError) in
                    try session.claim(entry(ticket: ticket), known: 0, until: Self.soon)
                }
                return claim.failure?.code == .limited
            }
        }
        #expect(refused > 0)
        let taken = try await ledger.ask("SELECT count(*) FROM usher.entry")
        #expect(taken == String(60 - refused))
    }

    @Test func `waits no longer than it is told to, and the late answer is nobody's`() async throws {
        let ledger = try await LedgerFixture()
        let north = try await ledger.add("north")
        let owner = try LedgerFixture.address(of: ledger.name)
        let late = entry()
        try await onOwnThread {
            var blocker = try LedgerConnection.open(of: owner, application: "test", timeout: .seconds(30))
            try blocker.run("BEGIN; LOCK TABLE usher.ticket", "block", until: Self.soon)
            var session = try LedgerFixture.session(north)
            let claim = Result { () throws(VenueError) in
                try session.claim(late, known: 0, until: .now + .milliseconds(20))
            }
            #expect(claim.failure?.code == .timedOut)
            let isUsable = session.isUsable
            #expect(!isUsable)
            // It waits in the ledger, with a session that ends now: this one.
            try blocker.run("COMMIT", "go on", until: Self.soon)
            var next = try LedgerFixture.session(north)
            let first = try next.updates(after: [:], most: 10, until: Self.soon)
            let look = try next.look(at: late.ticket, known: 0, until: Self.soon).look.updates
            #expect(first == look, "after a new session has begun, nothing of the old one arrives")
        }
    }
}

extension Result {
    var failure: Failure? {
        if case .failure(let failure) = self { failure } else { nil }
    }
}
