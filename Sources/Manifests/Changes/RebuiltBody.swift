internal import Files
internal import Foundation
internal import GRDB
internal import GRDBSQLite

/// A body that was made of the rows of an earlier one, and changes.
///
/// SQLite gives the same file for the same rows that are inserted in the same order, so it is the very file that
/// ``BodyWriter`` has made on the organizer's machine, except for the header and the unused bytes of pages, which both
/// fill with zeros. Where another SQLite gives another file, its hash is another: then the list is fetched whole.
struct RebuiltBody: ~Copyable {
    /// Removed with its owner.
    private let pending: PendingFile
    var file: URL { pending.file }

    /// - Parameters:
    ///   - folder: where the file is written.
    ///   - base: an earlier body whose hash was compared.
    ///   - byteCount: size of the body that comes out; no larger one is written.
    /// - Throws: ``ManifestError``; `FileError`
    init(in folder: URL, from base: URL, changes: ListChanges, byteCount: Int64) throws {
        let pending = try PendingFile(in: folder, mode: 0o600)
        do {
            try Self.fill(pending.file, from: base, changes: changes, byteCount: byteCount)
        } catch let error as DatabaseError {
            throw ListChanges.fault("no list can be made with them: \(error.message ?? "no reason")")
        }
        try BodyPages.clearUnusedBytes(of: pending.file)
        let file = try FileHandle(forUpdating: pending.file)
        try file.write(contentsOf: changes.header)
        try file.close()
        self.pending = pending
    }

    private static func fill(_ file: URL, from base: URL, changes: ListChanges, byteCount: Int64) throws {
        var configuration = Configuration()
        configuration.prepareDatabase { database in
            try database.execute(sql: BodySchema.settingsForWriting)
            // Pages are filled one after the other, and a kiosk has other uses for its memory.
            try database.execute(sql: "PRAGMA cache_size = -2048; PRAGMA temp.cache_size = -2048")
            let pages = byteCount / BodySchema.pageByteCount + 1
            try database.execute(sql: "PRAGMA max_page_count = \(pages)")
            try attach(base, as: "base", to: database)
        }
        let queue = try DatabaseQueue(path: file.path, configuration: configuration)
        try queue.inDatabase { database in
            try database.inTransaction {
                let tables = try BodyTable.all(in: "base", of: database)
                for table in tables { try table.create(in: database) }
                // Changes of a table that the base does not have lead nowhere: then the hash is another.
                for table in BodyTable.all { try table.makeRoom(in: database) }
                let writers = try BodyTable.all.map { try Writer($0, database) }
                try changes.readRows { try writers[$0.table].take($0) }
                for table in tables { try table.merge(in: database) }
                return .commit
            }
        }
        try queue.close()
    }

    /// Makes the tables of a body readable under a name, within limits that no real one reaches.
    static func attach(_ body: URL, as name: String, to database: Database) throws {
        try database.execute(sql: "ATTACH DATABASE ? AS \(name)", arguments: [ManifestBody.address(of: body)])
        // As where lists are looked up: pages may claim lengths, and may lead in circles.
        let size = try FileManager.default.attributesOfItem(atPath: body.path)[.size] as? Int64 ?? 0
        let most = 20_000_000 + size / BodySchema.minimumRowByteCount * instructionsForRow
        unsafe sqlite3_limit(database.sqliteConnection, SQLITE_LIMIT_LENGTH, Int32(BodySchema.maximumRowByteCount))
        unsafe sqlite3_progress_handler(
            database.sqliteConnection, Int32(clamping: most), { _ in 1 }, nil)
        try database.execute(sql: "PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0;")
    }

    /// More than SQLite's virtual machine needs to compare or copy a row.
    private static let instructionsForRow: Int64 = 200

    /// Puts the changes of one table where ``BodyTable/merge(in:)`` finds them.
    private struct Writer {
        private let insertion: Statement
        private let removal: Statement
        private let keyColumnCount: Int

        init(_ table: BodyTable, _ database: Database) throws {
            func marks(_ count: Int) -> String { repeatElement("?", count: count).joined(separator: ", ") }
            keyColumnCount = table.keyColumnCount
            insertion = try database.makeStatement(
                sql: "INSERT INTO temp.new_\(table.name) VALUES (\(marks(table.columns.count)))")
            removal = try database.makeStatement(
                sql: "INSERT INTO temp.gone_\(table.name) VALUES (\(marks(keyColumnCount)))")
        }

        func take(_ change: RowChange) throws {
            // A row that gets other values goes and comes.
            try removal.execute(
                arguments: StatementArguments(change.values.prefix(keyColumnCount).map(\.databaseValue)))
            guard !change.isRemoval else { return }
            try insertion.execute(arguments: StatementArguments(change.values.map(\.databaseValue)))
        }
    }
}

extension BodyTable {
    /// With the statement of the base, in which white space is free: a body keeps it. ``BodySchema/isSchema(of:)`` has
    /// compared it.
    fileprivate func create(in database: Database) throws {
        let sql = "SELECT sql FROM base.sqlite_schema WHERE name = ? AND type = 'table'"
        guard let statement = try String.fetchOne(database, sql: sql, arguments: [name]) else { throw BodyRow.fault }
        try database.makeStatement(sql: statement).execute()
    }

    fileprivate func makeRoom(in database: Database) throws {
        let key = key.joined(separator: ", ")
        try database.execute(
            sql: """
                CREATE TEMP TABLE new_\(name)(\(columns.joined(separator: ", ")), PRIMARY KEY(\(key))) WITHOUT ROWID;
                CREATE TEMP TABLE gone_\(name)(\(key), PRIMARY KEY(\(key))) WITHOUT ROWID;
                """)
    }

    /// Both parts are in order already, so SQLite merges them as it reads.
    fileprivate func merge(in database: Database) throws {
        try database.execute(
            sql: """
                INSERT INTO main.\(name) SELECT \(Self.list(columns, of: "a")) FROM base.\(name) AS a
                  WHERE NOT EXISTS (SELECT 1 FROM temp.gone_\(name) AS b WHERE \(sameKey("a", "b")))
                UNION ALL SELECT \(columns.joined(separator: ", ")) FROM temp.new_\(name)
                ORDER BY \((1...keyColumnCount).map { "\($0)" }.joined(separator: ", "))
                """)
    }
}
