// Station: where the parts meet: the door that decides, its configuration, its conditions, and the wiring.

internal import Backends
public import Foundation
package import Journal
public import Logging
internal import Manifests
internal import Messages
package import StationAPI
internal import Threads
internal import Tickets

/// A station on its state folder: opened by usherd for as long as it runs, or by a command for one request.
public final class Station: Sendable {
    /// Version of Usher.
    public static let version = "0.1.0"

    /// Where every decision is made.
    public let door: Door
    /// The journal and the outbox, for the API.
    package let records: Records
    /// Signed lists and trusted keys.
    package let lists: Lists
    /// Check-ins on their way to and from ticketing servers.
    package let uploads: Uploads
    /// What staff do with tickets.
    package let acts: StaffActs
    /// Gate and direction.
    package let place: Places
    /// The staff.
    package let operators: Operators
    /// The numbers of events, and reports.
    package let figures: Figures
    /// Cameras and scanners.
    package let readers: Readers
    /// Pairings.
    package let enrolments: Enrolments
    /// Takes everything that is presented.
    let router: PresentationRouter

    /// Status, conditions and metrics.
    package let monitor: Monitor

    let configuration: Configuration
    let folder: StateFolder
    /// Every decision, on the disk.
    package let journal: Journal
    let manifests: ManifestStore
    let trust: TrustStore
    let clock: StationClock
    let conditions = ReportedConditions()
    let announcer: Announcer
    let metricCounts = Metrics()
    let logLevels: LogLevelSwitch
    let opened: Timestamp
    let credentials: Credentials
    let staffKeys: StaffKeys
    let links: Links
    /// The ledger that the gates of a venue share; `nil` when none is configured.
    package let venue: VenueLink?
    let doubleEntries: DoubleEntryDetector
    let tallies: TallyCache
    let watchdog = WatchdogLog()
    let brandingCache: BrandingCache
    /// Has an element when the station is to be opened again.
    let restarts: AsyncStream<Void>
    let logger: Logger
    /// For short reads of the journal.
    let journalQueue = WorkQueue("records")
    /// For work that goes through the whole journal, one at a time.
    let longWork = WorkQueue("long work")
    private let lock: StateLock

    /// Everything outside the state folder that a station depends on.
    public struct Environment: Sendable {
        /// The wall clock.
        public var clock: StationClock
        /// The id of machine-id(5) in hexadecimal; `nil` when the machine has none.
        public var machineID: String?
        /// Folders with trusted keys, besides the one in the state folder.
        public var keyFolders: [URL]
        /// Folders with secrets. They come before those in the state folder.
        public var credentialFolders: [URL]
        /// Where USB sticks are mounted, each in a folder of its own.
        public var usbMounts: URL

        public init(
            clock: StationClock, machineID: String?, keyFolders: [URL], credentialFolders: [URL],
            usbMounts: URL = URL(filePath: "/run/usher-sticks")
        ) {
            self.clock = clock
            self.machineID = machineID
            self.keyFolders = keyFolders
            self.credentialFolders = credentialFolders
            self.usbMounts = usbMounts
        }

        /// Those of this machine: its clock, /etc/machine-id, /etc/usher/keys and CREDENTIALS_DIRECTORY
        /// (systemd.exec(5)).
        public static func system(environment: [String: String]) -> Environment {
            let machineID = try? String(contentsOfFile: "/etc/machine-id", encoding: .utf8)
                .trimmingCharacters(in: .whitespacesAndNewlines)
            return Environment(
                // Empty or "uninitialized" on an image that has not booted yet.
                clock: .system, machineID: machineID.flatMap { Data(hex: $0)?.count == 16 ? $0 : nil },
                keyFolders: [URL(filePath: "/etc/usher/keys")],
                credentialFolders: [environment["CREDENTIALS_DIRECTORY"]].compactMap { $0.map { URL(filePath: $0) } })
        }
    }

