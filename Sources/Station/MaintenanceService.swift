internal import CSystemd
internal import Foundation
internal import ServiceLifecycle
internal import StationAPI
internal import Synchronization
internal import Threads

/// Feeds the service manager's watchdog, tells it the status, and regularly tidies up.
struct MaintenanceService: Service {
    let monitor: Monitor
    let door: Door
    let lists: Lists
    let watchdog: WatchdogLog
    let fields: StationLogFields
    let serviceManager: ServiceManager
    /// Whether the station ends only to be opened again in the same process.
    let restarts: @Sendable () -> Bool

    func run() async {
        await cancelWhenGracefulShutdown {
            await withTaskGroup { group in
                group.addTask { await feedWatchdog() }
                group.addTask { await maintain() }
                group.addTask { await recordWaiting() }
            }
        }
        // Whoever says this is killed after TimeoutStopSec=, whatever it says later (sd_notify(3)).
        if !restarts() { serviceManager.notify("STOPPING=1") }
    }

    /// Through the door's own queue, so that a door that is stuck does not feed it. Apart from the rest, because the
    /// status waits for the journal: long work there is no reason to restart the station.
    private func feedWatchdog() async {
        guard let interval = serviceManager.watchdogInterval else { return }
        watchdog.begin(every: interval)
        repeat {
            await door.pulse()
            serviceManager.notify("WATCHDOG=1")
            watchdog.noteFed()
            // Half the time after which the manager takes the station for dead (sd_watchdog_enabled(3)).
        } while (try? await Task.sleep(for: interval / 2)) != nil
    }

    private func recordWaiting() async {
        while (try? await Task.sleep(for: .seconds(5))) != nil {
            await door.recordWaiting()
            await monitor.noticeRoom()
        }
    }

    private func maintain() async {
        repeat {
            let status = try? await monitor.status()
            if let status { fields.serve(status.serving) }
            serviceManager.notify("STATUS=\(status.map(Self.statusLine) ?? "cannot say how it is")")
            try? await lists.queue.run {
                lists.renewZones()
                lists.tidyUp()
            }
        } while (try? await Task.sleep(for: .seconds(30))) != nil
    }

    /// What `systemctl status usherd` shows: which events are served at which gate, what is unsent, and what is wrong.
    static func statusLine(_ status: StationStatus) -> String {
        let events = status.serving.map { event in
            "\(event.name)\(event.gate.map { " at gate \($0)" } ?? ""): \(event.admitted) admitted"
        }
        let parts = [
            events.isEmpty ? "no event" : events.joined(separator: "; "),
            status.journal.waiting > 0 ? "\(status.journal.waiting) unsent" : nil,
            status.faults.isEmpty ? nil : "\(status.faults.count) to look at (usher status)",
        ]
        return parts.compactMap(\.self).joined(separator: ", ")
    }
}

/// When the service manager last heard from the door.
final class WatchdogLog: Sendable {
    private let state = Mutex<(interval: Duration?, fed: ContinuousClock.Instant?)>((nil, nil))

    func begin(every interval: Duration) {
        state.withLock { $0.interval = interval }
    }

    func noteFed() {
        state.withLock { $0.fed = .now }
    }

    /// Without a sign of life for this long, the manager takes the station for dead; `nil` when it does not watch.
    var interval: Duration? { state.withLock { $0.interval } }

    /// Time since the manager was last told that the door works; `nil` before the first time.
    var silence: Duration? { state.withLock { $0.fed.map { .now - $0 } } }
}

/// The service manager that started this process, if one did (sd_notify(3)).
struct ServiceManager: Sendable {
    let notify: @Sendable (String) -> Void
    let watchdogInterval: Duration?

    static var system: ServiceManager {
        var microseconds: UInt64 = 0
        let isWatched = unsafe sd_watchdog_enabled(0, &microseconds) > 0
        return ServiceManager(
            notify: { text in _ = unsafe sd_notify(0, text) },
            watchdogInterval: isWatched ? .microseconds(Int64(clamping: microseconds)) : nil)
    }
}
