internal import Backends
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
    /// Uploads for all stations of the venue while this one is chosen for it; `nil` when each station uploads for
    /// itself.
    let venueUploader: Uploader?
    let follower: StreamFollower?

    /// - Throws: ``BackendTrouble`` when the configuration or a credential cannot be used.
    init(_ settings: BackendSettings, of uploads: Uploads, logger: Logger) throws(BackendTrouble) {
        let link = try uploads.connector(for: settings).link(settings) { [manifests = uploads.manifests] in
            manifests.installed.filter { $0.claims.backend == settings.name }.map(\.plan.event.id)
        }
        let surroundings = LinkSurroundings(to: settings.name, now: uploads.clock.now, logger: logger)
        self.settings = settings
        clock = link.clock
        let own = uploads.outbox(of: settings)
        if let shared = uploads.venue?.uploads {
            let seal = UploadSeal(key: shared.key, backend: settings.name)
            let all = ParcelOutbox(shared.ledger, seal: seal, surroundings: surroundings)
            let shared = SharedReceiver(
                ledger: shared.ledger, seal: seal, direct: link.receiver, surroundings: surroundings)
            uploader = Uploader(to: shared, from: own, report: report, surroundings: surroundings)
            venueUploader = Uploader(
                to: ParcelOutbox.Receiver(direct: link.receiver, outbox: all), from: all, report: report,
                surroundings: surroundings)
        } else {
            uploader = Uploader(to: link.receiver, from: own, report: report, surroundings: surroundings)
            venueUploader = nil
        }
        let (report, news) = (self.report, uploads.news(of: settings.name))
        follower = link.stream.map {
            StreamFollower($0, into: news, report: report, surroundings: surroundings)
        }
    }
}

/// The part of the journal that one backend has not settled.
struct JournalOutbox: Outbox {
    let settings: BackendSettings
    let journal: Journal
    let links: Links
    let clock: StationClock
    let questions: WorkQueue

    func next(limit: Int) async throws -> [OutgoingCheckIn] {
        try await questions.run {
            try journal.nextToUpload(backend: settings.name, limit: limit).map { checkIn in
                var checkIn = checkIn
                checkIn.serverEvent = checkIn.checkIn.event.map(settings.serverEvent)
                return checkIn
            }
        }
    }

    /// Times are those of the server's clock: whether a list counts an entry depends on when the server got it.
    func settle(_ answers: [SettledCheckIn]) async throws {
        let now = clock.now() - links.clockOffset(from: settings.name)
        try await questions.run {
            try journal.settle(answers, at: settings.name, time: now)
        }
    }
}
