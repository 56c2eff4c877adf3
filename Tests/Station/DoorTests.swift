import DoorScreen
import Foundation
import Journal
import Manifests
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
        #expect(try station.journal.figures().entries == 80)
    }

    @Test func `records a decision before it tells of it`() async throws {
        let station = try await fixture.open()
        try await fixture.install(["\(code("a")),R1,standard,,valid,1,,"], in: station)
        let announcements = await station.showings(replaying: .zero)
        let report = try #require(await station.door.show(code("a")).report)
        var iterator = announcements.makeAsyncIterator()
        #expect(await iterator.next()?.announcement == .verdict(report))
        let entry = try #require(try station.journal.entries(after: 0, limit: 1).first)
        #expect(entry.checkIn.verdict == .admitted)
        #expect(entry.checkIn.reference == "R1")
    }

    @Test func `says no list when none is installed and journals the refusal`() async throws {
        let station = try await fixture.open()
        #expect(await station.door.show(code("a")).verdict == .refused(.noManifest))
        #expect(try station.journal.figures().entries == 1)
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
        let later = StationFixture.galaYAML.replacing("id: gala", with: "id: spring")
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
        #expect(try station.journal.figures().entries == 0)
    }

    @Test func `refuses at a gate that the list does not have, as a fault of the station`() async throws {
        let station = try await fixture.open { $0.gate = "Z" }
        try await fixture.install(["\(code("a")),R1,standard,,valid,1,,"], in: station)
        let report = try #require(await station.door.show(code("a")).report)
        #expect(report.verdict == .refused(.stationNotAuthorised))
        #expect(report.message == "There is no gate Z at Winter Gala; its gates: A, L")
        #expect(try await station.status().faults.contains { $0.contains("no gate Z") })
    }

    @Test func `says which gate it stands at when nobody chose one`() async throws {
        let station = try await fixture.open()
        try await fixture.install(["\(code("a")),R1,standard,,valid,1,,"], in: station)
        #expect(try await station.status().faults.contains { $0.contains("stands at gate A; choose one of A, L") })
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
        #expect(try station.journal.figures().entries == 0)
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
        #expect(try await station.status().faults.contains { $0.contains("clock") })
        fixture.set(now: Timestamp(seconds: 1000), isSynchronised: true)
        #expect(await station.door.show(code("b")).verdict == .refused(.notStarted))
    }

    @Test func `stops under a clock that cannot be right when the policy says so`() async throws {
        let station = try await fixture.open { $0.policy.clockUntrusted = .refuse }
        try await fixture.install(["\(code("a")),R1,standard,,valid,1,,"], in: station)
        fixture.set(now: Timestamp(seconds: 1000), isSynchronised: false)
        #expect(await station.door.show(code("a")).verdict == .refused(.stationNotAuthorised))
    }

    @Test func `goes on with a list past its time, or refuses when the policy says so`() async throws {
        do {
            let station = try await fixture.open()
            try await fixture.install(["\(code("a")),R1,standard,,valid,2,,"], in: station)
            fixture.set(now: StationFixture.evening + .seconds(30 * 3600))
            #expect(await station.door.show(code("a")).verdict == .refused(.ended))
            #expect(try await station.status().faults.contains { $0.contains("older") })
            try station.close()
        }
        let strict = try await fixture.open { $0.policy.afterExpiry = .refuse }
        #expect(await strict.door.show(code("a")).verdict == .refused(.listExpired))
    }
}

@Suite struct DoorFaultTests {
    let fixture: StationFixture

    init() throws {
        fixture = try StationFixture()
    }

    private var other: String {
        StationFixture.galaYAML.replacing("id: gala", with: "id: spring").replacing("2026-12", with: "2027-04")
    }

    /// Cuts the bodies of the lists of an event to nothing, under the station that reads them.
    private func cut(_ event: String, of station: Station) throws {
        let folder = station.folder.manifests
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        let bodies = files.filter { $0.lastPathComponent.hasPrefix(event) && $0.pathExtension == "sqlite" }
        #expect(bodies.count == 1)
        for body in bodies { try FileHandle(forWritingTo: body).truncate(atOffset: 0) }
    }

