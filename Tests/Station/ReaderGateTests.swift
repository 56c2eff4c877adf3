import Devices
import Logging
import Messages
import StationAPI
import Testing
import Tickets
import Wedges

@testable import Station

@Suite struct ReaderGateTests {
    private let scanner = Device(kind: .scanner, node: "/dev/input/event7", name: "Symbol", links: ["/dev/usher/s"])
    private let start = ContinuousClock.now

    private func gate(_ station: Station, withoutDisplay: Policy.WithoutDisplay = .allow) -> ReaderGate {
        ReaderGate(router: station.router, readers: station.readers, withoutDisplay: withoutDisplay)
    }

    private func pull(
        _ text: String, after milliseconds: Int = 0, how: CheckIn.How = .wedge, source: String = "one"
    ) -> Presentation {
        Presentation(bytes: Array(text.utf8), how: how, source: source, arrived: start + .milliseconds(milliseconds))
    }

    private func station(_ fixture: StationFixture) async throws -> Station {
        let station = try await fixture.open()
        try await fixture.install(["\(code("a")),R-1,standard,Ada,valid,1,,"], in: station)
        return station
    }

    @Test func `takes no ticket while nobody would see its verdict`() async throws {
        let fixture = try StationFixture()
        let station = try await station(fixture)
        let gate = gate(station, withoutDisplay: .refuse)
        #expect(await gate.take(pull(code("a"))) == nil)
        let listener = station.resources.announcer.listen()
        #expect(await gate.take(pull(code("a"), after: 1000))?.verdict == .admitted)
        withExtendedLifetime(listener) {}
    }

    @Test func `counts each code that no display would have shown once, and tells of them for minutes`() async throws {
        let fixture = try StationFixture()
        let station = try await station(fixture)
        let missed = station.readers.missed
        let gate = gate(station, withoutDisplay: .refuse)
        for time in [0, 300, 600] { await gate.take(pull(code("a"), after: time, how: .camera, source: "eye")) }
        await gate.take(pull(code("b"), after: 700))
        // The next pull of the same trigger, a while later, is another guest, or the same one for the second time.
        await gate.take(pull(code("b"), after: 9000))
        #expect(missed.count(at: start + .seconds(9)) == 3)
        #expect(try await station.codes().contains(.codesNotTaken))
        #expect(station.resources.metrics.all.notTaken == 3)
        let listener = station.resources.announcer.listen()
        #expect(await gate.take(pull(code("a"), after: 10_000))?.verdict == .admitted)
        #expect(missed.count(at: start + .seconds(11)) == 3)
        #expect(missed.count(at: start + .seconds(10) + MissedCodes.memory) == nil)
        withExtendedLifetime(listener) {}
    }

    @Test func `a second time without a display adds to what is told, and is a period of its own`() {
        let missed = MissedCodes()
        #expect(missed.note([1], from: "one", at: start) == .first)
        #expect(missed.note([2], from: "one", at: start + .seconds(1)) == .another)
        #expect(missed.note([2], from: "two", at: start + .seconds(1)) == .another)
        #expect(missed.end(at: start + .seconds(4)) == .init(began: start, count: 3))
        #expect(missed.end(at: start + .seconds(5)) == nil)
        #expect(missed.note([3], from: "one", at: start + .seconds(60)) == .first)
        #expect(missed.count(at: start + .seconds(60)) == 4)
    }

    @Test func `announces a second pull of the trigger as a repeat, and no second frame of a camera`() async throws {
        let fixture = try StationFixture()
        let station = try await station(fixture)
        var announced = station.resources.announcer.listen().makeAsyncIterator()
        let gate = gate(station)
        for time in [0, 300] { await gate.take(pull(code("a"), after: time)) }
        for time in [0, 300] {
            await gate.take(pull(code("a"), after: time, how: .camera, source: "eye"))
        }
        await gate.take(pull("unknown code 1", after: 400))
        var seen: [(Verdict, Bool)] = []
        while seen.count < 4, case .verdict(let report) = await announced.next()?.announcement {
            seen.append((report.verdict, report.isRepeat))
        }
        #expect(seen.map(\.0) == [.admitted, .admitted, .refused(.alreadyScanned), .refused(.invalid)])
        #expect(seen.map(\.1) == [false, true, false, false])
    }

    @Test func `leaves out a scanner that guesses, says so, and takes it again later`() async throws {
        let fixture = try StationFixture()
        let station = try await station(fixture)
        station.readers.board.activate()
        station.readers.board.note(scanner, is: .reading)
        let gate = gate(station)
        let source = scanner.persistentName
        for guess in 0...GuessGuard.allowedCount {
            let taken = await gate.take(pull("unknown code \(guess)", after: guess, source: source))
            #expect(taken?.verdict == .refused(.invalid))
        }
        #expect(await gate.take(pull(code("a"), after: 1000, source: source)) == nil)
        #expect(await gate.take(pull(code("a"), after: 1000, source: "two"))?.verdict == .admitted)
        let reader = try #require(station.readers.board.readers.first)
        #expect(reader.state == .paused)
        #expect(try await station.codes().contains(.readerPaused))
        let later = Int(GuessGuard.pause.components.seconds + 1) * 1000
        let again = await gate.take(pull(code("a"), after: later, source: source))
        #expect(again?.verdict == .refused(.alreadyScanned))
    }

    @Test func `a code that is shown again and again is no guessing`() async throws {
        let fixture = try StationFixture()
        let station = try await station(fixture)
        let gate = gate(station)
        for turn in 0..<50 { await gate.take(pull(code("a"), after: turn * 1000)) }
        #expect(await gate.take(pull(code("a"), after: 60_000))?.verdict == .refused(.alreadyScanned))
    }
}
