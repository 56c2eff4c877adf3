import TestSupport
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
            (120, ["a"]), (155, ["a"]), (205, ["b"]), (230, ["b"]), (300, ["c"]), (50, ["a"]), (900, ["c"]),
        ] as [(Int64, [String])]) func `serves the nearest that is open, else the next, else the last`(
            now: Int64, expected: [String]
        )
    {
        let served = ServedEvents.select(
            from: three, configured: [], now: Timestamp(seconds: now), grace: .seconds(10))
        #expect(served.map(\.id) == expected)
    }

    /// Friday 19:00 to 23:00 and Saturday 19:00 to 23:00, whose doors open a day before.
    @Test(arguments: [(-4, "friday"), (1, "friday"), (5, "friday"), (7, "saturday"), (20, "saturday")])
    func `tomorrow's event waits until tonight's is over`(hour: Int64, expected: String) {
        func night(_ id: String, day: Int64) -> Event {
            Event(
                id: id, name: id, timeZone: "UTC", doorsOpen: Timestamp(seconds: (day - 1) * 86_400),
                starts: Timestamp(seconds: day * 86_400), ends: Timestamp(seconds: day * 86_400 + 4 * 3600))
        }
        let served = ServedEvents.select(
            from: [night("saturday", day: 11), night("friday", day: 10)], configured: [],
            now: Timestamp(seconds: 10 * 86_400 + hour * 3600), grace: .seconds(2 * 3600))
        #expect(served.map(\.id) == [expected])
    }

    @Test func `tells which events are open at the same time`() {
        let overlaps = Event.overlaps(among: three, now: Timestamp(seconds: 120), grace: .zero)
        #expect(overlaps.map { [$0.0.id, $0.1.id] } == [["a", "b"]])
        #expect(Event.overlaps(among: three, now: Timestamp(seconds: 240), grace: .zero).isEmpty)
    }

    @Test func `serves the configured ones whatever the time is`() {
        let served = ServedEvents.select(
            from: three, configured: ["c", "gone"], now: Timestamp(seconds: 120), grace: .zero)
        #expect(served.map(\.id) == ["c"])
    }
}
