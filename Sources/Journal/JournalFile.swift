internal import Foundation
internal import GRDB
internal import Tickets

/// `journal.sqlite`: how it is opened and what tables it has.
enum JournalFile {
    static let name = "journal.sqlite"

    /// Opens the file, creates it when it is missing, and brings its tables up to date.
    /// - Throws: ``JournalError``
    static func open(in folder: URL) throws -> DatabaseQueue {
        let folder = JournalFolder(url: folder)
        try folder.create()
        try folder.createFile(name)
        do {
            let queue = try DatabaseQueue(path: folder.path(name), configuration: configuration)
            guard try !queue.read(migrator.hasBeenSuperseded) else {
                throw JournalError(
                    .newer, "open", folder.path(name), "a later version of Usher has written it",
                    hint: "Install that version again.")
            }
            try migrator.migrate(queue)
            // A file that cannot be written is found here and not by the first guest.
            try queue.writeWithoutTransaction { db in try db.inTransaction(.immediate) { .rollback } }
            return queue
        } catch let error as DatabaseError {
            throw JournalError(error, "open", folder.path(name))
        }
    }

    /// Number of the newest entry ever made, also if it was purged; 0 when there is no journal.
    static func lastSequence(in folder: URL) throws -> Int64 {
        guard JournalFolder(url: folder).contains(name) else { return 0 }
        let queue = try open(in: folder)
        defer { try? queue.close() }
        do {
            return try queue.read(ChainTip.init(readingFrom:)).sequence
        } catch let error as DatabaseError {
            throw JournalError(error, "read", JournalFolder(url: folder).path(name))
        }
    }

    private static var configuration: Configuration {
        var configuration = Configuration()
        configuration.label = "usher.journal"
        // A command that had the folder a moment ago may still be closing the file.
        configuration.busyMode = .timeout(5)
        configuration.prepareDatabase { db in
            // Set before the first access: then SQLite keeps the index of the write-ahead log in memory, no second
            // program can open the file, and two connections cannot reset the log
            // (https://sqlite.org/wal.html#walresetbug).
            try db.execute(sql: "PRAGMA locking_mode = EXCLUSIVE")
            let mode = try String.fetchOne(db, sql: "PRAGMA journal_mode = WAL")
            guard mode == "wal" else {
                throw DatabaseError(resultCode: .SQLITE_CANTOPEN, message: "write-ahead logging is not possible")
            }
            // Set here, not with GRDB's `journalMode`, which sets `synchronous = NORMAL`: a power cut would lose the
            // last entries.
            try db.execute(
                sql: """
                    PRAGMA synchronous = FULL;
                    PRAGMA wal_autocheckpoint = 0;
                    PRAGMA journal_size_limit = 8388608;
                    PRAGMA secure_delete = ON;
                    """)
        }
        return configuration
    }

