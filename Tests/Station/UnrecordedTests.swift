import Foundation
import GRDB
import Messages
import StationAPI
import Testing
import Tickets

@testable import Journal
@testable import Station

/// A disk that takes nothing: nobody passes, unless a supervisor lets guests go first.
@Suite struct UnrecordedTests {
    let fixture: StationFixture

    init() throws {
        fixture = try StationFixture()
    }

    private func station() async throws -> Station {
        let station = try await fixture.open()
        let rows = ["a", "b", "c"].map { "\(code($0)),R-\($0),standard,,valid,\($0 == "c" ? 2 : 1),," }
        try await fixture.install(rows, in: station)
        return station
    }

    /// As a full disk does: reading goes on.
    private func breakDisk(of station: Station) throws {
        try station.resources.journal.queue.write { db in
            try db.execute(
                sql: "CREATE TEMP TRIGGER broken BEFORE INSERT ON main.entry BEGIN SELECT RAISE(ABORT, 'broken'); END")
        }
    }

    private func mendDisk(of station: Station) throws {
        try station.resources.journal.queue.write { db in try db.execute(sql: "DROP TRIGGER temp.broken") }
    }

    private func switchOn(_ station: Station) async throws {
        try await station.acts.setNotRecorded(NotRecordedRequest(isOn: true, operator: "Grace"))
    }

    @Test func `is refused while everything is recorded`() async throws {
        let station = try await station()
        await #expect(throws: StationError.self) { try await switchOn(station) }
        #expect(try await station.monitor.status().notRecorded == nil)
    }

    @Test func `admits once by memory, says so, and the journal has it when the disk is back`() async throws {
        let station = try await station()
        #expect(await station.door.show(code("a")).verdict == .admitted)
        try breakDisk(of: station)
        #expect(await station.door.show(code("b")).verdict == .refused(.notRecorded))
        #expect(try await station.monitor.status().notRecorded == .init(isOn: false, waiting: 0))
        try await switchOn(station)

        let report = try #require(await station.door.show(code("b")).report)
        #expect(report.verdict == .admitted)
        #expect(report.isUnrecorded)
        #expect(report.sequence == nil)
        // What was recorded before, and what is in memory, both count.
        #expect(await station.door.show(code("a")).verdict == .refused(.alreadyScanned))
        let again = try #require(await station.door.show(code("b")).report)
        #expect(again.verdict == .refused(.alreadyScanned))
        #expect(again.first?.gate == "A")
        #expect(await station.door.show(code("c")).report?.entry == 1)
        #expect(await station.door.show(code("c")).report?.entry == 2)
        #expect(await station.door.show(code("c")).verdict == .refused(.alreadyScanned))
        #expect(try station.resources.journal.figures().entries == 1)
        let status = try await station.monitor.status()
        #expect(status.notRecorded?.waiting == 6)
        #expect(status.faults.contains { $0.contains("6 decisions are only in memory") })

        await station.door.recordWaiting()
        #expect(try station.resources.journal.figures().entries == 1)
        try mendDisk(of: station)
        await station.door.recordWaiting()
        #expect(try await station.monitor.status().notRecorded == nil)
        let entries = try station.resources.journal.entries(after: 1, limit: 10).map(\.checkIn)
        #expect(entries.map(\.reference) == ["R-b", "R-a", "R-b", "R-c", "R-c", "R-c"])
        #expect(entries.map(\.verdict.word) == ["admitted", "refused", "refused", "admitted", "admitted", "refused"])
        #expect(entries.allSatisfy { $0.operator == "Grace" && $0.note?.contains("not recorded at the time") == true })
        let next = try #require(await station.door.show(code("b")).report)
        #expect(next.verdict == .refused(.alreadyScanned))
        #expect(!next.isUnrecorded)
        #expect(next.sequence == 8)
    }

    @Test func `ends by itself with the first decision that is recorded`() async throws {
        let station = try await station()
        try breakDisk(of: station)
        #expect(await station.door.show(code("a")).verdict == .refused(.notRecorded))
        try await switchOn(station)
        try mendDisk(of: station)
        let report = try #require(await station.door.show(code("a")).report)
        #expect(report.sequence == 1)
        #expect(!report.isUnrecorded)
        try breakDisk(of: station)
        #expect(await station.door.show(code("b")).verdict == .refused(.notRecorded))
    }

    @Test func `switched off, nobody passes, and what waits is still known`() async throws {
        let station = try await station()
        try breakDisk(of: station)
        #expect(await station.door.show(code("a")).verdict == .refused(.notRecorded))
        try await switchOn(station)
        #expect(await station.door.show(code("a")).verdict == .admitted)
        try await station.acts.setNotRecorded(NotRecordedRequest(isOn: false))
        #expect(await station.door.show(code("b")).verdict == .refused(.notRecorded))
        try mendDisk(of: station)
        #expect(await station.door.show(code("a")).verdict == .refused(.alreadyScanned))
        await station.door.recordWaiting()
        #expect(try station.resources.journal.figures().entries == 2)
    }

    @Test func `takes nothing back before it is recorded`() async throws {
        let station = try await station()
        #expect(await station.door.show(code("a")).verdict == .admitted)
        try breakDisk(of: station)
        _ = await station.door.show(code("b"))
        try await switchOn(station)
        #expect(await station.door.show(code("b")).verdict == .admitted)
        await #expect(throws: StationError.self) { try await station.acts.undo(UndoRequest()) }
        try mendDisk(of: station)
        let answer = try await station.acts.undo(UndoRequest())
        #expect(answer.ref == "R-b")
    }

