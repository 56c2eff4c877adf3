import StationSimulation
import Testing

/// Stops what histories have started, after the last of a suite: their PostgreSQL, and folders in memory.
struct SimulationEnds: SuiteTrait, TestScoping {
    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        do {
            try await function()
        } catch {
            try? await Simulation.end()
            throw error
        }
        try await Simulation.end()
    }
}

/// Histories that the simulation has found, each the shortest that failed: what was repaired must stay repaired.
@Suite(SimulationEnds()) struct HistoryTests {
    @Test func `an exit that nobody entered for makes no room`() async throws {
        try await History(
            Setup(stations: 1, hall: 1, lounge: 1, events: 1, hasServer: false, hasLedger: false),
            [
                .leave(0, ticket: 2, gate: 1, reader: 3),
                .scan(0, ticket: 2, gate: 2, reader: 3),
            ]
        ).replay()
    }

    @Test func `an exit whose entry is taken back makes no room`() async throws {
        try await History(
            Setup(stations: 1, hall: 1, lounge: 2, events: 1, hasServer: false, hasLedger: false),
            [
                .admit(0, ticket: 4, people: 1, staff: 0),
                .everyoneOut(0),
                .undo(0, back: 0, staff: 0),
                .scan(0, ticket: 4, gate: 2, reader: 3),
            ]
        ).replay()
    }

    @Test func `a ticket of the box office that entered at one gate is known at the others`() async throws {
        try await History(
            Setup(stations: 2, hall: 1, lounge: 1, events: 1, hasServer: true, hasLedger: false),
            [
                .scan(0, ticket: 15, gate: 0, reader: 2),
                .upload(0),
                .hear(1),
                .scan(1, ticket: 15, gate: 0, reader: 0),
            ]
        ).replay()
    }

    @Test func `a code in no list is unknown at a gate that only the second event has, too`() async throws {
        try await History(
            Setup(stations: 1, hall: 0, lounge: 1, events: 2),
            [
                .scan(0, ticket: 17, gate: 4, reader: 3)
            ]
        ).replay()
    }

    @Test func `a double entry of an outage is listed although everyone was sent out since`() async throws {
        try await History(
            Setup(stations: 3, hall: 1, lounge: 0, events: 1, hasLedger: true),
            [
                .ledger(2, isThere: false),
                .scan(0, ticket: 15, gate: 0, reader: 1),
                .scan(2, ticket: 15, gate: 0, reader: 1),
                .ledger(2, isThere: true),
                .follow(2),
                .everyoneOut(2),
            ]
        ).replay()
    }

    @Test func `an exit that was undone without the ledger makes a double entry, which is listed`() async throws {
        try await History(
            Setup(stations: 3, hall: 1, lounge: 2, events: 1, hasLedger: true),
            [
                .admit(0, ticket: 3, people: 1, staff: 0),
                .leave(0, ticket: 3, gate: 0, reader: 0),
                .leave(0, ticket: 2, gate: 0, reader: 3),
                .scan(0, ticket: 4, gate: 0, reader: 2),
                .scan(1, ticket: 3, gate: 0, reader: 3),
                .loseAnswer(0, ticket: 2),
                .undo(0, back: 3, staff: 2),
            ]
        ).replay()
    }

    @Test func `a claim whose answer is lost is one entry`() async throws {
        try await History(
            Setup(stations: 2, hall: 1, lounge: 0, events: 1, hasLedger: true),
            [
                .loseAnswer(0, ticket: 2),
                .scan(1, ticket: 2, gate: 0, reader: 1),
                .leave(0, ticket: 2, gate: 0, reader: 1),
                .follow(0),
                .scan(0, ticket: 2, gate: 0, reader: 1),
            ]
        ).replay()
    }

    @Test func `a relay tells its server of one undo of an entry, though two stations took it back`() async throws {
        try await History(
            Setup(stations: 2, hasServer: true, hasRelay: true),
            [
                .scan(0, ticket: 0, gate: 0, reader: 1),
                .upload(0),
                .hear(1),
                .undo(0, back: 0, staff: 2),
                .undoElsewhere(1, back: 0, staff: 2),
                .upload(1),
                .passOn(restarts: true),
                .upload(0),
                .hear(0),
                .hear(1),
                .scan(1, ticket: 0, gate: 0, reader: 1),
            ]
        ).replay()
    }

    @Test func `an undone entry that the server counts takes back the exit after it`() async throws {
        try await History(
            Setup(stations: 1, hall: 1, lounge: 2, events: 1, hasServer: true, serverCounts: true),
            [
                .admit(0, ticket: 2, people: 1, staff: 0),
                .everyoneOut(0),
                .scan(0, ticket: 2, gate: 0, reader: 3),
                .upload(0),
                .publish(change: 0, ticket: 4, to: 6),
                .install(0, event: 0),
                .scan(0, ticket: 2, gate: 2, reader: 3),
                .scan(0, ticket: 2, gate: 0, reader: 1),
                .admit(0, ticket: 2, people: 1, staff: 2),
                .leave(0, ticket: 2, gate: 2, reader: 3),
                .undo(0, back: 0, staff: 0),
                .admit(0, ticket: 2, people: 2, staff: 2),
            ]
        ).replay()
    }

    @Test func `random histories of one station hold`() async throws {
        let families: Set<Family> = [.scans, .hands, .undos, .overrides, .restarts, .clocks, .events, .backups]
        let found = try await Simulation(seed: 1, actions: 600, families: families).run { _ in }
        #expect(found == nil, "\(found.map { "\($0.failure)\n\($0.history.test(named: "it"))" } ?? "")")
    }

    @Test func `of two exits of one entry, the one that may be of a later entry is the question`() async throws {
        try await History(
            Setup(
                stations: 3, hall: 1, lounge: 2, everyoneOut: 1153, events: 1, hasServer: false, serverCounts: false,
                hasRelay: false, hasLedger: true),
            [
                .twice(0, ticket: 3, gate: 1),
                .everyoneOut(0),
                .leave(0, ticket: 3, gate: 1, reader: 3),
                .leave(1, ticket: 3, gate: 0, reader: 3),
                .scan(1, ticket: 3, gate: 2, reader: 1),
                .admit(1, ticket: 3, people: 1, staff: 1),
                .follow(0),
                .scan(1, ticket: 3, gate: 0, reader: 2),
            ]
        ).replay()
    }
}
