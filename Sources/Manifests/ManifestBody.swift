package import Foundation
internal import GRDB
internal import GRDBSQLite
internal import Tickets

/// The database of a manifest, opened as a file that nobody changes any more.
///
/// Read-only and immutable, so SQLite neither locks nor journals, and without memory mapping, because a file that is
/// mapped counts as memory of the station and a bad block would be a signal instead of an error.
package final class ManifestBody: Sendable {
    package let file: URL
    /// For scans. Whatever may take longer than a look-up opens a connection of its own.
    private let connection: DatabaseQueue
    /// Each line has the number of its type.
    package let isNumberedByType: Bool
    /// The tables that not every list has.
    let parts: Set<BodySchema.Part>
    /// The most rows that a walk over one table reads: a damaged file whose pages lead in circles has no end.
    let maximumRowCount: Int64

    /// - Parameter byteCount: size of the file.
    /// - Throws: ``ManifestError`` for a file that is no database or has other tables.
    package init(_ file: URL, byteCount: Int64, subject: String) throws {
        self.file = file
        maximumRowCount = byteCount / BodySchema.minimumRowByteCount
        do {
            connection = try Self.open(file, instructionLimit: Self.instructionLimit)
            guard let parts = try connection.unsafeRead({ try BodySchema.parts(of: $0) }) else {
                throw ManifestError(
                    .wrongSchema, "use", subject, "its database has other tables than a list has",
                    hint: "Build it with `usher manifest build`.")
            }
            let version = try connection.unsafeRead { try Int.fetchOne($0, sql: "PRAGMA user_version") ?? 0 }
            guard [0, BodySchema.numberedByType].contains(version) else {
                throw ManifestError(
                    .unknownVersion, "use", subject, "its lines are numbered in a way that this version does not know",
                    hint: "Update usher.")
            }
            isNumberedByType = version == BodySchema.numberedByType
            self.parts = parts
        } catch let error as DatabaseError {
            throw Self.explained(error, subject: subject)
        }
    }

    /// For single look-ups.
    func read<Value>(_ body: (Database) throws -> Value) throws -> Value {
        do {
            // Nothing writes, so no transaction is needed.
            return try connection.unsafeRead(body)
        } catch let error as DatabaseError {
            throw Self.explained(error, subject: file.lastPathComponent)
        }
    }

    /// A connection for walks over many rows.
    func openForWalk() throws -> DatabaseQueue { try Self.open(file, instructionLimit: nil) }

    /// For walks over many rows: they must not hold up a look-up.
    func scan<Value>(_ body: (Database) throws -> Value) throws -> Value {
        do {
            return try openForWalk().unsafeRead(body)
        } catch let error as DatabaseError {
            throw Self.explained(error, subject: file.lastPathComponent)
        }
    }

    /// Instructions of SQLite's virtual machine in one statement. Look-ups, and the plan of the largest event, take far
    /// fewer; a file whose pages lead in circles would never finish.
    private static let instructionLimit: Int32 = 20_000_000

    private static func open(_ file: URL, instructionLimit: Int32?) throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.readonly = true
        configuration.label = "manifest"
        configuration.prepareDatabase { database in
            // A length that a page claims is accepted up to this: otherwise a row could take a gigabyte.
            unsafe sqlite3_limit(
                database.sqliteConnection, SQLITE_LIMIT_LENGTH, Int32(BodySchema.maximumRowByteCount))
            if let instructionLimit {
                unsafe sqlite3_progress_handler(database.sqliteConnection, instructionLimit, { _ in 1 }, nil)
            }
            try database.execute(
                sql: "PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0;")
        }
        return try DatabaseQueue(path: address(of: file), configuration: configuration)
    }

    /// The name by which SQLite opens a file that nobody changes: without locks and journal.
    static func address(of file: URL) -> String {
        // https://www.sqlite.org/uri.html: `?`, `#` and `%` mean something in a file URI.
        let path = file.path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? file.path
        return "file:\(path)?immutable=1"
    }

    private static func explained(_ error: DatabaseError, subject: String) -> ManifestError {
        let isNoDatabase = [.SQLITE_NOTADB, .SQLITE_CORRUPT].contains(error.resultCode)
        return ManifestError(
            isNoDatabase ? .notADatabase : .badContent, "read", subject,
            isNoDatabase
                ? "its database is not complete" : "its database cannot be read: \(error.message ?? "no reason")",
            hint: "Install the list again.")
    }
}

extension ManifestBody {
    /// Everything but the tickets, checked as far as stations depend on it.
    func plan(for claims: ManifestClaims, subject: String) throws -> EventPlan {
        do {
            return try read { database in
                let types = try Self.types(database)
                let lists = try Self.lists(database, types: types)
                let gates = try Self.gates(database, lists: lists)
                // Without the claim, a station would let in on a list what is for another date.
                guard parts.contains(.dates) == (claims.terms.dates != nil) else { throw BodyRow.fault }
                let handsOutMedia = claims.terms.questions.contains { $0.kind == .medium }
                guard parts.contains(.media) || !handsOutMedia else { throw BodyRow.fault }
                guard parts.contains(.clues) == (claims.privacy == .sealed && !claims.terms.findBy.isEmpty) else {
                    throw BodyRow.fault
                }
                return EventPlan(
                    event: claims.event,
                    types: types.map(claims.terms.applied),
                    lists: lists.map { claims.terms.applied(to: $0.list) },
                    gates: gates.map(claims.terms.applied),
                    assignments: try Self.assignments(database, gates: gates), openEnds: claims.terms.openEnds,
                    questions: claims.terms.questions, dates: parts.contains(.dates) ? try Self.dates(database) : [:],
                    slots: claims.terms.dates?.slots, boxOffice: claims.terms.boxOffice,
                    walkInList: claims.terms.walkInList)
            }
        } catch let error as ManifestError where error.code == .badContent {
            throw ManifestError(.badContent, "use", subject, error.reason, hint: "Build it again.")
        }
    }

