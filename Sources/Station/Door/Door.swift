internal import Dispatch
internal import Journal
internal import Manifests
internal import StationAPI
internal import Tickets

/// The only place that decides. Everything that is shown, recorded or sent starts here.
///
/// An actor on a serial queue of its own: presentations wait in one line, and a decision (look-up, rules, commit) runs
/// without a pause. So two readers that present one ticket at the same instant get one green. The queue has a thread of
/// its own because a commit waits for the disk, and must not hold up the threads of everything else.
public actor Door {
    let journal: Journal
    let manifests: ManifestStore
    let settings: Settings
    let clock: StationClock
    let conditions: ReportedConditions
    let announcer: Announcer
    let staffKeys: StaffKeys
    let links: Links
    /// The ledger that the gates of a venue share; `nil` when none is configured.
    let venue: VenueLink?
    let occupancy: Occupancy

    var filter = PresentationFilter()
    var openQuestions = OpenQuestions()
    var openGroups: OpenGroups
    var unrecorded = UnrecordedQueue()
    /// The last hour of each admission list at which everybody counted as out, as far as this door has looked.
    var hours: [Journal.ListName: Timestamp] = [:]
    /// The newest time in the journal. An unsynchronised clock that is behind it is wrong.
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
        /// From then on the station refuses everybody, because its enrolment is over; `nil` for no end.
        var sessionEnds: Timestamp?
        var permissions: Set<Permission>
        /// How long after its verdict more of a group are let in by a touch on it.
        var groupPatience: Duration
        /// Gates and directions that staff chose.
        var places: ChosenPlaces
        /// Which orders of the control room are in force.
        var orders: OrderBook
    }

    init(
        journal: Journal, manifests: ManifestStore, settings: Settings, clock: StationClock,
        conditions: ReportedConditions,
        announcer: Announcer, staffKeys: StaffKeys, links: Links, occupancy: Occupancy, venue: VenueLink? = nil
    ) throws {
        self.journal = journal
        self.manifests = manifests
        self.settings = settings
        self.clock = clock
        self.conditions = conditions
        self.announcer = announcer
        self.staffKeys = staffKeys
        self.links = links
        self.occupancy = occupancy
        self.venue = venue
        openGroups = OpenGroups(patience: settings.groupPatience)
        newestEntry = try journal.latestTime()
    }

    /// Decides one presentation, records it, and announces the outcome. When it returns, the decision is on the disk.
    public func take(_ presentation: Presentation) -> Outcome {
        if let earlier = filter.earlierOutcome(of: presentation) {
            // Each frame of a camera repeats it; a second pull of a trigger is a person who wants to see it again.
            if presentation.how == .wedge {
                announcer.announce(DisplayEvent(earlier.repeated.announcement, reader: presentation.source))
            }
            return earlier.repeated
        }
        let outcome = decide(presentation)
        filter.remember(outcome, of: presentation)
        announcer.announce(DisplayEvent(outcome.announcement, reader: presentation.source))
        return outcome
    }

    /// Returns once the queue reaches it. A door that is stuck does not answer, and so does not feed the watchdog.
    public func pulse() {}

    /// The situation, with what is decided and not recorded.
    func state() -> Situation {
        var situation = situation()
        situation.notRecorded = notRecorded
        return situation
    }

    /// - Parameter manifest: list of the entry's event; its backends now have something to fetch.
    func noteEntry(at time: Timestamp, of manifest: InstalledManifest?) {
        newestEntry = max(newestEntry ?? time, time)
        if let manifest { links.nudge(for: manifest) }
    }

    /// What backends get of an entry: nothing when it is of no event, or the event has no backend.
    func outbox(
        of manifest: InstalledManifest?, code: TicketCode? = nil, reference: String?, answers: [String: String] = [:]
    ) -> [OutboxDraft] {
        manifest.map { links.drafts(for: $0, code: code?.text, reference: reference, answers: answers) } ?? []
    }
}

/// A thread that does one job at a time.
private final class DoorExecutor: SerialExecutor {
    private let queue = DispatchQueue(label: "door")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { unsafe job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
}
