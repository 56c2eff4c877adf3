internal import Files
package import Foundation
internal import GRDB

extension ListChanges {
    /// A file that is the body of a list, and nothing else.
    package struct Body {
        let file: URL
        let claims: ManifestClaims.Body

        /// - Parameter claims: what the list's line says of it.
        package init(_ file: URL, claims: ManifestClaims.Body) {
            (self.file, self.claims) = (file, claims)
        }
    }

    /// What leads from one body to another. It was tried: applied to the first, it gave exactly the second.
    ///
    /// - Returns: `nil` when it would be longer than ``maximumByteCount(ofBody:)``, or when one of them has rules or
    ///   dates and the other has not.
    /// - Throws: ``ManifestError``, also when the second body cannot be made from its rows: another program may have
    ///   written it in an order of its own.
    package static func between(_ old: Body, _ new: Body) throws -> ListChanges? {
        let header = try Self.header(of: new.file)
        guard old.claims.sha256 != new.claims.sha256 else {
            return ListChanges(
                from: old.claims.sha256, to: new.claims.sha256, header: header, rows: Data([RowChange.end]))
        }
        let limit = maximumByteCount(ofBody: new.claims.bytes)
        guard let rows = try rows(from: old, to: new, limit: limit) else { return nil }
        let changes = ListChanges(from: old.claims.sha256, to: new.claims.sha256, header: header, rows: rows)
        guard changes.byteCount <= limit else { return nil }
        let rebuilt = try RebuiltBody(
            in: FileManager.default.temporaryDirectory, from: old.file, changes: changes,
            byteCount: new.claims.bytes)
        guard try ManifestFile.measure(rebuilt.file).sha256 == new.claims.sha256 else {
            throw fault("they do not give the body that was signed")
        }
        return changes
    }

    private static func header(of body: URL) throws -> Data {
        let file = try OwnedFile(reading: body)
        var header = [UInt8](repeating: 0, count: headerByteCount)
        guard try file.read(into: &header) == headerByteCount else { throw fault("the list has no body") }
        return Data(header)
    }

    /// - Returns: `nil` when they are longer than the limit, or when the bodies have different tables.
    private static func rows(from old: Body, to new: Body, limit: Int64) throws -> Data? {
        do {
            let database = try DatabaseQueue()
            return try database.inDatabase { database in
                try RebuiltBody.attach(old.file, as: "old", to: database)
                try RebuiltBody.attach(new.file, as: "new", to: database)
                var rows = Data()
                let names = try BodyTable.all(in: "new", of: database).map(\.name)
                guard try BodyTable.all(in: "old", of: database).map(\.name) == names else { return nil }
                for (index, table) in BodyTable.all.enumerated() where names.contains(table.name) {
                    let changed = try Row.fetchCursor(database, sql: table.comparison)
                    while let row = try changed.next() {
                        guard Int64(rows.count) < limit else { return nil }
                        try change(row, of: table, index).write(to: &rows)
                    }
                }
                rows.append(RowChange.end)
                return rows
            }
        } catch let error as DatabaseError {
            throw fault("the lists cannot be compared: \(error.message ?? "no reason")")
        }
    }

    private static func change(_ row: Row, of table: BodyTable, _ index: Int) throws -> RowChange {
        let isRemoval = row[0] == 0
        let count = isRemoval ? table.keyColumnCount : table.columns.count
        return RowChange(
            table: index, isRemoval: isRemoval,
            values: try (1...count).map { column in
                guard let value = RowValue(row[column] as DatabaseValue) else { throw BodyRow.fault }
                return value
            })
    }
}

extension BodyTable {
    /// Selects every row that differs, in the order of keys: 1 and the new row, or 0 and the key of one that is gone.
    fileprivate var comparison: String {
        let empty = columns.dropFirst(keyColumnCount).map { _ in ", NULL" }.joined()
        return """
            SELECT 1, \(Self.list(columns, of: "b")) FROM new.\(name) AS b LEFT JOIN old.\(name) AS a
              ON \(sameKey("a", "b")) WHERE a.\(key[0]) IS NULL
              OR (\(Self.list(columns, of: "a"))) IS NOT (\(Self.list(columns, of: "b")))
            UNION ALL SELECT 0, \(Self.list(key, of: "a"))\(empty) FROM old.\(name) AS a
              WHERE NOT EXISTS (SELECT 1 FROM new.\(name) AS b WHERE \(sameKey("a", "b")))
            ORDER BY \((0..<keyColumnCount).map { "\($0 + 2)" }.joined(separator: ", "))
            """
    }
}
