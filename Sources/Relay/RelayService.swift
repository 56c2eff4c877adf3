// Relay: takes the stations' check-ins on the organizer's machine, passes them on, and tells each of the others'.

internal import Backends
internal import CheckedYAML
internal import DoorScreen
internal import Foundation
public import Logging
internal import ServiceLifecycle
public import Tickets
internal import UnixSignals

/// The relay: the only machine that holds the account's key, and that stations talk to instead of the server.
/// See docs/decisions/047-relay-is-no-station.md.
public struct RelayService: Sendable {
    private let configuration: RelayConfiguration
    private let logger: Logger
    private let now: @Sendable () -> Timestamp
    private let isSynchronised: @Sendable () -> Bool
    private let onRunning: @Sendable (_ port: Int) async -> Void
    private let alertInterval: Duration

    /// - Parameters:
    ///   - isSynchronised: whether the kernel takes the clock for synchronised.
    ///   - onRunning: told the port that it listens on.
    public init(
        _ configuration: RelayConfiguration, logger: Logger, now: @escaping @Sendable () -> Timestamp,
        isSynchronised: @escaping @Sendable () -> Bool,
        onRunning: @escaping @Sendable (_ port: Int) async -> Void = { _ in }
    ) {
        self.init(
            configuration, logger: logger, now: now, isSynchronised: isSynchronised, onRunning: onRunning,
            alertInterval: .seconds(10))
    }

    /// - Parameter alertInterval: from one look for alerts to the next.
    init(
        _ configuration: RelayConfiguration, logger: Logger, now: @escaping @Sendable () -> Timestamp,
        isSynchronised: @escaping @Sendable () -> Bool = { false },
        onRunning: @escaping @Sendable (_ port: Int) async -> Void, alertInterval: Duration
    ) {
        self.isSynchronised = isSynchronised
        self.alertInterval = alertInterval
        self.configuration = configuration
        self.logger = logger
        self.now = now
        self.onRunning = onRunning
    }

