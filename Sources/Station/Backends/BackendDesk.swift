package import Backends
internal import Journal
internal import Logging
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

    /// What a backend told before its list was here counts from now on.
    func placeNews(of backend: String?) async {
        guard let backend else { return }
        do {
            try await JournalNews(backend: backend, station: self).placeWhatWaited()
        } catch {
            let about: Logger.Metadata = ["backend": "\(backend)", "why": "\(error)"]
            logger.error("what other gates did is not counted yet", metadata: about)
        }
    }
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

    /// By the server's clock: whether a list counts an entry is found out by when the server had it.
    func settle(_ answers: [SettledCheckIn]) async throws {
        let now = station.clock.now() - station.links.clockOffset(from: settings.name)
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
