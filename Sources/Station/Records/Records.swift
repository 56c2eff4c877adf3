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

    package func purge() async throws -> PurgeAnswer {
        try await longWork.run { try purgeEnded() }
    }

    private static let quietWeek = Duration.seconds(7 * 86_400)

    /// When events are over, or would be: those of the installed lists.
    private var listedEnds: [String: Timestamp] {
        Dictionary(
            uniqueKeysWithValues: manifests.installed.map { ($0.plan.event.id, $0.plan.event.ends + graceAfterEnd) })
    }

    package func forget(_ request: ForgetRequest) async throws -> ForgetAnswer {
        try await longWork.run { try forgetTicket(request) }
    }

    private func forgetTicket(_ request: ForgetRequest) throws -> ForgetAnswer {
        let now = clock.now()
        let subject = "a ticket of \(request.event.withoutControls)"
        let listed = listedEnds[request.event]
        if let listed, listed > now {
            throw StationError(
                .refused, "forget", subject, "the event is not over: its door needs to know the ticket",
                hint: "Until then, take the person's data out of the list and publish it.")
        }
        // A list may be gone because somebody removed it in the middle of its event: without one, a quiet week tells.
        if listed == nil, let last = try journal.newestEntries()[request.event], last + Self.quietWeek > now {
            throw StationError(
                .refused, "forget", subject, "the event has no list here, and entries of the last 7 days",
                hint: "Wait until then, or install its list again.")
        }
        let list = manifests.installed.first { $0.plan.event.id == request.event }
        let found = try list?.find(reference: request.ticket) ?? []
        let report = try journal.forget(
            ticket: request.ticket, keys: Set(found.map(\.key)), event: request.event, now: now)
        guard report.kept == 0 else {
            throw StationError(
                .refused, "forget", subject,
                "\(report.kept) of its entries were neither sent nor exported",
                hint: "Run usher journal export, or wait until the server has them.")
        }
        guard report.entries + report.others > 0 || !found.isEmpty else {
            throw StationError(
                .notFound, "forget", subject, "nothing here has this reference",
                hint: "References are compared as they are written: R-17 is not r17. It may have been forgotten before."
            )
        }
        tallies.forget()
        return ForgetAnswer(entries: report.entries, others: report.others, isListed: !found.isEmpty)
    }

    private func purgeEnded() throws -> PurgeAnswer {
        let now = clock.now()
        let ends = listedEnds
        let newest = try journal.newestEntries()
        let ended = Set(newest.filter { event, last in (ends[event] ?? last + Self.quietWeek) <= now }.keys)
        let running = Set(newest.keys).subtracting(ended)
        let report = try journal.purge(events: ended, now: now)
        tallies.forget()
        let kept = report.kept.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value) neither sent nor exported" }
        return PurgeAnswer(
            removed: Int64(report.removed), events: ended.subtracting(report.kept.keys).sorted(),
            kept: kept
                + running.sorted().map {
                    ends[$0] == nil
                        ? "\($0): has no list, and entries of the last 7 days" : "\($0): has not ended"
                })
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
