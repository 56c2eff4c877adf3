internal import Foundation
internal import GRDB
internal import Tickets

/// The database of a manifest, opened as what it is: a file that nobody changes any more.
///
/// Read-only and immutable, so SQLite neither locks nor journals, and without memory mapping, because a file that is
/// mapped counts as memory of the station and a bad block would be a signal instead of an error.
final class ManifestBody: Sendable {
    private let file: URL
    /// Of the scans. Whatever may take longer than a look-up opens a connection of its own.
    private let connection: DatabaseQueue

    /// - Throws: ``ManifestError`` for a file that is no database or has other tables.
    init(_ file: URL, subject: String) throws {
        self.file = file
        do {
            connection = try Self.open(file)
            guard try connection.unsafeRead({ try BodySchema.isSchema(of: $0) }) else {
                throw ManifestError(
                    .wrongSchema, "use", subject, "its database has other tables than a list has",
                    hint: "Build it with `usher manifest build`.")
            }
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

    /// For walks over many rows: they must not hold up a look-up.
    func scan<Value>(_ body: (Database) throws -> Value) throws -> Value {
        do {
            return try Self.open(file).unsafeRead(body)
        } catch let error as DatabaseError {
            throw Self.explained(error, subject: file.lastPathComponent)
        }
    }

    private static func open(_ file: URL) throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.readonly = true
        configuration.label = "manifest"
        configuration.prepareDatabase { database in
            try database.execute(
                sql: "PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0;")
        }
        // https://www.sqlite.org/uri.html: `?`, `#` and `%` mean something in a file URI.
        let path = file.path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? file.path
        return try DatabaseQueue(path: "file:\(path)?immutable=1", configuration: configuration)
    }

    private static func explained(_ error: DatabaseError, subject: String) -> ManifestError {
        let isNoDatabase = [.SQLITE_NOTADB, .SQLITE_CORRUPT].contains(error.resultCode)
        return ManifestError(
            isNoDatabase ? .notADatabase : .badContent, "read", subject,
            isNoDatabase
                ? "it holds no whole database" : "its database cannot be read: \(error.message ?? "no reason")",
            hint: "Install the list again.")
    }
}

extension ManifestBody {
    /// Everything but the tickets, checked as far as stations rely on it.
    func plan(for event: Event, subject: String) throws -> EventPlan {
        do {
            return try read { database in
                let types = try Self.types(database)
                let lists = try Self.lists(database, types: types)
                let gates = try Self.gates(database, lists: lists)
                return EventPlan(
                    event: event, types: types, lists: lists.map(\.list), gates: gates,
                    assignments: try Self.assignments(database, gates: gates))
            }
        } catch let error as ManifestError where error.code == .badContent {
            throw ManifestError(.badContent, "use", subject, error.reason, hint: "Build it again.")
        }
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
                id: try row.integer(0), slug: try row.text(1).withoutControls, name: try row.text(2).withoutControls,
                color: try row.optionalText(3)?.withoutControls, attention: try row.optionalText(4)?.withoutControls)
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
                    slug: try row.text(1).withoutControls, name: try row.text(2).withoutControls, reentry: reentry,
                    types: own)
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
            return Gate(slug: try row.text(0).withoutControls, name: try row.text(1).withoutControls, list: list.slug)
        }
        guard !gates.isEmpty else { throw BodyRow.fault }
        return gates
    }

    private static func assignments(_ database: Database, gates: [Gate]) throws -> [Assignment] {
        try rows(
            database, "SELECT station, gate, direction FROM assignment ORDER BY station",
            limit: BodySchema.maximumAssignmentCount
        ) { row in
            let gate = try row.text(1)
            guard gates.contains(where: { $0.slug == gate }), let direction = Direction(rawValue: try row.text(2))
            else { throw BodyRow.fault }
            return Assignment(station: try row.text(0), gate: gate, direction: direction)
        }
    }
}
