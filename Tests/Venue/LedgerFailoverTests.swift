import Foundation
import Testing

@testable import Venue

/// A ledger on two servers, of which one dies.
@Suite(.timeLimit(.minutes(5)))
struct LedgerFailoverTests {
    /// Each at three of the gates.
    private func choice(_ tickets: ClosedRange<Int>, of stations: [MemoryStation]) -> [Int: [MemoryStation]] {
        Dictionary(uniqueKeysWithValues: tickets.map { ($0, Array(stations.shuffled().prefix(3))) })
    }

    @Test func `when the standby takes over, doors find it, and what was taken is there`() async throws {
        try await LedgerCluster.ownPair { primary, standby in
            let ledger = try await LedgerFixture()
            try await ledger.liftLimit()
            let stations = (1...16).map { MemoryStation("gate-\($0)") }
            try await LedgerRace.run(stations[...], on: ledger) {
                for station in stations { try await station.waitUntilConnected() }
                let count = LedgerRace.tickets / 2
                async let dying: Void = LedgerCluster.cluster("kill", primary)
                var seen = try await LedgerRace.show(choice(1...count, of: stations))
                try await dying
                // Nobody is there to ask.
                seen.merge(try await LedgerRace.show([count + 1: Array(stations.prefix(3))])) { $1 }
                #expect(seen[count + 1]?.count { $0.shown == .admitted } == 3)
                try await LedgerCluster.cluster("promote", standby)
                for station in stations { try await station.waitUntilConnected() }

                let before = stations.reduce(0) { $0 + $1.taken.count }
                let after = try await LedgerRace.show(choice(count + 2...2 * count, of: stations))
                #expect(after.values.allSatisfy { $0.count { $0.shown == .admitted } == 1 })
                #expect(stations.reduce(0) { $0 + $1.taken.count } == before + after.count)
                try await LedgerRace.compare(ledger, stations, seen.merging(after) { $1 })
                try await expectClaims(of: stations, in: ledger)
                try await expectToPassBy(primary, in: ledger)
            }
        }
    }

    /// All that were taken, and none of them beside another of its ticket.
    private func expectClaims(of stations: [MemoryStation], in ledger: LedgerFixture) async throws {
        let claims = try await ledger.ask("SELECT jsonb_object_agg(id, key) FROM usher.entry WHERE claimed") ?? ""
        let tickets = try JSONDecoder().decode([String: String].self, from: Data(claims.utf8))
        let taken = stations.flatMap(\.taken).compactMap { tickets[$0] }
        #expect(taken.count == stations.reduce(0) { $0 + $1.taken.count })
        #expect(Set(taken).count == taken.count)
    }

    /// Whoever starts an old primary again has two that take writes. It is the first of the address, and it waits for a
    /// standby with every commit.
    private func expectToPassBy(_ old: String, in ledger: LedgerFixture) async throws {
        let (late, address) = (MemoryStation("late"), try await ledger.add("late"))
        try await LedgerCluster.cluster("restart", old)
        try await late.run(on: address, limit: .seconds(30)) {
            try await late.waitUntilConnected()
            #expect(try await LedgerRace.show([1: [late]])[1]?.contains { $0.shown == .admitted } == false)
        }
    }
}
