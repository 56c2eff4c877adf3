import Foundation
import Journal
import Manifests
import Publishing
import StationAPI
import Testing
import Tickets

@testable import Station

@Suite struct StaffTests {
    let fixture: StationFixture

    init() throws {
        fixture = try StationFixture()
    }

    @Test func `admits by reference with the same rules`() async throws {
        let station = try await fixture.open()
        try await fixture.install(["\(code("a")),R1,standard,,valid,1,,"], in: station)
        let report = try await station.acts.admit(ManualRequest(reference: "R1", operator: "eve"))
        #expect(report.verdict == .admitted)
        let entry = try #require(try station.resources.journal.entries(after: 0, limit: 1).first?.checkIn)
        #expect(entry.kind == .manual)
        #expect(entry.operator == "eve")
        #expect(try await station.acts.admit(ManualRequest(reference: "R1")).verdict == .refused(.alreadyScanned))
    }

    @Test func `admits k of n people of a group, and never more than are left`() async throws {
        let station = try await fixture.open()
        try await fixture.install(["\(code("a")),R1,standard,,valid,4,,"], in: station)
        let three = try await station.acts.admit(ManualRequest(reference: "R1", count: 3))
        #expect(three.entry == 3, "the last of them")
        #expect(three.message.contains("3 people"))
        await #expect(throws: StationError.self) {
            try await station.acts.admit(
                ManualRequest(reference: "R1", count: 5, isOverride: true, note: "all of them"))
        }
        await #expect(throws: StationError.self) {
            try await station.acts.admit(ManualRequest(reference: "R1", count: 2))
        }
        #expect(await station.door.show(code("a")).report?.entry == 4)
        #expect(await station.door.show(code("a")).verdict == .refused(.alreadyScanned))
    }

    @Test func `a list without limits takes groups of any size`() async throws {
        let station = try await fixture.open { $0.gate = "L" }
        let yaml = StationFixture.galaYAML.replacing("reentry: after_exit", with: "reentry: unlimited")
        try await fixture.install(["\(code("a")),R1,vip,,valid,2,,"], in: station, yaml: yaml)
        for _ in 0..<2 {
            #expect(try await station.acts.admit(ManualRequest(reference: "R1", count: 2)).verdict == .admitted)
        }
    }

    @Test(arguments: [0, -3, 1001, Int.max])
    func `counts no more people than a ticket can be for, by any way`(count: Int) async throws {
        let station = try await fixture.open()
        try await fixture.install(["\(code("a")),R1,standard,,valid,4,,"], in: station)
        await #expect(throws: StationError.self) {
            try await station.acts.admit(ManualRequest(reference: "R1", count: count))
        }
        await #expect(throws: StationError.self) {
            try await station.acts.admit(ManualRequest(reference: "R1", count: count, isOverride: true, note: "late"))
        }
        await #expect(throws: StationError.self) {
            try await station.acts.checkOut(ManualRequest(reference: "R1", count: count))
        }
        #expect(try station.resources.journal.entries(after: 0, limit: 1).isEmpty)
    }

    @Test func `overrides a refusal only with a reason, and journals it as that`() async throws {
        let station = try await fixture.open()
        try await fixture.install(["\(code("a")),R1,standard,,unpaid,1,,"], in: station)
        await #expect(throws: StationError.self) {
            try await station.acts.admit(ManualRequest(reference: "R1", isOverride: true))
        }
        let request = ManualRequest(reference: "R1", isOverride: true, note: "paid in cash")
        let report = try await station.acts.admit(request)
        #expect(report.verdict == .admitted)
        #expect(report.message == "Let in by hand. This ticket is not paid")
        let entry = try #require(try station.resources.journal.entries(after: 0, limit: 9).last?.checkIn)
        #expect(entry.kind == .override)
        #expect(entry.note == "paid in cash")
    }

    @Test func `does not override what concerns no ticket`() async throws {
        let station = try await fixture.open()
        let request = ManualRequest(code: code("a"), isOverride: true, note: "let me in")
        #expect(try await station.acts.admit(request).verdict == .refused(.noManifest))
    }

    @Test func `a purge does not touch an event whose list somebody removed in its middle`() async throws {
        let station = try await fixture.open()
        try await fixture.install(["\(code("a")),R1,standard,,valid,1,,"], in: station)
        _ = await station.door.show(code("a"))
        for try await _ in try await station.records.export(.jsonl) {}
        try await station.lists.remove(event: "gala")
        #expect(try await station.records.purge().removed == 0)
        #expect(try await station.records.purge().kept.first?.hasPrefix("gala: has no list") == true)
        fixture.set(now: StationFixture.evening + .seconds(7 * 86_400))
        #expect(try await station.records.purge().removed == 1)
    }

    @Test func `takes no second operator of a name`() async throws {
        let station = try await fixture.open()
        try await station.operators.add(OperatorRequest(name: "Eve", role: "supervisor", pin: "394857"))
        await #expect(throws: StationError.self) {
            try await station.operators.add(OperatorRequest(name: "Eve", role: "steward", pin: "394857"))
        }
        #expect(
            try await station.operators.all() == [OperatorSummary(name: "Eve", role: "supervisor", isRostered: false)])
    }

    @Test func `undoes the last entry, or a named one, once`() async throws {
        let station = try await fixture.open()
        try await fixture.install(
            ["\(code("a")),R1,standard,,valid,1,,", "\(code("b")),R2,standard,,valid,1,,"], in: station)
        _ = await station.door.show(code("a"))
        _ = await station.door.show(code("b"))
        #expect(try await station.acts.undo(UndoRequest()).undone == 2)
        #expect(try await station.acts.undo(UndoRequest(sequence: 1)).ref == "R1")
        await #expect(throws: (any Error).self) { try await station.acts.undo(UndoRequest(sequence: 1)) }
        #expect(await station.door.show(code("a")).verdict == .admitted)
        #expect(await station.door.show(code("b")).verdict == .admitted)
    }

    @Test func `checks everyone out at once, and lets them back where the list allows it`() async throws {
        let station = try await fixture.open { $0.gate = "L" }
        try await fixture.install(["\(code("a")),R1,vip,,valid,3,,", "\(code("b")),R2,vip,,valid,1,,"], in: station)
        for text in ["a", "a", "b"] { #expect(await station.door.show(code(text)).verdict == .admitted) }
        let answer = try await station.acts.checkOutAll(CheckOutAllRequest())
        #expect(answer == CheckOutAllAnswer(entries: 2, people: 3))
        #expect(try await station.monitor.status().serving.first?.inside == 0)
        #expect(await station.door.show(code("a")).report?.entry == 1)
    }

    @Test func `finds a ticket by reference and says why names are not searched`() async throws {
        let station = try await fixture.open()
        try await fixture.install(["\(code("a")),R1,vip,Amina Achieng,valid,1,,"], in: station)
        let answer = try await station.acts.search(SearchRequest(query: "R1"))
        #expect(answer.hits.map(\.ref) == ["R1"])
        #expect(answer.note?.contains("sealed") == true)
    }

    @Test func `searches names with the staff key, accents or not`() async throws {
        let station = try await fixture.open()
        let yaml = StationFixture.galaYAML + "\nprivacy: staff\n"
        try await fixture.install(["\(code("a")),R1,vip,Łucja Groß,valid,1,,"], in: station, yaml: yaml)
        #expect(try await station.acts.search(SearchRequest(query: "lucja")).hits.isEmpty)
        let key = ManifestBuilder.staffKey(for: "gala", key: fixture.organizer).base64EncodedString()
        try Data(key.utf8).write(to: fixture.folder.appending(path: "state/credentials/staff-gala"))
        #expect(try await station.acts.search(SearchRequest(query: "lucja")).hits.map(\.holder) == ["Łucja Groß"])
        #expect(try await station.acts.search(SearchRequest(query: "lu")).hits.isEmpty)
    }
}
