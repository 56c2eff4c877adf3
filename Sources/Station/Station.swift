// Station: where the parts meet: the door that decides, its configuration, its conditions, and the wiring.

internal import Backends
internal import DoorScreen
internal import Foundation
internal import Journal
public import Logging
package import StationAPI
internal import Tickets
internal import TimeZones

/// A station on its state folder: opened by usherd for as long as it runs, or by a command for one request.
///
/// It is put together here and does nothing itself: each subject is given what it uses.
public final class Station: Sendable {
    /// Version of Usher.
    public static let version = "0.1.0"
    /// Of the program, and in the next line of the time zones by which it writes times.
    public static var versions: String { "\(version)\ntzdata \(ZoneFolder.system.version)" }

    /// What the subjects share.
    package let resources: StationResources
    /// Where every decision is made.
    public let door: Door
    /// The journal and the outbox, for the API.
    package let records: Records
    /// Signed lists and trusted keys.
    package let lists: Lists
    /// Check-ins on their way to and from ticketing servers.
    package let uploads: Uploads
    /// Tries of ticketing servers.
    package let backends: BackendExamination
    /// What staff do with tickets.
    package let acts: StaffActs
    /// What is sold at the door.
    package let boxOffice: BoxOfficeDesk
    /// Gate and direction.
    package let place: Places
    /// The staff.
    package let operators: Operators
    /// The staff of all stations.
    package let rosters: Rosters
    /// The numbers of events, and reports.
    package let figures: Figures
    package let phones: PhoneReaders
    /// Cameras and scanners.
    package let readers: Readers
    /// Pairings.
    package let enrolments: Enrolments
    /// What the control room orders.
    let orders: Orders
    /// Settings that it orders.
    let trials: SettingsTrials
    /// Status, conditions and metrics.
    package let monitor: Monitor
    /// Takes everything that is presented.
    let router: PresentationRouter
    /// Has an element when the station is to be opened again.
    let restarts: AsyncStream<Void>
    private let lock: StateLock

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
    convenience init(
        folder: StateFolder, lock: StateLock, configuration: Configuration, environment: Environment, logger: Logger,
        logLevels: LogLevelSwitch, ledger: (any DoorLedger)? = nil
    ) throws {
        try self.init(
            StationResources(
                folder: folder, configuration: configuration, environment: environment, logger: logger,
                logLevels: logLevels, ledger: ledger),
            usbMounts: environment.usbMounts, lookupLimit: environment.lookupLimit,
            trialInterval: environment.trialInterval, supportBundle: environment.supportBundle, lock: lock)
    }