    private static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1") { db in try db.execute(sql: firstSchema) }
        migrator.registerMigration("2") { db in try db.execute(sql: secondSchema) }
        migrator.registerMigration("3") { db in try db.execute(sql: thirdSchema) }
        migrator.registerMigration("4") { db in try db.execute(sql: fourthSchema) }
        migrator.registerMigration("5") { db in try db.execute(sql: fifthSchema) }
        migrator.registerMigration("6") { db in try db.execute(sql: sixthSchema) }
        migrator.registerMigration("7") { db in try db.execute(sql: seventhSchema) }
        migrator.registerMigration("8") { db in try db.execute(sql: eighthSchema) }
        migrator.registerMigration("9") { db in try db.execute(sql: ninthSchema) }
        migrator.registerMigration("10") { db in try db.execute(sql: tenthSchema) }
        migrator.registerMigration("11") { db in try db.execute(sql: eleventhSchema) }
        migrator.registerMigration("12") { db in try db.execute(sql: twelfthSchema) }
        migrator.registerMigration("use memory") { db in try db.execute(sql: useMemorySchema) }
        migrator.registerMigration("order without clocks") { db in try db.execute(sql: knownSchema) }
        return migrator
    }

    /// `entry` and `checkpoint` are the chain; everything else is outside it. Times are milliseconds since 1970.
    private static let firstSchema = """
        CREATE TABLE entry(
          seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, station TEXT NOT NULL, event TEXT, list TEXT, gate TEXT,
          key BLOB, line INTEGER, ref TEXT, direction TEXT NOT NULL, verdict TEXT NOT NULL, reason TEXT,
          kind TEXT NOT NULL, undoes TEXT, count INTEGER NOT NULL, how TEXT NOT NULL, operator TEXT,
          at INTEGER NOT NULL, clock TEXT NOT NULL, note TEXT, previous BLOB NOT NULL, hash BLOB NOT NULL) STRICT;
        CREATE INDEX entry_ticket ON entry(event, key, line, list);
        CREATE UNIQUE INDEX entry_undoes ON entry(undoes) WHERE undoes IS NOT NULL;

        CREATE TABLE checkpoint(
          first INTEGER PRIMARY KEY, last INTEGER NOT NULL, hash BLOB NOT NULL, signed TEXT NOT NULL) STRICT;

        CREATE TABLE outbox(
          entry INTEGER NOT NULL REFERENCES entry(seq) ON DELETE CASCADE, backend TEXT NOT NULL, state TEXT NOT NULL,
          words TEXT, settled INTEGER, sealed BLOB, PRIMARY KEY(entry, backend)) WITHOUT ROWID, STRICT;
        CREATE INDEX outbox_open ON outbox(state, backend, entry) WHERE state <> 'acknowledged';

        CREATE TABLE elsewhere(
          seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, station TEXT, event TEXT NOT NULL, list TEXT NOT NULL,
          gate TEXT, key BLOB NOT NULL, line INTEGER NOT NULL, ref TEXT, verdict TEXT NOT NULL, undoes TEXT,
          count INTEGER NOT NULL, at INTEGER NOT NULL) STRICT;
        CREATE INDEX elsewhere_ticket ON elsewhere(event, key, line, list);
        CREATE INDEX elsewhere_undoes ON elsewhere(undoes) WHERE undoes IS NOT NULL;

        -- Everybody who passed, here or elsewhere, without what was taken back.
        CREATE VIEW movement AS
          SELECT 1 AS here, seq, event, list, key, line, ref, verdict, count FROM entry
            WHERE verdict <> 'refused' AND undoes IS NULL
              AND NOT EXISTS (SELECT 1 FROM entry AS undo WHERE undo.undoes = entry.id)
              AND NOT EXISTS (SELECT 1 FROM elsewhere AS undo WHERE undo.undoes = entry.id)
          UNION ALL
          SELECT 0, seq, event, list, key, line, ref, verdict, count FROM elsewhere
            WHERE verdict <> 'refused' AND undoes IS NULL
              AND NOT EXISTS (SELECT 1 FROM elsewhere AS undo WHERE undo.undoes = elsewhere.id);

        CREATE TABLE manifest_memory(
          event TEXT PRIMARY KEY, seq INTEGER NOT NULL, kid TEXT NOT NULL, salt BLOB NOT NULL) WITHOUT ROWID, STRICT;

        CREATE TABLE exported(event TEXT PRIMARY KEY, seq INTEGER NOT NULL) WITHOUT ROWID, STRICT;

        CREATE TABLE operator(
          name TEXT PRIMARY KEY, role TEXT NOT NULL, salt BLOB NOT NULL, hash BLOB NOT NULL, created INTEGER NOT NULL,
          wrong INTEGER NOT NULL DEFAULT 0, tried INTEGER NOT NULL DEFAULT 0) WITHOUT ROWID, STRICT;
        """

    /// What the links to backends store. `clock_offset`: by how many milliseconds the time of the entry was ahead of the
    /// server's.
    private static let secondSchema = """
        ALTER TABLE outbox ADD COLUMN clock_offset INTEGER;
        CREATE TABLE stream(backend TEXT PRIMARY KEY, cursor TEXT NOT NULL) WITHOUT ROWID, STRICT;
        """

    /// What the link to a venue's ledger stores: the state of each entry that the ledger must get, and the number of
    /// the last stored entry of each of the ledger's stations. `alias`: a server's own id of a passage that the ledger
    /// reported too. `is_entry`: whether `id` is the id of a journal entry, or a server's own.
    private static let thirdSchema = """
        CREATE TABLE ledger(
          entry INTEGER PRIMARY KEY REFERENCES entry(seq) ON DELETE CASCADE, state TEXT NOT NULL, words TEXT,
          admits INTEGER NOT NULL, reentry INTEGER NOT NULL) STRICT;
        CREATE INDEX ledger_open ON ledger(state, entry) WHERE state IN ('waiting', 'parked');
        CREATE TABLE ledger_cursor(station TEXT PRIMARY KEY, number INTEGER NOT NULL) WITHOUT ROWID, STRICT;
        ALTER TABLE elsewhere ADD COLUMN operator TEXT;
        ALTER TABLE elsewhere ADD COLUMN alias TEXT;
        CREATE UNIQUE INDEX elsewhere_alias ON elsewhere(alias) WHERE alias IS NOT NULL;
        ALTER TABLE elsewhere ADD COLUMN is_entry INTEGER AS (id GLOB '\(entryID)');
        CREATE INDEX elsewhere_single ON elsewhere(event, key, line, list, is_entry, verdict, at)
          WHERE alias IS NULL AND undoes IS NULL;
        """

    /// What a backend reported about tickets that no list here has; the format of `text` is the link's own. `heard`:
    /// when this station learned of a passage, by its own clock.
    private static let fourthSchema = """
        CREATE TABLE unplaced(
          seq INTEGER PRIMARY KEY, backend TEXT NOT NULL, id TEXT NOT NULL, text TEXT NOT NULL,
          heard INTEGER NOT NULL, UNIQUE(backend, id)) STRICT;
        CREATE INDEX unplaced_order ON unplaced(backend, seq);
        ALTER TABLE elsewhere ADD COLUMN heard INTEGER;
        CREATE INDEX elsewhere_station ON elsewhere(station);
        """

    /// An undo at this station may be about an entry of another one, and name it by the server's id.
    private static let fifthSchema = """
        DROP VIEW movement;
        CREATE VIEW movement AS
          SELECT 1 AS here, seq, event, list, key, line, ref, verdict, count FROM entry
            WHERE verdict <> 'refused' AND undoes IS NULL
              AND NOT EXISTS (SELECT 1 FROM entry AS undo WHERE undo.undoes = entry.id)
              AND NOT EXISTS (SELECT 1 FROM elsewhere AS undo WHERE undo.undoes = entry.id)
          UNION ALL
          SELECT 0, seq, event, list, key, line, ref, verdict, count FROM elsewhere
            WHERE verdict <> 'refused' AND undoes IS NULL
              AND NOT EXISTS (SELECT 1 FROM entry AS undo WHERE undo.undoes IN (elsewhere.id, elsewhere.alias))
              AND NOT EXISTS (SELECT 1 FROM elsewhere AS undo WHERE undo.undoes = elsewhere.id);
        """

    /// Passages that still count, each with all its columns: what nobody has undone. A passage of another station can be
    /// undone here under the server's own id of it.
    private static let sixthSchema = """
        DROP VIEW movement;
        CREATE VIEW own_passage AS
          SELECT * FROM entry
            WHERE verdict <> 'refused' AND undoes IS NULL
              AND NOT EXISTS (SELECT 1 FROM entry AS undo WHERE undo.undoes = entry.id)
              AND NOT EXISTS (SELECT 1 FROM elsewhere AS undo WHERE undo.undoes = entry.id);
        CREATE VIEW foreign_passage AS
          SELECT * FROM elsewhere
            WHERE verdict <> 'refused' AND undoes IS NULL
              AND NOT EXISTS (SELECT 1 FROM entry AS undo WHERE undo.undoes IN (elsewhere.id, elsewhere.alias))
              AND NOT EXISTS (SELECT 1 FROM elsewhere AS undo WHERE undo.undoes = elsewhere.id);
        CREATE VIEW passage AS
          SELECT event, list, key, line, ref, id, at, verdict, count, gate, station, operator, NULL AS heard
            FROM own_passage
          UNION ALL
          SELECT event, list, key, line, ref, id, at, verdict, count, gate, station, operator, heard
            FROM foreign_passage;
        """

    /// Tickets that are in no list, as their server described them (`ticket`, JSON) when it was asked. `is_copy`: for a
    /// server that is not the event's own.
    private static let seventhSchema = """
        CREATE TABLE late_ticket(
          event TEXT NOT NULL, key BLOB NOT NULL, asked INTEGER NOT NULL, ticket TEXT NOT NULL,
          PRIMARY KEY(event, key)) WITHOUT ROWID, STRICT;
        ALTER TABLE outbox ADD COLUMN is_copy INTEGER NOT NULL DEFAULT 0;
        """

    /// What a guest answered, sealed as the code is; and the media that were linked here, by the keys of their codes.
    private static let eighthSchema = """
        ALTER TABLE outbox ADD COLUMN answers BLOB;
        CREATE TABLE medium(
          event TEXT NOT NULL, key BLOB NOT NULL, ticket BLOB NOT NULL, PRIMARY KEY(event, key))
          WITHOUT ROWID, STRICT;
        """

    /// What servers have changed of tickets since the lists were made. `keys`: of the codes under which a ticket stands
    /// now, one after the other.
    private static let ninthSchema = """
        CREATE TABLE changed_ticket(
          backend TEXT NOT NULL, event TEXT NOT NULL, ref TEXT NOT NULL, status TEXT NOT NULL, not_before INTEGER,
          not_after INTEGER, keys BLOB NOT NULL, at INTEGER NOT NULL, PRIMARY KEY(backend, event, ref))
          WITHOUT ROWID, STRICT;
        CREATE INDEX changed_ticket_age ON changed_ticket(backend, at);
        """

    /// Tickets that were sold are entries, too, and nobody has passed with them. `refund`: tickets that were sold, here or
    /// elsewhere, and taken back; `is_told`: the venue's ledger has it. `sale_grant`: how many tickets of a type (`line`) the
    /// ledger has given this station to sell beyond its share.
    private static let tenthSchema = """
        DROP VIEW passage;
        DROP VIEW own_passage;
        DROP VIEW foreign_passage;
        CREATE VIEW own_passage AS
          SELECT * FROM entry
            WHERE verdict IN ('admitted', 'checkedOut') AND undoes IS NULL
              AND NOT EXISTS (SELECT 1 FROM entry AS undo WHERE undo.undoes = entry.id)
              AND NOT EXISTS (SELECT 1 FROM elsewhere AS undo WHERE undo.undoes = entry.id);
        CREATE VIEW foreign_passage AS
          SELECT * FROM elsewhere
            WHERE verdict IN ('admitted', 'checkedOut') AND undoes IS NULL
              AND NOT EXISTS (SELECT 1 FROM entry AS undo WHERE undo.undoes IN (elsewhere.id, elsewhere.alias))
              AND NOT EXISTS (SELECT 1 FROM elsewhere AS undo WHERE undo.undoes = elsewhere.id);
        CREATE VIEW passage AS
          SELECT event, list, key, line, ref, id, at, verdict, count, gate, station, operator, NULL AS heard
            FROM own_passage
          UNION ALL
          SELECT event, list, key, line, ref, id, at, verdict, count, gate, station, operator, heard
            FROM foreign_passage;
        CREATE INDEX entry_sold ON entry(event, line) WHERE verdict = 'sold';
        CREATE TABLE refund(
          event TEXT NOT NULL, key BLOB NOT NULL, is_told INTEGER NOT NULL, PRIMARY KEY(event, key))
          WITHOUT ROWID, STRICT;
        CREATE TABLE sale_grant(
          event TEXT NOT NULL, line INTEGER NOT NULL, tickets INTEGER NOT NULL, PRIMARY KEY(event, line))
          WITHOUT ROWID, STRICT;
        """

    /// In which language a person reads the screen; `NULL`: in the station's.
    private static let eleventhSchema = "ALTER TABLE operator ADD COLUMN language TEXT;"

    /// Whether the person comes from the roster.
    private static let twelfthSchema = "ALTER TABLE operator ADD COLUMN roster INTEGER NOT NULL DEFAULT 0;"

    /// What is remembered of the lines whose entries were removed, by the keys of their codes (``RememberedUse``), and the
    /// station's signatures over it. `through`: the number of the last own entry that a row stands for. `at`: when the
    /// entries were removed.
    private static let useMemorySchema = """
        CREATE TABLE use_memory(
          event TEXT NOT NULL, key BLOB NOT NULL, line INTEGER NOT NULL, list TEXT NOT NULL, ins INTEGER NOT NULL,
          outs INTEGER NOT NULL, known_ins INTEGER NOT NULL, known_outs INTEGER NOT NULL, through INTEGER NOT NULL,
          at INTEGER NOT NULL, PRIMARY KEY(event, key, line, list)) WITHOUT ROWID, STRICT;
        CREATE TABLE memory_seal(event TEXT PRIMARY KEY, signed TEXT NOT NULL) WITHOUT ROWID, STRICT;
        """

    /// What the station of a passage knew (`knew`: ids, with a space between two), and where it came among this station's
    /// own: after its entry number `after`. `clock`: of the station that recorded it, where the source says so.
    private static let knownSchema = """
        ALTER TABLE entry ADD COLUMN knew TEXT;
        ALTER TABLE elsewhere ADD COLUMN knew TEXT;
        ALTER TABLE elsewhere ADD COLUMN clock TEXT;
        ALTER TABLE elsewhere ADD COLUMN after INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE outbox ADD COLUMN machine_offset INTEGER;
        CREATE INDEX entry_trusted ON entry(seq) WHERE clock = 'synchronised';
        CREATE INDEX entry_everyone_out ON entry(event, list, seq) WHERE kind = 'everyoneOut';
        DROP VIEW passage;
        CREATE VIEW passage AS
          SELECT event, list, key, line, ref, id, NULL AS alias, at, verdict, count, gate, station, operator, NULL AS heard,
              knew FROM own_passage
          UNION ALL
          SELECT event, list, key, line, ref, id, alias, at, verdict, count, gate, station, operator, heard, knew
            FROM foreign_passage;
        """

    /// A UUID, as a pattern for GLOB.
    private static let entryID = [8, 4, 4, 4, 12].map { String(repeating: "[0-9a-f]", count: $0) }.joined(
        separator: "-")
}
