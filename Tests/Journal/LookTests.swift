import GRDB
import GRDBSQLite
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
        #expect(try station.journal.look { try $0.passages(limit: 9).count } == 1)
        #expect(try !station.journal.removeOperator(name: "nobody"))
        #expect(station.journal.health.recordingFailure != nil)
        try station.journal.queue.write { db in try db.execute(sql: "DROP TRIGGER temp.broken") }
        try station.record(.passing())
        #expect(station.journal.health.recordingFailure == nil)
    }

    @Test func `what a scan asks is compiled once, however much is read between two`() throws {
        let station = try Station()
        func ask() throws {
            _ = try station.journal.look { try $0.entry(id: "none") }
        }
        try ask()
        for _ in 0..<3 {
            _ = try station.journal.entries(limit: 9)
            try ask()
        }
        let compilations = try station.journal.queue.unsafeRead { db in
            let statement = try db.cachedStatement(sql: "SELECT \(JournalEntry.columns) FROM entry WHERE id = ?")
            return unsafe sqlite3_stmt_status(statement.sqliteStatement, SQLITE_STMTSTATUS_REPREPARE, 0)
        }
        #expect(compilations == 0)
    }
}
