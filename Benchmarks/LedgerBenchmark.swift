import Foundation
import Synchronization
import Venue

/// What a venue's ledger costs a door, and how much one server takes, compared with PostgreSQL's own benchmark in the
/// same server. Everything runs on this machine: server, stations and pgbench share its processors.
struct LedgerBenchmark {
    let folder: URL
    /// How many entries a station that connects late has to read.
    let entries: Int

    private static let gates = 64

    func run() async throws {
        let server = try await LedgerServer(below: folder)
        let result: Result<Void, any Error>
        do {
            result = .success(try await measure(server))
        } catch {
            result = .failure(error)
        }
        try await server.stop()
        try result.get()
    }

    private func measure(_ server: LedgerServer) async throws {
        let addresses = try await Self.addresses(Self.gates + 1, of: server)
        try await measureOneClaim(server, addresses)
        for count in [1, 16, 64] { try await measurePace(count, addresses) }
        try await measureThroughput(server, addresses)
        try await measureNews(addresses)
        try await fill(server)
        try await measureCatchUp(addresses)
    }

    private static func addresses(_ count: Int, of server: LedgerServer) async throws -> [LedgerAddress] {
        var addresses: [LedgerAddress] = []
        for number in 0..<count { addresses.append(try await server.add("gate-\(number)")) }
        return addresses
    }

    /// Runs `body` while the first `count` stations are connected.
    private func withStations<Result: Sendable>(
        _ addresses: some Collection<LedgerAddress> & Sendable,
        _ body: @Sendable ([LedgerStation]) async throws -> Result
    ) async throws -> Result {
        let stations = try addresses.enumerated().map { try LedgerStation("gate-\($0)", at: $1) }
        return try await withThrowingTaskGroup(of: Void.self) { group in
            for station in stations { group.addTask { await station.ledger.run() } }
            defer { group.cancelAll() }
            for station in stations { try await station.waitUntilConnected() }
            return try await body(stations)
        }
    }

    /// All stations claim at the same time.
    private func claim(
        _ stations: [LedgerStation], every pause: Duration = .zero, for time: Duration
    ) async throws -> [Duration] {
        let end = ContinuousClock.now + time
        return try await withThrowingTaskGroup(of: [Duration].self) { group in
            for station in stations {
                group.addTask { try await station.claim(every: pause) { _ in .now >= end }.map(\.time) }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
    }

    // MARK: - Claims

    private func measureOneClaim(_ server: LedgerServer, _ addresses: [LedgerAddress]) async throws {
        let rival = try await server.measureRival(clients: 1, seconds: 5).latencies
        let ours = try await withStations(addresses.prefix(1)) { Percentiles(try await claim($0, for: .seconds(5))) }
        show("one claim", ours.text)
        show("one-row INSERT by pgbench", rival.text)
        show(
            "claim : INSERT", "p50 \(ratio(ours.median, rival.median)), p99 \(ratio(ours.p99, rival.p99))")
    }

    /// How long a scan waits for the ledger while so many gates admit one person a second each, and the measured one
    /// twenty times as many.
    private func measurePace(_ count: Int, _ addresses: [LedgerAddress]) async throws {
        let times = try await withStations(addresses.prefix(count)) { stations in
            async let others = claim(Array(stations.dropFirst()), every: .seconds(1), for: .seconds(20))
            let times = try await claim(Array(stations.prefix(1)), every: .milliseconds(50), for: .seconds(20))
            _ = try await others
            return Percentiles(times)
        }
        show("a scan more, \(count) gates", times.text)
    }

    private func measureThroughput(_ server: LedgerServer, _ addresses: [LedgerAddress]) async throws {
        let seconds = 10
        let rival = try await server.measureRival(clients: Self.gates, seconds: seconds)
        let claims = try await withStations(addresses.prefix(Self.gates)) {
            try await claim($0, for: .seconds(seconds)).count
        }
        let rate = Double(claims) / Double(seconds)
        show(
            "claims a second, \(Self.gates) gates",
            String(
                format: "%.0f; pgbench with as many clients %.0f, ratio %.2f", rate, rival.commitsPerSecond,
                rate / rival.commitsPerSecond))
    }

    // MARK: - Updates

    /// From the answer to one gate until another gate knows of the entry.
    private func measureNews(_ addresses: [LedgerAddress]) async throws {
        let delays = try await withStations(addresses.prefix(2)) { stations in
            let claims = try await stations[0].claim(every: .milliseconds(20)) { $0 == 500 }
            return try await withThrowingTaskGroup { group in
                for claim in claims {
                    group.addTask {
                        while true {
                            if let heard = stations[1].memory.heard(of: claim.id) {
                                return max(.zero, heard - claim.end)
                            }
                            try await Task.sleep(for: .milliseconds(10))
                        }
                    }
                }
                return Percentiles(try await group.reduce(into: []) { $0.append($1) })
            }
        }
        show("until another gate knows", delays.text)
    }

    /// Entries of a past evening, from twenty gates that no longer claim.
    private func fill(_ server: LedgerServer) async throws {
        try await server.query(
            """
            INSERT INTO usher.station(name, role, last)
              SELECT 'filler-' || i, 'filler-' || i, \(entries / 20) FROM generate_series(0, 19) AS i;
            INSERT INTO usher.ticket
              SELECT 'old', 'main', decode(lpad(to_hex(i), 32, '0'), 'hex'), 1 FROM generate_series(0, \(entries - 1)) AS i;
            INSERT INTO usher.entry(id, station, number, seq, event, list, gate, key, version, line, ref, verdict, kind,
                count, at, admits, reentry, claimed)
              SELECT gen_random_uuid(), 'filler-' || i % 20, i / 20 + 1, i, 'old', 'main', 'G' || i % 20,
                decode(lpad(to_hex(i), 32, '0'), 'hex'), 1, 0, 'T' || i, 'admitted', 'scan', 1,
                1700000000000 + i * 15::bigint, 1, 0, true FROM generate_series(0, \(entries - 1)) AS i;
            ANALYZE; CHECKPOINT
            """)
    }

    /// How fast a station that knows nothing reads everything, and how that affects the others.
    private func measureCatchUp(_ addresses: [LedgerAddress]) async throws {
        let (late, others) = (addresses[Self.gates], addresses.prefix(1))
        try await withStations(others) { stations in
            let pause = Duration.milliseconds(50)
            let before = Percentiles(try await stations[0].claim(every: pause) { $0 == 400 }.map(\.time))
            let isOver = Atomic(false)
            async let meanwhile = stations[0].claim(every: pause) { _ in isOver.load(ordering: .relaxed) }
            let clock = ContinuousClock()
            let time = try await clock.measure {
                try await withStations([late]) { _ in }
            }
            isOver.store(true, ordering: .relaxed)
            let during = Percentiles(try await meanwhile.map(\.time))
            let rate = Int(Double(entries) / (time / .seconds(1)))
            show("catch-up of \(entries)", "\(time.text), \(rate) entries a second")
            show("a claim without it", before.text)
            show(
                "a claim meanwhile",
                "\(during.text), ratio p50 \(ratio(during.median, before.median)), p99 \(ratio(during.p99, before.p99))"
            )
        }
    }
}
