import Foundation
import Synchronization
import Threads
import Tickets

@testable import Venue

/// A station with a journal in memory and the plainest of rules: a line lets in as many as it is for, once.
final class MemoryStation: LedgerJournal {
    private struct Journal {
        var own: [LedgerEntry] = []
        var taken: [String] = []
        var longest = Duration.zero
        var waiting: [LedgerEntry] = []
        var elsewhere: [String: LedgerEntry] = [:]
        var cursors: [String: Int64] = [:]
        var condition = LedgerCondition.alone(nil)
        var parked: [String] = []
        /// Entries that the ledger has, and that were looked for here.
        var soughtIDs: Set<String> = []
        var fails = false
    }

    let name: String
    private let journal = Mutex(Journal())
    private let changes = NSCondition()
    private let connection = Mutex<Ledger?>(nil)

    /// While it runs.
    var ledger: Ledger? { connection.withLock { $0 } }

    init(_ name: String) {
        self.name = name
    }

    /// What a list would say.
    let hours = Mutex<[ExitHour]>([])

    func exitHours() -> [ExitHour] { hours.withLock { $0 } }

    /// What a person saw.
    enum Shown: Equatable {
        case admitted
        case refused(first: LedgerEntry)
        case full
        case notRecorded
    }

    /// On a thread that may wait.
    func show(ticket: Int, count: Int = 1, admits: Int = 1, at time: Int64 = 1_000) throws -> Shown {
        let start = ContinuousClock.now
        defer { journal.withLock { $0.longest = max($0.longest, .now - start) } }
        return try decide(ticket: ticket, count: count, admits: admits, at: time)
    }

    /// The longest that anybody waited for a verdict.
    var longestWait: Duration { journal.withLock { $0.longest } }

    private func decide(ticket: Int, count: Int, admits: Int, at time: Int64) throws -> Shown {
        guard let ledger else { return .notRecorded }
        defer { ledger.finished() }
        var timeLeft = ledger.limit
        while true {
            var entry = VenueTests.entry(ticket: ticket, gate: name, count: count, at: time, admits: admits)
            entry.seq = Int64(journal.withLock { $0.own.count + 1 })
            let version = ledger.version(of: entry.ticket)
            if let first = refusal(of: entry) {
                // Somebody may have taken the first entry back, or left.
                let look = ledger.look(at: entry.ticket, decidedOn: version, timeLeft: &timeLeft)
                if let look, !look.updates.isEmpty, refusal(of: entry) == nil { continue }
                return .refused(first: first)
            }
            switch ledger.claim(entry, decidedOn: version, timeLeft: &timeLeft) {
            case .outdated: continue
            case .full: return .full
            case .taken:
                guard commit(entry, isWaiting: false) else {
                    ledger.withdraw(entry.id, timeLeft: &timeLeft)
                    return .notRecorded
                }
                journal.withLock { $0.taken.append(entry.id) }
                return .admitted
            case .alone:
                guard commit(entry, isWaiting: true) else { return .notRecorded }
                ledger.nudge()
                return .admitted
            }
        }
    }

    private func refusal(of entry: LedgerEntry) -> LedgerEntry? {
        journal.withLock { journal in
            let all = (journal.own + journal.elsewhere.values).filter { $0.ticket == entry.ticket }
            let undone = Set(all.compactMap(\.undoes))
            let ins = all.filter { $0.verdict == "admitted" && $0.undoes == nil && !undone.contains($0.id) }
            let people = ins.reduce(0) { $0 + $1.count }
            return people + entry.count > entry.admits ? ins.min { ($0.at, $0.id) < ($1.at, $1.id) } : nil
        }
    }

    private func commit(_ entry: LedgerEntry, isWaiting: Bool) -> Bool {
        journal.withLock { journal in
            guard !journal.fails else { return false }
            journal.own.append(entry)
            if isWaiting { journal.waiting.append(entry) }
            return true
        }
    }

    /// The disk takes nothing any more, or does again.
    func setFails(_ fails: Bool) { journal.withLock { $0.fails = fails } }

    var own: [LedgerEntry] { journal.withLock { $0.own } }

    /// Entries that the ledger said it has, before anybody saw them.
    var taken: [String] { journal.withLock { $0.taken } }

    /// Entries that the ledger would not have.
    var parked: [String] { journal.withLock { $0.parked } }

    /// As if decided without the ledger.
    func decideAlone(_ entry: LedgerEntry) { _ = commit(entry, isWaiting: true) }

    var elsewhere: [LedgerEntry] { journal.withLock { Array($0.elsewhere.values) } }

    /// Runs with a ledger while the body does.
    func run<Result: Sendable>(
        on address: LedgerAddress, limit: Duration, _ body: @Sendable () async throws -> Result
    ) async throws -> Result {
        let ledger = try Ledger(address, station: name, limit: limit, journal: self)
        connection.withLock { $0 = ledger }
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await ledger.run() }
            defer { group.cancelAll() }
            return try await body()
        }
    }

    /// Returns when this holds of its condition and its waiting entries.
    func wait(_ holds: @escaping @Sendable (LedgerCondition, Int) -> Bool) async throws {
        try await onOwnThread {
            self.changes.withLock {
                while !self.journal.withLock({ holds($0.condition, $0.waiting.count) }) { self.changes.wait() }
            }
        }
    }

    /// Returns when so many entries of other stations are known here.
    func waitUntilKept(_ count: Int) async throws {
        try await onOwnThread {
            self.changes.withLock {
                while self.elsewhere.count < count { self.changes.wait() }
            }
        }
    }

    /// Returns when the ledger's entry has been looked for in the journal.
    func waitUntilSought(_ id: String) async throws {
        try await onOwnThread {
            self.changes.withLock {
                while !self.journal.withLock({ $0.soughtIDs.contains(id) }) { self.changes.wait() }
            }
        }
    }

    func waitUntilConnected() async throws {
        try await wait { condition, waiting in condition == .connected && waiting == 0 }
    }

    private func change(_ body: (inout Journal) -> Void) {
        changes.withLock {
            journal.withLock { body(&$0) }
            changes.broadcast()
        }
    }

    // MARK: - LedgerJournal

    func cursors() throws -> [String: Int64] { journal.withLock { $0.cursors } }

    func keep(_ entries: [LedgerEntry], cursors: [String: Int64]) throws {
        change { journal in
            for entry in entries where entry.station != name { journal.elsewhere[entry.id] = entry }
            journal.cursors.merge(cursors) { $1 }
        }
    }

    func waiting(limit: Int) throws -> [LedgerEntry] { journal.withLock { Array($0.waiting.prefix(limit)) } }

    func settle(_ ids: [String]) throws {
        change { $0.waiting.removeAll { ids.contains($0.id) } }
    }

    func park(_ id: String, because error: VenueError) throws {
        change { journal in
            journal.waiting.removeAll { $0.id == id }
            journal.parked.append(id)
        }
    }

    func has(_ entry: LedgerEntry) throws -> Bool {
        // Sought when the answer stands.
        defer { change { $0.soughtIDs.insert(entry.id) } }
        return own.contains { $0.id == entry.id }
    }

    func newestNumber() throws -> Int64 { Int64(own.count) }

    func noteTime(_ time: Timestamp) {}
    func note(_ notices: LedgerNotices) {}

    func noteCondition(_ condition: LedgerCondition) {
        change { $0.condition = condition }
    }
}