    func revokedCount(in database: Database) throws -> Int64 {
        try Int64.fetchOne(
            database, sql: "SELECT count(*) FROM (SELECT 1 FROM revoked LIMIT \(maximumRowCount))") ?? 0
    }

    /// The admission lists with their numbers.
    func numberedLists() throws -> [(number: Int64, list: AdmissionList)] {
        try read { try Self.lists($0, types: Self.types($0)) }
    }

    private static func rows<Value>(
        _ database: Database, _ sql: String, limit: Int, _ make: (BodyRow) throws -> Value
    ) throws -> [Value] {
        let rows = try Row.fetchAll(database, sql: "\(sql) LIMIT \(limit + 1)")
        guard rows.count <= limit else { throw BodyRow.fault }
        return try rows.map { try make(BodyRow($0)) }
    }

    private static func types(_ database: Database) throws -> [TicketType] {
        try rows(
            database, "SELECT id, slug, name, color, attention FROM type ORDER BY id",
            limit: BodySchema.maximumTypeCount
        ) { row in
            TicketType(
                id: try row.integer(0), slug: try row.text(1, 100).withoutControls,
                name: try row.text(2, 200).withoutControls, color: try row.optionalText(3, 7)?.withoutControls,
                attention: try row.optionalText(4, 1000)?.withoutControls)
        }
    }

    private static func lists(
        _ database: Database, types: [TicketType]
    ) throws -> [(number: Int64, list: AdmissionList)] {
        let pairs = try rows(
            database, "SELECT list, type FROM list_type",
            limit: BodySchema.maximumListCount * BodySchema.maximumTypeCount
        ) { (list: try $0.integer(0), type: try $0.integer(1)) }
        let slugs = Dictionary(types.map { ($0.id, $0.slug) }) { first, _ in first }
        let lists = try rows(
            database, "SELECT id, slug, name, reentry FROM list ORDER BY id", limit: BodySchema.maximumListCount
        ) { row in
            let number = try row.integer(0)
            guard let reentry = Reentry(rawValue: Int(try row.integer(3))) else { throw BodyRow.fault }
            let own = Set(pairs.filter { $0.list == number }.compactMap { slugs[$0.type] })
            return (
                number: number,
                list: AdmissionList(
                    slug: try row.slug(1), name: try row.text(2, 200).withoutControls, reentry: reentry, types: own)
            )
        }
        guard !lists.isEmpty else { throw BodyRow.fault }
        return lists
    }

    private static func gates(
        _ database: Database, lists: [(number: Int64, list: AdmissionList)]
    ) throws -> [Gate] {
        let gates = try rows(
            database, "SELECT slug, name, list FROM gate ORDER BY slug", limit: BodySchema.maximumGateCount
        ) { row in
            let number = try row.integer(2)
            guard let list = lists.first(where: { $0.number == number })?.list else { throw BodyRow.fault }
            return Gate(slug: try row.slug(0), name: try row.text(1, 200).withoutControls, list: list.slug)
        }
        guard !gates.isEmpty else { throw BodyRow.fault }
        return gates
    }

    private static func dates(_ database: Database) throws -> [Int64: EventDate] {
        let dates = try rows(
            database, "SELECT id, name, starts, ends, admission FROM date", limit: EventDate.maximumCount
        ) { row in
            EventDate(
                id: try row.integer(0), name: try row.text(1, 200).withoutControls, starts: try row.time(2),
                ends: try row.time(3), admission: try row.time(4))
        }
        guard !dates.isEmpty else { throw BodyRow.fault }
        return Dictionary(dates.map { ($0.id, $0) }) { first, _ in first }
    }

    /// A column of `ticket`: the number of the line's date; NULL in a list without dates.
    var dateColumn: String {
        parts.contains(.dates)
            ? "(SELECT date FROM ticket_date AS d WHERE d.key = ticket.key AND d.line = ticket.line)" : "NULL"
    }

    private static func assignments(_ database: Database, gates: [Gate]) throws -> [Assignment] {
        let slugs = Set(gates.map(\.slug))
        return try rows(
            database, "SELECT station, gate, direction FROM assignment ORDER BY station",
            limit: BodySchema.maximumAssignmentCount
        ) { row in
            let gate = try row.text(1, 100)
            guard slugs.contains(gate), let direction = Direction(rawValue: try row.text(2, 10)) else {
                throw BodyRow.fault
            }
            return Assignment(station: try row.slug(0), gate: gate, direction: direction)
        }
    }
}
