import Foundation
import Journal
import Manifests
import Messages
import StationAPI
import Testing
import Tickets

@testable import Station

@Suite struct DoorTests {
    let fixture: StationFixture

    init() throws {
        fixture = try StationFixture()
    }

    @Test func `admits a ticket once and tells the second scan of the first`() async throws {
        let station = try await fixture.open()
        try await fixture.install(["\(code("a")),R1,standard,Amina Achieng,valid,1,,"], in: station)
        let first = try #require(await station.door.show(code("a")).report)
        #expect(first.verdict == .admitted)
        #expect(first.holder == "Amina Achieng")
        #expect(first.sequence == 1)
        let second = try #require(await station.door.show(code("a")).report)
        #expect(second.verdict == .refused(.alreadyScanned))
        #expect(second.first?.station == "kiosk-1")
        #expect(second.first?.gate == "A")
        #expect(second.sequence == 2)
    }

    /// What a guest could try who shows one ticket at the exit again and again, and then hands it on.
    @Test func `five scans at the exit are one exit`() async throws {
        let station = try await fixture.open { $0.gate = "L" }
        try await fixture.install(["\(code("a")),R1,vip,,valid,1,,"], in: station)
        #expect(await station.door.show(code("a")).verdict == .admitted)
        for _ in 1...5 { #expect(await station.door.show(code("a"), direction: .out).verdict == .checkedOut) }
        var verdicts: [Verdict?] = []
        for _ in 1...6 { verdicts.append(await station.door.show(code("a")).verdict) }
        #expect(verdicts == [.admitted] + Array(repeating: .refused(.alreadyScanned), count: 5))
        #expect(try await station.monitor.status().serving.first?.inside == 1)
    }

    @Test func `gives one green to two readers that present a ticket at the same instant`() async throws {
        let station = try await fixture.open()
        let rows = (0..<40).map { "\(code("t\($0)")),R\($0),standard,,valid,1,," }
        try await fixture.install(rows, in: station)
        let door = station.door
        for number in 0..<40 {
            let text = code("t\(number)")
            async let left = door.show(text)
            async let right = door.show(text)
            let verdicts = await [left.verdict, right.verdict]
            #expect(Set(verdicts) == [.admitted, .refused(.alreadyScanned)])
        }
        #expect(try station.resources.journal.figures().entries == 80)
    }

    @Test func `records a decision before it tells of it`() async throws {
        let station = try await fixture.open()
        try await fixture.install(["\(code("a")),R1,standard,,valid,1,,"], in: station)
        let announcements = station.resources.announcer.displayEvents(replaying: .zero, onPage: false)
        let report = try #require(await station.door.show(code("a")).report)
        var iterator = announcements.makeAsyncIterator()
        #expect(await iterator.next()?.announcement == .verdict(report))
        let entry = try #require(try station.resources.journal.entries(after: 0, limit: 1).first)
        #expect(entry.checkIn.verdict == .admitted)
        #expect(entry.checkIn.reference == "R1")
    }

    @Test func `says no list when none is installed and journals the refusal`() async throws {
        let station = try await fixture.open()
        #expect(await station.door.show(code("a")).verdict == .refused(.noManifest))
        #expect(try station.resources.journal.figures().entries == 1)
    }

    @Test(arguments: [
        ("nothing", Verdict.refused(.invalid)),
        ("https://any.host/ticket/view/other-event/abcdefghijklmnop", .refused(.wrongEvent)),
        ("https://any.host/ticket/view/gala/abcdefghijklmnop", .refused(.invalid)),
        ("\u{0}bad", .refused(.invalid)),
    ]) func `refuses a code that is in no list`(text: String, verdict: Verdict) async throws {
        let station = try await fixture.open()
        try await fixture.install(["\(code("a")),R1,standard,,valid,1,,"], in: station)
        #expect(await station.door.show(text).verdict == verdict)
    }

    @Test func `names the other event whose list is installed but not served`() async throws {
        let station = try await fixture.open()
        try await fixture.install(["\(code("a")),R1,standard,,valid,1,,"], in: station)
        let later = StationFixture.yaml(id: "spring")
            .replacing("name: Winter Gala", with: "name: Spring Ball").replacing("2026-12", with: "2027-04")
        try await fixture.install(["\(code("b")),R1,standard,,valid,1,,"], in: station, yaml: later)
        let report = try #require(await station.door.show(code("b")).report)
        #expect(report.verdict == .refused(.wrongEvent))
        #expect(report.message.contains("Spring Ball"))
    }

    @Test func `hints at a web address and journals nothing`() async throws {
        let station = try await fixture.open()
        try await fixture.install(["\(code("a")),R1,standard,,valid,1,,"], in: station)
        guard case .hint(let hint) = await station.door.show("https://example.org/menu") else {
            Issue.record("a web address got a verdict")
            return
        }
        #expect(hint.hint == .webAddress)
        #expect(try station.resources.journal.figures().entries == 0)
    }

    @Test func `refuses at a gate that the list does not have, as a fault of the station`() async throws {
        let station = try await fixture.open { $0.gate = "Z" }
        try await fixture.install(["\(code("a")),R1,standard,,valid,1,,"], in: station)
        let report = try #require(await station.door.show(code("a")).report)
        #expect(report.verdict == .refused(.unknownGate))
        #expect(report.message == "There is no gate Z at Winter Gala; its gates: Gate A (A), Lounge door (L)")
        #expect(try await station.codes().contains(.unknownGate))
    }

    @Test func `says which gate it stands at when nobody chose one`() async throws {
        let station = try await fixture.open()
        try await fixture.install(["\(code("a")),R1,standard,,valid,1,,"], in: station)
        #expect(try await station.monitor.status().faults.contains { $0.contains("stands at gate \"Gate A\" of") })
    }

    @Test func `takes gate and direction from the list's assignment`() async throws {
        let station = try await fixture.open { $0.station = "kiosk-7" }
        try await fixture.install(["\(code("a")),R1,vip,,valid,1,,"], in: station)
        let report = try #require(await station.door.show(code("a")).report)
        #expect(report.verdict == .checkedOut)
        #expect(report.gate == "L")
        #expect(report.isUnmatched)
    }

    @Test func `look only gives the verdict and records nothing`() async throws {
        let station = try await fixture.open { $0.direction = .look }
        try await fixture.install(["\(code("a")),R1,vip,,valid,1,,"], in: station)
        for _ in 0..<2 {
            let report = try #require(await station.door.show(code("a")).report)
            #expect(report.verdict == .admitted)
            #expect(report.sequence == nil)
        }
        #expect(try station.resources.journal.figures().entries == 0)
    }

    @Test func `keeps what it knows across a restart`() async throws {
        do {
            let station = try await fixture.open()
            try await fixture.install(["\(code("a")),R1,standard,,valid,1,,"], in: station)
            #expect(await station.door.show(code("a")).verdict == .admitted)
            try station.close()
        }
        let again = try await fixture.open()
        #expect(await again.door.show(code("a")).verdict == .refused(.alreadyScanned))
    }

    @Test func `does not enforce windows under a clock that cannot be right, and says so`() async throws {
        let station = try await fixture.open()
        try await fixture.install(
            ["\(code("a")),R1,standard,,valid,1,,", "\(code("b")),R2,standard,,valid,1,,"], in: station)
        fixture.set(now: Timestamp(seconds: 1000), isSynchronised: false)
        #expect(await station.door.show(code("a")).verdict == .admitted)
        #expect(try await station.codes().contains(.clockUntrusted))
        fixture.set(now: Timestamp(seconds: 1000), isSynchronised: true)
        #expect(await station.door.show(code("b")).verdict == .refused(.notStarted))
    }

    @Test func `stops under a clock that cannot be right when the policy says so`() async throws {
        let station = try await fixture.open { $0.policy.clockUntrusted = .refuse }
        try await fixture.install(["\(code("a")),R1,standard,,valid,1,,"], in: station)
        fixture.set(now: Timestamp(seconds: 1000), isSynchronised: false)
        #expect(await station.door.show(code("a")).verdict == .refused(.clockUntrusted))
    }

    @Test func `goes on with a list past its time, or refuses when the policy says so`() async throws {
        do {
            let station = try await fixture.open()
            try await fixture.install(["\(code("a")),R1,standard,,valid,2,,"], in: station)
            fixture.set(now: StationFixture.evening + .seconds(30 * 3600))
            #expect(await station.door.show(code("a")).verdict == .refused(.ended))
            #expect(try await station.codes().contains(.listTooOld))
            try station.close()
        }
        let strict = try await fixture.open { $0.policy.afterExpiry = .refuse }
        #expect(await strict.door.show(code("a")).verdict == .refused(.listExpired))
    }
}
