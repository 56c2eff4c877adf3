internal import Foundation
internal import Journal
internal import Manifests
package import StationAPI
internal import Threads
package import Tickets

/// The journal and the outbox, as the API asks for them.
package struct Records: JournalControl {
    let journal: Journal
    let manifests: ManifestStore
    let doubleEntries: DoubleEntryDetector
    let tallies: TallyCache
    let clock: StationClock
    let witness: ClockWitness
    let notes: StationNotes
    let graceAfterEnd: Duration
    /// For short reads of the journal.
    let journalQueue: WorkQueue
    /// For work that goes through the whole journal, one at a time.
    let longWork: WorkQueue

    package func entries(after sequence: Int64, limit: Int) async throws -> [JSONValue] {
        try await journalQueue.run { try journal.entries(after: sequence, limit: limit).map(\.json) }
    }

    /// The entries count as exported, so that they may be purged, when the reader has taken all pieces.
    package func export(_ format: JournalFormat) async throws -> ByteStream {
        let (pipe, pieces) = ExportPipe.open()
        let journal = journal
        let now = clock.now()
        longWork.begin {
            do {
                let export = try pipe.fill { take in
                    try journal.exportLines(format == .csv ? .csv : .jsonLines, now: now, to: take)
                }
                // Somebody saves what there is from a disk that takes nothing: then it does not count as exported, and stays.
                try? journal.markExported(export)
                pipe.close()
            } catch {
                pipe.close(error)
            }
        }
        return pieces
    }

    package func head() async throws -> JournalHeadAnswer {
        try await journalQueue.run { JournalHeadAnswer(head: try journal.signHead(now: clock.now()).line) }
    }

    package func verify(_ request: VerifyRequest) async throws -> VerifyAnswer {
        let result = try await longWork.run { try journal.verify(head: request.head) }
        return VerifyAnswer(
            isWhole: result.isWhole, entries: result.entries, fault: result.fault?.description, note: note(on: result))
    }

    private func note(on result: JournalVerification) -> String {
        guard let head = result.head else {
            return
                "Not compared with an earlier export, so entries removed or rewritten at the end would go unnoticed. "
                + "Compare with an exported head to rule that out."
        }
        guard !result.headIsRemoved else {
            return "The entry of this head was purged; use a later head."
        }
        return "Proven up to entry \(head) by the head; changes after it would not show."
    }

    package func outbox(_ request: OutboxRequest) async throws -> [StationAPI.OutboxItem] {
        try await journalQueue.run { try items(request) }
    }

    private func items(_ request: OutboxRequest) throws -> [StationAPI.OutboxItem] {
        let all: Set<OutboxState> = [.waiting, .disputed, .refused, .parked]
        return try items(request.state.flatMap(OutboxState.init).map { Set([$0]) } ?? all)
    }

    private func items(_ states: Set<OutboxState>) throws -> [StationAPI.OutboxItem] {
        try journal.outbox(states: states, limit: 10_000).map { item in
            let checkIn = item.entry.checkIn
            return StationAPI.OutboxItem(
                id: checkIn.id, seq: checkIn.sequence, backend: item.backend, state: item.state.rawValue,
                verdict: checkIn.verdict.word, kind: checkIn.kind.rawValue, ref: checkIn.reference, at: checkIn.at,
                words: item.reason)
        }
    }

    package func conflicts() async throws -> ConflictsAnswer {
        try await journalQueue.run {
            ConflictsAnswer(
                refused: try items([.refused, .disputed]),
                doubleEntries: try doubleEntries.all().map(DoubleEntryItem.init))
        }
    }

    package func retry(_ request: RetryRequest) async throws -> RetryAnswer {
        try await journalQueue.run {
            guard let ids = request.ids else { return RetryAnswer(entries: try journal.retry()) }
            return RetryAnswer(entries: try ids.map { try journal.retry(entry: $0) }.reduce(0, +))
        }
    }
}