    @Test func `a list that cannot be read is a fault of the station, until it is replaced`() async throws {
        let station = try await fixture.open { $0.gate = "A" }
        let row = "\(code("a")),R1,standard,,valid,1,,"
        try await fixture.install([row], in: station)
        try cut("gala", of: station)
        #expect(await station.door.show(code("a")).verdict == .refused(.noManifest))
        #expect(try await station.status().faults.count == 1)
        fixture.set(now: StationFixture.evening + .seconds(1))
        try await fixture.install([row], in: station)
        #expect(await station.door.show(code("a")).verdict == .admitted)
        #expect(try await station.status().faults == [])
    }

    @Test func `a clock that nobody vouches for removes no list`() async throws {
        let station = try await fixture.open()
        try await fixture.install(["\(code("a")),R1,standard,,valid,1,,"], in: station)
        let later = StationFixture.evening + .seconds(30 * 86_400)
        fixture.set(now: later, isSynchronised: false)
        station.tidyUp()
        #expect(try await station.status().installed == ["gala"])
        fixture.set(now: later)
        station.tidyUp()
        #expect(try await station.status().installed == [])
    }

    @Test func `a list of another event that cannot be read stops nobody here`() async throws {
        let station = try await fixture.open()
        try await fixture.install(["\(code("a")),R1,standard,,valid,1,,"], in: station)
        try await fixture.install(["\(code("b")),R1,standard,,valid,1,,"], in: station, yaml: other)
        try cut("spring", of: station)
        #expect(await station.door.show(code("a")).verdict == .admitted)
        #expect(await station.door.show(code("b")).verdict == .refused(.invalid))
    }
}

@Suite struct StaffTests {
    let fixture: StationFixture

    init() throws {
        fixture = try StationFixture()
    }

    @Test func `admits by reference with the same rules`() async throws {
        let station = try await fixture.open()
        try await fixture.install(["\(code("a")),R1,standard,,valid,1,,"], in: station)
        let report = try await station.admit(ManualRequest(reference: "R1", operator: "eve"))
        #expect(report.verdict == .admitted)
        let entry = try #require(try station.journal.entries(after: 0, limit: 1).first?.checkIn)
        #expect(entry.kind == .manual)
        #expect(entry.operator == "eve")
        #expect(try await station.admit(ManualRequest(reference: "R1")).verdict == .refused(.alreadyScanned))
    }

