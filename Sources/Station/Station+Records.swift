public import DoorScreen
internal import Foundation
internal import Journal
internal import Logging
internal import Manifests
public import Tickets

// The journal, the outbox, lists, keys and operators, as the API sees them.
extension Station {
    public func journalEntries(after sequence: Int64, limit: Int) async throws -> [JSONValue] {
        try await records.run { try journal.entries(after: sequence, limit: limit).map(\.json) }
    }

    /// Counts as exported, so that it may be purged, when the reader has taken all of it.
    public func exportJournal(_ format: JournalFormat) async throws -> AsyncThrowingStream<String, any Error> {
        let (pipe, pieces) = ExportPipe.open()
        let journal = journal
        let now = clock.now()
        longWork.begin {
            do {
                let export = try pipe.fill { take in
                    try journal.exportLines(format == .csv ? .csv : .jsonLines, now: now, to: take)
                }
                try journal.markExported(export)
                pipe.close()
            } catch {
                pipe.close(error)
            }
        }
        return pieces
    }

    public func journalHead() async throws -> JournalHeadAnswer {
        try await records.run { JournalHeadAnswer(head: try journal.signHead(now: clock.now()).line) }
    }

    public func verifyJournal(_ request: VerifyRequest) async throws -> VerifyAnswer {
        let result = try await longWork.run { try journal.verify(head: request.head) }
        return VerifyAnswer(
            isWhole: result.isWhole, entries: result.entries, fault: result.fault?.description, note: note(on: result))
    }

    private func note(on result: JournalVerification) -> String {
        guard let head = result.head else {
            return
                "Compared with nothing that left the station: cut-off or rewritten entries at the end would not show. "
                + "A head from an earlier export proves more."
        }
        guard !result.headIsRemoved else {
            return "The entry of this head was purged; use a later head."
        }
        return "Proven up to entry \(head) by the head; changes after it would not show."
    }

    public func purgeJournal() async throws -> PurgeAnswer {
        try await longWork.run { try purge() }
    }

    private static let quietWeek = Duration.seconds(7 * 86_400)

