internal import Foundation
internal import GRDB
internal import Tickets

/// The tables of a manifest's body, and nothing but these.
package enum BodySchema {
    /// Ticket types of an event.
    package static let maximumTypeCount = 1000
    /// Admission lists of an event.
    package static let maximumListCount = 100
    /// Gates of an event.
    package static let maximumGateCount = 1000
    /// Pairs of a ticket type and an admission list that admits it.
    package static let maximumAssignmentCount = 10_000
    /// Types under one code: a scan reads them all.
    package static let maximumLineCount = 100
    /// No row is longer, in bytes: the longest seal has less than half of it.
    static let maximumRowByteCount = 64 * 1024
    /// A row of `ticket` or `used` takes more than this many bytes of the file.
    static let minimumRowByteCount: Int64 = 20
    /// `PRAGMA user_version` of a body in which each line has the number of its type. With 0, lines may have any
    /// numbers.
    static let numberedByType = 1

    /// For a connection that fills a body. The file is deleted after any fault, so SQLite needs neither a journal nor
    /// synchronous writes. The page size and `secure_delete` decide which bytes are in the file, so they must not depend
    /// on how this machine's SQLite was built.
    static let settingsForWriting = """
        PRAGMA page_size = \(pageByteCount); PRAGMA secure_delete = ON; PRAGMA journal_mode = OFF;
        PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE; PRAGMA cache_size = -16384;
        PRAGMA temp.cache_size = -32768;
        """
    /// Of the bodies that are written here; those of other programs may have another.
    static let pageByteCount: Int64 = 4096

    /// As docs/MANIFEST.md has them.
    static let statements = [
        """
        CREATE TABLE type(id INTEGER PRIMARY KEY, slug TEXT NOT NULL UNIQUE, name TEXT NOT NULL, color TEXT,
          attention TEXT) STRICT
        """,
        """
        CREATE TABLE list(id INTEGER PRIMARY KEY, slug TEXT NOT NULL UNIQUE, name TEXT NOT NULL,
          reentry INTEGER NOT NULL) STRICT
        """,
        """
        CREATE TABLE list_type(list INTEGER NOT NULL, type INTEGER NOT NULL, PRIMARY KEY(list, type))
          WITHOUT ROWID, STRICT
        """,
        "CREATE TABLE gate(slug TEXT PRIMARY KEY, name TEXT NOT NULL, list INTEGER NOT NULL) WITHOUT ROWID, STRICT",
        """
        CREATE TABLE assignment(station TEXT PRIMARY KEY, gate TEXT NOT NULL, direction TEXT NOT NULL)
          WITHOUT ROWID, STRICT
        """,
        """
        CREATE TABLE ticket(key BLOB NOT NULL, line INTEGER NOT NULL, ref TEXT, type INTEGER NOT NULL,
          status INTEGER NOT NULL, admits INTEGER NOT NULL, not_before INTEGER NOT NULL, not_after INTEGER NOT NULL,
          seat TEXT, attention TEXT, sealed BLOB, PRIMARY KEY(key, line)) WITHOUT ROWID, STRICT
        """,
        """
        CREATE TABLE used(key BLOB NOT NULL, line INTEGER NOT NULL, list INTEGER NOT NULL, ins INTEGER NOT NULL,
          outs INTEGER NOT NULL, first_at INTEGER, last_at INTEGER, PRIMARY KEY(key, line, list))
          WITHOUT ROWID, STRICT
        """,
        "CREATE TABLE revoked(key BLOB PRIMARY KEY) WITHOUT ROWID, STRICT",
    ]

    /// Tables that only those lists have that need them, in the order in which they are written.
    package enum Part: CaseIterable, Sendable {
        /// With ``ListTerms/rules``: when people entered whom `used` counts, in milliseconds.
        case entered
        /// With ``ListTerms/dates``: the dates of a series, and which of them a line is for.
        case dates
        /// With ``ListTerms/questions``: which a guest need not answer.
        case answered
        /// Where wristbands or cards stand for tickets, or are handed out: keys of their codes, with those of the tickets for
        /// which they stand; and of those that stand for none yet, with the question that they answer.
        case media
        /// With ``ListTerms/findBy`` and sealed names: hashes of what lines are found by.
        case clues

        var statements: [String] {
            switch self {
            case .entered:
                [
                    """
                    CREATE TABLE entered(key BLOB NOT NULL, line INTEGER NOT NULL, list INTEGER NOT NULL, at INTEGER NOT NULL,
                      count INTEGER NOT NULL, PRIMARY KEY(key, line, list, at)) WITHOUT ROWID, STRICT
                    """
                ]
            case .dates:
                [
                    """
                    CREATE TABLE date(id INTEGER PRIMARY KEY, name TEXT NOT NULL, starts INTEGER NOT NULL, ends INTEGER NOT NULL,
                      admission INTEGER NOT NULL) STRICT
                    """,
                    """
                    CREATE TABLE ticket_date(key BLOB NOT NULL, line INTEGER NOT NULL, date INTEGER NOT NULL,
                      PRIMARY KEY(key, line)) WITHOUT ROWID, STRICT
                    """,
                ]
            case .answered:
                [
                    """
                    CREATE TABLE answered(key BLOB NOT NULL, line INTEGER NOT NULL, question TEXT NOT NULL,
                      PRIMARY KEY(key, line, question)) WITHOUT ROWID, STRICT
                    """
                ]
            case .media:
                [
                    """
                    CREATE TABLE medium(key BLOB NOT NULL, ticket BLOB NOT NULL, PRIMARY KEY(key, ticket))
                      WITHOUT ROWID, STRICT
                    """,
                    """
                    CREATE TABLE spare(key BLOB NOT NULL, question TEXT NOT NULL, PRIMARY KEY(key, question))
                      WITHOUT ROWID, STRICT
                    """,
                ]
            case .clues:
                [
                    """
                    CREATE TABLE clue(hash BLOB NOT NULL, key BLOB NOT NULL, line INTEGER NOT NULL,
                      PRIMARY KEY(hash, key, line)) WITHOUT ROWID, STRICT
                    """
                ]
            }
        }
    }

    /// One row of `sqlite_schema`.
    private struct Item: Hashable {
        let kind: String
        let name: String
        /// `nil` for an index that SQLite made for a UNIQUE column.
        let statement: String?
    }

    private static func table(_ statement: String) -> Item {
        let name = statement.dropFirst("CREATE TABLE ".count).prefix { $0 != "(" }
        return Item(kind: "table", name: String(name), statement: canonical[statement])
    }

    /// In every body.
    private static let items = Set(
        statements.map(table)
            + ["type", "list"].map { Item(kind: "index", name: "sqlite_autoindex_\($0)_1", statement: nil) })
    private static let itemsOfParts = Dictionary(
        uniqueKeysWithValues: Part.allCases.map { ($0, Set($0.statements.map(table))) })

    /// By the statement as Usher writes it.
    private static let canonical = Dictionary(
        uniqueKeysWithValues: (statements + Part.allCases.flatMap(\.statements)).map { ($0, canonical($0)) })

    /// The parts of a database that has exactly these tables and its parts; `nil` for any others. A view or trigger would
    /// run an organizer's code at the door; another table would never be checked.
    static func parts(of database: Database) throws -> Set<Part>? {
        let most = itemsOfParts.values.reduce(items.count) { $0 + $1.count }
        let rows = try Row.fetchAll(
            database, sql: "SELECT type, name, sql FROM sqlite_schema LIMIT \(most + 1)")
        let found = try rows.map { row in
            let row = BodyRow(row)
            let statement = try row.optionalText(2, maximumRowByteCount)
            return Item(
                kind: try row.text(0, 100), name: try row.text(1, 100),
                statement: statement.map { canonical[$0] ?? canonical($0) })
        }
        let parts = itemsOfParts.filter { $0.value.isSubset(of: found) }
        let known = parts.values.reduce(items) { $0.union($1) }
        return Set(found) == known && found.count == known.count ? Set(parts.keys) : nil
    }

    /// The statement without comments, and with no more white space than words need to stay apart.
    private static func canonical(_ statement: String) -> String {
        let uncommented = statement.replacing(#/--[^\n]*|/\*[\s\S]*?\*//#, with: " ")
        return uncommented.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            .replacing(#/ ?([(),]) ?/#) { $0.output.1 }
    }
}

/// A row of a body. It may hold anything, because another program may have made the file.
struct BodyRow {
    private let row: Row

    init(_ row: Row) {
        self.row = row
    }

    func integer(_ column: Int) throws -> Int64 {
        guard case .int64(let number) = storage(column) else { throw Self.fault }
        return number
    }

    func optionalInteger(_ column: Int) throws -> Int64? {
        storage(column) == .null ? nil : try integer(column)
    }

    /// - Parameter maximum: the bytes of UTF-8 that it may have.
    func text(_ column: Int, _ maximum: Int) throws -> String {
        guard case .string(let text) = storage(column), text.utf8.count <= maximum else { throw Self.fault }
        return text
    }

    func optionalText(_ column: Int, _ maximum: Int) throws -> String? {
        storage(column) == .null ? nil : try text(column, maximum)
    }

    func slug(_ column: Int) throws -> String {
        let slug = try text(column, 100)
        guard Event.isValidID(slug) else { throw Self.fault }
        return slug
    }

    func time(_ column: Int) throws -> Timestamp {
        Timestamp(seconds: try integer(column))
    }

    func blob(_ column: Int) throws -> Data {
        guard case .blob(let bytes) = storage(column) else { throw Self.fault }
        return bytes
    }

    func optionalBlob(_ column: Int) throws -> Data? {
        storage(column) == .null ? nil : try blob(column)
    }

    private func storage(_ column: Int) -> DatabaseValue.Storage {
        (row[column] as DatabaseValue).storage
    }

    static let fault = ManifestError(.badContent, "read", "a list", "its tables hold what they must not")
}
