import Foundation
import Testing
import Threads

@testable import Venue

/// What races of several stations for the same tickets have in common.
enum LedgerRace {
    /// More of them with `make test-venue`.
    static let tickets = ProcessInfo.processInfo.environment["VENUE_TICKETS"].flatMap { Int($0) } ?? 100

    /// Stations at work on a ledger of their own, all connected.
    static func withStations(
        _ count: Int, on ledger: LedgerFixture, _ body: @escaping @Sendable ([MemoryStation]) async throws -> Void
    ) async throws {
        try await ledger.liftLimit()
        let stations = (1...count).map { MemoryStation("gate-\($0)") }
        try await run(stations[...], on: ledger) {
            for station in stations { try await station.waitUntilConnected() }
            try await body(stations)
        }
    }

    static func run(
        _ stations: ArraySlice<MemoryStation>, on ledger: LedgerFixture, limit: Duration = .seconds(30),
        _ body: @escaping @Sendable () async throws -> Void
    ) async throws {
        guard let station = stations.first else { return try await body() }
        try await station.run(on: try await ledger.add(station.name), limit: limit) {
            try await run(stations.dropFirst(), on: ledger, limit: limit, body)
        }
    }

    /// Shows each ticket at these gates, all gates at once, and tells what was seen by ticket.
    static func show(
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

    /// Entry by entry; and every double admission that was seen is listed, none missing and none invented.
    static func compare(
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
