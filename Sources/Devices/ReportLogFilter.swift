/// Which reports are logged: those that differ from the last logged one about the device, and of these only a few a
/// minute. A loose plug causes many.
struct ReportLogFilter {
    static let mostPerMinute = 6
    /// More than any door has: with more, some device changes its name each time.
    static let usualDevices = 64

    struct Logged {
        var summary: String
        var times: [ContinuousClock.Instant]
    }

    /// By lasting name: a device that is plugged in again may have another node.
    private(set) var logged: [String: Logged] = [:]

    mutating func shouldLog(_ event: DeviceReport.Event, of device: Device, at now: ContinuousClock.Instant) -> Bool {
        let summary = event.summary
        let last = logged[device.persistentName]
        let recent = last?.times.filter { now - $0 < .seconds(60) } ?? []
        guard last?.summary != summary, recent.count < Self.mostPerMinute else { return false }
        if logged.count > Self.usualDevices {
            logged = logged.filter { $0.value.times.contains { now - $0 < .seconds(60) } }
        }
        logged[device.persistentName] = Logged(summary: summary, times: recent + [now])
        return true
    }
}
