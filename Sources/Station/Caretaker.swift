internal import CSystemd
internal import DoorScreen
internal import Foundation
internal import ServiceLifecycle

/// Tells the service manager how the station is, feeds its watchdog, and tidies up now and then.
struct Caretaker: Service {
    let station: Station
    let serviceManager: ServiceManager

    /// Codes can be taken and questions asked from now on.
    func announceReady() async {
        serviceManager.tell("READY=1\nSTATUS=\(await statusLine())")
    }

    func run() async {
        // Half the time after which the manager takes the station for dead (sd_watchdog_enabled(3)).
        let pause = serviceManager.watchdogInterval.map { $0 / 2 } ?? .seconds(60)
        await cancelWhenGracefulShutdown {
            while (try? await Task.sleep(for: pause)) != nil {
                // Through the door's own queue: a door that is stuck does not feed the watchdog.
                await station.door.pulse()
                serviceManager.tell("WATCHDOG=1\nSTATUS=\(await statusLine())")
                station.tidyUp()
            }
        }
        serviceManager.tell("STOPPING=1")
    }

    private func statusLine() async -> String {
        guard let status = try? await station.status() else { return "cannot say how it is" }
        let events = status.serving.map { "\($0.name): \($0.admitted) admitted" }
        let faults = status.faults.isEmpty ? "" : ", \(status.faults.count) to look at (usher status)"
        return (events.isEmpty ? "no event" : events.joined(separator: ", ")) + faults
    }
}

/// The service manager that started this process, if one did (sd_notify(3)).
struct ServiceManager: Sendable {
    let tell: @Sendable (String) -> Void
    let watchdogInterval: Duration?

    static var system: ServiceManager {
        var microseconds: UInt64 = 0
        let isWatched = unsafe sd_watchdog_enabled(0, &microseconds) > 0
        return ServiceManager(
            tell: { text in _ = unsafe sd_notify(0, text) },
            watchdogInterval: isWatched ? .microseconds(Int64(clamping: microseconds)) : nil)
    }
}
