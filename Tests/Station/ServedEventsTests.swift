import Testing
import Tickets

@testable import Station

@Suite struct ServedEventsTests {
    private func event(_ id: String, open: Int64, end: Int64) -> Event {
        Event(
            id: id, name: id, timeZone: "UTC", doorsOpen: Timestamp(seconds: open),
            starts: Timestamp(seconds: open + 10),
            ends: Timestamp(seconds: end))
    }

    private var three: [Event] {
        [event("c", open: 500, end: 600), event("a", open: 100, end: 200), event("b", open: 150, end: 250)]
    }

    @Test(
        arguments: [
            (120, ["a"]), (160, ["a", "b"]), (205, ["a", "b"]), (230, ["b"]), (300, ["c"]), (50, ["a"]), (900, ["c"]),
        ] as [(Int64, [String])]) func `serves what is open, else the next, else the last`(
            now: Int64, expected: [String]
        )
    {
        let served = ServedEvents.select(
            from: three, configured: [], now: Timestamp(seconds: now), grace: .seconds(10))
        #expect(served.map(\.id) == expected)
    }

    @Test func `serves the configured ones whatever the time is`() {
        let served = ServedEvents.select(
            from: three, configured: ["c", "gone"], now: Timestamp(seconds: 120), grace: .zero)
        #expect(served.map(\.id) == ["c"])
    }
}