    @Test func `admits k of n people of a group, and never more than are left`() async throws {
        let station = try await fixture.open()
        try await fixture.install(["\(code("a")),R1,standard,,valid,4,,"], in: station)
        let three = try await station.admit(ManualRequest(reference: "R1", count: 3))
        #expect(three.entry == 1)
        #expect(three.message.contains("3 people"))
        await #expect(throws: StationError.self) {
            try await station.admit(ManualRequest(reference: "R1", count: 5, isOverride: true, note: "all of them"))
        }
        await #expect(throws: StationError.self) {
            try await station.admit(ManualRequest(reference: "R1", count: 2))
        }
        #expect(await station.door.show(code("a")).report?.entry == 4)
        #expect(await station.door.show(code("a")).verdict == .refused(.alreadyScanned))
    }

    @Test func `a list without limits takes groups of any size`() async throws {
        let station = try await fixture.open { $0.gate = "L" }
        let yaml = StationFixture.galaYAML.replacing("reentry: after_exit", with: "reentry: unlimited")
        try await fixture.install(["\(code("a")),R1,vip,,valid,2,,"], in: station, yaml: yaml)
        for _ in 0..<2 {
            #expect(try await station.admit(ManualRequest(reference: "R1", count: 2)).verdict == .admitted)
        }
    }

    @Test(arguments: [0, -3, 1001, Int.max])
    func `counts no more people than a ticket can be for, by any way`(count: Int) async throws {
        let station = try await fixture.open()
        try await fixture.install(["\(code("a")),R1,standard,,valid,4,,"], in: station)
        await #expect(throws: StationError.self) {
            try await station.admit(ManualRequest(reference: "R1", count: count))
        }
        await #expect(throws: StationError.self) {
            try await station.admit(ManualRequest(reference: "R1", count: count, isOverride: true, note: "late"))
        }
        await #expect(throws: StationError.self) {
            try await station.checkOut(ManualRequest(reference: "R1", count: count))
        }
        #expect(try station.journal.entries(after: 0, limit: 1).isEmpty)
    }

    @Test func `overrides a refusal only with a reason, and journals it as that`() async throws {
        let station = try await fixture.open()
        try await fixture.install(["\(code("a")),R1,standard,,unpaid,1,,"], in: station)
        await #expect(throws: StationError.self) {
            try await station.admit(ManualRequest(reference: "R1", isOverride: true))
        }
        let request = ManualRequest(reference: "R1", isOverride: true, note: "paid in cash")
        let report = try await station.admit(request)
        #expect(report.verdict == .admitted)
        #expect(report.message == "Let in by hand. This ticket is not paid")
        let entry = try #require(try station.journal.entries(after: 0, limit: 9).last?.checkIn)
        #expect(entry.kind == .override)
        #expect(entry.note == "paid in cash")
    }

    @Test func `does not override what concerns no ticket`() async throws {
        let station = try await fixture.open()
        let request = ManualRequest(code: code("a"), isOverride: true, note: "let me in")
        #expect(try await station.admit(request).verdict == .refused(.noManifest))
    }

    @Test func `a purge does not touch an event whose list somebody removed in its middle`() async throws {
        let station = try await fixture.open()
        try await fixture.install(["\(code("a")),R1,standard,,valid,1,,"], in: station)
        _ = await station.door.show(code("a"))
        for try await _ in try await station.exportJournal(.jsonl) {}
        try await station.removeManifest(event: "gala")
        #expect(try await station.purgeJournal().removed == 0)
        #expect(try await station.purgeJournal().kept.first?.hasPrefix("gala: has no list") == true)
        fixture.set(now: StationFixture.evening + .seconds(7 * 86_400))
        #expect(try await station.purgeJournal().removed == 1)
    }

    @Test func `takes no second operator of a name`() async throws {
        let station = try await fixture.open()
        try await station.addOperator(OperatorRequest(name: "Eve", role: "supervisor", pin: "394857"))
        await #expect(throws: StationError.self) {
            try await station.addOperator(OperatorRequest(name: "Eve", role: "steward", pin: "394857"))
        }
        #expect(try await station.operators() == [OperatorSummary(name: "Eve", role: "supervisor")])
    }

    @Test func `undoes the last entry, or a named one, once`() async throws {
        let station = try await fixture.open()
        try await fixture.install(
            ["\(code("a")),R1,standard,,valid,1,,", "\(code("b")),R2,standard,,valid,1,,"], in: station)
        _ = await station.door.show(code("a"))
        _ = await station.door.show(code("b"))
        #expect(try await station.undo(UndoRequest()).undone == 2)
        #expect(try await station.undo(UndoRequest(sequence: 1)).ref == "R1")
        await #expect(throws: (any Error).self) { try await station.undo(UndoRequest(sequence: 1)) }
        #expect(await station.door.show(code("a")).verdict == .admitted)
        #expect(await station.door.show(code("b")).verdict == .admitted)
    }

    @Test func `checks everyone out at once, and lets them back where the list allows it`() async throws {
        let station = try await fixture.open { $0.gate = "L" }
        try await fixture.install(["\(code("a")),R1,vip,,valid,3,,", "\(code("b")),R2,vip,,valid,1,,"], in: station)
        for text in ["a", "a", "b"] { #expect(await station.door.show(code(text)).verdict == .admitted) }
        let answer = try await station.checkOutAll(CheckOutAllRequest())
        #expect(answer == CheckOutAllAnswer(entries: 2, people: 3))
        #expect(try await station.status().serving.first?.inside == 0)
        #expect(await station.door.show(code("a")).report?.entry == 1)
    }

    @Test func `finds a ticket by reference and says why names are not searched`() async throws {
        let station = try await fixture.open()
        try await fixture.install(["\(code("a")),R1,vip,Amina Achieng,valid,1,,"], in: station)
        let answer = try await station.search(SearchRequest(query: "R1"))
        #expect(answer.hits.map(\.ref) == ["R1"])
        #expect(answer.note?.contains("sealed") == true)
    }

    @Test func `searches names with the staff key, accents or not`() async throws {
        let station = try await fixture.open()
        let yaml = StationFixture.galaYAML + "\nprivacy: staff\n"
        try await fixture.install(["\(code("a")),R1,vip,Łucja Groß,valid,1,,"], in: station, yaml: yaml)
        #expect(try await station.search(SearchRequest(query: "lucja")).hits.isEmpty)
        let key = ManifestBuilder.staffKey(for: "gala", key: fixture.organizer).base64EncodedString()
        try Data(key.utf8).write(to: fixture.folder.appending(path: "state/credentials/staff-gala"))
        #expect(try await station.search(SearchRequest(query: "lucja")).hits.map(\.holder) == ["Łucja Groß"])
        #expect(try await station.search(SearchRequest(query: "lu")).hits.isEmpty)
    }
}
