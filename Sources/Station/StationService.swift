internal import Backends
internal import Devices
public import Foundation
internal import Glibc
internal import Logging
internal import Messages
internal import QRReader
internal import ServiceLifecycle
internal import StationAPI
internal import Synchronization
internal import Threads
internal import Tickets
internal import UnixSignals

/// A running station: its API on the socket, its watchdog, and the source from which it reads codes.
/// See docs/decisions/071-restart-within-the-process.md.
public struct StationService: Sendable {
    /// Where codes come from.
    /// See docs/decisions/054-no-screen-for-file-sources.md.
    public enum Source: Sendable {
        /// The station's cameras and scanners.
        case devices
        /// One code in each line.
        case standardInput
        /// The pictures in a folder, each once.
        case pictures(URL)
    }

    let configuration: Configuration
    let state: URL?
    let source: Source
    let environment: [String: String]

    public init(configuration: Configuration, state: URL?, source: Source, environment: [String: String]) {
        self.configuration = configuration
        self.state = state
        self.source = source
        self.environment = environment
    }

    /// Returns after a graceful stop (SIGTERM, SIGINT), or after the last code of its source.
    /// - Throws: an ``ExplainedError``
    public func run() async throws {
        ignoreBrokenPipes()
        let fields = StationLogFields(station: configuration.station, gate: configuration.gate)
        let levels = LogLevelSwitch(configuration.logLevel)
        let logger = SystemJournal.logger("usherd", station: fields, levels: levels, environment: environment)
        let folder = StateFolder(state ?? ControlChannel.defaultState(environment: environment))
        let socket = folder.socketPath(environment: environment)
        let lock = try await folder.lock(socket: socket)
        while try await serve(folder, lock: lock, socket: socket, fields: fields, logger: logger, levels: levels) {
            logger.notice("restarts with what has changed")
        }
    }

    /// - Returns: whether the station is to be opened again, as after an enrolment.
    private func serve(
        _ folder: StateFolder, lock: StateLock, socket: String, fields: StationLogFields, logger: Logger,
        levels: LogLevelSwitch
    ) async throws -> Bool {
        let system = Station.Environment.system(environment: environment)
        let book = OrderBook(file: folder.orders, key: nil)
        do { try book.countStart(at: system.clock.now()) } catch {
            logger.error("a start with ordered settings is not counted", metadata: ["why": "\(error)"])
        }
        let standstill = Standstill(of: folder)
        let stopped = standstill.takeBegin()
        defer { standstill.begin(at: system.clock.now()) }
        let station: Station
        do {
            station = try Station(
                folder: folder, lock: lock, configuration: configuration, environment: system, logger: logger,
                logLevels: levels)
        } catch {
            guard (try? book.goBack(because: "\(error)", at: system.clock.now())) == true else { throw error }
            logger.error("the station does not open with ordered settings", metadata: ["why": "\(error)"])
            return true
        }
        await station.rosters.begin()
        let restart = RestartSignal(restarts: station.restarts)
        var services = try services(
            station, restart: restart, fields: fields, socket: socket, logger: logger,
            standstill: { Standstill.seconds(since: stopped, at: system.clock.now()) })
        if isReadingDevices {
            services.append(.init(service: restart, successTerminationBehavior: .gracefullyShutdownGroup))
        }
        let group = ServiceGroup(configuration: .station(services, logger: logger))
        try await logStart(station, fields: fields, socket: socket)
        try await group.run()
        await station.door.recordWaiting()
        if let lost = await station.door.notRecorded?.waiting, lost > 0 {
            logger.critical("decisions were never recorded: the disk took nothing", metadata: ["lost": "\(lost)"])
        }
        try station.close()
        return restart.isWanted
    }

    /// Logs what a person who starts it wants to know at once.
    private func logStart(_ station: Station, fields: StationLogFields, socket: String) async throws {
        let status = try await station.monitor.status()
        fields.serve(status.serving)
        for event in status.serving {
            var metadata: Logger.Metadata = [
                "event": "\(event.id)", "direction": "\(status.direction.rawValue)", "socket": "\(socket)",
            ]
            metadata["gate"] = event.gate.map { "\($0)" }
            station.resources.logger.info("serving", metadata: metadata)
        }
        for condition in status.conditions {
            station.resources.logger.notice(
                "attention", metadata: ["condition": "\(condition.code.rawValue)", "why": "\(condition.says)"])
        }
    }

