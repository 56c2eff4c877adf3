import Journal
import Manifests
import Messages
import StationAPI
import Testing
import Tickets

@testable import Station

/// A guest who left by an exit that had not heard of the entry, and is back.
@Suite struct UnmatchedExitTests {
    private let fixture: StationFixture
    private let steward = Staff(name: "Anne", role: .steward)
    private let supervisor = Staff(name: "Sue", role: .supervisor)

    init() throws {
        fixture = try StationFixture()
    }

    private func open(returns: Policy.Returns = .supervisor) async throws -> Station {
        let station = try await fixture.open {
            $0.gate = "L"
            $0.policy.returns = returns
        }
        try await fixture.install(["\(code("a")),R-a,vip,Amina,valid,1,,"], in: station)
        #expect(await station.door.show(code("a")).verdict == .admitted)
        return station
    }

    /// Another station reports an exit.
    private func leave(
        _ number: Int, knew: Set<String>? = [], at time: Timestamp = StationFixture.evening, _ station: Station
    ) throws {
        let manifest = try #require(station.resources.manifests.installed.first)
        let main = try line(of: "a", in: manifest)
        let exit = ForeignEntry(
            id: "00000000-0000-7000-8000-00000000000\(number)", station: "kiosk-2",
            line: ListedLine(event: main.event, list: "lounge", key: main.key, line: main.line), gate: "A",
            reference: "R-a", verdict: .checkedOut, count: 1, at: time, knew: knew)
        try station.resources.journal.recordElsewhere([exit])
    }

    private func letIn(by staff: Staff, note: String? = nil, at station: Station) async throws -> Verdict {
        try await station.acts.admit(
            ManualRequest(code: code("a"), isOverride: true, note: note, operator: staff.name), by: staff
        ).verdict
    }

    @Test func `is asked where and when, is let in by a supervisor, and not a second time`() async throws {
        let station = try await open()
        try leave(1, at: StationFixture.evening + .seconds(3600), station)
        fixture.passMinute()
        let report = try #require(await station.door.show(code("a")).report)
        #expect(report.verdict == .refused(.unmatchedExit))
        #expect(report.sentence?.key == "sentences.unmatchedExitPlace")
        #expect(try await letIn(by: supervisor, at: station) == .admitted)
        let entry = try #require(try station.resources.journal.entries(after: 0, limit: 99).last?.checkIn)
        #expect((entry.kind, entry.operator) == (.override, "Sue"))
        #expect(entry.note?.hasPrefix("left by an exit where no entry was known: A, 2026-12-05T19:00") == true)
        fixture.passMinute()
        #expect(await station.door.show(code("a")).verdict == .refused(.alreadyScanned))
        #expect(try await station.monitor.status().serving.first?.inside == 1)
    }

    @Test func `each such exit lets one in again`() async throws {
        let station = try await open()
        for number in 1...2 { try leave(number, station) }
        for _ in 1...2 {
            fixture.passMinute()
            #expect(await station.door.show(code("a")).verdict == .refused(.unmatchedExit))
            #expect(try await letIn(by: supervisor, at: station) == .admitted)
        }
        fixture.passMinute()
        #expect(await station.door.show(code("a")).verdict == .refused(.alreadyScanned))
        #expect(try await station.monitor.status().serving.first?.inside == 1)
    }

    @Test func `a steward lets in again only where the settings allow it, and then nobody else`() async throws {
        let strict = try await open()
        try leave(1, strict)
        fixture.passMinute()
        await #expect(throws: StationError.self) { try await letIn(by: steward, at: strict) }

        let other = try StationFixture()
        let station = try await other.open {
            $0.gate = "L"
            $0.policy.returns = .staff
        }
        try await other.install(["\(code("a")),R-a,vip,Amina,valid,1,,"], in: station)
        #expect(await station.door.show(code("a")).verdict == .admitted)
        await #expect(throws: StationError.self) { try await letIn(by: steward, note: "nice", at: station) }
        try leave(1, station)
        #expect(try await letIn(by: steward, at: station) == .admitted)
        await #expect(throws: StationError.self) { try await letIn(by: steward, note: "nice", at: station) }
    }

    @Test func `an exit that knew of the entry lets the guest in again without a question, whatever its clock says`()
        async throws
    {
        for time in [-86_400, -3600, 3600, 86_400] as [Int64] {
            let fixture = try StationFixture()
            let station = try await fixture.open { $0.gate = "L" }
            try await fixture.install(["\(code("a")),R-a,vip,Amina,valid,1,,"], in: station)
            #expect(await station.door.show(code("a")).verdict == .admitted)
            let entry = try #require(try station.resources.journal.entries(after: 0, limit: 99).last?.checkIn.id)
            try leave(1, knew: [entry], at: StationFixture.evening + .seconds(time), station)
            fixture.set(now: StationFixture.evening + .seconds(60))
            #expect(await station.door.show(code("a")).verdict == .admitted, "\(time)")
            fixture.set(now: StationFixture.evening + .seconds(120))
            #expect(await station.door.show(code("a")).verdict == .refused(.alreadyScanned), "\(time)")
        }
    }

    /// A server that says only times: its exit takes away who entered earlier by its times, too.
    @Test(arguments: [(60, Verdict.admitted), (-60, .refused(.unmatchedExit))] as [(Int64, Verdict)])
    func `a server's exit counts by its times and by when it was heard of`(
        seconds: Int64, verdict: Verdict
    ) async throws {
        let station = try await open()
        try leave(1, knew: nil, at: StationFixture.evening + .seconds(seconds), station)
        fixture.set(now: StationFixture.evening + .seconds(120))
        #expect(await station.door.show(code("a")).verdict == verdict)
    }

    @Test func `one exit of the year 9999 blocks nothing`() async throws {
        let station = try await open()
        let late = try #require(Timestamp(rfc3339: "9999-12-31T23:59:59Z"))
        try leave(1, knew: [], at: late, station)
        fixture.passMinute()
        #expect(await station.door.show(code("a")).verdict == .refused(.unmatchedExit))
        #expect(try await letIn(by: supervisor, at: station) == .admitted)
        #expect(await station.door.show(code("a"), direction: .out).verdict == .checkedOut)
        fixture.passMinute()
        #expect(await station.door.show(code("a")).verdict == .admitted)
    }
}