    /// Opens the station.
    /// - Parameter lock: held for as long as the station lives.
    /// - Throws: an ``ExplainedError`` of the part that could not be opened
    public convenience init(
        folder: StateFolder, lock: StateLock, configuration: Configuration, environment: Environment, logger: Logger
    ) throws {
        try self.init(
            folder: folder, lock: lock, configuration: configuration, environment: environment, logger: logger,
            logLevels: LogLevelSwitch(configuration.logLevel))
    }

    /// - Parameters:
    ///   - logLevels: what sets the level of the logger.
    ///   - ledger: replaces the ledger of the configuration.
    init(
        folder: StateFolder, lock: StateLock, configuration: Configuration, environment: Environment, logger: Logger,
        logLevels: LogLevelSwitch, ledger: (any DoorLedger)? = nil
    ) throws {
        (self.folder, self.lock, self.logger, self.logLevels) = (folder, lock, logger, logLevels)
        let store = EnrolmentStore(folder: folder)
        let (configuration, enrolment, fault) = Self.enrolled(configuration, by: store)
        self.configuration = configuration
        clock = environment.clock
        opened = clock.now()
        announcer = Announcer(metrics: metricCounts)
        brandingCache = BrandingCache(file: folder.branding)
        credentials = Credentials(
            folders: environment.credentialFolders + [folder.credentials, folder.enrolledCredentials])
        staffKeys = StaffKeys(credentials)

        // What everything stands on: the journal, and the lists.
        let identity = try StationIdentity.openOrCreate(folder: folder.url, machineID: environment.machineID)
        journal = try Journal(folder: folder.url, identity: identity)
        trust = TrustStore(folders: environment.keyFolders, own: folder.keys)
        manifests = ManifestStore(
            folder: folder.manifests, trust: trust, memory: JournalMemory(journal: journal),
            freeSpaceReserve: 16 << 20)
        doubleEntries = DoubleEntryDetector(journal: journal, manifests: manifests, conditions: conditions)
        tallies = TallyCache(journal: journal, manifests: manifests)

        // Who else is there: servers, and the venue's ledger.
        links = Links(configuration.backends)
        let ledgerJournal = StationLedgerJournal(journal: journal, manifests: manifests, clock: clock, logger: logger)
        venue = configuration.venue.map { [credentials] settings in
            ledger.map { VenueLink(settings, ledgerJournal: ledgerJournal, ledger: $0) }
                ?? VenueLink(
                    settings, station: configuration.station, ledgerJournal: ledgerJournal, credentials: credentials)
        }

        door = try Door(
            journal: journal, manifests: manifests,
            settings: Door.Settings(
                station: configuration.station, gate: configuration.gate, direction: configuration.direction,
                events: configuration.events, policy: configuration.policy, sessionEnds: enrolment?.ends,
                permissions: configuration.permissions, places: ChosenPlaces(file: folder.places)), clock: clock,
            conditions: conditions, announcer: announcer, staffKeys: staffKeys, links: links, venue: venue)

        // The subjects that the API asks about.
        let listQueue = WorkQueue("lists")
        let authorization = StaffAuthorization(permissions: configuration.permissions)
        uploads = Uploads(
            links: links, journal: journal, manifests: manifests, doubleEntries: doubleEntries, venue: venue,
            credentials: credentials, clock: clock, logger: logger, journalQueue: journalQueue, lists: listQueue)
        lists = Lists(
            manifests: manifests, trusted: trust,
            usbLists: UsbLists(folder: environment.usbMounts, manifests: manifests), door: door, uploads: uploads,
            conditions: conditions, clock: clock, keptFor: configuration.keepLists, logger: logger, queue: listQueue)
        records = Records(
            journal: journal, manifests: manifests, doubleEntries: doubleEntries, tallies: tallies, clock: clock,
            graceAfterEnd: configuration.policy.graceAfterEnd, journalQueue: journalQueue, longWork: longWork)
        acts = StaffActs(
            door: door, journal: journal,
            finder: TicketSearch(door: door, journal: journal, staffKeys: staffKeys, authorization: authorization),
            authorization: authorization,
            logger: logger, journalQueue: journalQueue)
        place = Places(door: door, manifests: manifests, authorization: authorization, logger: logger, lists: listQueue)
        operators = Operators(journal: journal, clock: clock, journalQueue: journalQueue)
        figures = Figures(
            station: configuration.station, door: door, journal: journal, manifests: manifests,
            doubleEntries: doubleEntries, tallies: tallies, venue: venue, clock: clock)
        readers = Readers(
            cameras: configuration.cameras, scanners: configuration.scanners,
            learned: LearnedScanners(file: folder.scanners), announcer: announcer, metrics: metricCounts, clock: clock,
            logger: logger, longWork: longWork, lists: listQueue)
        let restart: AsyncStream<Void>.Continuation
        (restarts, restart) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        enrolments = Enrolments(
            store: store, current: enrolment, door: door, journal: journal, manifests: manifests, trust: trust,
            folder: folder, configuration: configuration, authorization: authorization, conditions: conditions,
            clock: clock,
            logger: logger,
            lists: listQueue, restart: { restart.yield() })
        let standing = CurrentConditions(
            reported: conditions,
            sources: [
                ListConditions(trust: trust, manifests: manifests, staffKeys: staffKeys, door: door.settings),
                ClockConditions(links: links, venue: venue, policy: configuration.policy),
                JournalConditions(journal: journal, station: configuration.station), enrolments,
                ReaderConditions(
                    readers: readers, announcer: announcer, policy: configuration.policy,
                    expected: configuration.cameras.paths + configuration.scanners.paths),
                BackendConditions(links: links, journal: journal, opened: opened),
                VenueConditions(venue: venue, journal: journal, manifests: manifests),
            ])
        monitor = Monitor(
            station: configuration.station, door: door, journal: journal, manifests: manifests, tallies: tallies,
            links: links, venue: venue, readers: readers, announcer: announcer, brandingCache: brandingCache,
            conditions: standing,
            doctor: Doctor(
                conditions: standing, readers: readers, watchdog: watchdog, folder: folder.url,
                needsNetwork: !configuration.backends.isEmpty || !configuration.lists.urls.isEmpty || venue != nil,
                journalQueue: journalQueue, longWork: longWork), counts: metricCounts, opened: opened,
            logLevels: logLevels,
            logger: logger, journalQueue: journalQueue)
        router = PresentationRouter(door: door, enrolments: enrolments, announcer: announcer, clock: clock)

        if let fault { conditions.report(Condition(.enrolmentUnusable, because: fault)) }
        for variable in configuration.unknownVariables {
            conditions.report(Condition(.unknownVariable, subject: variable, ["name": variable]))
        }
        // A list that is damaged or no longer trusted is left out, and the station says so: the others go on.
        for fault in try manifests.open() {
            conditions.report(
                Condition(.listUnreadable, subject: fault.event, ["event": fault.event], because: fault.error))
            logger.error("a list is not used", metadata: ["event": "\(fault.event)", "why": "\(fault)"])
        }
        lists.tidyUp()
    }