    /// In the order in which they depend on each other: the API is there before the first code is read, and ends last.
    private func services(
        _ station: Station, restart: RestartSignal, fields: StationLogFields, socket: String, logger: Logger,
        standstill: @escaping @Sendable () -> Int?
    ) throws -> [ServiceGroupConfiguration.ServiceConfiguration] {
        let shared = station.resources
        let running = AsyncStream.makeStream(of: Void.self)
        let serviceManager = ServiceManager.system
        let server = ControlAPI(station: station.control, logger: logger).server(socket: socket, group: "usher-admin") {
            serviceManager.notify("READY=1")
            running.continuation.finish()
        }
        var services: [ServiceGroupConfiguration.ServiceConfiguration] = [.init(service: server)]
        let servers = Servers(station: station)
        if let page = servers.page(isAsked: isReadingDevices || shared.configuration.isScreenChosen) {
            services.append(.init(service: page))
        }
        if let figures = servers.figures() { services.append(.init(service: figures)) }
        if let phones = servers.phones() { services.append(.init(service: phones)) }
        if let metrics = servers.metrics() { services.append(.init(service: metrics)) }
        services += [
            .init(
                service: MaintenanceService(
                    monitor: station.monitor, door: station.door, lists: station.lists, watchdog: shared.watchdog,
                    fields: fields, serviceManager: serviceManager, restarts: { restart.isWanted })),
            .init(
                service: BackendService(
                    settings: shared.configuration.backends, uploads: station.uploads,
                    conditions: shared.conditions, logger: logger, longWork: shared.longWork)),
            .init(
                service: ListService(
                    settings: shared.configuration.lists, lists: station.lists, journal: shared.journal,
                    credentials: shared.credentials, folder: shared.folder.downloads)),
            .init(
                service: RosterService(
                    settings: shared.configuration.lists, rosters: station.rosters, journal: shared.journal,
                    credentials: shared.credentials, folder: shared.folder.downloads,
                    sticks: station.lists.usbLists.folder)),
            .init(
                service: VenueService(
                    venue: shared.venue, lists: station.lists, journal: shared.journal,
                    doubleEntries: shared.doubleEntries, longWork: shared.longWork)),
            .init(
                service: BrandingService(
                    backends: shared.configuration.backends, uploads: station.uploads, cache: shared.brandingCache,
                    logger: logger)),
            .init(
                service: AlertService(
                    source: shared.alertSource, messages: shared.messages, settings: shared.configuration.alerts,
                    file: shared.folder.alerts,
                    monitor: station.monitor, door: station.door, manifests: shared.manifests,
                    doubleEntries: shared.doubleEntries, sending: station.alertSending, clock: shared.clock,
                    journalQueue: shared.journalQueue)),
            .init(
                service: ReportService(
                    writer: ReportWriter(
                        monitor: station.monitor, figures: station.figures, journal: shared.journal,
                        orders: shared.orderBook, staff: station.operators.present, rosters: station.rosters,
                        bundles: station.orders.bundles, clock: shared.clock,
                        journalQueue: shared.journalQueue),
                    orders: station.orders, venue: shared.venue, links: shared.links,
                    relays: station.relays, logger: logger)),
            .init(service: station.trials),
            .init(
                service: JournalWatch(journal: shared.journal, conditions: shared.conditions, logger: logger)),
            .init(
                service: HookService(
                    hooks: shared.configuration.hooks, announcer: shared.announcer, conditions: shared.conditions)),
        ]
        let presentations: any PresentationSource
        switch source {
        case .devices:
            let readers = ReaderService(
                readers: station.readers, router: station.router,
                withoutDisplay: shared.configuration.policy.withoutDisplay, venue: shared.venue,
                watch: { try DeviceWatcher().changes() }, standstill: standstill)
            return services + [.init(service: readers)]
        case .standardInput:
            presentations = LineSource(reader: try LineReader(descriptor: FileHandle.standardInput.fileDescriptor))
        case .pictures(let folder): presentations = try PictureSource(folder: folder)
        }
        let input = InputService(
            router: station.router, venue: shared.venue, presentations: presentations, ready: running.stream)
        return services + [.init(service: input, successTerminationBehavior: .gracefullyShutdownGroup)]
    }

