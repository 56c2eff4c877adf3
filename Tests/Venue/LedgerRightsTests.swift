import Foundation
import Testing
import Threads
import Tickets

@testable import Venue

/// Who may do what in the ledger.
@Suite(.ledgerCluster, .timeLimit(.minutes(5)))
struct LedgerRightsTests {
    @Test(arguments: [
        "SELECT * FROM usher.entry", "SELECT * FROM usher.station", "SELECT * FROM usher.inside",
        "INSERT INTO usher.ticket VALUES ('gala', 'main', '\\x00', 1)", "DELETE FROM usher.entry",
        "SELECT usher.append('south', '{}', 0, true)", "SELECT usher.enter(1, 1)",
        "SELECT usher.lock_ticket('gala', 'main', '\\x00')", "SELECT usher.add_station('evil', 'x')",
        "SELECT usher.remove_station('south')", "UPDATE usher.setting SET claims_per_second = 1",
        "SELECT * FROM usher.parcel", "SELECT * FROM usher.uploader", "SELECT usher.is_uploader('a', 'b')",
        "CREATE TABLE usher.mine(x int)", "CREATE ROLE evil", "SET SESSION AUTHORIZATION owner",
    ])
    func `a station may not`(statement: String) async throws {
        let ledger = try await LedgerFixture()
        let north = try await ledger.add("north")
        _ = try await ledger.add("south")
        try await onOwnThread {
            var connection = try LedgerConnection.open(of: north, application: "test", timeout: .seconds(30))
            let answer = Result { () throws(VenueError) in
                try connection.run(statement, "do", until: LedgerFixture.soon)
            }
            #expect(answer.failure?.code == .refused)
        }
    }

    @Test func `a removed station is out at once, and its entries stay`() async throws {
        let ledger = try await LedgerFixture()
        let north = try await ledger.add("north")
        let session = try await onOwnThread {
            var session = try LedgerFixture.session(north)
            #expect(try session.claim(entry(), known: 0, until: LedgerFixture.soon).answer == .taken)
            return session.number
        }
        #expect(session == 1)
        try await ledger.office.removeStation("north")
        let error = await #expect(throws: VenueError.self) { try await self.open(north) }
        #expect(error?.code == .refused)
        #expect(try await ledger.ask("SELECT count(*) FROM usher.entry") == "1")
        _ = try await ledger.add("north")
        try await open(north)
    }

    /// What every station would have to keep, or what would change another's ticket.
    static let unfit: [@Sendable (inout LedgerEntry, LedgerEntry) -> Void] = [
        { entry, _ in entry.ref = String(repeating: "x", count: 501) },
        { entry, _ in entry.gate = String(repeating: "x", count: 501) },
        { entry, _ in entry.operator = String(repeating: "x", count: 501) },
        { entry, _ in entry.kind = String(repeating: "x", count: 21) },
        { entry, _ in entry.line = -1 },
        { entry, _ in entry.admits = -1 },
        { entry, _ in entry.reentry = 3 },
        { entry, _ in entry.seq = -1 },
        { entry, taken in
            (entry.undoes, entry.kind, entry.count, entry.line) = (taken.id, "supervisorUndo", 0, taken.line + 1)
            (entry.operator, entry.note) = ("Sue", "the wrong door")
        },
        // What another station recorded, or nobody.
        { entry, taken in (entry.undoes, entry.kind, entry.count) = (taken.id, "undo", 0) },
        { entry, taken in (entry.undoes, entry.kind, entry.count) = (taken.id, "scan", 0) },
        { entry, taken in (entry.undoes, entry.kind, entry.count) = (taken.id, "takenBack", 0) },
        { entry, taken in (entry.undoes, entry.kind, entry.count) = (UUID().uuidString, "undo", 0) },
        { entry, _ in entry.kind = "supervisorUndo" },
        // An id that is taken would keep its owner's entry out.
        { entry, taken in
            entry.id = taken.id
            entry.key = String(repeating: "f", count: 32)
        },
        // Nobody says who, or why.
        { entry, taken in
            (entry.undoes, entry.kind, entry.count, entry.note) = (taken.id, "supervisorUndo", 0, "the wrong door")
        },
        { entry, taken in
            (entry.undoes, entry.kind, entry.count, entry.operator) = (taken.id, "supervisorUndo", 0, "Sue")
            entry.note = " "
        },
    ]