    /// Returns after a graceful stop (SIGTERM, SIGINT).
    /// - Throws: an `ExplainedError`.
    public func run() async throws {
        let tokens = try configuration.stations.mapValues { file throws(BackendError) in try SecretFile.read(file) }
        let short = tokens.filter { $0.value.utf8.count < 32 }.keys.sorted()
        guard short.isEmpty else {
            throw RelayError(
                "use", "the token of \(short.joined(separator: ", "))", "it has fewer than 32 characters",
                hint: "Make one with: openssl rand -hex 32")
        }
        guard Set(tokens.values).count == tokens.count else {
            throw RelayError(
                "use", "the stations' tokens", "two of them are the same",
                hint: "Each station needs its own: openssl rand -hex 32")
        }
        let store = try RelayStore(folder: configuration.state, now: now)
        let key = try RelayKey(in: configuration.state)
        let links = try configuration.backends.map { settings throws(BackendError) in
            try RelayLink(
                settings, events: configuration.events, store: store, key: key, connector: connector, logger: logger,
                now: now)
        }
        for settings in configuration.backends {
            let figures = try store.figures(backend: settings.name)
            logger.notice(
                "relay has",
                metadata: [
                    "backend": "\(settings.name)", "waiting": "\(figures.waiting)", "refused": "\(figures.refused)",
                ])
        }
        logger.notice("stations seal ticket codes to", metadata: ["relay_key": "\(key.publicKey.text)"])
        let backends = Dictionary(links.map { ($0.backend.settings.name, $0.backend) }) { first, _ in first }
        let heard = HeardStations()
        let fleet = try RelayFleet(store: store, stations: Set(tokens.keys), logger: logger, now: now)
        let api = RelayAPI(
            store: store, fleet: fleet, tokens: tokens, events: configuration.events.compactMapValues { backends[$0] },
            eventsWithoutServer: configuration.eventsWithoutServer, key: key,
            allowsSupervisorUndo: configuration.allowsSupervisorUndo, logger: logger,
            onAsked: { [now] in heard.note($0, at: now()) },
            onReceived: {
                for link in links { link.nudge() }
            })
        let server = RelayServer(
            api: api, host: configuration.host, port: configuration.port, logger: logger, onRunning: onRunning)
        let alerts = RelayAlertService(
            configuration: configuration, heard: heard, store: store, fleet: fleet, links: links,
            interval: alertInterval, logger: logger, now: now)
        var services: [any Service] = [server] + links + [alerts]
        if let control = configuration.control { services.append(controlRoom(control, fleet: fleet)) }
        services.append(
            RelayRetentionService(store: store, days: configuration.keptDays, logger: logger) {
                [now, isSynchronised] in
                ClockEvidence(
                    now: now(), isSynchronised: isSynchronised(), offsets: links.compactMap(\.clock.offset))
            })
        var settings = ServiceGroupConfiguration(
            services: services, gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
        // What does not hear a graceful stop is cancelled, before systemd kills it all.
        settings.maximumGracefulShutdownDuration = .seconds(5)
        try await ServiceGroup(configuration: settings).run()
        try store.close()
    }

    /// The public half of the relay's key, which is made when there is none: `relay_key` of stations.
    /// - Throws: an `ExplainedError`.
    public static func publicKey(of configuration: RelayConfiguration) throws -> String {
        try RelayKey(in: configuration.state).publicKey.text
    }

    /// Removes all that a relay which does not run has of one ticket of an event that is over.
    /// - Parameters:
    ///   - reference: the ticket's: as check-ins have it, or what people see of it, before `#`.
    ///   - clock: what is known of this machine's clock.
    /// - Returns: how many check-ins and changes of the ticket were removed.
    /// - Throws: an `ExplainedError`.
    public static func forget(
        ticket reference: String, event: String, of configuration: RelayConfiguration, clock: ClockEvidence
    ) throws -> Int {
        try opening(configuration) { try $0.forget(ticket: reference, event: event, clock: clock) }
    }

    /// How many tickets of an event were used whose check-ins a relay which does not run has removed.
    /// - Throws: an `ExplainedError`, also when there are none
    public static func usedTickets(of event: String, at configuration: RelayConfiguration) throws -> Int {
        let tickets = try opening(configuration) { try $0.usedTickets(of: event) }
        guard tickets > 0 else {
            throw RelayError(
                "look for", "used tickets of \(event.withoutControls)", "none are remembered",
                hint: "They are remembered once check-ins of the event were removed. Is the id right?")
        }
        return tickets
    }

    /// Forgets that they were used. Only after a person has confirmed that.
    /// - Throws: an `ExplainedError`.
    public static func readmit(event: String, at configuration: RelayConfiguration) throws {
        try opening(configuration) { try $0.readmit(event: event) }
    }

    private static func opening<T>(_ configuration: RelayConfiguration, _ body: (RelayStore) throws -> T) throws -> T {
        let store = try RelayStore(folder: configuration.state, now: { .earliest })
        let result = try body(store)
        try store.close()
        return result
    }

    private func controlRoom(_ settings: ControlRoomSettings, fleet: RelayFleet) -> ControlRoomServer {
        ControlRoomServer(
            settings: settings.remote, language: settings.language,
            token: { try? SecretFile.read(settings.token) }, now: now, logger: logger, state: { try fleet.state() },
            order: { [fleet] in try fleet.post($0) }, heads: { try fleet.heads(of: $0) },
            bundle: { fleet.bundle(of: $0, order: $1) })
    }

    private var connector: BackendConnector {
        let folder = configuration.folder
        return BackendConnector(
            secrets: { name throws(BackendError) in
                try SecretFile.read(URL(filePath: name, below: folder))
            }, now: now)
    }
}

/// The relay's way to one backend and back.
struct RelayLink: Service {
    let backend: RelayBackend
    let clock: ServerClock
    let readiness = LinkReadiness()
    private let logger: Logger
    private let environment: LinkEnvironment
    private let uploader: Uploader
    private let follower: StreamFollower?