    private var isReadingDevices: Bool {
        if case .devices = source { true } else { false }
    }

    /// A program that stops reading the verdicts must not end the station.
    private func ignoreBrokenPipes() {
        signal(SIGPIPE, SIG_IGN)
    }
}

extension ServiceGroupConfiguration {
    /// Stops within a time limit: services that do not end by themselves are cancelled before systemd kills the process
    /// (TimeoutStopSec=10).
    static func station(
        _ services: [ServiceConfiguration], stoppingWithin budget: Duration = .seconds(5), logger: Logger
    ) -> ServiceGroupConfiguration {
        var configuration = ServiceGroupConfiguration(
            services: services, gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
        configuration.maximumGracefulShutdownDuration = budget
        return configuration
    }
}

/// Ends when the station has to be opened again. Not used for codes from a file, which cannot be read twice.
private final class RestartSignal: Service {
    private let restarts: AsyncStream<Void>
    private let wanted = Mutex(false)

    init(restarts: AsyncStream<Void>) {
        self.restarts = restarts
    }

    var isWanted: Bool { wanted.withLock { $0 } }

    func run() async {
        for await _ in restarts.cancelOnGracefulShutdown() {
            wanted.withLock { $0 = true }
            return
        }
    }
}

/// Where presentations come from, one after the other.
protocol PresentationSource: Sendable {
    /// - Returns: `nil` after the last one.
    func next() async throws -> PresentationResult?
    /// Makes a waiting ``next()`` return `nil`.
    func stop()
}

/// What a source read.
enum PresentationResult: Sendable {
    case presentation(Presentation)
    /// What the guest says to the questions about the presentation before, by their ids.
    case answers([String: String])
    /// What cannot be presented, and why: a picture without a code.
    case problem(String)
}

/// Takes presentations to the door and prints each outcome as a JSON object on a line.
struct InputService: Service {
    let router: PresentationRouter
    let venue: VenueLink?
    let presentations: any PresentationSource
    /// Ends when clients can connect to the API.
    let ready: AsyncStream<Void>
    /// Printing waits here, so that a slow reader of the verdicts delays only the next presentation.
    private let output = WorkQueue("output")

    init(
        router: PresentationRouter, venue: VenueLink?, presentations: any PresentationSource, ready: AsyncStream<Void>
    ) {
        self.router = router
        self.venue = venue
        self.presentations = presentations
        self.ready = ready
    }

    func run() async throws {
        for await _ in ready {}
        await venue?.waitUntilTried()
        try Task.checkCancellation()
        try await withGracefulShutdownHandler {
            var (problems, ask) = (0, Int64?.none)
            while let next = try await presentations.next() {
                switch next {
                case .presentation(let presentation):
                    let outcome = await router.take(presentation)
                    ask = outcome.ask
                    try await print(outcome.json.text)
                case .answers(let answers):
                    // No question has this number.
                    let request = ConfirmRequest(ask: ask ?? 0, answers: answers)
                    try await print(router.door.confirm(request).json.text)
                case .problem(let reason):
                    problems += 1
                    try? FileHandle.standardError.write(contentsOf: Data((reason + "\n").utf8))
                }
            }
            guard problems == 0 else {
                throw StationError(
                    .unavailable, "show", "all pictures", "\(problems) could not be read")
            }
        } onGracefulShutdown: {
            presentations.stop()
        }
    }

    private func print(_ line: String) async throws {
        do {
            try await output.run { try FileHandle.standardOutput.write(contentsOf: Data((line + "\n").utf8)) }
        } catch {
            throw StationError(
                .unavailable, "print", "a verdict", "nobody reads standard output any more")
        }
    }
}
