import Foundation
import Testing

@testable import Tickets

/// The hour at which everybody on a list counts as out.
struct DailyExitTests {
    private static func time(_ text: String) throws -> Timestamp { try #require(Timestamp(rfc3339: text)) }

    @Test(arguments: [
        ("Africa/Kampala", 180, "2026-12-05T23:59:59Z", "2026-12-05T00:00:00Z"),
        ("Africa/Kampala", 180, "2026-12-06T00:00:00Z", "2026-12-06T00:00:00Z"),
        ("UTC", 0, "2026-12-06T00:00:00Z", "2026-12-06T00:00:00Z"),
        ("UTC", 1439, "2026-12-06T12:00:00Z", "2026-12-05T23:59:00Z"),
        ("America/Los_Angeles", 240, "2026-12-06T11:00:00Z", "2026-12-05T12:00:00Z"),
        // Clocks go from 02:00 to 03:00: half past two is half past three on that day, and itself on the next.
        ("Europe/Berlin", 150, "2027-03-28T01:29:59Z", "2027-03-27T01:30:00Z"),
        ("Europe/Berlin", 150, "2027-03-28T01:30:00Z", "2027-03-28T01:30:00Z"),
        ("Europe/Berlin", 150, "2027-03-29T00:30:00Z", "2027-03-29T00:30:00Z"),
        // Clocks go from 03:00 to 02:00: the second half past two.
        ("Europe/Berlin", 150, "2026-10-25T01:29:59Z", "2026-10-24T00:30:00Z"),
        ("Europe/Berlin", 150, "2026-10-25T01:30:00Z", "2026-10-25T01:30:00Z"),
        // Clocks go from midnight to 23:00 of the day before (Nuuk, 2026), and the day begins twice.
        ("America/Nuuk", 0, "2026-10-25T01:59:59Z", "2026-10-24T01:00:00Z"),
        ("America/Nuuk", 0, "2026-10-25T02:00:00Z", "2026-10-25T02:00:00Z"),
        ("America/Nuuk", 1410, "2026-10-25T01:29:59Z", "2026-10-24T00:30:00Z"),
        ("America/Nuuk", 1410, "2026-10-25T01:30:00Z", "2026-10-25T01:30:00Z"),
    ])
    func `comes once a day on the event's wall clock`(
        zone: String, minute: Int, now: String, expected: String
    ) throws {
        let exit = DailyExit(minute: minute, timeZone: named(zone))
        #expect(exit.last(at: try Self.time(now)) == (try Self.time(expected)))
    }

    @Test func `is never later than asked, and no more than a day and an hour ago`() throws {
        let start = try Self.time("2026-10-20T00:00:00Z")
        for zone in ["Europe/Berlin", "America/Nuuk", "Australia/Lord_Howe"] {
            for minute in stride(from: 0, to: 1440, by: 30) {
                let exit = DailyExit(minute: minute, timeZone: named(zone))
                var before = Timestamp.earliest
                for step in 0..<400 {
                    let now = start + .seconds(step * 1800)
                    let last = exit.last(at: now)
                    #expect(last <= now && now - last < .seconds(25 * 3600 + 1) && last >= before)
                    before = last
                }
            }
        }
    }

    // MARK: - Histories

    /// Hours since the midnight before; the list's hour is 3.
    private static func at(_ hours: Double) -> Timestamp {
        Timestamp(milliseconds: 1_796_428_800_000 + Int64(hours * 3_600_000))
    }

    private static func passage(
        _ hours: Double, _ verdict: Verdict = .admitted, count: Int = 1, heard: Double? = nil
    ) -> Passage {
        Passage(
            id: "\(hours)", at: at(hours), verdict: verdict, count: count, gate: nil, station: nil,
            heard: heard.map(at))
    }

    private static let exit = DailyExit(minute: 180, timeZone: named("UTC"))

    private static func history(
        _ passages: [Passage], listed: ListedHistory? = nil, now: Double
    ) -> History {
        let hour = exit.last(at: at(now))
        return History(listed: listed, passages: passages.connected.map { $0.before(hour) }, hour: hour)
    }

    @Test(arguments: [
        ([1.0], 2.999, 1), ([1.0], 3.0, 0), ([3.0], 26.999, 1), ([3.0], 27.0, 0), ([1.0, 4.0], 5.0, 1),
        ([1.0, 4.0, 28.0], 29.0, 1), ([1.0, 2.0], 2.5, 2), ([1.0], 1000.0, 0),
    ])
    func `who entered before the hour is out`(entries: [Double], now: Double, inside: Int) {
        let history = Self.history(entries.map { Self.passage($0) }, now: now)
        #expect((history.inside, history.ins, history.outs) == (inside, entries.count, 0))
        #expect(history.endsWithEntry == (inside > 0))
        #expect(history.inside + history.leftUnseen == entries.count)
    }

    @Test func `an exit after the hour takes nobody away who came later`() {
        let history = Self.history(
            [Self.passage(1, count: 2), Self.passage(3.5, .checkedOut), Self.passage(4)], now: 5)
        #expect((history.inside, history.ins) == (1, 3))
        let left = Self.history([Self.passage(1, count: 2), Self.passage(2, .checkedOut)], now: 5)
        #expect((left.inside, left.outs, left.leftUnseen) == (0, 1, 1))
    }

    @Test func `a report that comes late counts as it would have in time`() {
        #expect(Self.history([Self.passage(2, heard: 9)], now: 10).inside == 0)
        // A clock that was ahead: nothing can happen after it was reported.
        #expect(Self.history([Self.passage(4, heard: 2)], now: 5).inside == 0)
        #expect(Self.history([Self.passage(4)], now: 2.5).inside == 1)
    }

    @Test(
        arguments: [
            // ins, outs, first, last, made at, inside
            (1, 0, 1.0, 1.0, 2.0, 0), (1, 0, 1.0, 1.0, 4.0, 0), (1, 0, 4.0, 4.0, 5.0, 1), (2, 1, 1.0, 4.0, 5.0, 1),
            // The server did not do it, or not yet.
            (2, 0, 1.0, 4.0, 5.0, 1),
        ] as [(Int, Int, Double, Double, Double, Int)])
    func `whom only the list counts is out if it was before the hour`(
        ins: Int, outs: Int, first: Double, last: Double, made: Double, inside: Int
    ) {
        let used = TicketRecord.UsedCount(
            line: 0, list: "main", history: History(ins: ins, outs: outs, first: .init(at: Self.at(first))),
            until: Self.at(last))
        let listed = ListedHistory(used, issued: Self.at(made))
        #expect(Self.history([], listed: listed, now: 6).inside == inside)
        // What was not in the list, from before the hour, changes nothing.
        #expect(Self.history([Self.passage(2)], listed: listed, now: 6).inside == inside)
        #expect(Self.history([Self.passage(2, .checkedOut)], listed: listed, now: 6).inside == inside)
        #expect(Self.history([Self.passage(5.5)], listed: listed, now: 6).inside == inside + 1)
        #expect(Self.history([], listed: listed, now: 27).inside == 0)
    }

    @Test func `without times the server's word counts if it is from after the hour`() {
        let used = TicketRecord.UsedCount(line: 0, list: "main", history: History(ins: 2, outs: 1))
        func inside(made: Double) -> Int {
            Self.history([], listed: ListedHistory(used, issued: Self.at(made)), now: 6).inside
        }
        #expect((inside(made: 2), inside(made: 4)) == (0, 1))
    }

    @Test func `two nights are no double entry`() {
        let passages = [Self.passage(1), Self.passage(4), Self.passage(28), Self.passage(28.5)]
        func surplus(_ reentry: Reentry) -> [String?] {
            DoubleEntry.find(in: passages, admits: 1, reentry: reentry, hour: { Self.exit.last(at: $0) }).map(\.id)
        }
        #expect(surplus(.afterExit) == ["28.5"])
        #expect(surplus(.none) == ["4.0", "28.0", "28.5"])
    }
}
