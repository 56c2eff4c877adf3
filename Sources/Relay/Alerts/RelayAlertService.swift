internal import Alerts
internal import Backends
internal import Fleet
internal import Foundation
internal import Logging
internal import Messages
internal import ServiceLifecycle
internal import Synchronization
internal import Tickets
internal import TimeZones

/// Tells people what is wrong with stations and servers, for as long as the relay runs.
struct RelayAlertService: Service {
    let configuration: RelayConfiguration
    let heard: HeardStations
    let store: RelayStore
    let fleet: RelayFleet
    let links: [RelayLink]
    /// From one look to the next.
    let interval: Duration
    let logger: Logger
    let now: @Sendable () -> Timestamp

    func run() async {
        await cancelWhenGracefulShutdown {
            if let settings = configuration.alerts { await serve(settings) }
            try? await gracefulShutdown()
        }
    }

    private func serve(_ settings: AlertSettings) async {
        let dispatcher = AlertDispatcher<RelayAlertKind>(
            settings, from: .thisRelay, file: configuration.state.appending(path: "alerts.json"),
            environment: configuration.alertEnvironment(now: now, note: AlertLog(logger).note))
        await withTaskGroup { group in
            group.addTask { await dispatcher.run() }
            group.addTask { await watch(dispatcher, digest: settings.digest) }
        }
    }

    /// - Parameter digest: the language of the sum of an event; `nil`: it is not told.
    private func watch(_ dispatcher: AlertDispatcher<RelayAlertKind>, digest: String?) async {
        var watch = RelayWatch()
        while !Task.isCancelled {
            if let backends = try? links.map(state) {
                let alerts = watch.alerts(
                    heard: heard.all, backends: backends, active: await dispatcher.active, now: now())
                let digests = digest.map { fleet.digests(in: .in($0)) } ?? []
                await dispatcher.review(alerts, reports: digests, zone: ZoneFolder.system.local)
            }
            try? await Task.sleep(for: interval)
        }
    }

    private func state(of link: RelayLink) throws -> RelayWatch.Backend {
        let name = link.backend.settings.name
        return RelayWatch.Backend(
            name: name, head: try store.firstWaiting(backend: name), waiting: try store.figures(backend: name).waiting,
            isReady: link.readiness.isReady)
    }
}

/// Logs once when a receiver takes no alerts, and when it takes them again.
private final class AlertLog: Sendable {
    private let logger: Logger
    private let failing = Mutex<[String: BackendError.Code]>([:])

    init(_ logger: Logger) {
        self.logger = logger
    }

    func note(_ receiver: String, _ error: BackendError?) {
        let before = failing.withLock { failing in
            defer { failing[receiver] = error?.code }
            return failing[receiver]
        }
        guard before != error?.code else { return }
        if let error {
            logger.error("alert not sent", metadata: ["receiver": "\(receiver)", "why": "\(error)"])
        } else {
            logger.notice("alerts are sent again", metadata: ["receiver": "\(receiver)"])
        }
    }
}

/// When each station last asked what the others did.
final class HeardStations: Sendable {
    private let times = Mutex<[String: Timestamp]>([:])

    var all: [String: Timestamp] { times.withLock { $0 } }

    func note(_ station: String, at time: Timestamp) {
        times.withLock { $0[station] = time }
    }
}

/// Whether a server takes check-ins; `nil` while that is not known.
final class LinkReadiness: Sendable {
    private let state = Mutex<Bool?>(nil)

    var isReady: Bool? { state.withLock { $0 } }

    func note(_ isReady: Bool) {
        state.withLock { $0 = isReady }
    }
}
