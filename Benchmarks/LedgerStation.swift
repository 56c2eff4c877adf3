import Foundation
import Synchronization
import Tickets
import Venue

/// A station whose journal takes no time: only the ledger is measured.
struct LedgerStation {
    let ledger: Ledger
    let memory = LedgerMemory()
    private let name: String
    private static let limit = Duration.seconds(60)

    init(_ name: String, at address: LedgerAddress) throws {
        self.name = name
        ledger = try Ledger(address, station: name, limit: Self.limit, journal: memory)
    }

    /// Claims a ticket that nobody else has.
    /// - Returns: the entry's id, and how long the door waited.
    func claim() throws -> (id: String, time: Duration) {
        let id = UUID().uuidString.lowercased()
        let checkIn = CheckIn(
            id: id, station: name, sequence: 1, event: "bench", list: "main", gate: name,
            key: TicketKey(hex: id.filter { $0 != "-" }), line: 0, reference: id, verdict: .admitted, count: 1,
            how: .stdin, at: Timestamp(seconds: 1_800_000_000))
        guard let entry = LedgerEntry(checkIn, admits: 1, reentry: .none) else { throw BenchmarkError("no entry") }
        var outcome = ClaimOutcome.full
        var timeLeft = Self.limit
        let time = ContinuousClock().measure {
            outcome = ledger.claim(entry, decidedOn: 0, timeLeft: &timeLeft)
        }
        guard case .taken = outcome else { throw BenchmarkError("a claim was not taken: \(outcome)") }
        ledger.finished()
        return (id, time)
    }

    /// Claims one after the other on its own thread.
    /// - Parameters:
    ///   - pause: between the starts of two claims; the first starts at a random time within the first pause.
    ///   - isOver: called before each claim, with the number of claims so far.
    func claim(
        every pause: Duration = .zero, until isOver: @escaping @Sendable (Int) -> Bool
    ) async throws -> [(id: String, time: Duration, end: ContinuousClock.Instant)] {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(
                    with: Result {
                        var claims: [(id: String, time: Duration, end: ContinuousClock.Instant)] = []
                        var next = ContinuousClock.now + .seconds(pause / .seconds(1) * .random(in: 0...1))
                        while !isOver(claims.count) {
                            Thread.sleep(forTimeInterval: max(.zero, next - .now) / .seconds(1))
                            next += pause
                            let (id, time) = try claim()
                            claims.append((id, time, .now))
                        }
                        return claims
                    })
            }
        }
    }

    func waitUntilConnected() async throws {
        while memory.condition != .connected {
            if case .alone(let error?) = memory.condition { throw error }
            try await Task.sleep(for: .milliseconds(1))
        }
    }
}

/// Records when it learnt of each entry.
final class LedgerMemory: LedgerJournal {
    private struct State {
        var condition = LedgerCondition.alone(nil)
        var kept = 0
        var heard: [String: ContinuousClock.Instant] = [:]
    }

    private let state = Mutex(State())

    func exitHours() -> [ExitHour] { [] }

    var condition: LedgerCondition { state.withLock { $0.condition } }
    var kept: Int { state.withLock { $0.kept } }

    func heard(of id: String) -> ContinuousClock.Instant? { state.withLock { $0.heard[id] } }

    func keep(_ entries: [LedgerEntry], cursors: [String: Int64]) {
        let now = ContinuousClock.now
        state.withLock { state in
            state.kept += entries.count
            // Only for updates while connected, which are few.
            guard state.condition == .connected else { return }
            for entry in entries { state.heard[entry.id] = now }
        }
    }

    func cursors() -> [String: Int64] { [:] }
    func waiting(limit: Int) -> [LedgerEntry] { [] }
    func settle(_ ids: [String]) {}
    func park(_ id: String, because error: VenueError) {}
    func has(_ entry: LedgerEntry) -> Bool { true }
    func newestNumber() -> Int64 { 0 }
    func noteTime(_ time: Timestamp) {}
    func note(_ notices: LedgerNotices) {}
    func noteCondition(_ condition: LedgerCondition) { state.withLock { $0.condition = condition } }
}
