import Foundation
import TestSupport
import Testing
import Tickets

@testable import Alerts

struct QuietHoursTests {
    /// Times of Berlin, which is an hour ahead in winter and two in summer.
    @Test(
        arguments: [
            ("2026-01-10T21:59:59Z", nil), ("2026-01-10T22:00:00Z", "2026-01-10T22:00:00.000Z"),
            ("2026-01-11T05:59:59Z", "2026-01-10T22:00:00.000Z"), ("2026-01-11T06:00:00Z", nil),
            ("2026-07-10T21:00:00Z", "2026-07-10T21:00:00.000Z"), ("2026-07-10T20:59:00Z", nil),
            // The night of the change to summer: 23:00 was at 22:00 UTC, 6:00 is at 4:00.
            ("2026-03-29T04:00:00Z", "2026-03-28T22:00:00.000Z"),
        ] as [(String, String?)])
    func `begin and end by the wall clock of the place`(time: String, start: String?) throws {
        let hours = try #require(QuietHours(from: "23:00", until: "07:00"))
        let zone: Zone = "Europe/Berlin"
        let now = try #require(Timestamp(rfc3339: time))
        #expect(hours.start(at: now, in: zone)?.description == start)
    }

    @Test func `may lie within one day`() throws {
        let hours = try #require(QuietHours(from: "01:30", until: "02:00"))
        #expect(hours.start(at: Timestamp(seconds: 5400), in: .utc) == Timestamp(seconds: 5400))
        #expect(hours.start(at: Timestamp(seconds: 7200), in: .utc) == nil)
        #expect(hours.start(at: Timestamp(seconds: 5399), in: .utc) == nil)
    }

    @Test(arguments: [("23:00", "23:00"), ("24:00", "07:00"), ("23", "7"), ("23:60", "07:00"), ("", "")])
    func `are two different times of a day`(from: String, until: String) {
        #expect(QuietHours(from: from, until: until) == nil)
    }
}
