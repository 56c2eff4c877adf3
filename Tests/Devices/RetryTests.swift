import Foundation
import Testing

@testable import Devices

@Suite struct RetryTests {
    @Test func `pauses grow up to five seconds and begin anew once the device has held`() {
        var pause = ReopenPause()
        let pauses = (0..<8).map { _ in pause.next(afterHolding: .zero) }
        #expect(
            pauses
                == [
                    .milliseconds(100), .milliseconds(200), .milliseconds(500), .seconds(1), .seconds(2), .seconds(5),
                    .seconds(5), .seconds(5),
                ])
        #expect(pause.next(afterHolding: .milliseconds(9999)) == .seconds(5))
        #expect(pause.next(afterHolding: .seconds(10)) == .milliseconds(100))
        #expect(pause.next(afterHolding: .zero) == .milliseconds(200))
    }

    private let device = Device(kind: .camera, node: "/dev/video0", name: "A")
    private let start = ContinuousClock.now

    private func failed(_ errno: Int32) -> DeviceReport.Event {
        .failed(DeviceError("open", "/dev/video0", errno: errno), retry: .seconds(1))
    }

    @Test func `the same failure again is no news, another one is`() {
        var filter = ReportLogFilter()
        let other = Device(kind: .camera, node: "/dev/video2", name: "B")
        let reports: [(DeviceReport.Event, Device, Int)] = [
            (failed(EBUSY), device, 0), (failed(EBUSY), device, 300), (failed(EACCES), device, 301),
            (.opened, device, 302), (.opened, other, 302),
        ]
        let shouldLog = reports.map { filter.shouldLog($0, of: $1, at: start + .seconds($2)) }
        #expect(shouldLog == [true, false, true, true, true])
    }

    @Test func `a device that calls itself something else each time fills no memory`() {
        var filter = ReportLogFilter()
        for second in 0..<1000 {
            let plugged = Device(kind: .camera, node: "/dev/video\(second)", name: "A")
            let shouldLog = filter.shouldLog(.opened, of: plugged, at: start + .seconds(second))
            #expect(shouldLog)
        }
        #expect(filter.logged.count <= ReportLogFilter.usualDevices + 60)
    }

    @Test func `a loose plug makes six lines a minute`() {
        var filter = ReportLogFilter()
        var logged = 0
        for second in 0..<600 {
            // Another node each time, in the same socket.
            var plugged = device
            plugged.node = "/dev/video\(second)"
            plugged.links = ["/dev/usher/camera-1"]
            for event in [DeviceReport.Event.opened, .gone] {
                if filter.shouldLog(event, of: plugged, at: start + .seconds(second)) { logged += 1 }
            }
        }
        #expect(logged == 60)
    }
}
