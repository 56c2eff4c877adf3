import Foundation
import Testing

@testable import Venue

/// Many gates that see the same tickets at once.
@Suite(.ledgerCluster, .timeLimit(.minutes(10)))
struct LedgerRaceTests {
    /// More of them with `make test-venue`.
    private static let tickets = ProcessInfo.processInfo.environment["VENUE_TICKETS"].flatMap { Int($0) } ?? 100

    /// Stations at work on a ledger of their own, all connected.
    private func withStations(
        _ count: Int, on ledger: LedgerFixture, _ body: @escaping @Sendable ([MemoryStation]) async throws -> Void
    ) async throws {
        _ = try await ledger.ask("UPDATE usher.setting SET claims_per_second = 1000000 RETURNING 1")
        let stations = (1...count).map { MemoryStation("gate-\($0)") }
        try await run(stations[...], on: ledger) {
            for station in stations { try await station.waitUntilConnected() }
            try await body(stations)
        }
    }

    private func run(
        _ stations: ArraySlice<MemoryStation>, on ledger: LedgerFixture, limit: Duration = .seconds(30),
        _ body: @escaping @Sendable () async throws -> Void
    ) async throws {
        guard let station = stations.first else { return try await body() }
        try await station.run(on: try await ledger.add(station.name), limit: limit) {
            try await run(stations.dropFirst(), on: ledger, limit: limit, body)
        }
    }

    /// Shows each ticket at these gates, all gates at once, and tells what was seen by ticket.
    private func show(
        _ tickets: [Int: [MemoryStation]], count: Int = 1, admits: Int = 1
    ) async throws -> [Int: [(gate: String, shown: MemoryStation.Shown)]] {
        var queues: [String: (MemoryStation, [Int])] = [:]
        for (ticket, stations) in tickets.sorted(by: { $0.key < $1.key }) {
            for station in stations { queues[station.name, default: (station, [])].1.append(ticket) }
        }
        return try await withThrowingTaskGroup(of: [(Int, String, MemoryStation.Shown)].self) { group in
            for (station, queue) in queues.values {
                group.addTask {
                    try await onOwnThread {
                        try queue.map {
                            (
                                $0, station.name,
                                try station.show(ticket: $0, count: count, admits: admits, at: Int64($0))
                            )
                        }
                    }
                }
            }
            var seen: [Int: [(gate: String, shown: MemoryStation.Shown)]] = [:]
            for try await shown in group {
                for (ticket, gate, verdict) in shown { seen[ticket, default: []].append((gate, verdict)) }
            }
            return seen
        }
    }

    @Test func `each ticket at three gates at once enters once, and the losers know where and when`() async throws {
        let ledger = try await LedgerFixture()
        try await withStations(16, on: ledger) { stations in
            let shown = Dictionary(
                uniqueKeysWithValues: (1...Self.tickets).map { ($0, Array(stations.shuffled().prefix(3))) })
            for (ticket, seen) in try await show(shown) {
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
        #expect(try await ledger.ask("SELECT count(*) FROM usher.entry WHERE claimed") == String(Self.tickets))
        #expect(try await ledger.office.conflicts() == [])
    }

    @Test func `a group enters person by person, at whichever gates`() async throws {
        let ledger = try await LedgerFixture()
        try await withStations(8, on: ledger) { stations in
            let shown = Dictionary(uniqueKeysWithValues: (1...Self.tickets / 4).map { ($0, stations) })
            for seen in try await show(shown, admits: 4).values {
                #expect(seen.count == 8)
                #expect(seen.count { $0.shown == .admitted } == 4)
            }
        }
    }

    @Test func `a full hall takes nobody more, whoever asks first`() async throws {
        let ledger = try await LedgerFixture()
        let capacity = Self.tickets * 5 / 2
        try await ledger.office.setCapacity(capacity, event: "gala", list: "main")
        try await withStations(8, on: ledger) { stations in
            let shown = Dictionary(uniqueKeysWithValues: (1...Self.tickets).map { ($0, [stations[$0 % 8]]) })
            let seen = try await show(shown, count: 3, admits: 3).values.flatMap { $0 }
            #expect(seen.count { $0.shown == .admitted } == capacity / 3)
            #expect(seen.count { $0.shown == .full } == Self.tickets - capacity / 3)
        }
        let inside = try await ledger.office.status().lists.map(\.inside)
        #expect(inside == [capacity / 3 * 3])
    }

    @Test func `news that come between a decision and its claim make the door decide again`() async throws {
        let ledger = try await LedgerFixture()
        try await withStations(2, on: ledger) { stations in
            let (north, south) = (try #require(stations[0].ledger), stations[1])
            let entry = VenueTests.entry()
            let version = north.version(of: entry.ticket)
            #expect(try await show([1: [south]])[1]?.map(\.shown) == [.admitted])
            try await stations[0].waitUntilKept(1)
            let outcome = try await onOwnThread { north.claim(entry, decidedOn: version) }
            #expect(outcome == .outdated)
        }
    }

    @Test func `what a disk did not take is taken back`() async throws {
        let ledger = try await LedgerFixture()
        try await withStations(2, on: ledger) { stations in
            let (north, south) = (stations[0], stations[1])
            north.setFails(true)
            let failed = try await show([1: [north]])
            #expect(failed[1]?.map(\.shown) == [.notRecorded])
            let other = try await show([1: [south]])
            #expect(other[1]?.map(\.shown) == [.admitted])
        }
        #expect(try await ledger.office.status().lists.map(\.inside) == [1])
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
            _ = try await ledger.ask("UPDATE usher.setting SET claims_per_second = 1000000 RETURNING 1")
            let stations = (1...6).map { MemoryStation("gate-\($0)") }
            try await run(stations[...], on: ledger, limit: .milliseconds(150)) {
                for station in stations { try await station.waitUntilConnected() }
                let shown = Dictionary(
                    uniqueKeysWithValues: (1...Self.tickets).map { ($0, Array(stations.shuffled().prefix(3))) })
                async let happening: Void = LedgerCluster.cluster(hardship.happens, cluster)
                let seen = try await show(shown)
                try await happening
                // These can only be decided alone: the ledger is away, and no door waits for it to come back.
                let later = try await show([Self.tickets + 1: Array(stations.prefix(3))])
                #expect(later[Self.tickets + 1]?.map(\.shown) == [.admitted, .admitted, .admitted])
                try await LedgerCluster.cluster(hardship.mending, cluster)
                for station in stations { try await station.waitUntilConnected() }
                try await compare(ledger, stations, seen.merging(later) { $1 })
            }
        }
    }

    /// Entry by entry; and every double admission that was seen is listed, none missing and none invented.
    private func compare(
        _ ledger: LedgerFixture, _ stations: [MemoryStation],
        _ seen: [Int: [(gate: String, shown: MemoryStation.Shown)]]
    ) async throws {
        let kept = try await ledger.ask(
            """
            SELECT coalesce(jsonb_agg(id ORDER BY id), '[]') FROM usher.entry AS e WHERE undoes IS NULL
              AND NOT EXISTS (SELECT FROM usher.entry AS u WHERE u.undoes = e.id)
            """)
        let ids = try JSONDecoder().decode([String].self, from: Data(try #require(kept).utf8))
        #expect(ids == stations.flatMap(\.own).map(\.id).sorted())
        let doubles = seen.filter { $0.value.count { $0.shown == .admitted } > 1 }.keys
        let conflicts = try await ledger.office.conflicts()
        #expect(Set(conflicts.map(\.key)) == Set(doubles.map { String(format: "%032x", $0) }))
    }
}
