import Foundation
import GRDB
import TestSupport
import Testing
import Tickets

@testable import Journal

@Suite struct DiskTests {
    private func code(_ error: any Error) -> JournalFailure? { (error as? JournalError)?.code }

    @Test func `every commit waits for the disk`() throws {
        let journal = try Station().journal
        func pragma(_ name: String) throws -> String? {
            try journal.queue.read { try String.fetchOne($0, sql: "PRAGMA \(name)") }
        }
        #expect(try pragma("synchronous") == "2")
        #expect(try pragma("journal_mode") == "wal")
        #expect(try pragma("locking_mode") == "exclusive")
        #expect(try pragma("secure_delete") == "1")
    }

    @Test func `files are for the station alone`() throws {
        let station = try Station()
        for name in try FileManager.default.contentsOfDirectory(atPath: station.folder.url.path) {
            let attributes = try FileManager.default.attributesOfItem(atPath: station.folder.file(name).path)
            #expect(attributes[.posixPermissions] as? Int == 0o600, "\(name)")
        }
    }

    @Test func `a second opening is refused and does no harm`() throws {
        let station = try Station()
        try station.record(.passing())
        for _ in 0..<2 {
            #expect {
                try Journal(folder: station.folder.url, identity: station.identity, reserveBytes: 1 << 16)
            } throws: { code($0) == .inUse }
        }
        try station.record(.passing())
        #expect(try station.journal.verify().entries == 2)
    }

    @Test func `a journal of a later version is refused`() throws {
        let station = try Station()
        try station.tamper("INSERT INTO grdb_migrations VALUES ('9999')")
        try station.journal.close()
        #expect { try Station(in: station.folder) } throws: { code($0) == .newer && "\($0)".contains("later version") }
    }

    @Test func `a file that is no database is refused and left alone`() throws {
        let station = try Station()
        try station.journal.close()
        let garbage = Data("This is not a database. ".utf8) + Data(count: 8192)
        try garbage.write(to: station.folder.file("journal.sqlite"))
        #expect { try Station(in: station.folder) } throws: { code($0) == .damaged }
        #expect(try Data(contentsOf: station.folder.file("journal.sqlite")) == garbage)
    }

    /// The kernel's own tree lets nobody make files in it, root included.
    @Test func `a folder that cannot be written gives one clear error`() throws {
        let folder = URL(filePath: "/sys/kernel")
        #expect { try StationIdentity.openOrCreate(folder: folder, machineID: nil) } throws: {
            code($0) == .readOnly && "\($0)".contains("/sys/kernel/station.json")
        }
        let identity = try Station().identity
        #expect { try Journal(folder: folder, identity: identity) } throws: { code($0) == .readOnly }
    }

    /// Room for `pages` more pages in the journal's file; SQLite then says what it says on a full disk.
    private func leaveRoom(pages: Int, in db: Database) throws {
        let used = try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0
        try db.execute(sql: "PRAGMA max_page_count = \(used + pages)")
    }

    private static let long = String(repeating: "x", count: 20_000)

    @Test func `the reserve keeps a full disk writable`() throws {
        let station = try Station()
        try station.record(.passing())
        try station.journal.queue.writeWithoutTransaction { try leaveRoom(pages: 0, in: $0) }
        var tries = 0
        try station.journal.transaction { transaction in
            tries += 1
            if !station.hasReserve { try leaveRoom(pages: 100, in: transaction.db) }
            try transaction.append(.passing(note: Self.long))
        }
        #expect(tries == 2)
        #expect(station.journal.health.recordingFailure == nil)
        #expect(try station.journal.verify().entries == 2)
        // There is room on the real disk, so the tidying after it takes the reserve back.
        #expect(station.hasReserve)
    }

    @Test func `a disk that stays full refuses, and works again when there is room`() throws {
        // More than any disk has free, so there never is a reserve.
        let station = try Station(reserveBytes: 1 << 60)
        try station.record(.passing())
        try station.journal.queue.writeWithoutTransaction { try leaveRoom(pages: 0, in: $0) }
        for _ in 0..<2 {
            #expect { try station.record(.passing(note: Self.long)) } throws: { code($0) == .full }
        }
        #expect(station.journal.health.recordingFailure?.code == .full)
        #expect(station.journal.health.isNearlyFull)
        #expect(try station.history().ins == 1)

        try station.journal.queue.writeWithoutTransaction { try leaveRoom(pages: 100, in: $0) }
        #expect(try station.record(.passing(note: Self.long)).sequence == 2)
        #expect(station.journal.health.recordingFailure == nil)
        #expect(try station.journal.verify().isWhole)
    }

    @Test func `a disk that has room again is noticed without an entry, and takes its reserve back`() throws {
        let station = try Station()
        try station.fill("entry")
        #expect { try station.record(.passing()) } throws: { code($0) == .full }
        #expect(station.journal.health.recordingFailure?.code == .full)
        #expect(!station.hasReserve)
        // There is room on the real disk: nothing may say that it is nearly full.
        #expect(!station.journal.health.isNearlyFull)
        try station.clear("entry")
        station.journal.tryAgain()
        #expect(station.journal.health.recordingFailure == nil)
        station.journal.queue.writeWithoutTransaction { _ in }
        #expect(station.hasReserve)
        #expect(try station.record(.passing()).sequence == 1)
    }

    @Test func `a disk that still takes nothing stays a failure`() throws {
        let station = try Station()
        try station.fill("entry")
        #expect { try station.record(.passing()) } throws: { code($0) == .full }
        try station.journal.queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA query_only = 1") }
        station.journal.tryAgain()
        #expect(station.journal.health.recordingFailure?.code == .full)
    }

    @Test func `what the disk does is told in words of Usher, and the rest in those of SQLite`() throws {
        func reason(_ code: ResultCode) -> String {
            JournalError(DatabaseError(resultCode: code, message: "as SQLite says it"), "record in").reason
        }
        #expect(reason(.SQLITE_FULL) == DiskFault.full.rawValue)
        #expect(reason(.SQLITE_READONLY) == DiskFault.readOnly.rawValue)
        #expect(reason(.SQLITE_IOERR_FSYNC) == DiskFault.failing.rawValue)
        #expect(reason(.SQLITE_CORRUPT_INDEX) == DiskFault.damaged.rawValue)
        #expect(reason(.SQLITE_BUSY) == DiskFault.inUse.rawValue)
        #expect(reason(.SQLITE_TOOBIG) == "the database failed: as SQLite says it")
    }

    @Test func `the reserve takes up real room`() throws {
        let station = try Station(reserveBytes: 1 << 20)
        let values = try station.folder.file("reserve").resourceValues(forKeys: [.fileAllocatedSizeKey])
        #expect(try #require(values.fileAllocatedSize) >= 1 << 20)
    }

    @Test func `the log does not grow without bounds`() throws {
        let station = try Station()
        for number in 0..<1500 { try station.record(.passing(.of("T\(number)"))) }
        let log = try Data(contentsOf: station.folder.file("journal.sqlite-wal"))
        #expect(log.count < 1500 * 4096 * 4 / 2)
        #expect(station.journal.health.upkeepFailure == nil)
    }

    @Test func `a station that is killed loses nothing it had recorded`() async throws {
        let folder = try TemporaryFolder()
        let path = folder.url.path
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
            let url = URL(filePath: path)
            let identity = try StationIdentity.openOrCreate(folder: url, machineID: Station.machine)
            let journal = try Journal(folder: url, identity: identity, reserveBytes: 1 << 16)
            for _ in 0..<40 { try journal.transaction { _ = try $0.append(.passing()) } }
            try journal.transaction { transaction in
                try transaction.append(.passing())
                kill(getpid(), SIGKILL)
            }
        }
        let station = try Station(in: folder)
        let result = try station.journal.verify()
        #expect(result.isWhole)
        #expect(result.entries == 40)
        #expect(try station.record(.passing()).sequence == 41)
    }

    @Test func `what a manifest was is never forgotten`() throws {
        let station = try Station()
        #expect(try station.journal.rememberedManifest(event: "gala") == nil)
        let newest = RememberedManifest(event: "gala", sequence: 9, keyID: "0011223344556677", salt: Data(count: 32))
        let older = RememberedManifest(event: "gala", sequence: 7, keyID: "ffff", salt: Data())
        try station.journal.remember(newest)
        try station.journal.remember(older)
        try station.journal.close()
        #expect(try Station(in: station.folder).journal.rememberedManifest(event: "gala") == newest)
    }
}
