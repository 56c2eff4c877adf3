internal import Backends
internal import Journal
internal import Logging
internal import Manifests
package import Messages
package import StationAPI
internal import Threads
internal import Tickets
internal import Venue

/// How the station is doing: status, conditions and metrics.
package struct Monitor: MonitorControl {
    let station: String
    let language: String
    let door: Door
    let journal: Journal
    let manifests: ManifestStore
    let tallies: TallyCache
    let links: Links
    let heard: HeardTime
    let venue: VenueLink?
    let readers: Readers
    let announcer: Announcer
    let brandingCache: BrandingCache
    let conditions: CurrentConditions
    let doctor: Doctor
    let counts: Metrics
    /// When the station was opened.
    let opened: Timestamp
    let logLevels: LogLevelSwitch
    let logger: Logger
    let journalQueue: WorkQueue

    package func status() async throws -> StationStatus {
        let situation = await door.state()
        return try await journalQueue.run { try status(situation) }
    }

    /// All present conditions, also those that are in order.
    func currentConditions() async throws -> [Condition] {
        let situation = await door.state()
        return try await journalQueue.run { try conditions.all(at: situation) }
    }

    /// A disk that took nothing may take something again.
    func noticeRoom() async {
        try? await journalQueue.run { journal.tryAgain() }
    }

    private func status(_ situation: Situation) throws -> StationStatus {
        let figures = try journal.figures()
        let standing = try conditions.all(at: situation)
        return StationStatus(
            station: station, language: language, version: Station.version,
            direction: door.settings.direction(at: situation),
            serving: try situation.served.map { try served($0, now: situation.now, standing) },
            installed: manifests.installed.map(\.plan.event.id).sorted(),
            journal: StationStatus.JournalFigures(
                entries: figures.entries, lastEntryAt: figures.lastEntryAt, waiting: figures.waiting,
                refused: figures.refused, parked: figures.parked),
            readers: readers.board.readers,
            backends: links.all.map { StationStatus.Backend($0, machine: heard.machine) },
            venue: try venue.map(status), clock: situation.clock, isDiskLow: journal.health.isNearlyFull,
            notRecorded: situation.notRecorded, console: announcer.console.state, now: situation.now,
            conditions: standing.filter { $0.level > .ok })
    }

    /// About a tenth of a second of work. After the start of a station with a long journal, the numbers grow with each
    /// status.
    private static let pagesForStatus = 40

    private func served(
        _ manifest: InstalledManifest, now: Timestamp, _ standing: [Condition]
    ) throws -> StationStatus.ServedEvent {
        let plan = manifest.plan
        let placement = door.settings.placement(in: plan)
        // A list or a journal that cannot be read is a condition that the status tells: it must not be the end of it.
        let sums = try? tallies.sums(of: manifest, now: now, pages: Self.pagesForStatus)
        let tally = sums?.tally
        let notes = manifest.notes(now: now)
        let alarming: Set<Condition.Code> = [.guessableCodes, .listEmpty, .listShrunk]
        return StationStatus.ServedEvent(
            id: plan.event.id, name: plan.event.name, gate: placement?.gate.slug, gateName: placement?.gate.name,
            list: placement?.list.slug, tickets: manifest.claims.ticketCount,
            people: placement.flatMap { sums?.holders(of: $0.list.types) } ?? 0,
            admitted: placement.flatMap { tally?.admittedHere($0.list.slug) } ?? 0,
            inside: placement.flatMap { tally?.inside($0.list.slug) } ?? 0,
            isTest: manifest.claims.isTest, timeZone: plan.event.timeZone.name,
            utcOffsets: plan.event.utcOffsets(at: now), doorsOpen: plan.event.doorsOpen,
            listIssued: manifest.claims.issued, isListOld: notes.contains(.expired) || notes.contains(.stale),
            place: plan.event.place?.name,
            walkIns: plan.walkInList != nil && plan.walkInList == placement?.list.slug ? true : nil,
            listWarnings: standing.filter { alarming.contains($0.code) && $0.subject == plan.event.id }.map(\.says))
    }

    private func status(of venue: VenueLink) throws -> StationStatus.Venue {
        let open = try journal.openForLedger()
        var status = StationStatus.Venue(
            condition: .connected, since: venue.ledgerJournal.since, waiting: open.waiting, parked: open.parked)
        switch venue.condition {
        case .connected: break
        case .healing: status.condition = .healing
        case .alone(let error): (status.condition, status.trouble) = (.alone, error.map { "\($0)" })
        }
        return status
    }

    package func examine() async throws -> [Condition] {
        try await doctor.findings(at: await door.state())
    }

    package func metrics() async throws -> String {
        let status = try await status()
        let waitingSince = try await journalQueue.run {
            try journal.outbox(states: [.waiting], limit: 1).first?.entry.checkIn.at
        }
        return MetricsPage(
            status: status, counts: counts.all, waitingSince: waitingSince, clockOffset: heard.furthestServer?.offset,
            freeBytes: journal.health.freeBytes, hasDisplay: announcer.hasListener, started: opened
        ).text
    }

    package func logLevel() async -> LogLevel {
        LogLevel(level: logLevels.level.rawValue)
    }

    package func setLogLevel(_ request: LogLevel) async throws {
        guard let level = Logger.Level(rawValue: request.level) else {
            throw StationError(
                .configuration, "set", "the log's level", "it must be \(Logger.Level.expectation)")
        }
        logLevels.level = level
        logger.notice("log level is changed", metadata: ["level": "\(level.rawValue)"])
    }

    /// That of the backend of the event that is served.
    package func branding() async -> Branding? {
        let served = await door.state().served
        guard !served.isEmpty else { return brandingCache.only }
        return served.lazy.compactMap(\.claims.backend).compactMap(brandingCache.branding(of:)).first
    }
}

extension StationStatus.Backend {
    init(_ link: ActiveBackend, machine: StationClock) {
        let offset = link.clock.time.map { machine.now() - $0 }
        self.init(
            name: link.settings.name, kind: link.settings.kind.rawValue, lastContact: link.report.lastContact,
            clockOffsetMs: offset?.wholeMilliseconds, trouble: link.report.error?.description)
    }
}
