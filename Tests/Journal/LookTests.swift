import GRDB
import Testing
import Tickets

@testable import Journal

/// Reading says nothing about what the disk takes.
@Suite struct LookTests {
    @Test func `a look through a journal that cannot write does not end its failure`() throws {
        let station = try Station()
        try station.record(.passing())
        try station.journal.queue.write { db in
            try db.execute(
                sql: "CREATE TEMP TRIGGER broken BEFORE INSERT ON main.entry BEGIN SELECT RAISE(ABORT, 'broken'); END")
        }
        #expect(throws: JournalError.self) { try station.record(.passing()) }
        #expect(try station.journal.look { try $0.passages(limit: 9).count } == 1)
        // Whoever takes a transaction to look, and writes nothing in it, ends no failure either.
        #expect(try station.journal.transaction { try $0.passages(limit: 9).count } == 1)
        #expect(try !station.journal.removeOperator(name: "nobody"))
        #expect(station.journal.health.recordingFailure != nil)
        try station.journal.queue.write { db in try db.execute(sql: "DROP TRIGGER temp.broken") }
        try station.record(.passing())
        #expect(station.journal.health.recordingFailure == nil)
    }
}
