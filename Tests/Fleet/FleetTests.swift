import Messages
import StationAPI
import TestSupport
import Testing
import Tickets

@testable import Fleet

@Suite struct FleetTests {
    private func fleet(_ stations: Reporting..., at now: Timestamp = doors) throws -> Fleet {
        var fleet = Fleet()
        for station in stations { fleet.take(try station.signed, at: now) }
        return fleet
    }

    private func list(_ fleet: Fleet, at now: Timestamp = doors) throws -> ListOverview {
        try #require(fleet.overview(at: now).events.first?.lists.first)
    }

    // MARK: - The event

    @Test func `where stations tell each other, nobody counts twice`() throws {
        let list = try list(
            fleet(
                Reporting(name: "one", own: (30, 4), others: (20, 1)),
                Reporting(name: "two", gate: "B", own: (20, 1), others: (30, 4))))
        #expect((list.admitted, list.checkedOut, list.inside) == (50, 5, 45))
        #expect(list.gates.map(\.admitted) == [30, 20])
    }

    @Test func `stations that know nothing of each other are added up`() throws {
        let list = try list(
            fleet(
                Reporting(name: "one", own: (30, 4)), Reporting(name: "two", gate: "B", own: (20, 1)),
                Reporting(name: "three", gate: "B", own: (5, 0))))
        #expect((list.admitted, list.checkedOut, list.inside) == (55, 5, 50))
        #expect(list.gates.map(\.admitted) == [30, 25])
    }

    @Test func `what one station let in while it was cut off counts once it is heard`() throws {
        let list = try list(
            fleet(
                Reporting(name: "one", own: (30, 0), others: (20, 0)),
                Reporting(name: "two", gate: "B", own: (28, 0), others: (30, 0))))
        #expect((list.admitted, list.inside) == (58, 58))
    }