    /// - Parameters:
    ///   - usbMounts: where USB sticks are mounted, each in a folder of its own.
    ///   - lookupLimit: how long a guest waits while a code that is in no list is asked about.
    ///   - trialInterval: from one look at a station that tries settings to the next.
    ///   - supportBundle: makes the text of a support bundle; `nil`: the program `usher` does.
    private init(
        _ shared: StationResources, usbMounts: URL, lookupLimit: Duration, trialInterval: Duration,
        supportBundle: (@Sendable () throws -> String)?, lock: StateLock
    ) throws {
        (resources, self.lock) = (shared, lock)
        let (configuration, journal, manifests) = (shared.configuration, shared.journal, shared.manifests)
        let authorization = StaffAuthorization(permissions: configuration.permissions)
        door = try Door(shared)
        uploads = Uploads(
            links: shared.links, journal: journal, manifests: manifests, doubleEntries: shared.doubleEntries,
            venue: shared.venue, credentials: shared.credentials, clock: shared.clock, logger: shared.logger,
            journalQueue: shared.journalQueue, lists: shared.listQueue)
        backends = BackendExamination(backends: configuration.backends, uploads: uploads)
        lists = Lists(
            manifests: manifests, trusted: shared.trust, usbLists: UsbLists(folder: usbMounts, manifests: manifests),
            door: door, uploads: uploads, conditions: shared.conditions, clock: shared.clock,
            witness: shared.witness, keptFor: configuration.keepLists, logger: shared.logger,
            downloads: shared.folder.downloads,
            queue: shared.listQueue)
        let notes = StationNotes(
            station: configuration.station, door: door, journal: journal, journalQueue: shared.journalQueue)
        records = Records(
            journal: journal, manifests: manifests, doubleEntries: shared.doubleEntries, tallies: shared.tallies,
            clock: shared.clock, witness: shared.witness, notes: notes,
            graceAfterEnd: configuration.policy.graceAfterEnd, journalQueue: shared.journalQueue,
            longWork: shared.longWork)
        let finder = TicketSearch(
            door: door, journal: journal, staffKeys: shared.staffKeys, authorization: authorization)
        acts = StaffActs(
            door: door, journal: journal, finder: finder, authorization: authorization,
            returns: configuration.policy.returns, logger: shared.logger, journalQueue: shared.journalQueue)
        boxOffice = BoxOfficeDesk(
            station: configuration.station, door: door, journal: journal, keys: shared.boxOfficeKeys,
            links: shared.links, venue: shared.venue, occupancy: door.occupancy, authorization: authorization,
            printer: configuration.ticketPrinter.map { TicketPrinter(name: $0, folder: shared.folder.url) },
            logger: shared.logger, journalQueue: shared.journalQueue)
        place = Places(
            door: door, manifests: manifests, authorization: authorization, notes: notes, logger: shared.logger,
            lists: shared.listQueue)
        rosters = Rosters(
            key: configuration.ordersKey, folder: shared.folder, journal: journal, door: door, notes: notes,
            conditions: shared.conditions, clock: shared.clock, logger: shared.logger, lists: shared.listQueue)
        operators = Operators(
            journal: journal, notes: notes, rosters: rosters, clock: shared.clock, journalQueue: shared.journalQueue)
        figures = Figures(
            station: configuration.station, language: configuration.language, door: door, journal: journal,
            manifests: manifests, doubleEntries: shared.doubleEntries, tallies: shared.tallies, venue: shared.venue,
            clock: shared.clock)
        readers = Readers(
            cameras: configuration.cameras,
            symbologies: CameraSymbologies(chosen: configuration.symbologies, manifests: manifests),
            scanners: configuration.scanners,
            serialScanners: configuration.serialScanners, nfcReaders: configuration.nfcReaders,
            learned: LearnedScanners(file: shared.folder.scanners), announcer: shared.announcer,
            metrics: shared.metrics, clock: shared.clock, logger: shared.logger, longWork: shared.longWork,
            lists: shared.listQueue)
        let restart: AsyncStream<Void>.Continuation
        (restarts, restart) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        enrolments = Enrolments(
            store: EnrolmentStore(folder: shared.folder), current: shared.enrolment, door: door, journal: journal,
            manifests: manifests, trust: shared.trust, folder: shared.folder, configuration: configuration,
            authorization: authorization, conditions: shared.conditions, clock: shared.clock, logger: shared.logger,
            lists: shared.listQueue, restart: { restart.yield() })
        monitor = Monitor(shared, door: door, readers: readers, enrolments: enrolments)
        trials = SettingsTrials(
            interval: trialInterval, book: shared.orderBook, monitor: monitor, notes: notes, clock: shared.clock,
            logger: shared.logger, restart: enrolments.restart)
        orders = Orders(
            key: configuration.ordersKey, station: configuration.station, book: shared.orderBook, door: door,
            places: place, enrolments: enrolments, trials: trials,
            bundles: SupportBundles(make: supportBundle ?? SupportBundles.program(state: shared.folder.url)),
            notes: notes, clock: shared.clock, witness: shared.witness, logger: shared.logger)
        let lateTickets = LateTickets(
            door: door, journal: journal, links: shared.links, station: configuration.station, limit: lookupLimit,
            clock: shared.clock, logger: shared.logger, journalQueue: shared.journalQueue)
        router = PresentationRouter(
            door: door, lateTickets: lateTickets, enrolments: enrolments, rosters: rosters,
            announcer: shared.announcer, clock: shared.clock)
        phones = PhoneReaders(router: router, authorization: authorization, logger: shared.logger)
        lists.tidyUp()
    }

