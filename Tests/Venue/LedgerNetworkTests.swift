import Foundation
import Subprocess
import Testing
import Threads

@testable import Venue

/// A network that takes every packet and says nothing: what a switch without power does, and no reset tells of.
@Suite(
    .timeLimit(.minutes(5)),
    .enabled(if: getuid() == 0 || ProcessInfo.processInfo.environment["VENUE_TICKETS"] != nil, "it takes root"))
struct LedgerNetworkTests {
    private static let limit = Duration.milliseconds(150)

    /// Runs with a ledger behind a network of its own. Its owner comes through the socket, which nothing cuts.
    private func withNetwork(_ body: @Sendable (_ network: String) async throws -> Void) async throws {
        let network = String(UUID().uuidString.prefix(8).lowercased())
        let script = LedgerCluster.script("network")
        let address = try await LedgerCluster.execute([script, "make", network])
        let result: Result<Void, any Error>
        do {
            try await withLedger(at: address, behind: network, body)
            result = .success(())
        } catch {
            result = .failure(error)
        }
        try await LedgerCluster.execute([script, "remove", network])
        try result.get()
    }

    private func withLedger(
        at address: String, behind network: String, _ body: @Sendable (_ network: String) async throws -> Void
    ) async throws {
        let folder = LedgerCluster.newFolder()
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try await LedgerCluster.execute(
            """
            openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=localhost
            -addext subjectAltName=DNS:localhost -keyout \(folder)/server.key -out \(folder)/server.crt
            """.split(whereSeparator: \.isWhitespace).map(String.init))
        try await LedgerCluster.execute(
            [LedgerCluster.script("network"), "run", network, LedgerCluster.script("cluster"), "start", folder],
            .inherit.updating(["LEDGER_ADDRESS": "*", "LEDGER_PORT": "5432"]))
        let way = "host=localhost&hostaddr=\(address)&port=5432&sslrootcert=\(folder)/server.crt"
        try await LedgerCluster.use(folder) { _ in
            try await LedgerCluster.$way.withValue(way) { try await body(network) }
        }
    }

    @Test func `doors go on while the network is cut, and afterwards all journals agree with the ledger`() async throws
    {
        try await withNetwork { network in
            let ledger = try await LedgerFixture()
            try await ledger.liftLimit()
            // The last one is not shown anything: only the one that follows the ledger can find out.
            let stations = (1...6).map { MemoryStation("gate-\($0)") }
            let doors = stations.dropLast()
            try await LedgerRace.run(stations[...], on: ledger, limit: Self.limit) {
                for station in stations { try await station.waitUntilConnected() }
                let shown = Dictionary(
                    uniqueKeysWithValues: (1...LedgerRace.tickets).map { ($0, Array(doors.shuffled().prefix(3))) })
                async let cutting: String = LedgerCluster.execute([LedgerCluster.script("network"), "cut", network])
                var seen = try await LedgerRace.show(shown)
                _ = try await cutting
                let last = LedgerRace.tickets + 1
                seen.merge(try await LedgerRace.show([last: Array(doors)])) { $1 }
                #expect(seen[last]?.count { $0.shown == .admitted } == doors.count)
                for station in stations { try await station.wait { condition, _ in condition != .connected } }
                try await expectNobody(in: ledger)

                try await LedgerCluster.execute([LedgerCluster.script("network"), "mend", network])
                for station in stations { try await station.waitUntilConnected() }
                try await LedgerRace.compare(ledger, stations, seen)
                let longest = stations.map(\.longestWait).max() ?? .zero
                #expect(longest < Self.limit * 10)
            }
        }
    }

    /// The server, too, notices: connections that nobody uses any more would soon be all that a station may have.
    private func expectNobody(in ledger: LedgerFixture) async throws {
        let owner = try LedgerFixture.address(of: ledger.name)
        try await onOwnThread {
            var connection = try LedgerConnection.open(of: owner, application: "test", timeout: .seconds(30))
            let count = LedgerStatement(
                name: "count",
                text: "SELECT count(*) FROM pg_stat_activity WHERE usename LIKE current_database() || '.%'",
                operation: "count the connections of")
            let (pause, deadline) = (try WakeSignal(), LedgerFixture.soon)
            while try connection.ask(count, until: deadline).value != "0" {
                try #require(LedgerConnection.Deadline.now < deadline, "connections are left")
                pause.wait(until: .now + .milliseconds(100))
            }
        }
    }
}
