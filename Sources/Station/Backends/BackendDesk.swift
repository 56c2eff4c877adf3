package import Backends
internal import Journal
internal import Manifests
internal import Tickets

/// A configured backend while the station runs.
final class BackendDesk: Sendable {
    let settings: BackendSettings
    let report = LinkReport()
    let clock: ServerClock
    let uploader: Uploader
    /// For all stations of the venue, while this is the one that uploads; `nil` when each uploads for itself.
    let venueUploader: Uploader?
    let follower: StreamFollower?

    /// - Throws: ``BackendTrouble`` when the configuration or a credential cannot be used.
    init(_ settings: BackendSettings, station: Station) throws(BackendTrouble) {
        let now = station.clock.now
        let manifests = station.manifests
        let link = try station.connector(for: settings).link(settings) {
            manifests.installed.filter { $0.claims.backend == settings.name }.map(\.plan.event.id)
        }
        let surroundings = LinkSurroundings(to: settings.name, now: now, logger: station.logger)
        self.settings = settings
        clock = link.clock
        let own = JournalOutbox(settings: settings, station: station)
        if let uploads = station.venue?.uploads {
            let seal = UploadSeal(key: uploads.key, backend: settings.name)
            let shared = SharedReceiver(
                ledger: uploads.ledger, seal: seal, direct: link.receiver, surroundings: surroundings)
            let all = ParcelOutbox(uploads.ledger, seal: seal, surroundings: surroundings)
            uploader = Uploader(to: shared, from: own, report: report, surroundings: surroundings)
            venueUploader = Uploader(
                to: ParcelOutbox.Receiver(direct: link.receiver, outbox: all), from: all, report: report,
                surroundings: surroundings)
        } else {
            uploader = Uploader(to: link.receiver, from: own, report: report, surroundings: surroundings)
            venueUploader = nil
        }
        let (report, news) = (self.report, JournalNews(backend: settings.name, station: station))
        follower = link.stream.map {
            StreamFollower($0, into: news, report: report, surroundings: surroundings)
        }
    }
}

extension Station {
    /// What a backend has not settled, for whoever uploads step by step.
    package func outbox(of settings: BackendSettings) -> any Outbox { JournalOutbox(settings: settings, station: self) }

    /// Where what others told a backend is kept.
    package func news(of backend: String) -> any NewsDesk { JournalNews(backend: backend, station: self) }
}

/// The part of the journal that one backend has not settled.
private struct JournalOutbox: Outbox {
    let settings: BackendSettings
    let station: Station

    func next(limit: Int) async throws -> [OutgoingCheckIn] {
        try await station.records.run {
            try station.journal.nextToUpload(backend: settings.name, limit: limit).map { upload in
                OutgoingCheckIn(
                    upload.entry.checkIn, code: upload.code,
                    serverEvent: upload.entry.checkIn.event.map(settings.serverEvent),
                    clockOffset: upload.clockOffset, undoneCount: upload.undoneCount)
            }
        }
    }

    func settle(_ answers: [SettledCheckIn]) async throws {
        let now = station.clock.now()
        try await station.records.run {
            try station.journal.settle(
                answers.map { Settlement(entry: $0.id, backend: settings.name, outcome: .init($0.answer), at: now) })
        }
    }
}

extension Settlement.Outcome {
    fileprivate init(_ answer: ServerAnswer) {
        self =
            switch answer {
            case .accepted: .acknowledged
            case .contradicted(let words): .refused(words: words)
            case .rejected(let words): .parked(words: words)
            }
    }
}

/// What other gates did, on its way into the journal.
private struct JournalNews: NewsDesk {
    let backend: String
    let station: Station

    func cursor() async throws -> String? {
        try await station.records.run { try station.journal.streamCursor(backend: backend) }
    }

    func keep(_ page: CheckInPage) async throws {
        let entries = try await station.lists.run { try self.entries(of: page.checkIns) }
        let fresh = try await station.records.run {
            try station.journal.recordElsewhere(
                entries, cursor: page.cursor.map { (backend: backend, text: $0) })
        }
        if fresh.contains(where: { $0.verdict == .admitted || $0.undoes != nil }) {
            try await station.records.run { station.conflicts.review() }
        }
    }

    /// Without what concerns no ticket that can be shown here: this station will never be asked about it.
    private func entries(of checkIns: [ForeignCheckIn]) throws -> [ElsewhereEntry] {
        let own = station.manifests.installed.filter { $0.claims.backend == backend }
        return try own.flatMap { manifest -> [ElsewhereEntry] in
            let event = manifest.plan.event.id
            let about = checkIns.filter { ($0.event ?? event) == event }
            // A list is walked through once for all references, and not at all for those who say the ticket's key.
            let references = Set(about.filter { $0.key == nil }.compactMap(\.reference))
            let found = Dictionary(grouping: try manifest.find(references: references)) { $0.line.reference }
            return try about.compactMap { checkIn in
                try entry(checkIn, in: manifest, known: found[checkIn.reference] ?? [])
            }
        }
    }

    private func entry(
        _ checkIn: ForeignCheckIn, in manifest: InstalledManifest, known: [FoundTicket]
    ) throws -> ElsewhereEntry? {
        let plan = manifest.plan
        guard let (key, line) = try ticket(of: checkIn, in: manifest, known: known) else {
            return signedElsewhere(checkIn, plan)
        }
        let list =
            checkIn.list ?? checkIn.gate.flatMap { plan.gate($0)?.list }
            ?? plan.lists.first { $0.types.contains(line.type.slug) }?.slug
        guard let list, plan.list(list) != nil else { return nil }
        return ElsewhereEntry(
            id: checkIn.id, station: checkIn.station, event: plan.event.id, list: list, gate: checkIn.gate, key: key,
            line: line.number, reference: line.reference, verdict: checkIn.verdict, undoes: checkIn.undoes,
            count: checkIn.count, at: checkIn.at)
    }

    /// A code that was signed after the list was made is in no list, and may be shown here all the same: the station that
    /// let it in says which ticket it is. `nil` for what does not say that.
    private func signedElsewhere(_ checkIn: ForeignCheckIn, _ plan: EventPlan) -> ElsewhereEntry? {
        guard let key = checkIn.key, let line = checkIn.line, let list = checkIn.list, plan.list(list) != nil else {
            return nil
        }
        return ElsewhereEntry(
            id: checkIn.id, station: checkIn.station, event: plan.event.id, list: list, gate: checkIn.gate, key: key,
            line: line, reference: checkIn.reference, verdict: checkIn.verdict, undoes: checkIn.undoes,
            count: checkIn.count, at: checkIn.at)
    }

    /// - Parameter known: the lines with its reference.
    private func ticket(
        of checkIn: ForeignCheckIn, in manifest: InstalledManifest, known: [FoundTicket]
    ) throws -> (key: TicketKey, line: TicketLine)? {
        if let key = checkIn.key {
            let lines = try manifest.record(of: key)?.lines ?? []
            guard let number = checkIn.line else { return lines.first.map { (key, $0) } }
            // A station whose list counts its lines still means this one, when there is no other.
            let isCounted = manifest.isNumberedByType && number < lines.count
            let only = isCounted && lines.count == 1 ? lines[0] : nil
            return (lines.first { $0.number == number } ?? only).map { (key, $0) }
        }
        // An add-on stands under two codes, and each is for other lists.
        let types = checkIn.list.flatMap { manifest.plan.list($0)?.types }
        let fitting = known.first { types?.contains($0.line.type.slug) ?? true }
        return (fitting ?? known.first).map { ($0.key, $0.line) }
    }
}
