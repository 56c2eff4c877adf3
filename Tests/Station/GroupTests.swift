import StationAPI
import Testing
import Tickets

@testable import Journal
@testable import Station

/// The rest of a group, let in by a touch on its verdict.
struct GroupTests {
    private let fixture: StationFixture
    private let station: Station
    private let start = ContinuousClock.now

    init() async throws {
        fixture = try StationFixture()
        station = try await fixture.open()
        try await fixture.install(
            ["\(code("four")),R-4,standard,,valid,4,,", "\(code("one")),R-1,standard,,valid,1,,"], in: station)
    }

    private func scan(_ name: String, at reader: String = "camera") async throws -> VerdictReport {
        let presentation = Presentation(bytes: Array(code(name).utf8), how: .camera, source: reader, arrived: start)
        return try #require(await station.door.take(presentation).report)
    }

    private func more(_ report: VerdictReport, count: Int = 1, by name: String? = nil) async throws -> VerdictReport {
        let sequence = try #require(report.sequence)
        return try await station.acts.admitMore(MoreRequest(seq: sequence, count: count, operator: name))
    }

    private func entries() throws -> [CheckIn] {
        try station.resources.journal.entries(after: 0, limit: 9).map(\.checkIn)
    }

    @Test func `a touch on a verdict lets in no more than the ticket admits, under all rules`() async throws {
        let first = try await scan("four")
        let second = try await more(first)
        #expect((second.verdict, second.entry, second.continues) == (.admitted, 2, first.sequence))
        let last = try await more(second, count: 2, by: "Anne")
        #expect((last.verdict, last.entry, last.admits) == (.admitted, 4, 4))
        await #expect(throws: StationError.self) { try await more(last) }
        let entries = try entries()
        #expect(entries.map(\.count) == [1, 1, 2] && Set(entries.map(\.kind)) == [.scan])
        #expect(entries.map(\.operator) == [nil, nil, "Anne"] && Set(entries.map(\.how)) == [.camera])
        #expect(entries.map(\.note) == [nil, "more of the group of entry 1", "more of the group of entry 2"])
        #expect(Set(entries.map(\.key)).count == 1)
    }

    @Test func `only the last verdict of a reader can be touched, and for seconds`() async throws {
        let old = try await scan("four")
        fixture.set(now: StationFixture.evening + .seconds(10))
        await #expect(throws: StationError.self) { try await more(old) }
        let passed = try await scan("four", at: "second")
        let refused = try await scan("one", at: "second")
        await #expect(throws: StationError.self) { try await more(passed) }
        await #expect(throws: StationError.self) { try await more(refused) }
        let here = try await scan("four", at: "third")
        _ = try await scan("one", at: "fourth")
        #expect(try await more(here).verdict == .admitted)
    }

    @Test func `a touch that comes twice counts once`() async throws {
        let first = try await scan("four")
        _ = try await more(first)
        await #expect(throws: StationError.self) { try await more(first) }
        #expect(try entries().count == 2)
        // The camera sees the code all the time: it shows the last verdict now.
        #expect(try await scan("four").entry == 2)
    }

    @Test func `more people than are left are refused as a whole, and the rest can still come in`() async throws {
        let first = try await scan("four")
        await #expect(throws: StationError.self) { try await more(first, count: 4) }
        #expect(try await more(first, count: 3).entry == 4)
    }

    @Test func `a clock that was set back ends it`() async throws {
        let first = try await scan("four")
        fixture.set(now: StationFixture.evening - .seconds(60))
        await #expect(throws: StationError.self) { try await more(first) }
    }
}
