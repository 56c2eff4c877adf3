// Station: where the parts meet: the door that decides, its configuration, its health, and the wiring.

internal import Backends
internal import DoorScreen
public import Foundation
package import Journal
public import Logging
internal import Manifests
internal import Tickets

/// A station on its state folder: opened by usherd for as long as it runs, or by a command for one act.
public final class Station: Sendable {
    public static let version = "0.1.0"

    public let door: Door
    let configuration: Configuration
    let folder: StateFolder
    package let journal: Journal
    let manifests: ManifestStore
    let trust: TrustStore
    let clock: StationClock
    let health: Health
    let announcer: Announcer
    let metricCounts = Metrics()
    let logLevels: LogLevelSwitch
    let opened: Timestamp
    let credentials: Credentials
    let staffKeys: StaffKeys
    let board = ReaderBoard()
    let learned: LearnedScanners
    let pictures = PictureRequests()
    let links: Links
    /// The ledger that the gates of a venue share; `nil` at a kiosk of its own.
    package let venue: VenueLink?
    let conflicts: ConflictWatch
    let figuresDesk: FiguresDesk
    let sticks: StickShelf
    let watchdog = WatchdogLog()
    let branding: BrandingDesk
    let enrolments: EnrolmentStore
    let enrolmentDesk = EnrolmentDesk()
    /// What it was enrolled as when it was opened.
    let enrolment: Enrolment?
    /// One element when it has to be opened anew.
    let restarts: AsyncStream<Void>
    private let restartSignal: AsyncStream<Void>.Continuation
    let logger: Logger
    /// For short questions to the journal.
    let records = WorkQueue("records")
    /// For walks over whole lists: nothing else waits for one.
    let searches = WorkQueue("searches")
    /// For comparing PINs.
    let pins = WorkQueue("pins")
    /// For what goes through the whole journal, one at a time.
    let longWork = WorkQueue("long work")
    /// For adding up the figures.
    let sums = WorkQueue("figures")
    /// For reading and writing lists and keys.
    let lists = WorkQueue("lists")
    private let lock: StateLock

    /// Everything outside the folder that a station depends on.
    public struct Surroundings: Sendable {
        public var clock: StationClock
        /// The text of machine-id(5), or `nil` where the machine has none.
        public var machineID: String?
        /// Folders beside the state folder where keys to trust lie.
        public var keyFolders: [URL]
        /// Folders beside the state folder where credentials lie.
        public var credentialFolders: [URL]
        /// Where USB sticks are mounted, each in a folder of its own.
        public var sticks: URL

        public init(
            clock: StationClock, machineID: String?, keyFolders: [URL], credentialFolders: [URL],
            sticks: URL = URL(filePath: "/run/usher-sticks")
        ) {
            self.clock = clock
            self.machineID = machineID
            self.keyFolders = keyFolders
            self.credentialFolders = credentialFolders
            self.sticks = sticks
        }

        public static func system(environment: [String: String]) -> Surroundings {
            let machineID = try? String(contentsOfFile: "/etc/machine-id", encoding: .utf8)
                .trimmingCharacters(in: .whitespacesAndNewlines)
            return Surroundings(
                // Empty or "uninitialized" on an image that has not booted yet.
                clock: .system, machineID: machineID.flatMap { Data(hex: $0)?.count == 16 ? $0 : nil },
                keyFolders: [URL(filePath: "/etc/usher/keys")],
                credentialFolders: [environment["CREDENTIALS_DIRECTORY"]].compactMap { $0.map { URL(filePath: $0) } })
        }
    }

    /// - Parameter lock: held for as long as the station lives.
    /// - Throws: an ``ExplainedError`` of the part that could not be opened.
    public convenience init(
        folder: StateFolder, lock: StateLock, configuration: Configuration, surroundings: Surroundings, logger: Logger
    ) throws {
        try self.init(
            folder: folder, lock: lock, configuration: configuration, surroundings: surroundings, logger: logger,
            logLevels: LogLevelSwitch(configuration.logLevel))
    }

