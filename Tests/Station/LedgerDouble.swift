import Foundation
import Messages
import Synchronization
import Tickets

@testable import Station
@testable import Venue

/// A venue's ledger in memory, for the doors of one process: versions, capacity, and what a test wants to go wrong.
final class LedgerDouble: Sendable {
    struct State {
        var entries: [LedgerEntry] = []
        var capacity: Int?
        /// Its owner lets no station take back what another recorded.
        var forbidsSupervisorUndo = false
        /// It does not answer.
        var isGone = false
        /// The next claims are taken, and the answer is lost.
        var losesAnswers = false
        /// People whom another gate lets pass on the ticket just before each claim is looked at, as often as said.
        var faster: (people: Int, times: Int) = (0, 0)
        var looks = 0
        var claims = 0
    }

    let state = Mutex(State())

    var entries: [LedgerEntry] { state.withLock { $0.entries } }
    var claims: Int { state.withLock { $0.claims } }
    var looks: Int { state.withLock { $0.looks } }

    func change(_ body: (inout State) -> Void) { state.withLock { body(&$0) } }

    /// As a station sees it.
    func gate(_ station: String) -> Gate { Gate(ledger: self, station: station) }

    /// Another station's entry.
    func add(_ entry: LedgerEntry, station: String, isClaimed: Bool = true) {
        state.withLock { $0.append(entry, station: station, isClaimed: isClaimed) }
    }

    final class Gate: DoorLedger {
        let ledger: LedgerDouble
        let station: String
        /// Given once the station is there.
        private let journal = Mutex<(any LedgerJournal)?>(nil)
        private let versions = Mutex<[LedgerTicket: Int64]>([:])
        private let asked = Mutex<String?>(nil)

        init(ledger: LedgerDouble, station: String) {
            (self.ledger, self.station) = (ledger, station)
        }

        func connect(_ journal: any LedgerJournal) { self.journal.withLock { $0 = journal } }

        /// Asked for, and not finished.
        var open: String? { asked.withLock { $0 } }

        var condition: LedgerCondition { ledger.state.withLock { $0.isGone } ? .alone(nil) : .connected }

        func version(of ticket: LedgerTicket) -> Int64 { versions.withLock { $0[ticket] ?? 0 } }

        func claim(
            _ entry: LedgerEntry, decidedOn version: Int64, timeLeft: inout Duration
        ) -> ClaimOutcome {
            asked.withLock { $0 = entry.id }
            let (outcome, updates) = ledger.state.withLock { $0.claim(entry, station: station, version: version) }
            keep(updates)
            switch outcome {
            case .taken, .outdated, .full: note(entry.ticket)
            case .alone: break
            }
            return outcome
        }

        func look(
            at ticket: LedgerTicket, decidedOn version: Int64, timeLeft: inout Duration
        ) -> LedgerLookup? {
            let look: LedgerLookup? = ledger.state.withLock { state in
                guard !state.isGone else { return nil }
                state.looks += 1
                return LedgerLookup(updates: state.newer(ticket, version), inside: 0, capacity: nil)
            }
            guard let look else { return nil }
            keep(look.updates)
            note(ticket)
            return look
        }

        private func note(_ ticket: LedgerTicket) {
            let newest = ledger.state.withLock { state in Int64(state.entries.count { $0.ticket == ticket }) }
            versions.withLock { $0[ticket] = newest }
        }

        private func keep(_ updates: [LedgerEntry]) {
            try? journal.withLock { $0 }?.keep(updates, cursors: [:])
        }

        func finished() { asked.withLock { $0 = nil } }

        func withdraw(_ id: String, timeLeft: inout Duration) {
            finished()
            ledger.state.withLock { $0.entries.removeAll { $0.id == id } }
        }

        func nudge() {}

        /// As the ledger's thread does after a time alone.
        func deliver() throws {
            guard let journal = journal.withLock({ $0 }) else { return }
            let waiting = try journal.waiting(limit: 1000)
            for entry in waiting { ledger.add(entry, station: station, isClaimed: false) }
            try journal.settle(waiting.map(\.id))
        }

        /// Everything that others did.
        func catchUp() throws {
            keep(ledger.entries.filter { $0.station != station })
        }
    }
}

extension LedgerDouble.State {
    fileprivate mutating func append(_ entry: LedgerEntry, station: String, isClaimed: Bool) {
        guard !entries.contains(where: { $0.id == entry.id }) else { return }
        var entry = entry
        entry.station = station
        entry.number = Int64(entries.count { $0.station == station } + 1)
        entry.version = Int64(entries.count { $0.ticket == entry.ticket } + 1)
        entry.claimed = isClaimed
        entries.append(entry)
    }

    fileprivate func newer(_ ticket: LedgerTicket, _ version: Int64) -> [LedgerEntry] {
        entries.filter { $0.ticket == ticket && $0.version ?? 0 > version }
    }

    fileprivate mutating func claim(
        _ entry: LedgerEntry, station: String, version: Int64
    ) -> (ClaimOutcome, [LedgerEntry]) {
        guard !isGone else { return (.alone(nil), []) }
        claims += 1
        if faster.times > 0 {
            faster.times -= 1
            var other = entry
            (other.id, other.gate, other.count) = (UUID().uuidString.lowercased(), "F", faster.people)
            append(other, station: "faster", isClaimed: true)
        }
        let current = entries.count { $0.ticket == entry.ticket }
        guard Int64(current) == version else { return (.outdated, newer(entry.ticket, version)) }
        if forbidsSupervisorUndo, entry.kind == "supervisorUndo" {
            return (.alone(VenueError(.rejected, "claim an entry in", "the ledger", "the owner forbids it")), [])
        }
        let undone = Set(entries.compactMap(\.undoes))
        let inside = entries.reduce(0) { sum, each in
            undone.contains(each.id) ? sum : sum + (each.verdict == "admitted" ? each.count : -each.count)
        }
        if let capacity, entry.verdict == "admitted", entry.undoes == nil, inside + entry.count > capacity {
            return (.full, [])
        }
        append(entry, station: station, isClaimed: true)
        return (losesAnswers ? .alone(nil) : .taken, [])
    }
}
