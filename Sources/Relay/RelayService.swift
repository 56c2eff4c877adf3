// Relay: takes the stations' check-ins on the organizer's machine, passes them on, and tells each of the others'.

internal import Backends
internal import CheckedYAML
internal import Foundation
public import Logging
internal import ServiceLifecycle
public import Tickets
internal import UnixSignals

/// The relay: the only machine that holds the account's key, and that stations talk to instead of the server.
public struct RelayService: Sendable {
    private let configuration: RelayConfiguration
    private let logger: Logger
    private let now: @Sendable () -> Timestamp
    private let onRunning: @Sendable (_ port: Int) async -> Void

    /// - Parameter onRunning: told the port that it listens on.
    public init(
        _ configuration: RelayConfiguration, logger: Logger, now: @escaping @Sendable () -> Timestamp,
        onRunning: @escaping @Sendable (_ port: Int) async -> Void = { _ in }
    ) {
        self.configuration = configuration
        self.logger = logger
        self.now = now
        self.onRunning = onRunning
    }

    /// Returns after a graceful stop (SIGTERM, SIGINT).
    /// - Throws: an `ExplainedError`.
    public func run() async throws {
        let tokens = try configuration.stations.mapValues { file throws(BackendTrouble) in try SecretFile.read(file) }
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
        let store = try RelayStore(folder: configuration.state)
        let links = try configuration.backends.map { settings throws(BackendTrouble) in
            try RelayLink(
                settings, events: configuration.events, store: store, connector: connector, logger: logger, now: now)
        }
        for settings in configuration.backends {
            let figures = try store.figures(backend: settings.name)
            logger.notice(
                "relay has",
                metadata: [
                    "backend": "\(settings.name)", "waiting": "\(figures.waiting)", "refused": "\(figures.refused)",
                ])
        }
        let api = RelayAPI(store: store, tokens: tokens, events: configuration.events) {
            for link in links { link.nudge() }
        }
        let server = RelayServer(
            api: api, host: configuration.host, port: configuration.port, logger: logger, onRunning: onRunning)
        let group = ServiceGroup(
            configuration: ServiceGroupConfiguration(
                services: [.init(service: server)] + links.map { .init(service: $0) },
                gracefulShutdownSignals: [.sigterm, .sigint], logger: logger))
        try await group.run()
        try store.close()
    }

    private var connector: BackendConnector {
        let folder = configuration.folder
        return BackendConnector(
            secrets: { name throws(BackendTrouble) in
                try SecretFile.read(URL(filePath: name, below: folder))
            }, now: now)
    }
}

/// The relay's way to one backend and back.
private struct RelayLink: Service {
    private let uploader: Uploader
    private let follower: StreamFollower?

    init(
        _ settings: BackendSettings, events: [String: String], store: RelayStore, connector: BackendConnector,
        logger: Logger, now: @escaping @Sendable () -> Timestamp
    ) throws(BackendTrouble) {
        let own = events.filter { $0.value == settings.name }.keys.sorted()
        let link = try connector.link(settings) { own }
        let report = LinkReport()
        let surroundings = LinkSurroundings(to: settings.name, now: now, logger: logger)
        uploader = Uploader(
            to: link.receiver, from: RelayOutbox(settings: settings, store: store, logger: logger), report: report,
            surroundings: surroundings)
        let news = RelayNews(backend: settings.name, events: own, store: store)
        follower = link.stream.map { StreamFollower($0, into: news, report: report, surroundings: surroundings) }
    }

    func nudge() {
        uploader.nudge()
    }

    func run() async {
        await cancelWhenGracefulShutdown {
            await withTaskGroup { group in
                group.addTask { await uploader.run() }
                if let follower { group.addTask { await follower.run() } }
            }
            try? await gracefulShutdown()
        }
    }
}

private struct RelayOutbox: Outbox {
    let settings: BackendSettings
    let store: RelayStore
    let logger: Logger

    func next(limit: Int) throws -> [OutgoingCheckIn] {
        try store.nextToUpload(backend: settings.name, limit: limit).map { message, undoneCount in
            OutgoingCheckIn(
                message.checkIn, serverEvent: message.checkIn.event.map(settings.serverEvent),
                clockOffset: message.clockOffset, undoneCount: undoneCount)
        }
    }

    /// What the server does not take as it is concerns a person, who reads this log.
    func settle(_ answers: [SettledCheckIn]) throws {
        try store.settle(answers, backend: settings.name)
        for answer in answers {
            switch answer.answer {
            case .accepted: continue
            case .contradicted(let words): warn("the server sees a check-in otherwise", of: answer.id, words)
            case .rejected(let words): warn("the server cannot take a check-in", of: answer.id, words)
            }
        }
    }

    private func warn(_ text: Logger.Message, of id: String, _ words: String) {
        logger.warning(text, metadata: ["backend": "\(settings.name)", "id": "\(id)", "why": "\(words)"])
    }
}

private struct RelayNews: NewsDesk {
    let backend: String
    /// Of this backend.
    let events: [String]
    let store: RelayStore

    func cursor() throws -> String? {
        try store.cursor(backend: backend)
    }

    func keep(_ page: CheckInPage) throws {
        let messages = page.checkIns.compactMap { foreign -> CheckInMessage? in
            guard let event = foreign.event ?? (events.count == 1 ? events[0] : nil) else { return nil }
            return CheckInMessage(CheckIn(foreign, event: event, station: foreign.station ?? backend))
        }
        try store.keep(messages, cursor: page.cursor, backend: backend)
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
