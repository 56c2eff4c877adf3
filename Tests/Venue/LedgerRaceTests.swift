import Foundation
import Testing
import Threads

@testable import Venue

/// Many gates that see the same tickets at once.
@Suite(.ledgerCluster, .timeLimit(.minutes(10)))
struct LedgerRaceTests {
    @Test func `each ticket at three gates at once enters once, and the losers know where and when`() async throws {
        let ledger = try await LedgerFixture()
        try await LedgerRace.withStations(16, on: ledger) { stations in
            let shown = Dictionary(
                uniqueKeysWithValues: (1...LedgerRace.tickets).map { ($0, Array(stations.shuffled().prefix(3))) })
            for (ticket, seen) in try await LedgerRace.show(shown) {
                let winners = seen.filter { $0.shown == .admitted }
                #expect(winners.count == 1)
                for loser in seen where loser.shown != .admitted {
                    guard case .refused(let first) = loser.shown else {
                        Issue.record("\(loser.shown)")
                        continue
                    }
                    #expect(first.gate == winners.first?.gate)
                    #expect(first.at == Int64(ticket))
                }
            }
        }
        #expect(try await ledger.ask("SELECT count(*) FROM usher.entry WHERE claimed") == String(LedgerRace.tickets))
        #expect(try await ledger.office.conflicts() == [])
    }

    @Test func `a group enters person by person, at whichever gates`() async throws {
        let ledger = try await LedgerFixture()
        try await LedgerRace.withStations(8, on: ledger) { stations in
            let shown = Dictionary(uniqueKeysWithValues: (1...LedgerRace.tickets / 4).map { ($0, stations) })
            for seen in try await LedgerRace.show(shown, admits: 4).values {
                #expect(seen.count == 8)
                #expect(seen.count { $0.shown == .admitted } == 4)
            }
        }
    }

    @Test func `a full hall takes nobody more, whoever asks first`() async throws {
        let ledger = try await LedgerFixture()
        let capacity = LedgerRace.tickets * 5 / 2
        try await ledger.office.setCapacity(capacity, event: "gala", list: "main")
        try await LedgerRace.withStations(8, on: ledger) { stations in
            let shown = Dictionary(uniqueKeysWithValues: (1...LedgerRace.tickets).map { ($0, [stations[$0 % 8]]) })
            let seen = try await LedgerRace.show(shown, count: 3, admits: 3).values.flatMap { $0 }
            #expect(seen.count { $0.shown == .admitted } == capacity / 3)
            #expect(seen.count { $0.shown == .full } == LedgerRace.tickets - capacity / 3)
        }
        let inside = try await ledger.office.status().lists.map(\.inside)
        #expect(inside == [capacity / 3 * 3])
    }

