internal import Backends
internal import Journal
internal import Logging
internal import Manifests
internal import Threads
internal import Tickets

/// A configured backend while the station runs.
final class ActiveBackend: Sendable {
    let settings: BackendSettings
    let report = LinkReport()
    let clock: ServerClock
    let uploader: Uploader
    /// Uploads for all stations of the venue while this one is chosen for it; `nil` when each station uploads for
    /// itself.
    let venueUploader: Uploader?
    let follower: StreamFollower?
    let lookup: (any TicketLookup)?
    let reports: (any ReportReceiver)?

    /// - Throws: ``BackendError`` when the configuration or a credential cannot be used.
    init(_ settings: BackendSettings, of uploads: Uploads, logger: Logger) throws(BackendError) {
        let link = try uploads.connector(for: settings).link(settings) { [manifests = uploads.manifests] in
            manifests.installed.filter { $0.claims.backend == settings.name }.map(\.plan.event.id)
        }
        let environment = LinkEnvironment(to: settings.name, now: uploads.clock.now, logger: logger)
        self.settings = settings
        clock = link.clock
        lookup = link.lookup
        reports = link.reports
        let own = uploads.outbox(of: settings)
        // A relay takes from each station only its own check-ins.
        if let shared = uploads.venue?.uploads, settings.relayKey == nil {
            let seal = UploadSeal(key: shared.key, backend: settings.name)
            let all = SealedUploadOutbox(shared.ledger, seal: seal, environment: environment)
            let shared = SharedReceiver(
                ledger: shared.ledger, seal: seal, direct: link.receiver, environment: environment)
            uploader = Uploader(to: shared, from: own, report: report, environment: environment)
            venueUploader = Uploader(
                to: SealedUploadOutbox.Receiver(direct: link.receiver, outbox: all), from: all, report: report,
                environment: environment)
        } else {
            uploader = Uploader(to: link.receiver, from: own, report: report, environment: environment)
            venueUploader = nil
        }
        let (report, updates) = (self.report, uploads.updates(of: settings.name))
        follower = link.stream.map {
            StreamFollower($0, into: updates, report: report, environment: environment)
        }
    }
}

/// The part of the journal that one backend has not settled.
struct JournalOutbox: Outbox {
    let settings: BackendSettings
    let journal: Journal
    let manifests: ManifestStore
    let links: Links
    let clock: StationClock
    let journalQueue: WorkQueue

    func next(limit: Int) async throws -> [OutgoingCheckIn] {
        try await journalQueue.run {
            try journal.nextToUpload(backend: settings.name, limit: limit).map { checkIn in
                var checkIn = checkIn
                checkIn.serverEvent = checkIn.checkIn.event.map(settings.serverEvent)
                checkIn.type = type(of: checkIn.checkIn)
                return checkIn
            }
        }
    }

    /// A line has the number of its type.
    private func type(of checkIn: CheckIn) -> String? {
        guard let line = checkIn.line, let event = checkIn.event else { return nil }
        return manifests.installed.first { $0.plan.event.id == event }?.plan.types.first { $0.lineNumber == line }?.slug
    }

    /// Times are those of the server's clock: whether a list counts an entry depends on when the server got it.
    func settle(_ answers: [SettledCheckIn]) async throws {
        let now = clock.now() - links.clockOffset(from: settings.name)
        try await journalQueue.run {
            try journal.settle(answers, at: settings.name, time: now)
        }
    }
}
