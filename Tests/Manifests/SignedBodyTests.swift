import Foundation
import GRDB
import Testing
import Tickets

@testable import Manifests

/// Bodies that make no sense, and are signed all the same.
@Suite struct SignedBodyTests {
    let workshop: Workshop

    init() throws {
        workshop = try Workshop()
    }

    /// A manifest whose body was changed by `change` before it was signed.
    private func signed(tickets: Int64 = 2, _ change: (URL) throws -> Void) throws -> Data {
        let (line, body) = try Workshop.parts(of: workshop.manifest())
        let file = workshop.path("body.sqlite")
        try body.write(to: file)
        try change(file)
        let changed = try ManifestFile.measure(file)
        let claims = try ManifestLine(
            Array(line), keys: [workshop.organizer.verificationKey], subject: "test"
        ).claims
        let new = claims.replacing(body: .init(sha256: changed.sha256, bytes: changed.bytes, tickets: tickets))
        let signed = try SignedClaims.sign(
            Data(new.json.text.utf8), purpose: .manifest, with: workshop.organizer)
        return Data((signed + "\n").utf8) + (try Data(contentsOf: file))
    }

    @Test(arguments: [0, 1, 3, 1 << 40])
    func `another number of tickets than the line says is refused`(tickets: Int64) throws {
        let bytes = try signed(tickets: tickets) { _ in }
        let store = try workshop.station()
        expect(.badContent) { try push(bytes, to: store) }
        #expect(try workshop.namesInStation() == [] && store.installed.isEmpty)
    }

    private func signed(executing sql: String) throws -> Data {
        try signed { file in
            let queue = try DatabaseQueue(path: file.path)
            try queue.writeWithoutTransaction { try $0.execute(sql: sql) }
            try queue.close()
        }
    }

    @Test(arguments: [
        "CREATE TABLE extra(a)",
        "CREATE VIEW extra AS SELECT * FROM ticket",
        "CREATE TRIGGER extra AFTER INSERT ON ticket BEGIN SELECT 1; END",
        "CREATE INDEX extra ON ticket(ref)",
        "CREATE VIRTUAL TABLE extra USING fts5(a)",
        "ANALYZE",
        "DROP TABLE revoked",
        "ALTER TABLE ticket ADD COLUMN extra TEXT",
        "ALTER TABLE ticket RENAME COLUMN seat TO chair",
        "DROP TABLE revoked; CREATE TABLE revoked(key BLOB PRIMARY KEY) STRICT",
        "DROP TABLE revoked; CREATE TABLE revoked(key BLOB PRIMARY KEY CHECK (1)) WITHOUT ROWID, STRICT",
        "DROP TABLE revoked; CREATE VIEW revoked AS SELECT key FROM ticket",
    ])
    func `other tables than those of the format are refused`(sql: String) throws {
        let bytes = try signed(executing: sql)
        let store = try workshop.station()
        expect(.wrongSchema) { try push(bytes, to: store) }
        #expect(try workshop.namesInStation() == [])
    }

    @Test func `comments and white space in a statement are free`() throws {
        let bytes = try signed(
            executing: """
                DROP TABLE revoked;
                CREATE TABLE revoked ( -- those that count no more
                    key BLOB PRIMARY KEY
                ) /* small */ WITHOUT ROWID,STRICT
                """)
        let store = try workshop.station()
        try push(bytes, to: store)
        #expect(store.installed.map(\.claims.event.id) == ["gala"])
    }

    @Test func `a signed body that is no database is refused`() throws {
        let store = try workshop.station()
        for content in [Data("no database".utf8), Data(repeating: 0, count: 8192)] {
            let bytes = try signed { try content.write(to: $0) }
            expect(.notADatabase) { try push(bytes, to: store) }
        }
        let cut = try signed { file in try Data(contentsOf: file).prefix(4096).write(to: file) }
        expect(.notADatabase) { try push(cut, to: store) }
    }

    @Test(arguments: [
        "DELETE FROM gate", "DELETE FROM list", "UPDATE list SET reentry = 7", "UPDATE gate SET list = 9",
        "INSERT INTO assignment VALUES ('kiosk', 'nowhere', 'in')",
        "INSERT INTO assignment VALUES ('kiosk', 'main', 'sideways')",
    ])
    func `a plan that makes no sense is refused`(sql: String) throws {
        let bytes = try signed(executing: sql)
        let store = try workshop.station()
        expect(.badContent) { try push(bytes, to: store) }
    }

    @Test(arguments: [
        "UPDATE type SET name = hex(zeroblob(101))", "UPDATE type SET slug = hex(zeroblob(51)) WHERE slug = 'vip'",
        "UPDATE type SET attention = hex(zeroblob(501))", "UPDATE type SET color = '#1234567'",
        "UPDATE list SET name = hex(zeroblob(101))", "UPDATE list SET slug = 'a list'",
        "UPDATE gate SET name = hex(zeroblob(101))", "UPDATE gate SET slug = '../gate'",
        "INSERT INTO assignment VALUES ('a kiosk', 'main', 'in')", "UPDATE type SET name = hex(zeroblob(100000))",
    ])
    func `a text of the plan that no builder would write is refused`(sql: String) throws {
        let bytes = try signed(executing: sql)
        let store = try workshop.station()
        expect(.badContent) { try push(bytes, to: store) }
    }

    @Test func `lines numbered in a way that is not known are refused`() throws {
        let bytes = try signed(executing: "PRAGMA user_version = 2")
        let store = try workshop.station()
        expect(.unknownVersion) { try push(bytes, to: store) }
    }

    @Test(arguments: [
        "UPDATE ticket SET status = 9", "UPDATE ticket SET type = 5", "UPDATE ticket SET admits = 0",
        "UPDATE ticket SET ref = hex(zeroblob(101))", "UPDATE ticket SET seat = hex(zeroblob(101))",
        "UPDATE ticket SET attention = hex(zeroblob(501))", "UPDATE ticket SET seat = hex(zeroblob(100000))",
    ])
    func `a line that makes no sense is an error and no verdict`(sql: String) throws {
        let bytes = try signed(executing: sql)
        let installed = try push(bytes, to: workshop.station())
        expect(.badContent) { _ = try installed.lookUp(Workshop.codes[0]) }
    }
}

extension ManifestClaims {
    func replacing(body: Body) -> ManifestClaims {
        ManifestClaims(
            organizer: organizer, event: event, maxAge: maxAge, issued: issued, expires: expires, sequence: sequence,
            salt: salt, isTest: isTest, privacy: privacy, ticketKeys: ticketKeys, backend: backend,
            hasGuessableCodes: hasGuessableCodes, terms: terms, body: body)
    }
}