    /// An enrolment that cannot be read does not stop the station: it then runs on its own configuration.
    private static func enrolled(
        _ configuration: Configuration, by store: EnrolmentStore
    ) -> (Configuration, Enrolment?, (any Error)?) {
        do {
            let enrolment = try store.current()
            return (try configuration.enrolled(enrolment), enrolment, nil)
        } catch {
            return (configuration, nil, error)
        }
    }

    /// What the API asks of the station: for each subject the part that answers.
    package var control: StationControl {
        StationControl(
            monitor: monitor, displays: announcer, tickets: acts, place: place, operators: operators, journal: records,
            figures: figures, readers: readers, lists: lists, enrolment: enrolments)
    }

    /// Ends all event streams and closes the journal. Nothing can be asked of the station afterwards.
    package func close() throws {
        announcer.finish()
        try journal.close()
    }

    /// Gives a state folder a new station key, after it was copied or moved to this machine.
    /// - Returns: the id of the new key.
    public static func renewIdentity(of folder: StateFolder, environment: [String: String]) async throws -> String {
        let lock = try await folder.lock(socket: nil)
        defer { withExtendedLifetime(lock) {} }
        let environment = Environment.system(environment: environment)
        return try StationIdentity.renew(folder: folder.url, machineID: environment.machineID).signingKey
            .verificationKey.id
    }
}
