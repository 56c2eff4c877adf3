/// Which reports are logged: those that differ from the last logged one about the device, and of these only a few a
/// minute. A loose plug causes many.
struct ReportNews {
    static let mostPerMinute = 6
    /// More than any door has: with more, some device changes its name each time.
    static let usualDevices = 64

    struct Told {
        var gist: String
        var times: [ContinuousClock.Instant]
    }

    /// By lasting name: a device that is plugged in again may have another node.
    private(set) var told: [String: Told] = [:]

    mutating func isNews(_ event: DeviceReport.Event, of device: Device, at now: ContinuousClock.Instant) -> Bool {
        let gist = event.gist
        let last = told[device.lastingName]
        let recent = last?.times.filter { now - $0 < .seconds(60) } ?? []
        guard last?.gist != gist, recent.count < Self.mostPerMinute else { return false }
        if told.count > Self.usualDevices {
            told = told.filter { $0.value.times.contains { now - $0 < .seconds(60) } }
        }
        told[device.lastingName] = Told(gist: gist, times: recent + [now])
        return true
    }
}
