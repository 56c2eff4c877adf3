internal import Alerts
internal import Backends
internal import Foundation
internal import Logging
internal import Manifests
internal import Messages
internal import ServiceLifecycle
internal import Threads
internal import Tickets
internal import TimeZones

/// Tells people far from the door what they have to know, for as long as the station runs.
struct AlertService: Service {
    /// How often the conditions of the station are checked.
    private static let interval = Duration.seconds(10)

    let source: AlertSource
    let messages: Messages
    /// `nil`: nobody is told.
    let settings: AlertSettings?
    /// Where alerts are kept while the station is off.
    let file: URL
    let monitor: Monitor
    let door: Door
    let manifests: ManifestStore
    let doubleEntries: DoubleEntryDetector
    let sending: AlertSending
    let clock: StationClock
    let journalQueue: WorkQueue

    func run() async {
        await cancelWhenGracefulShutdown {
            if let settings { await serve(settings) }
            // Without receivers there is nothing to do, and no reason to stop the others.
            try? await gracefulShutdown()
        }
    }

    private func serve(_ settings: AlertSettings) async {
        let dispatcher = AlertDispatcher<StationAlertKind>(
            settings, from: source, file: file, environment: sending.environment)
        await withTaskGroup { group in
            group.addTask { await dispatcher.run() }
            group.addTask { await watch(dispatcher) }
        }
    }

    private func watch(_ dispatcher: AlertDispatcher<StationAlertKind>) async {
        var settling = AlertSettling<StationAlertKind>(started: clock.now())
        var reports = EventReports()
        var reported: Set<String> = []
        while !Task.isCancelled {
            if let found = try? await alerts() {
                let active = settling.settle(found, active: await dispatcher.active, now: clock.now())
                var told = reports.moved(manifests.installed.map(\.plan.event), now: clock.now(), in: messages)
                if let ready = await readiness(unless: reported) {
                    reported.insert(ready.key)
                    told.append(ready)
                }
                await dispatcher.review(active, reports: told, zone: await zone())
            }
            try? await Task.sleep(for: Self.interval)
        }
    }

    /// The alerts that are the case now.
    func alerts() async throws -> [StationAlert] {
        let current = try await monitor.currentConditions()
        let entries = try await journalQueue.run { try doubleEntries.all().map(\.condition) }
        return (current + entries).compactMap { StationAlert($0, policy: door.settings.policy, in: messages) }
    }

    /// What is to be told an hour before the doors of the event that will be served then; `nil` at other times, and when
    /// this process has told it.
    func readiness(unless reported: Set<String> = []) async -> AlertReport<StationAlertKind>? {
        let now = clock.now()
        let next = await door.events(at: now + EventReports.beforeDoors).first { EventReports.isDue($0, now: now) }
        guard let event = next, !reported.contains(EventReports.readinessKey(of: event)),
            let findings = try? await monitor.examine()
        else { return nil }
        return EventReports.readiness(for: event, findings, policy: door.settings.policy, now: now, in: messages)
    }

    /// Of the event that is served.
    private func zone() async -> Zone {
        await door.events(at: clock.now()).lazy.map(\.timeZone).first(where: \.isKnown) ?? ZoneFolder.system.local
    }
}

extension Door {
    /// The events that are served at a time.
    fileprivate func events(at time: Timestamp) -> [Event] {
        situation(at: time).served.map(\.plan.event)
    }
}

/// How this station sends alerts: with its clock and credentials; what fails is a condition of its own.
struct AlertSending: Sendable {
    let credentials: Credentials
    let conditions: ReportedConditions
    let clock: StationClock
    let logger: Logger

    var environment: AlertEnvironment {
        AlertEnvironment(
            now: clock.now,
            secrets: { [credentials] name throws(BackendError) in try credentials.secret(name, for: "alerts") },
            note: { [conditions, logger] receiver, error in
                guard let error else { return conditions.clear(.alertsFailed, receiver) }
                let failed = Condition(.alertsFailed, subject: receiver, ["receiver": receiver], because: error)
                if conditions.report(failed) {
                    logger.error("alert not sent", metadata: ["receiver": "\(receiver)", "why": "\(error)"])
                }
            })
    }
}