    @Test func `random evenings: what the room shows is what happened, however much stations know of each other`()
        throws
    {
        let seed = UInt64.random(in: 0...UInt64.max)
        var dice = SplitMix64(seed: seed)
        for _ in 0..<200 {
            let passed = (0..<(1 + dice.below(6))).map { _ in (entered: 5 + dice.below(40), left: dice.below(5)) }
            let all = passed.reduce((entered: 0, left: 0)) { ($0.entered + $1.entered, $0.left + $1.left) }
            // Each knows the others, or nobody does.
            let knows = dice.below(2) == 0
            var fleet = Fleet()
            for (place, own) in passed.enumerated() {
                let others = (entered: all.entered - own.entered, left: all.left - own.left)
                let known = knows ? others : (0, 0)
                let station = Reporting(
                    name: "kiosk-\(place)", gate: place.isMultiple(of: 2) ? "A" : "B", own: own, others: known)
                fleet.take(try station.signed, at: doors)
            }
            let list = try list(fleet)
            #expect(
                (list.admitted, list.checkedOut, list.inside) == (all.entered, all.left, all.entered - all.left),
                "seed \(seed)")
        }
    }

    @Test func `until the start, the room says how many are still outside at this rate, and which gate is closed`()
        throws
    {
        let station = Reporting(name: "one", own: (100, 0), tickets: 500, walkIns: 30, perMinute: 5)
        let list = try list(fleet(station))
        #expect(
            list.forecast
                == ListOverview.Forecast(
                    outside: 100, done: doors + .seconds(80 * 60), closedGate: "Gate B"))
        let later = try fleet(station).overview(at: station.starts)
        #expect(later.events[0].lists[0].forecast == nil)
    }

    @Test func `refusals are told by gate, over all its stations`() throws {
        let event = try #require(
            fleet(
                Reporting(name: "one", refused: 3), Reporting(name: "two", refused: 2),
                Reporting(name: "three", gate: "B", refused: 1)
            ).overview(at: doors).events.first)
        #expect(event.refusals.map { "\($0.gate ?? "") \($0.codes)" } == ["Gate A 5", "Gate B 1"])
    }

    @Test func `an event is gone half a day after its end, and stands behind the next one before that`() throws {
        let last = Reporting(name: "one", starts: doors - .seconds(20_000))
        var fleet = try fleet(last)
        #expect(fleet.overview(at: doors).events.count == 1)
        let next = Reporting(name: "two", event: "ball")
        fleet.take(try next.signed, at: doors)
        #expect(fleet.overview(at: doors).events.map(\.event) == ["ball", "gala"])
        let later = last.starts + .seconds(7200 + 12 * 3600)
        #expect(fleet.overview(at: later).events.map(\.event) == ["ball"])
    }

    @Test func `a list from the future changes neither the event nor what others should have`() throws {
        let overview = try fleet(
            Reporting(name: "one", own: (30, 0)), Reporting(name: "two", own: (20, 0), others: (30, 0)),
            Reporting(name: "three", listIssued: .latest, gates: [])
        ).overview(at: doors)
        #expect(overview.events.map(\.lists.count) == [1])
        #expect(overview.events[0].lists[0].gates.count == 2)
        #expect(overview.stations.allSatisfy { !$0.troubles.contains(.list) })
    }

    @Test func `a station that was off for a day is not part of the evening`() throws {
        var fleet = try fleet(Reporting(name: "spare"))
        let now = doors + .seconds(25 * 3600)
        let starts = now + .seconds(600)
        fleet.take(try Reporting(name: "one", clock: now, starts: starts).signed, at: now)
        #expect(fleet.overview(at: now).stations.map(\.status.station) == ["one"])
        fleet.keep([])
        #expect(fleet.overview(at: now).stations == [])
    }

    // MARK: - The stations

    @Test func `a station that is not heard is away, its rate is none, and its people stay counted`() throws {
        var fleet = try fleet(Reporting(name: "one", own: (30, 0), perMinute: 4))
        let now = doors + Fleet.patience + .seconds(1)
        fleet.take(try Reporting(name: "two", gate: "B", clock: now).signed, at: now)
        let overview = fleet.overview(at: now)
        #expect(overview.stations.map(\.status.station) == ["one", "two"])
        #expect(overview.stations.map(\.troubles) == [[.away], []])
        #expect(overview.stations.map(\.level) == [.broken, .ok])
        let event = try #require(overview.events.first)
        #expect((event.stations, event.away, event.lists[0].admitted, event.lists[0].perMinute) == (2, 1, 30, 0))
        // It may still let people in: its gate is not taken for closed.
        #expect(event.lists[0].gates.map(\.stations) == [["one"], ["two"]])
    }

    @Test func `a journal that has gone back, or has another entry in the place of one, is told`() throws {
        for later in [(Int64(4), "aa"), (Int64(5), "bb")] {
            var station = Reporting(name: "one", end: (5, String(repeating: "aa", count: 32)))
            var fleet = try fleet(station)
            station.end = (later.0, String(repeating: later.1, count: 32))
            fleet.take(try station.signed, at: doors)
            #expect(fleet.overview(at: doors).stations[0].troubles == [.rewritten])
            // Going on from there mends nothing.
            station.end = (9, String(repeating: "cc", count: 32))
            fleet.take(try station.signed, at: doors)
            #expect(fleet.overview(at: doors).stations[0].troubles == [.rewritten])
        }
    }

    @Test func `a station with another key is told, and its journal is compared with its own`() throws {
        var station = Reporting(name: "one", end: (5, String(repeating: "aa", count: 32)))
        var fleet = try fleet(station)
        station.key = SigningKey()
        station.end = (1, String(repeating: "bb", count: 32))
        fleet.take(try station.signed, at: doors)
        #expect(fleet.overview(at: doors).stations[0].troubles == [.newKey])
    }

    @Test func `a lane where nobody passes any more is told within a minute, while another runs`() throws {
        var stations = [Reporting(name: "one"), Reporting(name: "two", gate: "B")]
        var (fleet, now) = (Fleet(), doors)
        /// - Parameter people: at each station every ten seconds.
        func pass(_ people: [Int], for minutes: Int) throws -> [StationOverview.Trouble] {
            for _ in 0..<minutes * 6 {
                now = now + .seconds(10)
                for place in stations.indices {
                    stations[place].own.entered += people[place]
                    stations[place].clock = now
                    fleet.take(try stations[place].signed, at: now)
                }
            }
            return fleet.overview(at: now).stations.first { $0.status.station == "one" }?.troubles ?? []
        }
        #expect(try pass([2, 2], for: 5) == [])
        #expect(try pass([0, 2], for: 1) == [.stalled])
        #expect(try pass([2, 2], for: 1) == [])
        // When nobody comes at all, no lane is to blame.
        #expect(try pass([0, 0], for: 2) == [])
    }

    @Test func `another version, an older list and a wrong clock are marked`() throws {
        let fleet = try fleet(
            Reporting(name: "a"), Reporting(name: "b"), Reporting(name: "c", version: "0.0.9"),
            Reporting(name: "d", listIssued: doors - .seconds(60)), Reporting(name: "e", clock: doors - .seconds(7)))
        let found = Dictionary(
            uniqueKeysWithValues: fleet.overview(at: doors).stations.map { ($0.status.station, $0.troubles) })
        #expect(found == ["a": [], "b": [], "c": [.version], "d": [.list], "e": [.clock]])
    }

    @Test func `a curve whose clock was years wrong does not stretch that of the others`() {
        func curve(_ start: Timestamp, _ step: Int, _ entered: [Int]) -> ListFigures.TimeSeries {
            ListFigures.TimeSeries(start: start, stepMinutes: step, entered: entered, left: entered.map { _ in 0 })
        }
        let sum = ListFigures.TimeSeries(sum: [
            curve(doors, 1, [1, 2, 3]), curve(doors + .seconds(120), 1, [4, 5]), curve(.earliest, 1, [9]),
        ])
        #expect(sum?.entered == [1, 2, 7, 5])
        #expect(ListFigures.TimeSeries(sum: []) == nil)
    }
}
