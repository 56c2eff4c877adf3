import Testing
import Tickets

@testable import Relay

/// What people are told of a relay, and when.
@Suite struct RelayWatchTests {
    private func backend(_ head: Int64?, isReady: Bool? = true) -> RelayWatch.Backend {
        RelayWatch.Backend(name: "box", head: head, waiting: head == nil ? 0 : 3, isReady: isReady)
    }

    private func silent(_ station: String) -> RelayAlert {
        RelayAlert(kind: .stationSilent, subject: station, message: "")
    }

    @Test(arguments: [(299, false), (300, true), (43_199, true), (43_200, false)])
    func `a station that worked and is not heard for five minutes is silent`(seconds: Int64, isSilent: Bool) {
        var watch = RelayWatch()
        let alerts = watch.alerts(
            heard: ["kiosk-1": Timestamp(seconds: 0), "kiosk-2": Timestamp(seconds: seconds)], backends: [],
            active: [], now: Timestamp(seconds: seconds))
        #expect(alerts.map(\.subject) == (isSilent ? ["kiosk-1"] : []))
    }

    @Test func `a station that was silent before a restart is back when it is heard`() {
        var watch = RelayWatch()
        let now = Timestamp(seconds: 1000)
        let active = [silent("kiosk-1")]
        #expect(watch.alerts(heard: [:], backends: [], active: active, now: now).map(\.subject) == ["kiosk-1"])
        #expect(watch.alerts(heard: ["kiosk-1": now], backends: [], active: active, now: now).isEmpty)
    }

    /// The course of a server: the head of what waits, every five minutes; whether it is told that it takes nothing.
    private func course(_ states: [RelayWatch.Backend], active: Bool = false) -> [Bool] {
        var watch = RelayWatch()
        var current = active ? [RelayAlert(kind: .serverTakesNothing, subject: "box", message: "")] : []
        return states.enumerated().map { index, state in
            current = watch.alerts(
                heard: [:], backends: [state], active: current, now: Timestamp(seconds: Int64(index) * 300))
            return !current.isEmpty
        }
    }

    @Test func `a server that takes nothing for ten minutes is told, until it takes something`() {
        #expect(course([7, 7, 7, 7, 8, 8].map { backend($0) }) == [false, false, true, true, false, false])
        #expect(course([nil, 7, 8, nil, nil].map { backend($0) }) == [false, false, false, false, false])
    }

    @Test func `so is one to which nothing can be delivered, before anything waits for it`() {
        let states = [true, false, false, false, true].map { backend(nil, isReady: $0) }
        #expect(course(states) == [false, false, true, true, false])
    }

    @Test func `a restart is no end, until the server takes something`() {
        #expect(course([7, 7, 8].map { backend($0) }, active: true) == [true, true, false])
        #expect(course([backend(nil, isReady: nil), backend(nil)], active: true) == [true, false])
    }
}