    private func purge() throws -> PurgeAnswer {
        let now = clock.now()
        let grace = configuration.policy.graceAfterEnd
        let ends = Dictionary(
            uniqueKeysWithValues: manifests.installed.map { ($0.plan.event.id, $0.plan.event.ends + grace) })
        // A list may be gone because somebody removed it in the middle of its event: without one, a quiet week tells.
        let newest = try journal.newestEntries()
        let ended = Set(newest.filter { event, last in (ends[event] ?? last + Self.quietWeek) <= now }.keys)
        let running = Set(newest.keys).subtracting(ended)
        let report = try journal.purge(events: ended, now: now)
        figuresDesk.forget()
        let kept = report.kept.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value) neither sent nor exported" }
        return PurgeAnswer(
            removed: Int64(report.removed), events: ended.subtracting(report.kept.keys).sorted(),
            kept: kept
                + running.sorted().map {
                    ends[$0] == nil ? "\($0): has no list, and entries of the last 7 days" : "\($0): has not ended"
                })
    }

    public func outbox(_ request: OutboxRequest) async throws -> [DoorScreen.OutboxItem] {
        try await records.run { try items(request) }
    }

    private func items(_ request: OutboxRequest) throws -> [DoorScreen.OutboxItem] {
        let all: Set<OutboxState> = [.waiting, .refused, .parked]
        let states = request.state.flatMap(OutboxState.init).map { Set([$0]) } ?? all
        return try journal.outbox(states: states, limit: 10_000).map { item in
            let checkIn = item.entry.checkIn
            return DoorScreen.OutboxItem(
                id: checkIn.id, seq: checkIn.sequence, backend: item.backend, state: item.state.rawValue,
                verdict: checkIn.verdict.word, ref: checkIn.reference, at: checkIn.at, words: item.words)
        }
    }

    public func conflicts() async throws -> ConflictsAnswer {
        try await records.run {
            ConflictsAnswer(
                refused: try items(OutboxRequest(state: OutboxState.refused.rawValue)),
                doubleEntries: try conflicts.all().map(DoubleEntryItem.init))
        }
    }

    public func retryOutbox(_ request: RetryRequest) async throws -> RetryAnswer {
        try await records.run {
            guard let ids = request.ids else { return RetryAnswer(entries: try journal.retry()) }
            return RetryAnswer(entries: try ids.map { try journal.retry(entry: $0) }.reduce(0, +))
        }
    }

    // MARK: - Lists

    public func manifests() async throws -> [ManifestSummary] {
        let served = await door.situation().served.map(\.plan.event.id)
        return manifests.installed.map { summary(of: $0, isServed: served.contains($0.plan.event.id)) }
    }

    public func installManifest(
        _ pieces: AsyncThrowingStream<[UInt8], any Error>, acceptingLoss: Bool
    ) async throws -> ManifestSummary {
        let manifest = try await lists.run {
            var installation = manifests.beginInstallation(now: clock.now(), acceptingLoss: acceptingLoss)
            for try await piece in pieces { try installation.receive(Data(piece)) }
            // A stream of a cancelled task ends as if it were whole.
            try Task.checkCancellation()
            return try installation.finish()
        }
        return await noteInstalled(manifest)
    }

    /// Installs a file that the station found or fetched by itself.
    func installList(_ file: URL, acceptingLoss: Bool = false) async throws -> ManifestSummary {
        await noteInstalled(
            try await lists.run { try manifests.install(file, now: clock.now(), acceptingLoss: acceptingLoss) })
    }

    public func listOffers() async throws -> [ListOffer] {
        try await lists.run { sticks.offers(now: clock.now()) }
    }

    public func acceptList(_ request: AcceptRequest) async throws -> ManifestSummary {
        guard let file = sticks.file(named: request.file) else {
            throw StationError(
                .notFound, operation: "install", subject: request.file.withoutControls,
                reason: "no stick that is plugged in has this list", hint: "Look with usher manifest offers.")
        }
        return try await installList(file, acceptingLoss: request.acceptsLoss ?? false)
    }

    private func noteInstalled(_ manifest: InstalledManifest) async -> ManifestSummary {
        health.clearManifest(of: manifest.plan.event.id)
        logger.notice(
            "list installed",
            metadata: ["event": "\(manifest.plan.event.id)", "seq": "\(manifest.claims.sequence)"])
        await placeNews(of: manifest.claims.backend)
        let served = await door.situation().served.map(\.plan.event.id)
        return summary(of: manifest, isServed: served.contains(manifest.plan.event.id))
    }

    public func removeManifest(event: String) async throws {
        try await lists.run { try manifests.remove(event: event) }
        health.clearManifest(of: event)
    }

    private func summary(of manifest: InstalledManifest, isServed: Bool) -> ManifestSummary {
        let claims = manifest.claims
        return ManifestSummary(
            event: claims.event.id, name: claims.event.name, organizer: claims.organizer, seq: claims.sequence,
            kid: manifest.keyID, tickets: claims.body.tickets, issued: claims.issued, expires: claims.expires,
            isTest: claims.isTest, isServed: isServed)
    }

    // MARK: - Keys

    public func trustedKeys() async throws -> [KeySummary] {
        try await lists.run { trust.keys().trusted.map(summary) }
    }

    public func trustKey(_ file: String) async throws -> KeySummary {
        try await lists.run { summary(of: try trust.trust(contents: file, named: "the key file")) }
    }

    public func removeKey(id: String) async throws -> KeyRemoval {
        try await lists.run {
            try trust.remove(id)
            let events = try manifests.withdrawKey(id)
            for event in events { health.clearManifest(of: event) }
            return KeyRemoval(events: events)
        }
    }

    private func summary(of key: TrustedKey) -> KeySummary {
        KeySummary(kid: key.id, file: key.file.path)
    }

    // MARK: - Operators

    public func operators() async throws -> [OperatorSummary] {
        try await records.run {
            try journal.operators().map { OperatorSummary(name: $0.name, role: $0.role.rawValue) }
        }
    }

    public func addOperator(_ request: OperatorRequest) async throws {
        guard let role = StaffRole(rawValue: request.role) else {
            throw StationError(
                .refused, operation: "add", subject: "an operator", reason: "the role must be steward or supervisor")
        }
        try await records.run {
            guard try !journal.operators().contains(where: { $0.name == request.name }) else {
                throw StationError(
                    .refused, operation: "add", subject: "operator \(request.name.withoutControls)",
                    reason: "somebody of this name works here already", hint: "Remove them first, or use another name.")
            }
            try journal.addOperator(name: request.name, role: role, pin: request.pin, now: clock.now())
        }
    }

    public func removeOperator(name: String) async throws {
        guard try await records.run({ try journal.removeOperator(name: name) }) else {
            throw StationError(
                .notFound, operation: "remove", subject: "operator \(name.withoutControls)",
                reason: "nobody of this name works here", hint: "Look with usher operator list.")
        }
    }
}
