import Foundation
import Journal
import Manifests
import Publishing
import StationAPI
import Testing
import Tickets

@testable import Station

/// What staff can undo at a station, and what they see of it.
@Suite struct StaffUndoTests {
    let fixture: StationFixture
    private let steward = Staff(name: "Anne", role: .steward)
    private let other = Staff(name: "Okello", role: .steward)
    private let supervisor = Staff(name: "Sue", role: .supervisor)

    init() throws {
        fixture = try StationFixture()
    }

    private func open(_ permissions: Set<Permission> = Set(Permission.allCases)) async throws -> Station {
        let station = try await fixture.open { $0.permissions = permissions }
        let rows = ["\(code("a")),R-1,standard,Amina Achieng,valid,1,,", "\(code("b")),R-2,vip,Łucja Groß,valid,4,,"]
        try await fixture.install(rows, in: station, yaml: StationFixture.galaYAML + "\nprivacy: staff\n")
        let key = ManifestBuilder.staffKey(for: "gala", key: fixture.organizer).base64EncodedString()
        try Data(key.utf8).write(to: fixture.folder.appending(path: "state/credentials/staff-gala"))
        return station
    }

    private func refusal(_ sequence: Int64, by staff: Staff, at station: Station) async -> String? {
        do {
            _ = try await station.acts.undo(UndoRequest(sequence: sequence, operator: staff.name), by: staff)
            return nil
        } catch {
            return (error as? StationError)?.reason
        }
    }

    private let notYours = "it is neither your own act nor a scan of the last 15 minutes"

    @Test func `a steward undoes their own acts and the station's last scans, and nothing that another person did`()
        async throws
    {
        let station = try await open()
        for staff in [other, steward, supervisor] {
            _ = try await station.acts.admit(ManualRequest(reference: "R-2", operator: staff.name), by: staff)
        }
        _ = await station.door.show(code("a"))
        #expect(try await station.acts.passages(by: steward).map(\.seq) == [4, 2])
        #expect(try await station.acts.passages(by: supervisor).map(\.seq) == [4, 3, 2, 1])
        for sequence in [1, 3] as [Int64] {
            #expect(await refusal(sequence, by: steward, at: station) == notYours)
        }
        for sequence in [4, 2] as [Int64] { #expect(await refusal(sequence, by: steward, at: station) == nil) }
        let undo = try #require(try station.resources.journal.entries(after: 4, limit: 1).first?.checkIn)
        #expect(undo.kind == .undo && undo.operator == "Anne")
        // Once: the ticket is good for one entry again, and the entry cannot be undone twice.
        #expect(await refusal(4, by: other, at: station) != nil)
        #expect(await station.door.show(code("a")).verdict == .admitted)
        #expect(await station.door.show(code("a")).verdict == .refused(.alreadyScanned))
        #expect(await refusal(3, by: supervisor, at: station) == nil)
    }

    @Test func `a scan can be undone by a steward for 15 minutes, their own act later, too`() async throws {
        let station = try await open()
        _ = await station.door.show(code("a"))
        _ = try await station.acts.admit(ManualRequest(reference: "R-2", operator: "Anne"), by: steward)
        fixture.set(now: StationFixture.evening + .seconds(900))
        #expect(try await station.acts.passages(by: steward).map(\.seq) == [2, 1])
        fixture.set(now: StationFixture.evening + .seconds(901))
        #expect(try await station.acts.passages(by: steward).map(\.seq) == [2])
        #expect(await refusal(1, by: steward, at: station) == notYours)
        #expect(await refusal(2, by: steward, at: station) == nil)
        #expect(await refusal(1, by: supervisor, at: station) == nil)
        #expect(await refusal(1, by: supervisor, at: station)?.contains("left to undo") == true)
    }

    @Test func `without a number, the last is undone that the person may undo`() async throws {
        let station = try await open()
        _ = try await station.acts.admit(ManualRequest(reference: "R-2", operator: "Anne"), by: steward)
        _ = try await station.acts.admit(ManualRequest(reference: "R-2", operator: "Sue"), by: supervisor)
        #expect(try await station.acts.undo(UndoRequest(operator: "Anne"), by: steward).undone == 1)
        await #expect(throws: StationError.self) { try await station.acts.undo(UndoRequest(), by: steward) }
    }

    @Test func `without a number, only what was just done is undone, and once`() async throws {
        let station = try await open()
        _ = await station.door.show(code("a"))
        fixture.set(now: StationFixture.evening + .seconds(30))
        _ = try await station.acts.admit(ManualRequest(reference: "R-2", operator: "Sue"), by: supervisor)
        #expect(try await station.acts.undo(UndoRequest(operator: "Sue"), by: supervisor).undone == 2)
        let again = await #expect(throws: StationError.self) {
            try await station.acts.undo(UndoRequest(operator: "Sue"), by: supervisor)
        }
        #expect(again?.reason == "it has been undone already")
        #expect(again?.hint == "usher undo 1 undoes the admission of R-1, 18:00.")
        #expect(try await station.acts.undo(UndoRequest(sequence: 1, operator: "Sue"), by: supervisor).ref == "R-1")
        _ = await station.door.show(code("a"))
        fixture.set(now: StationFixture.evening + .seconds(91))
        let late = await #expect(throws: StationError.self) {
            try await station.acts.undo(UndoRequest(operator: "Sue"), by: supervisor)
        }
        #expect(late?.reason == "it is more than a minute old")
    }

    @Test func `each passage has its event, its type, and the name where a search shows it`() async throws {
        let station = try await open()
        _ = await station.door.show(code("a"))
        let item = try #require(try await station.acts.passages(by: steward).first)
        #expect(item.event == "gala" && item.timeZone == "UTC")
        #expect(item.holder == "Amina Achieng" && item.type == "Standard")
    }

    @Test func `a station that may not tell names tells none of what can be undone`() async throws {
        let station = try await open([.scan, .manualCheckIn])
        _ = await station.door.show(code("a"))
        let item = try #require(try await station.acts.passages(by: steward).first)
        #expect(item.ref == "R-1" && item.holder == nil && item.type == nil)
    }
}