    /// - Parameters:
    ///   - logLevels: what the level of the logger is taken from.
    ///   - ledger: instead of the one that the configuration names.
    init(
        folder: StateFolder, lock: StateLock, configuration: Configuration, surroundings: Surroundings, logger: Logger,
        logLevels: LogLevelSwitch, ledger: (any DoorLedger)? = nil
    ) throws {
        self.folder = folder
        self.lock = lock
        branding = BrandingDesk(file: folder.branding)
        enrolments = EnrolmentStore(folder: folder)
        // A record that cannot be read closes no door: the station is what its own configuration says.
        var enrolment: Enrolment?
        var enrolled = configuration
        var fault: (any Error)?
        do {
            enrolment = try enrolments.current()
            enrolled = try configuration.enrolled(enrolment)
        } catch {
            (enrolment, fault) = (nil, error)
        }
        self.enrolment = enrolment
        let configuration = enrolled
        self.configuration = configuration
        (restarts, restartSignal) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        self.logger = logger
        clock = surroundings.clock
        health = Health()
        announcer = Announcer(metrics: metricCounts)
        self.logLevels = logLevels
        opened = clock.now()
        credentials = Credentials(
            folders: surroundings.credentialFolders + [folder.credentials, folder.enrolledCredentials])
        staffKeys = StaffKeys(credentials)
        learned = LearnedScanners(file: folder.scanners)
        let identity = try StationIdentity.openOrCreate(folder: folder.url, machineID: surroundings.machineID)
        journal = try Journal(folder: folder.url, identity: identity)
        trust = TrustStore(folders: surroundings.keyFolders, own: folder.keys)
        manifests = ManifestStore(
            folder: folder.manifests, trust: trust, memory: JournalMemory(journal: journal),
            freeSpaceReserve: 16 << 20)
        links = Links(configuration.backends)
        let desk = JournalLedgerDesk(journal: journal, manifests: manifests, clock: clock, logger: logger)
        venue = configuration.venue.map { [credentials] settings in
            ledger.map { VenueLink(settings, desk: desk, ledger: $0) }
                ?? VenueLink(settings, station: configuration.station, desk: desk, credentials: credentials)
        }
        let settings = Door.Settings(
            station: configuration.station, gate: configuration.gate, direction: configuration.direction,
            events: configuration.events, policy: configuration.policy, sessionEnds: enrolment?.ends,
            permissions: configuration.permissions, places: ChosenPlaces(file: folder.places))
        door = try Door(
            journal: journal, manifests: manifests, settings: settings, clock: clock, health: health,
            announcer: announcer, staffKeys: staffKeys, links: links, venue: venue)
        sticks = StickShelf(folder: surroundings.sticks, manifests: manifests)
        conflicts = ConflictWatch(journal: journal, manifests: manifests, health: health)
        figuresDesk = FiguresDesk(journal: journal, manifests: manifests)
        if let fault { health.report(.enrolment, "\(fault)") }
        // A list that is damaged or no longer trusted is left out, and the station says so: the others go on.
        for fault in try manifests.open() {
            health.report(.manifest(fault.event), "\(fault)")
            logger.error("a list is not used", metadata: ["event": "\(fault.event)", "why": "\(fault)"])
        }
        tidyUp()
    }

    /// Removes the lists of events that ended long enough ago. A clock that nobody vouches for may be years ahead, so
    /// nothing is removed by it.
    func tidyUp() {
        guard clock.isSynchronised() else { return }
        do {
            for event in try manifests.removeEnded(now: clock.now(), after: configuration.keepLists) {
                health.clearManifest(of: event)
                logger.notice("list removed after its event", metadata: ["event": "\(event)"])
            }
            health.clear(.endedLists)
        } catch {
            health.report(.endedLists, "\(error)")
        }
    }

    /// Asks whoever opened the station to open it anew, because what it was made of has changed.
    func restart() {
        restartSignal.yield()
    }

    /// Closes the journal; nothing can be asked of the station afterwards.
    package func close() throws {
        announcer.finish()
        try journal.close()
    }

    /// Gives a state folder that was copied or moved to this machine a key of its own.
    /// - Returns: the id of the new key.
    public static func renewIdentity(of folder: StateFolder, environment: [String: String]) async throws -> String {
        let lock = try await folder.lock(socket: nil)
        defer { withExtendedLifetime(lock) {} }
        let surroundings = Surroundings.system(environment: environment)
        return try StationIdentity.renew(folder: folder.url, machineID: surroundings.machineID).signingKey
            .verificationKey.id
    }
}

/// What the manifest store must not forget is kept in the journal, which outlives every list.
struct JournalMemory: ManifestMemory {
    func passages(event: String) throws -> RecordedPassages {
        RecordedPassages(lists: try journal.listsPassed(event: event)) { [journal] in
            Set(try journal.linesPassed(event: event).map { RecordedPassages.Line(key: $0.key, number: $0.line) })
        }
    }

    let journal: Journal

    func remembered(event: String) throws -> RememberedManifest? {
        try journal.rememberedManifest(event: event).map {
            RememberedManifest(event: event, sequence: $0.sequence, keyID: $0.keyID, salt: $0.salt)
        }
    }

    func remember(_ manifest: RememberedManifest) throws {
        try journal.remember(
            ManifestRecord(
                event: manifest.event, sequence: manifest.sequence, keyID: manifest.keyID, salt: manifest.salt))
    }
}
