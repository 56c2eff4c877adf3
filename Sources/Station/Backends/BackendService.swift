internal import Backends
internal import Journal
internal import Logging
internal import Messages
internal import ServiceLifecycle
internal import Threads
internal import Tickets

/// Talks to the configured backends for as long as the station runs: sends check-ins, and fetches those of other gates.
struct BackendService: Service {
    let settings: [BackendSettings]
    let uploads: Uploads
    let conditions: ReportedConditions
    let logger: Logger
    let longWork: WorkQueue

    /// How often it is tried again to use a backend that cannot be used.
    private static let openingInterval = Duration.seconds(10)

    func run() async {
        let names = Set(settings.map(\.name))
        let forgotten =
            (try? await uploads.journalQueue.run { try uploads.journal.forgetCopies(exceptFor: names) }) ?? 0
        if forgotten > 0 {
            logger.warning("copies for receivers that are gone are forgotten", metadata: ["copies": "\(forgotten)"])
        }
        let links = settings.map { (settings: $0, backend: open($0)) }
        for link in links where link.backend != nil { await uploads.matchUpdates(of: link.settings.name) }
        // Beside the door, which is open already: there may be a million entries of other gates to compare.
        try? await longWork.run { uploads.doubleEntries.review() }
        await cancelWhenGracefulShutdown {
            await withTaskGroup { group in
                for link in links {
                    group.addTask {
                        var backend = link.backend
                        if backend == nil { backend = await opened(link.settings) }
                        if let backend { await run(backend) }
                    }
                }
            }
            // Without a backend there is nothing to do, and no reason to stop the others.
            try? await gracefulShutdown()
        }
    }

    private func run(_ backend: ActiveBackend) async {
        await withTaskGroup { group in
            group.addTask { await backend.uploader.run() }
            if let uploader = backend.venueUploader { group.addTask { await uploader.run() } }
            if let follower = backend.follower { group.addTask { await follower.run() } }
        }
    }

    /// Logs what the venue's IT should know at each start.
    private func warn(of settings: BackendSettings) {
        func warn(_ text: String) {
            logger.warning("attention", metadata: ["backend": "\(settings.name)", "why": "\(text)"])
        }
        if settings.network.allowsPlainHTTP, settings.url.scheme == "http" {
            warn("the connection is not encrypted: anyone on the network can read and change what is sent")
        }
        if settings.kind == .eventschedule {
            warn("its key may open the whole account: usher backend check says whether it can read ticket codes")
        }
    }

    /// A backend that could not be used, once its credential is there; `nil` when the task is cancelled.
    private func opened(_ settings: BackendSettings) async -> ActiveBackend? {
        while !Task.isCancelled {
            try? await Task.sleep(for: Self.openingInterval)
            guard let backend = open(settings) else { continue }
            conditions.clear(.backendUnusable, settings.name)
            await uploads.matchUpdates(of: settings.name)
            return backend
        }
        return nil
    }

    /// A backend that cannot be used is a condition for people to see; the door goes on.
    private func open(_ settings: BackendSettings) -> ActiveBackend? {
        do throws(BackendError) {
            let backend = try ActiveBackend(settings, of: uploads, logger: logger)
            uploads.links.open(backend)
            warn(of: settings)
            return backend
        } catch {
            let unusable = Condition(
                .backendUnusable, subject: settings.name, ["backend": settings.name], because: error)
            if conditions.report(unusable) {
                logger.error("backend not used", metadata: ["backend": "\(settings.name)", "why": "\(error)"])
            }
            return nil
        }
    }
}