    /// What the API asks of the station: for each subject the part that answers.
    package var control: StationControl {
        StationControl(
            monitor: monitor, displays: resources.announcer, tickets: acts, boxOffice: boxOffice,
            phones: phones, place: place, operators: operators, rosters: rosters, journal: records, figures: figures,
            readers: readers, lists: lists, backends: backends,
            alerts: AlertTrials(
                source: resources.alertSource, settings: resources.configuration.alerts,
                sending: alertSending),
            enrolment: enrolments)
    }

    /// Names of the backends that are relays, also those of a pairing.
    var relays: [String] { resources.configuration.backends.filter { $0.relayKey != nil }.map(\.name) }

    /// How alerts are sent, with the credentials of this station.
    var alertSending: AlertSending {
        AlertSending(
            credentials: resources.credentials, conditions: resources.conditions, clock: resources.clock,
            logger: resources.logger)
    }

    /// Ends all event streams and closes the journal. Nothing can be asked of the station afterwards.
    package func close() throws {
        resources.announcer.finish()
        try resources.journal.close()
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

extension Door {
    /// The door of a station.
    fileprivate init(_ shared: StationResources) throws {
        let configuration = shared.configuration
        try self.init(
            journal: shared.journal, manifests: shared.manifests,
            settings: Settings(
                station: configuration.station, gate: configuration.gate, direction: configuration.direction,
                events: configuration.events, policy: configuration.policy, sessionEnds: shared.enrolment?.ends,
                permissions: configuration.permissions,
                groupPatience: configuration.screen?.groupPatience ?? .zero,
                places: ChosenPlaces(file: shared.folder.places), orders: shared.orderBook),
            clock: shared.clock, conditions: shared.conditions, announcer: shared.announcer,
            staffKeys: shared.staffKeys, links: shared.links,
            occupancy: Occupancy(tallies: shared.tallies, links: shared.links, venue: shared.venue),
            venue: shared.venue)
    }
}

extension Monitor {
    /// What watches a station: everything that can say what is wrong with it.
    fileprivate init(_ shared: StationResources, door: Door, readers: Readers, enrolments: Enrolments) {
        let configuration = shared.configuration
        let standing = CurrentConditions(
            reported: shared.conditions,
            sources: [
                ListConditions(
                    trust: shared.trust, manifests: shared.manifests, staffKeys: shared.staffKeys,
                    door: door.settings, backends: Set(configuration.backends.map(\.name))),
                ZoneConditions(manifests: shared.manifests),
                ClockConditions(heard: shared.heard, policy: configuration.policy),
                MachineConditions(), JournalConditions(journal: shared.journal, station: configuration.station),
                FlowConditions(journal: shared.journal), enrolments, shared.orderBook,
                ReaderConditions(
                    readers: readers, announcer: shared.announcer, policy: configuration.policy,
                    expected: configuration.cameras.paths + configuration.scanners.paths
                        + configuration.serialScanners.paths + configuration.nfcReaders),
                BackendConditions(links: shared.links, journal: shared.journal, opened: shared.opened),
                VenueConditions(venue: shared.venue, journal: shared.journal, manifests: shared.manifests),
            ])
        let needsNetwork =
            !configuration.backends.isEmpty || !configuration.lists.urls.isEmpty || shared.venue != nil
        self.init(
            station: configuration.station, language: configuration.language, door: door, journal: shared.journal,
            manifests: shared.manifests, tallies: shared.tallies, links: shared.links, heard: shared.heard,
            venue: shared.venue, readers: readers,
            announcer: shared.announcer, brandingCache: shared.brandingCache, conditions: standing,
            doctor: Doctor(
                conditions: standing, readers: readers, watchdog: shared.watchdog, folder: shared.folder.url,
                needsNetwork: needsNetwork, staffKeys: shared.staffKeys, console: configuration.screen?.console,
                journalQueue: shared.journalQueue, longWork: shared.longWork),
            counts: shared.metrics, opened: shared.opened, logLevels: shared.logLevels, logger: shared.logger,
            journalQueue: shared.journalQueue)
    }
}
