internal import GRDB

/// A table of a body as changes see it. Its place in ``all`` is its number in their format.
struct BodyTable {
    let name: String
    let columns: [String]
    /// The first columns are the primary key.
    let keyColumnCount: Int

    var key: [String] { Array(columns.prefix(keyColumnCount)) }

    /// In the order of ``BodySchema/statements`` and ``BodySchema/Part``, which is also that in which a body is written.
    static let all = [
        BodyTable("type", "id, slug, name, color, attention", key: 1),
        BodyTable("list", "id, slug, name, reentry", key: 1),
        BodyTable("list_type", "list, type", key: 2),
        BodyTable("gate", "slug, name, list", key: 1),
        BodyTable("assignment", "station, gate, direction", key: 1),
        BodyTable(
            "ticket", "key, line, ref, type, status, admits, not_before, not_after, seat, attention, sealed", key: 2),
        BodyTable("used", "key, line, list, ins, outs, first_at, last_at", key: 3),
        BodyTable("revoked", "key", key: 1),
        // Only in lists that need them.
        BodyTable("entered", "key, line, list, at, count", key: 4),
        BodyTable("date", "id, name, starts, ends, admission", key: 1),
        BodyTable("ticket_date", "key, line, date", key: 2),
        BodyTable("answered", "key, line, question", key: 3),
        BodyTable("medium", "key, ticket", key: 2),
        BodyTable("spare", "key, question", key: 2),
        BodyTable("clue", "hash, key, line", key: 3),
    ]

    /// The tables that a body has.
    /// - Parameter schema: the name under which it is attached.
    static func all(in schema: String, of database: Database) throws -> [BodyTable] {
        let names = try String.fetchSet(
            database, sql: "SELECT name FROM \(schema).sqlite_schema WHERE type = 'table' LIMIT \(all.count + 1)")
        return all.filter { names.contains($0.name) }
    }

    private init(_ name: String, _ columns: String, key: Int) {
        self.name = name
        self.columns = columns.split(separator: ", ").map(String.init)
        keyColumnCount = key
    }

    /// `a.key, a.line`
    static func list(_ columns: [String], of table: String) -> String {
        columns.map { "\(table).\($0)" }.joined(separator: ", ")
    }

    /// `a.key = b.key AND a.line = b.line`
    func sameKey(_ left: String, _ right: String) -> String {
        key.map { "\(left).\($0) = \(right).\($0)" }.joined(separator: " AND ")
    }
}
