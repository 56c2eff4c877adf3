import GRDB
import Messages
import StationAPI
import TestSupport
import Testing
import Tickets

@testable import Journal
@testable import Station

/// A journal that is known to be damaged may lack somebody's entry: it lets in no ticket twice without a question.
@Suite struct DamagedJournalTests {
    private let fixture: StationFixture
    private let station: Station

    init() async throws {
        fixture = try StationFixture()
        station = try await fixture.open { $0.gate = "A" }
        try await fixture.install(
            ["a", "b", "c"].map { "\(code($0)),R-\($0),standard,,valid,1,," }, in: station)
    }

    private var watch: JournalWatch {
        JournalWatch(
            journal: station.resources.journal, conditions: station.resources.conditions,
            logger: station.resources.logger)
    }

    /// As a bit that flips on the disk.
    private func damage(_ sql: String) async throws {
        try await station.resources.journal.queue.write { db in try db.execute(sql: sql) }
    }

    @Test func `a check that finds nothing changes nothing`() async throws {
        _ = await station.door.show(code("a"))
        await watch.check()
        #expect(try await station.codes().isEmpty)
        #expect(await station.door.show(code("b")).verdict == .admitted)
    }

    @Test func `a ticket whose entry is lost is asked about, and so is every other one`() async throws {
        #expect(await station.door.show(code("a")).verdict == .admitted)
        try await damage("UPDATE entry SET key = zeroblob(16)")
        await watch.check()
        #expect(try await station.codes() == [.journalDamaged])
        let asked = try #require(await station.door.show(code("a")).report)
        #expect(asked.verdict == .refused(.questions))
        #expect(asked.questions == ["records"])
        #expect(asked.message == "The records are damaged. Has this guest been let in before?")
        // An honest guest goes on with one touch, and the entry says why.
        let honest = try #require(await station.door.show(code("b")).report?.ask)
        let admitted = try await station.acts.confirm(ConfirmRequest(ask: honest, operator: "Anne"))
        #expect(admitted.verdict == .admitted)
        let entry = try #require(try station.resources.journal.entries(after: 3, limit: 1).last?.checkIn)
        #expect(entry.note == "journal damaged: staff say that this is no second entry")
        // What the journal does know still counts.
        #expect(await station.door.show(code("b")).verdict == .refused(.alreadyScanned))
        #expect(await station.door.show(code("b"), direction: .out).verdict == .checkedOut)
    }

    @Test func `other questions come first, and all answers count`() async throws {
        let yaml = WinterGala.yaml(
            id: "gala", timeZone: "UTC",
            more: """
                types: [{id: standard}, {id: bar, age: 18}]
                lists: [{id: main, name: Hall}]
                gates: [{id: A, list: main}]
                ask_age: true
                """)
        fixture.set(now: StationFixture.evening + .seconds(1))
        try await fixture.install(["\(code("d")),R-d,bar,,valid,1,,"], in: station, yaml: yaml, acceptingLoss: true)
        #expect(await station.door.show(code("x")).verdict == .refused(.invalid))
        try await damage("UPDATE entry SET at = at + 1")
        await watch.check()
        let first = try #require(await station.door.show(code("d")).report)
        #expect(first.questions == ["age"])
        let second = try await station.acts.confirm(ConfirmRequest(ask: try #require(first.ask), operator: "Anne"))
        #expect(second.questions == ["records"])
        let last = try await station.acts.confirm(ConfirmRequest(ask: try #require(second.ask), operator: "Anne"))
        #expect(last.verdict == .admitted)
    }

    @Test func `guests without a ticket, and those who leave, are asked nothing`() async throws {
        #expect(await station.door.show(code("a")).verdict == .admitted)
        try await damage("UPDATE entry SET at = at + 1")
        await watch.check()
        #expect(await station.door.show(code("a"), direction: .out).verdict == .checkedOut)
    }
}
