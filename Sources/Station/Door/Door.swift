internal import Dispatch
internal import Journal
internal import Manifests
internal import StationAPI
internal import Tickets

/// The only place that decides. Everything that is shown, recorded or sent begins here.
///
/// An actor on its own serial queue: presentations wait in one line, and a decision (look-up, rule, commit) runs
/// without a pause, so two readers that present one ticket at the same instant get one green. The queue has its own
/// thread because a commit waits for the disk, which must not hold up the threads of everything else.
public actor Door {
    let journal: Journal
    let manifests: ManifestStore
    let settings: Settings
    let clock: StationClock
    let conditions: ReportedConditions
    let announcer: Announcer
    let staffKeys: StaffKeys
    let links: Links
    /// The ledger that the gates of a venue share; `nil` at a kiosk of its own.
    let venue: VenueLink?

    private var filter = PresentationFilter()
    var unrecorded = UnrecordedQueue()
    /// The newest time the journal knows: an unsynchronised clock before it is wrong.
    private(set) var newestEntry: Timestamp?

    private let executor = DoorExecutor()

    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe executor.asUnownedSerialExecutor()
    }

    /// What the door needs of the configuration.
    struct Settings: Sendable {
        var station: String
        var gate: String?
        var direction: Direction?
        var events: [String]
        var policy: Policy
        /// From then on the station is not authorised any more; `nil`: it is without an end.
        var sessionEnds: Timestamp?
        var permissions: Set<Permission>
        /// Chosen by staff.
        var places: ChosenPlaces
    }

    init(
        journal: Journal, manifests: ManifestStore, settings: Settings, clock: StationClock,
        conditions: ReportedConditions,
        announcer: Announcer, staffKeys: StaffKeys, links: Links, venue: VenueLink? = nil
    ) throws {
        self.journal = journal
        self.manifests = manifests
        self.settings = settings
        self.clock = clock
        self.conditions = conditions
        self.announcer = announcer
        self.staffKeys = staffKeys
        self.links = links
        self.venue = venue
        newestEntry = try journal.latestTime()
    }

    /// Decides one presentation, records it, and announces the outcome. What it returns is on the disk.
    public func take(_ presentation: Presentation) -> Outcome {
        if let earlier = filter.earlierOutcome(of: presentation) {
            // Each frame of a camera repeats it; a second pull of a trigger is a person who wants to see it again.
            if presentation.how == .wedge {
                announcer.announce(Showing(earlier.repeated.announcement, reader: presentation.source))
            }
            return earlier.repeated
        }
        let outcome = decide(presentation)
        filter.remember(outcome, of: presentation)
        announcer.announce(Showing(outcome.announcement, reader: presentation.source))
        return outcome
    }

    /// Returns when the queue has come to it: a door that is stuck never answers, and its watchdog bites.
    public func pulse() {}

    /// With what is decided and not recorded.
    func state() -> Situation {
        var situation = situation()
        situation.notRecorded = notRecorded
        return situation
    }

    /// - Parameter manifest: of the event; its backend has something to fetch now.
    func noteEntry(at time: Timestamp, of manifest: InstalledManifest?) {
        newestEntry = max(newestEntry ?? time, time)
        if let backend = manifest?.claims.backend { links.nudge(backend) }
    }

    /// What the backend of an event is to be told of an entry; `nil` when it has none.
    func outbox(
        of manifest: InstalledManifest?, code: TicketCode? = nil, reference: String?
    ) -> OutboxDraft? {
        manifest?.claims.backend.map { links.draft(backend: $0, code: code?.text, reference: reference) }
    }
}

/// One thread, one job at a time.
private final class DoorExecutor: SerialExecutor {
    private let queue = DispatchQueue(label: "door")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { unsafe job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
}