    @Test(arguments: unfit.indices)
    func `an entry that no gate writes is refused`(index: Int) async throws {
        let ledger = try await LedgerFixture()
        let (north, south) = (try await ledger.add("north"), try await ledger.add("south"))
        try await onOwnThread {
            var session = try LedgerFixture.session(south)
            let taken = entry()
            try session.deliver([taken], until: LedgerFixture.soon)
            var unfit = entry()
            Self.unfit[index](&unfit, taken)
            var hostile = try LedgerFixture.session(north)
            #expect(throws: VenueError.self) { try hostile.deliver([unfit], until: LedgerFixture.soon) }
            #expect(try session.updates(after: [:], most: 9, until: LedgerFixture.soon).map(\.id) == [taken.id])
        }
    }

    @Test func `another station's entry is taken back by a supervisor, who is named, if the owner allows it`()
        async throws
    {
        let ledger = try await LedgerFixture()
        let (north, south) = (try await ledger.add("north"), try await ledger.add("south"))
        let taken = entry()
        @Sendable func undo(at time: Int64) -> LedgerEntry {
            var undo = entry(gate: "B", count: 0, undoes: taken.id, at: time, kind: "supervisorUndo")
            (undo.operator, undo.note) = ("Sue", "the wrong door")
            return undo
        }
        try await ledger.office.setSupervisorUndo(false)
        try await onOwnThread {
            var session = try LedgerFixture.session(north)
            #expect(try session.claim(taken, known: 0, until: LedgerFixture.soon).answer == .taken)
            session = try LedgerFixture.session(south)
            #expect(throws: VenueError.self) {
                try session.claim(undo(at: 2_000), known: 1, until: LedgerFixture.soon)
            }
        }
        #expect(try await ledger.office.supervisorUndos().isEmpty)
        try await ledger.office.setSupervisorUndo(true)
        try await onOwnThread {
            var session = try LedgerFixture.session(south)
            #expect(try session.claim(undo(at: 3_000), known: 1, until: LedgerFixture.soon).answer == .taken)
            // The ticket enters again.
            #expect(try session.claim(entry(gate: "B"), known: 2, until: LedgerFixture.soon).answer == .taken)
        }
        let found = try await ledger.office.supervisorUndos()
        #expect(found.map(\.operator) == ["Sue"])
        #expect(found.map(\.reason) == ["the wrong door"])
        #expect(found.map(\.station) == ["south"])
        #expect(found.map(\.undone?.station) == ["north"])
        #expect(try await ledger.office.conflicts().isEmpty)
        #expect(
            try await ledger.ask("SELECT people FROM usher.inside WHERE event = 'gala' AND list = 'main'") == "1")
    }

    @Test func `a delivery is no longer than a moment's work`() async throws {
        let north = try await LedgerFixture().add("north")
        try await onOwnThread {
            var session = try LedgerFixture.session(north)
            let entries = (0..<201).map { _ in entry() }
            #expect(throws: VenueError.self) { try session.deliver(entries, until: LedgerFixture.soon) }
            try session.deliver(entries.dropLast(), until: LedgerFixture.soon)
        }
    }

    @Test func `a station is removed although it holds its own row, and what others wait for, locked`() async throws {
        let ledger = try await LedgerFixture()
        let (north, south) = (try await ledger.add("north"), try await ledger.add("south"))
        let (held, isHeld) = AsyncStream<Void>.makeStream()
        async let removal: Void = {
            for await _ in held {}
            try await ledger.office.removeStation("north")
        }()
        try await onOwnThread {
            var connection = try LedgerConnection.open(of: north, application: "test", timeout: .seconds(30))
            let session = try connection.ask(
                LedgerStatement(name: "begin", text: "SELECT usher.begin_session()->>'session'", operation: "begin"),
                until: LedgerFixture.soon)
            let entries = String(decoding: try JSONEncoder().encode([entry()]), as: UTF8.self)
            try connection.run(
                "BEGIN; SELECT usher.deliver(\(session.value ?? ""), '\(entries)')", "hold", until: LedgerFixture.soon)
            isHeld.finish()
            // Ended from outside, or this would be asked until the time is over.
            let ended = Result { () throws(VenueError) in
                try connection.run("SELECT pg_sleep_for('1 min')", "wait", until: LedgerFixture.soon)
            }
            #expect(ended.failure?.code == .brokenOff)
        }
        try await removal
        try await onOwnThread {
            var session = try LedgerFixture.session(south)
            #expect(try session.claim(entry(), known: 0, until: LedgerFixture.soon).answer == .taken)
        }
    }

    @Test func `a wrong password is told from a server that is not there`() async throws {
        let ledger = try await LedgerFixture()
        _ = try await ledger.add("north")
        let role = "\(ledger.name).north"
        let wrong = try LedgerFixture.address(of: ledger.name, user: role, password: "wrong")
        #expect(await #expect(throws: VenueError.self) { try await self.open(wrong) }?.code == .refused)
        let nowhere = try LedgerAddress(url: "postgresql:///venue?host=/nowhere", user: role, password: "x")
        #expect(await #expect(throws: VenueError.self) { try await self.open(nowhere) }?.code == .unreachable)
    }

    @Test func `no password comes into the server's log, whatever it logs`() async throws {
        let ledger = try await LedgerFixture()
        _ = try await ledger.ask("ALTER DATABASE \(ledger.name) SET log_statement = 'all'")
        _ = try await ledger.add("north")
        let log = try String(contentsOfFile: "\(LedgerCluster.folder)/log", encoding: .utf8)
        #expect(log.contains("'north'"))
        #expect(log.contains("SCRAM-SHA-256$"))
        #expect(!log.contains("secret of north"))
        try await open(
            LedgerFixture.address(of: ledger.name, user: "\(ledger.name).north", password: "secret of north"))
    }

    @Test func `making it again changes nothing`() async throws {
        let ledger = try await LedgerFixture()
        #expect(try await ledger.office.initialise() == [])
        #expect(try await ledger.office.status().step == VenueSchema.version)
    }

    @Test func `a ledger of another version is not used`() async throws {
        let ledger = try await LedgerFixture()
        let north = try await ledger.add("north")
        _ = try await ledger.ask("INSERT INTO usher.migration(step) VALUES (\(VenueSchema.version + 1)) RETURNING 1")
        let error = await #expect(throws: VenueError.self) { try await self.open(north) }
        #expect(error?.code == .notALedger)
        #expect(await #expect(throws: VenueError.self) { try await ledger.office.initialise() }?.code == .notALedger)
    }

    @Test func `a list comes back byte for byte, and an older one is refused`() async throws {
        let ledger = try await LedgerFixture()
        let north = try await ledger.add("north")
        let file = Data((0..<(5 << 19)).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) })
        try await ledger.office.publish(file, event: "gala", sequence: 7, sha256: "ab")
        let older = await #expect(throws: VenueError.self) {
            try await ledger.office.publish(file, event: "gala", sequence: 7, sha256: "cd")
        }
        #expect(older?.code == .failed)
        let fetched = try await onOwnThread {
            var session = try LedgerFixture.session(north)
            let list = try #require(try session.notices(until: LedgerFixture.soon).lists.first)
            #expect(list.seq == 7)
            #expect(list.bytes == Int64(file.count))
            var fetched = Data()
            var number = 0
            while let piece = try session.piece(number, of: list, until: LedgerFixture.soon) {
                fetched += piece
                number += 1
            }
            return fetched
        }
        #expect(fetched == file)
    }

    private func open(_ address: LedgerAddress) async throws {
        try await onOwnThread { _ = try LedgerFixture.session(address) }
    }
}
