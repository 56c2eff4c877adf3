internal import Alerts
internal import Fleet
internal import Foundation
package import Journal
internal import Logging
package import Manifests
internal import Messages
internal import Threads
internal import Tickets

/// What the subjects of a station share: files, clocks, queues, and the connections to whoever else is there. Opened
/// before any of them. A subject is given those that it uses, never all.
package struct StationResources: Sendable {
    /// With what an enrolment set.
    let configuration: Configuration
    /// `nil` when the station runs on its own configuration.
    let enrolment: Enrolment?
    let folder: StateFolder
    /// What others have said of the time.
    let heard: HeardTime
    /// This machine's clock, put right by it.
    let clock: StationClock
    let opened: Timestamp
    let logger: Logger
    let logLevels: LogLevelSwitch

    let credentials: Credentials
    let staffKeys: StaffKeys
    let boxOfficeKeys: BoxOfficeKeys
    /// Every decision, on the disk.
    package let journal: Journal
    let trust: TrustStore
    package let manifests: ManifestStore
    /// Who was let in twice during an outage.
    let doubleEntries: DoubleEntryDetector
    let tallies: TallyCache
    let brandingCache: BrandingCache
    /// What the control room has ordered.
    let orderBook: OrderBook

    /// Where verdicts go.
    let announcer: Announcer
    let conditions = ReportedConditions()
    let metrics: Metrics
    let watchdog = WatchdogLog()

    let links: Links
    /// The ledger that the gates of a venue share; `nil` when none is configured.
    package let venue: VenueLink?

    /// For short reads of the journal.
    let journalQueue = WorkQueue("records")
    /// For work that goes through the whole journal, one at a time.
    let longWork = WorkQueue("long work")
    /// For what changes the installed lists, or reads them whole.
    let listQueue = WorkQueue("lists")

    /// What speaks for and against the clock, for what deletes because of the time.
    var witness: ClockWitness { ClockWitness(heard: heard, journal: journal) }

    /// The texts of the station's language.
    var messages: Messages { .in(configuration.language) }

    /// As whom this station sends alerts.
    var alertSource: AlertSource {
        AlertSource(.station, configuration.station, language: configuration.language)
    }

    /// - Parameters:
    ///   - logLevels: what sets the level of the logger.
    ///   - ledger: replaces the ledger of the configuration.
    /// - Throws: an ``ExplainedError`` of the part that could not be opened
    init(
        folder: StateFolder, configuration: Configuration, environment: Station.Environment, logger: Logger,
        logLevels: LogLevelSwitch, ledger: (any DoorLedger)?
    ) throws {
        (self.folder, self.logger, self.logLevels) = (folder, logger, logLevels)
        let (enrolled, enrolment, enrolmentFault) = Self.enrolled(
            configuration, by: EnrolmentStore(folder: folder))
        self.enrolment = enrolment
        orderBook = OrderBook(file: folder.orders, key: enrolled.ordersKey?.id)
        let settingsFault: (any Error)?
        (self.configuration, settingsFault) = Self.ordered(enrolled, orderBook.settings)
        links = Links(self.configuration.backends, machine: environment.clock)
        heard = HeardTime(machine: environment.clock, links: links)
        clock = heard.clock
        opened = clock.now()
        let counts = Metrics()
        metrics = counts
        announcer = Announcer(metrics: counts)
        brandingCache = BrandingCache(file: folder.branding)
        credentials = Credentials(
            folders: environment.credentialFolders + [folder.credentials, folder.enrolledCredentials])
        staffKeys = StaffKeys(credentials)
        boxOfficeKeys = BoxOfficeKeys(credentials)

        let identity = try StationIdentity.openOrCreate(folder: folder.url, machineID: environment.machineID)
        journal = try Journal(folder: folder.url, identity: identity)
        trust = TrustStore(folders: environment.keyFolders, own: folder.keys)
        manifests = ManifestStore(
            folder: folder.manifests, trust: trust, memory: JournalMemory(journal: journal),
            freeSpaceReserve: 16 << 20)
        doubleEntries = DoubleEntryDetector(journal: journal, manifests: manifests, conditions: conditions)
        tallies = TallyCache(journal: journal, manifests: manifests)

        let ledgerJournal = StationLedgerJournal(journal: journal, manifests: manifests, heard: heard, logger: logger)
        venue = self.configuration.venue.map { [credentials, station = self.configuration.station] settings in
            ledger.map { VenueLink(settings, ledgerJournal: ledgerJournal, ledger: $0) }
                ?? VenueLink(settings, station: station, ledgerJournal: ledgerJournal, credentials: credentials)
        }

        if let settingsFault { conditions.report(Condition(.settingsUnusable, because: settingsFault)) }
        if let enrolmentFault { conditions.report(Condition(.enrolmentUnusable, because: enrolmentFault)) }
        for variable in configuration.unknownVariables {
            conditions.report(Condition(.unknownVariable, subject: variable, ["name": variable]))
        }
        // A list that is damaged or no longer trusted is left out, and the station says so: the others go on.
        for fault in try manifests.open() {
            conditions.report(
                Condition(.listUnreadable, subject: fault.event, ["event": fault.event], because: fault.error))
            logger.error("a list is not used", metadata: ["event": "\(fault.event)", "why": "\(fault)"])
        }
    }

    /// Settings that this version cannot use do not stop the station.
    private static func ordered(_ configuration: Configuration, _ order: Order?) -> (Configuration, (any Error)?) {
        do {
            return (try order?.settings.map(configuration.ordered) ?? configuration, nil)
        } catch {
            return (configuration, error)
        }
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
}
