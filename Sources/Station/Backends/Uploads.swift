package import Backends
internal import Journal
internal import Logging
internal import Manifests
internal import Threads
internal import Tickets

/// What is sent to ticketing servers, and what comes from them.
package struct Uploads: Sendable {
    let links: Links
    let journal: Journal
    let manifests: ManifestStore
    let doubleEntries: DoubleEntryDetector
    let venue: VenueLink?
    let credentials: Credentials
    let clock: StationClock
    let logger: Logger
    let journalQueue: WorkQueue
    /// For searching through lists.
    let lists: WorkQueue

    /// The entries that a backend has not settled, and where its answers go.
    package func outbox(of settings: BackendSettings) -> any Outbox {
        JournalOutbox(
            settings: settings, journal: journal, manifests: manifests, links: links, clock: clock,
            journalQueue: journalQueue)
    }

    /// Where check-ins are stored that a backend reports of other gates.
    package func updates(of backend: String) -> any UpdateStore { journalUpdates(of: backend) }

    private func journalUpdates(of backend: String) -> JournalUpdates {
        JournalUpdates(
            backend: backend, journal: journal, manifests: manifests, doubleEntries: doubleEntries, clock: clock,
            journalQueue: journalQueue, lists: lists)
    }

    /// Counts what a backend reported before its list was here.
    func matchUpdates(of backend: String?) async {
        guard let backend else { return }
        do {
            try await journalUpdates(of: backend).matchWaiting()
        } catch {
            let about: Logger.Metadata = ["backend": "\(backend)", "why": "\(error)"]
            logger.error("what other gates did is not counted yet", metadata: about)
        }
    }

    /// - Parameter settings: errors name its credential.
    func connector(for settings: BackendSettings) -> BackendConnector {
        let (credentials, name) = (credentials, settings.name)
        return BackendConnector(
            secrets: { credential throws(BackendError) in
                try credentials.secret(credential, for: "backend \(name)")
            }, instant: clock.instant, now: clock.now)
    }
}