    @Test func `neither an enrolment nor a count of those inside leaves out what is not recorded yet`() async throws {
        let station = try await station()
        try breakDisk(of: station)
        _ = await station.door.show(code("a"))
        try await switchOn(station)
        #expect(await station.door.show(code("a")).verdict == .admitted)
        let text = try PairingTests.pairing().text(signedWith: PairingTests.key)
        let request = PairingRequest(fingerprint: PairingTests.key.verificationKey.id, pairing: text)
        await #expect(throws: StationError.self) { try await station.enrolments.accept(request) }
        await #expect(throws: StationError.self) { try await station.door.countInside() }
        try mendDisk(of: station)
        #expect(try await station.door.countInside().people == 1)
        _ = try await station.enrolments.accept(request)
        #expect(await station.door.show(code("a")).verdict == .refused(.alreadyScanned))
    }

    /// As a full disk does to everything that is written.
    private func fillDisk(of station: Station) throws {
        try station.resources.journal.queue.write { db in
            db.add(
                function: DatabaseFunction("disk_full", argumentCount: 0) { _ in
                    throw DatabaseError(resultCode: .SQLITE_FULL)
                })
            for (table, act) in [
                ("entry", "INSERT"), ("operator", "UPDATE"), ("operator", "INSERT"), ("exported", "INSERT"),
            ] {
                try db.execute(
                    sql: """
                        CREATE TEMP TRIGGER full_\(table)_\(act) BEFORE \(act) ON main.\(table) BEGIN SELECT disk_full(); END
                        """)
            }
        }
    }

    @Test func `on a full disk a supervisor signs in, in their language, and lets guests go first`() async throws {
        let station = try await station()
        try await station.operators.add(OperatorRequest(name: "Sue", role: "supervisor", pin: "314159"))
        try fillDisk(of: station)
        #expect(await station.door.show(code("a")).verdict == .refused(.notRecorded))
        #expect(try await station.codes().filter { $0 == .recordingFailed } == [.recordingFailed])

        let wrong = SessionRequest(operator: "Sue", pin: "000000")
        #expect(try await station.operators.checkPIN(wrong) == .wrong(pause: .seconds(1)))
        fixture.set(now: StationFixture.evening + .seconds(2))
        let right = SessionRequest(operator: "Sue", pin: "314159")
        #expect(try await station.operators.checkPIN(right) == .right(.supervisor))
        #expect(try await station.operators.account(of: "Sue")?.role == .supervisor)
        try await station.operators.setLanguage("pl", of: "Sue")
        #expect(try await station.operators.language(of: "Sue") == "pl")
        let supervisor = Staff(name: "Sue", role: .supervisor)
        try await station.acts.setNotRecorded(NotRecordedRequest(isOn: true, operator: "Sue"), by: supervisor)
        #expect(await station.door.show(code("a")).verdict == .admitted)
    }

    @Test func `on a full disk the journal can be exported, and its entries stay`() async throws {
        let station = try await station()
        #expect(await station.door.show(code("a")).verdict == .admitted)
        try fillDisk(of: station)
        var text = ""
        for try await piece in try await station.records.export(.jsonl) {
            text += String(decoding: piece, as: UTF8.self)
        }
        #expect(text.contains("R-a") && text.contains("\"head\""))
        fixture.set(now: StationFixture.evening + .seconds(30 * 86_400))
        #expect(try await station.records.purge().kept == ["gala: 1 neither sent nor exported"])
    }

    @Test func `what needs the disk is refused in words that the page has in every language`() async throws {
        let station = try await station()
        let supervisor = Staff(name: "Sue", role: .supervisor)
        _ = try await station.acts.admit(ManualRequest(reference: "R-a", operator: "Sue"), by: supervisor)
        try fillDisk(of: station)
        let fault = await #expect(throws: JournalError.self) {
            try await station.acts.undo(UndoRequest(operator: "Sue"), by: supervisor)
        }
        #expect(ControlError(explaining: try #require(fault)).reason == DiskFault.full.rawValue)
        let file = Fault<Uncoded>("write", "places.json", errno: ENOSPC)
        #expect(ControlError(explaining: file).reason == DiskFault.full.rawValue)
        #expect(Messages.english.label("staff.refusals.diskFull") == DiskFault.full.rawValue)
    }

    @Test func `looking something up neither ends it nor forgets what is in memory`() async throws {
        let station = try await station()
        #expect(await station.door.show(code("a")).verdict == .admitted)
        try breakDisk(of: station)
        #expect(await station.door.show(code("b")).verdict == .refused(.notRecorded))
        let supervisor = Staff(name: "Grace", role: .supervisor)
        func found(_ reference: String) async throws -> SearchAnswer.Hit? {
            try await station.acts.search(SearchRequest(query: reference), by: supervisor).hits.first
        }
        #expect(try await found("R-b")?.inside == 0)
        #expect(try await station.acts.passages(by: supervisor).map(\.ref) == ["R-a"])
        #expect(try await station.acts.peopleInside(by: supervisor).people == 1)
        #expect(try await station.monitor.status().notRecorded == .init(isOn: false, waiting: 0))

        try await switchOn(station)
        #expect(await station.door.show(code("b")).verdict == .admitted)
        let hit = try #require(try await found("R-b"))
        #expect(hit.inside == 1)
        #expect(hit.entries == 1)
        #expect(try await station.monitor.status().notRecorded?.isOn == true)
    }
}
