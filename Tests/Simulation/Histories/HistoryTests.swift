import StationSimulation
import Testing

/// Histories that the simulation has found, each the shortest that failed: what was mended stays mended.
@Suite struct HistoryTests {
    @Test func `a ticket enters and leaves`() async throws {
        try await History(
            Setup(stations: 1, hall: 1),
            [
                .scan(0, ticket: 0, gate: 0, reader: 0),
                .leave(0, ticket: 0, gate: 0, reader: 0),
                .scan(0, ticket: 0, gate: 0, reader: 0),
                .scan(0, ticket: 0, gate: 0, reader: 0),
            ]
        ).replay()
    }

    @Test func `histories of all kinds hold`() async throws {
        let found = try await Simulation(seed: 1, actions: 600, families: [.scans]).run { _ in }
        #expect(found == nil, "\(found.map { "\($0.failure)\n\($0.history.test(named: "it"))" } ?? "")")
    }
}