    @Test func `news that come between a decision and its claim make the door decide again`() async throws {
        let ledger = try await LedgerFixture()
        try await LedgerRace.withStations(2, on: ledger) { stations in
            let (north, south) = (try #require(stations[0].ledger), stations[1])
            let entry = VenueTests.entry()
            let version = north.version(of: entry.ticket)
            #expect(try await LedgerRace.show([1: [south]])[1]?.map(\.shown) == [.admitted])
            try await stations[0].waitUntilKept(1)
            let outcome = try await onOwnThread {
                var timeLeft = north.limit
                return north.claim(entry, decidedOn: version, timeLeft: &timeLeft)
            }
            #expect(outcome == .outdated)
        }
    }

    @Test func `what a disk did not take is taken back`() async throws {
        let ledger = try await LedgerFixture()
        try await LedgerRace.withStations(2, on: ledger) { stations in
            let (north, south) = (stations[0], stations[1])
            north.setFails(true)
            let failed = try await LedgerRace.show([1: [north]])
            #expect(failed[1]?.map(\.shown) == [.notRecorded])
            let other = try await LedgerRace.show([1: [south]])
            #expect(other[1]?.map(\.shown) == [.admitted])
        }
        #expect(try await ledger.office.status().lists.map(\.inside) == [1])
    }

    @Test func `what the ledger took without being heard is not taken back while the door may still commit it`()
        async throws
    {
        let ledger = try await LedgerFixture()
        let station = MemoryStation("gate-1")
        try await station.run(on: try await ledger.add("gate-1"), limit: .seconds(30)) {
            try await station.waitUntilConnected()
            let north = try #require(station.ledger)
            var entry = VenueTests.entry()
            entry.seq = 1
            let outcome = try await onOwnThread { [entry] in
                // The question is sent, and nobody waits for its answer.
                var timeLeft = Duration.zero
                return north.claim(entry, decidedOn: 0, timeLeft: &timeLeft)
            }
            guard case .alone = outcome else {
                Issue.record("it was answered")
                return
            }
            try await station.waitUntilSought(entry.id)
            station.decideAlone(entry)
            north.finished()
            try await station.waitUntilConnected()
        }
        #expect(try await ledger.ask("SELECT jsonb_agg(kind) FROM usher.entry") == #"["scan"]"#)
    }

    @Test func `a station that has lost its journal takes back nobody whom it let in`() async throws {
        let ledger = try await LedgerFixture()
        let address = try await ledger.add("gate-1")
        let first = MemoryStation("gate-1")
        try await first.run(on: address, limit: .seconds(30)) {
            try await first.waitUntilConnected()
            #expect(try await LedgerRace.show([1: [first], 2: [first], 3: [first]]).count == 3)
        }
        let fresh = MemoryStation("gate-1")
        try await fresh.run(on: address, limit: .seconds(30)) { try await fresh.waitUntilConnected() }
        #expect(try await ledger.ask("SELECT jsonb_agg(DISTINCT kind) FROM usher.entry") == #"["scan"]"#)
        #expect(try await ledger.office.status().lists.map(\.inside) == [3])
    }

    @Test func `an entry that the ledger cannot hold keeps nothing back`() async throws {
        let ledger = try await LedgerFixture()
        let station = MemoryStation("gate-1")
        let (good, bad) = ([entry(ticket: 1), entry(ticket: 3)], entry(ticket: 2, count: 5000))
        for each in [good[0], bad, good[1]] { station.decideAlone(each) }
        try await station.run(on: try await ledger.add("gate-1"), limit: .seconds(30)) {
            try await station.waitUntilConnected()
        }
        #expect(station.parked == [bad.id])
        #expect(try await ledger.ask("SELECT jsonb_agg(ref ORDER BY number) FROM usher.entry") == #"["T1", "T3"]"#)
    }

    /// What happens to a ledger while people are shown to it, and how it is mended.
    struct Hardship: CustomTestStringConvertible {
        let happens: String
        let mending: String

        var testDescription: String { happens }
    }

    @Test(arguments: [Hardship(happens: "pause", mending: "resume"), Hardship(happens: "kill", mending: "restart")])
    func `doors go on without the ledger, and afterwards all journals agree with it`(hardship: Hardship) async throws {
        try await LedgerCluster.own { cluster in
            let ledger = try await LedgerFixture()
            try await ledger.liftLimit()
            let stations = (1...6).map { MemoryStation("gate-\($0)") }
            try await LedgerRace.run(stations[...], on: ledger, limit: .milliseconds(150)) {
                for station in stations { try await station.waitUntilConnected() }
                let shown = Dictionary(
                    uniqueKeysWithValues: (1...LedgerRace.tickets).map { ($0, Array(stations.shuffled().prefix(3))) })
                async let happening: Void = LedgerCluster.cluster(hardship.happens, cluster)
                let seen = try await LedgerRace.show(shown)
                try await happening
                // These can only be decided alone: the ledger is away, and no door waits for it to come back.
                let later = try await LedgerRace.show([LedgerRace.tickets + 1: Array(stations.prefix(3))])
                #expect(later[LedgerRace.tickets + 1]?.map(\.shown) == [.admitted, .admitted, .admitted])
                try await LedgerCluster.cluster(hardship.mending, cluster)
                for station in stations { try await station.waitUntilConnected() }
                try await LedgerRace.compare(ledger, stations, seen.merging(later) { $1 })
            }
        }
    }
}