    init(
        _ settings: BackendSettings, events: [String: String], store: RelayStore, key: RelayKey,
        connector: BackendConnector, logger: Logger, now: @escaping @Sendable () -> Timestamp
    ) throws(BackendError) {
        let own = events.filter { $0.value == settings.name }.keys.sorted()
        let link = try connector.link(settings) { own }
        let report = LinkReport()
        let environment = LinkEnvironment(to: settings.name, now: now, logger: logger)
        clock = link.clock
        backend = RelayBackend(settings: settings, receiver: link.receiver, lookup: link.lookup)
        self.logger = logger
        self.environment = environment
        uploader = Uploader(
            to: link.receiver, from: RelayOutbox(backend: backend, store: store, key: key, logger: logger),
            report: report, environment: environment)
        let updates = RelayUpdateStore(backend: settings.name, events: own, store: store, now: now)
        follower = link.stream.map { StreamFollower($0, into: updates, report: report, environment: environment) }
    }

    func nudge() {
        uploader.nudge()
    }

    /// Finds out what the backend takes, which stations are told with each check-in, and says so when it takes nothing.
    private func watchReadiness() async {
        var pauses = RetryPauses()
        var lastLogged: BackendError.Code?
        while !Task.isCancelled {
            do throws(BackendError) {
                try await backend.receiver.checkReadiness()
                readiness.note(true)
                lastLogged = nil
                pauses.reset()
                await environment.sleep(Self.readinessInterval)
            } catch {
                readiness.note(false)
                if error.code != lastLogged { logFailure(error) }
                lastLogged = error.code
                await environment.sleep(pauses.next(after: error, random: environment.random()))
            }
        }
    }

    /// Servers get newer while relays run.
    private static let readinessInterval = Duration.seconds(600)

    private func logFailure(_ error: BackendError) {
        let isLasting = [.unsupported, .misconfigured].contains(error.code)
        logger.log(
            level: isLasting ? .error : .warning,
            isLasting
                ? "this relay can deliver nothing to a backend, and accepts no check-ins for it"
                : "a backend cannot be reached",
            metadata: ["backend": "\(backend.settings.name)", "why": "\(error)"])
    }

    func run() async {
        await cancelWhenGracefulShutdown {
            await withTaskGroup { group in
                group.addTask { await watchReadiness() }
                group.addTask { await uploader.run() }
                if let follower { group.addTask { await follower.run() } }
            }
            try? await gracefulShutdown()
        }
    }
}

struct RelayUpdateStore: UpdateStore {
    let backend: String
    /// Of this backend.
    let events: [String]
    let store: RelayStore
    let now: @Sendable () -> Timestamp

    func cursor() throws -> String? {
        try store.cursor(backend: backend)
    }

    func keep(_ page: CheckInPage) throws {
        let messages = page.checkIns.compactMap { foreign -> CheckInMessage? in
            guard let event = foreign.event ?? (events.count == 1 ? events[0] : nil) else { return nil }
            return CheckInMessage(CheckIn(foreign, event: event, station: foreign.station ?? backend))
        }
        let now = now()
        let tickets = page.tickets.compactMap { $0.relayed(of: events, now: now) }
        try store.keep(messages, tickets: tickets, cursor: page.cursor, backend: backend)
    }
}

extension ReportedTicket {
    /// The ticket as stations get it, without its codes; `nil` when it is of no event of its server: none speaks for
    /// another's tickets.
    fileprivate func relayed(of events: [String], now: Timestamp) -> ReportedTicket? {
        guard let event = event ?? (events.count == 1 ? events[0] : nil), events.contains(event) else { return nil }
        return ReportedTicket(
            event: event, reference: reference, status: status, notBefore: notBefore, notAfter: notAfter,
            at: min(at, now))
    }
}

extension CheckIn {
    /// What a server told, as stations tell it.
    fileprivate init(_ foreign: ForeignCheckIn, event: String, station: String) {
        self.init(
            id: foreign.id, station: station, sequence: 0, event: event, list: foreign.list, gate: foreign.gate,
            key: foreign.key, line: foreign.line, reference: foreign.reference,
            direction: foreign.verdict == .checkedOut ? .out : .in, verdict: foreign.verdict,
            kind: foreign.undoes == nil ? .manual : .undo, undoes: foreign.undoes, count: foreign.count, how: .manual,
            at: foreign.at)
    }
}
