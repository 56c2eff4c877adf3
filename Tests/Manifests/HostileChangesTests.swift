import Foundation
import GRDB
import TestSupport
import Testing
import Tickets

@testable import Manifests

/// Changes that anybody may have written.
@Suite struct HostileChangesTests {
    let workshop: Workshop

    init() throws {
        workshop = try Workshop()
    }

    private static let rounds = 400

    @Test func `whatever bytes come, the list in force stays`() throws {
        let seed = UInt64.random(in: 0..<1_000_000)
        var random = SplitMix64(seed: seed)
        let (old, new, changes) = try workshop.step()
        let store = try workshop.station()
        try store.install(old.file, now: Workshop.now)
        for _ in 0..<Self.rounds {
            var bytes = changes.bytes
            switch random.below(4) {
            case 0: bytes = bytes.prefix(random.below(bytes.count))
            case 1: bytes.insert(UInt8(random.below(256)), at: random.below(bytes.count))
            case 2: bytes.remove(at: random.below(bytes.count))
            default: bytes[random.below(bytes.count)] ^= UInt8(1 << random.below(8))
            }
            let error = #expect(throws: ManifestError.self, "seed \(seed)") {
                _ = try store.install(line: new.line, changes: try workshop.save(bytes), now: Workshop.now)
            }
            #expect([.badChanges, .wrongHash, .truncated, .overlong].contains(error?.code), "seed \(seed): \(error!)")
        }
        #expect(try workshop.namesInStation() == ["gala.41.sqlite", "gala.line"])
        // And the right ones are still good.
        _ = try store.install(line: new.line, changes: try workshop.save(changes.bytes), now: Workshop.now)
    }

    /// Encoded rows, and why they are refused.
    static let rows: [(String, [UInt8])] = [
        ("their end is missing", []),
        ("their end is missing", [8]),
        ("their end is missing", [8, 3, 16, 1, 2]),
        ("they name an unknown table", [16]),
        ("they name an unknown table", [0x80]),
        ("they have a value of an unknown kind", [8, 4]),
        ("they have a text that is not UTF-8", [4, 2, 1, 0xFF]),
        ("they have a value that is longer than a row may be", [8, 3, 0x81, 0x80, 0x04]),
        ("they have a number that is too long", [8, 3, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x02]),
        ("their rows are not in order", [8, 3, 1, 2, 8, 3, 1, 1, 0]),
        ("their rows are not in order", [8, 3, 1, 1, 0x88, 3, 1, 1, 0]),
        ("their rows are not in order", [8, 3, 1, 1, 0x84, 2, 1, 65, 0]),
        ("something follows their end", [8, 3, 1, 1, 0, 0]),
    ]

    @Test(arguments: rows) func `rows that are not as the format says are refused`(reason: String, rows: [UInt8]) {
        let changes = ListChanges(
            from: Data(count: 32), to: Data(count: 32), header: Data(count: 100), rows: Data(rows))
        let error = #expect(throws: ManifestError.self) { try changes.readRows { _ in } }
        #expect(error?.reason == reason)
        #expect(error?.code == .badChanges)
    }

    @Test(arguments: [Int64.min, -129, -1, 0, 1, 63, 64, 127, 128, 1 << 31, .max])
    func `every number can be read again`(number: Int64) throws {
        var bytes = Data()
        RowChange(table: 7, isRemoval: false, values: [.integer(number)]).write(to: &bytes)
        var reader = ByteReader(bytes)
        let read = try #require(try RowChange(from: &reader))
        #expect(reader.isAtEnd)
        guard case .integer(number) = read.values[0] else { return #expect(Bool(false)) }
    }

    @Test func `rows without end stop where the signed list would`() throws {
        let (old, new, changes) = try workshop.step()
        var rows = Data()
        let value = Data(repeating: 7, count: 60_000)
        for number in 0..<100 {
            let key = Data([UInt8(number)]) + value
            RowChange(table: 7, isRemoval: false, values: [.blob(key)]).write(to: &rows)
        }
        rows.append(RowChange.end)
        let bomb = ListChanges(from: changes.base, to: changes.result, header: changes.header, rows: rows)
        let error = #expect(throws: ManifestError.self) { _ = try workshop.applied(bomb, to: old, for: new) }
        #expect(error?.code == .badChanges)
        // A station does not even begin.
        let store = try workshop.station()
        try store.install(old.file, now: Workshop.now)
        expect(.badChanges) {
            _ = try store.install(line: new.line, changes: try workshop.save(bomb.bytes), now: Workshop.now)
        }
        #expect(try workshop.namesInStation() == ["gala.41.sqlite", "gala.line"])
    }

    @Test func `rows that no list may have are found by SQLite or by the hash`() throws {
        let (old, new, changes) = try workshop.step()
        let store = try workshop.station()
        try store.install(old.file, now: Workshop.now)
        let values: [[RowValue]] = [
            [.null, .null, .null], [.text("a"), .integer(1), .integer(1)], [.text("a"), .text("A"), .text("x")],
            [.blob(Data([1])), .text("A"), .integer(1)],
        ]
        for row in values {
            var rows = Data()
            RowChange(table: 3, isRemoval: false, values: row).write(to: &rows)
            rows.append(RowChange.end)
            let forged = ListChanges(from: changes.base, to: changes.result, header: changes.header, rows: rows)
            let error = #expect(throws: ManifestError.self) {
                _ = try store.install(line: new.line, changes: try workshop.save(forged.bytes), now: Workshop.now)
            }
            #expect([.badChanges, .wrongHash, .truncated].contains(error?.code))
        }
        #expect(store.installed.map(\.claims.sequence) == [41])
    }

    @Test func `changes know every table and column of a body`() throws {
        let database = try DatabaseQueue()
        try database.write { database in
            for statement in BodySchema.statements + BodySchema.Part.allCases.flatMap(\.statements) {
                try database.execute(sql: statement)
            }
            let names = try String.fetchAll(
                database, sql: "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY rootpage")
            #expect(names == BodyTable.all.map(\.name))
            for table in BodyTable.all {
                let columns = try Row.fetchAll(database, sql: "PRAGMA table_info(\(table.name))")
                #expect(columns.map { $0["name"] as String } == table.columns)
                #expect(columns.filter { $0["pk"] > 0 }.map { $0["name"] as String } == table.key)
            }
        }
    }
}
