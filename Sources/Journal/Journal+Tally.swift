internal import Foundation
internal import GRDB
public import Tickets

extension Journal {
    /// Rows read at once: few, because a scan may be waiting.
    private static let tallyLength = 250

    /// The next entries, first this station's and then those of other gates, 250 at most.
    ///
    /// - Returns: empty when there are no more.
    public func tallyRows(after position: JournalTally.Position) throws -> [TallyRow] {
        try read("count") { db in
            var rows = try Self.tallyRows(db, .here, after: position.here, limit: Self.tallyLength)
            if rows.count < Self.tallyLength {
                rows += try Self.tallyRows(
                    db, .elsewhere, after: position.elsewhere, limit: Self.tallyLength - rows.count)
            }
            return rows
        }
    }

    /// How many entries the backends have not acknowledged, by state.
    public func openOutbox() throws -> [OutboxState: Int] {
        try read("count") { db in
            let rows = try Row.fetchAll(
                db, sql: "SELECT state, count(*) AS entries FROM outbox WHERE state <> 'acknowledged' GROUP BY state")
            return Dictionary(
                rows.compactMap { row in OutboxState(rawValue: row["state"]).map { ($0, row["entries"] as Int) } }
            ) { first, _ in first }
        }
    }

    // MARK: - Rows

    private static let ownColumns = """
        seq, id, event, list, gate, key, line, ref, verdict, reason, kind, undoes, count, operator, at, NULL AS alias
        """
    private static let othersColumns = """
        seq, id, event, list, gate, key, line, ref, verdict, NULL AS reason, NULL AS kind, undoes, count,
        NULL AS operator, at, alias
        """

    private static func select(_ origin: TallyEntry.Origin) -> String {
        switch origin {
        case .here: "SELECT \(ownColumns) FROM entry WHERE verdict <> 'sold'"
        // Earlier versions kept refusals of other gates there, too.
        case .elsewhere: "SELECT \(othersColumns) FROM elsewhere WHERE verdict IN ('admitted', 'checkedOut')"
        }
    }

    private static func tallyRows(
        _ db: Database, _ origin: TallyEntry.Origin, after sequence: Int64, limit: Int
    ) throws -> [TallyRow] {
        let rows = try Row.fetchCursor(
            try db.cachedStatement(sql: "\(select(origin)) AND seq > ? ORDER BY seq LIMIT ?"),
            arguments: [sequence, limit])
        var entries: [TallyEntry] = []
        while let row = try rows.next() { entries.append(try TallyEntry(row, origin)) }
        return try entries.map { entry in
            TallyRow(entry, undone: try entry.undoes.flatMap { try tallyEntry(db, id: $0) })
        }
    }

    private static func tallyEntry(_ db: Database, id: String) throws -> TallyEntry? {
        for (origin, isNamed) in [(TallyEntry.Origin.here, "id = :id"), (.elsewhere, "id = :id OR alias = :id")] {
            let rows = try Row.fetchCursor(
                try db.cachedStatement(sql: "\(select(origin)) AND (\(isNamed))"), arguments: ["id": id])
            if let row = try rows.next() { return try TallyEntry(row, origin) }
        }
        return nil
    }
}

extension TallyEntry {
    fileprivate init(_ row: Row, _ origin: Origin) throws {
        let reason = (row["reason"] as String?).flatMap(Reason.init(rawValue:))
        guard let verdict = Verdict(word: row["verdict"], reason: reason) else {
            throw JournalError(
                .damaged, "read", "entry \(row["seq"] as Int64) of the journal", "it was changed",
                hint: "Run `usher journal verify`.")
        }
        self.init(
            origin: origin, sequence: row["seq"], id: row["id"], alias: row["alias"], event: row["event"],
            list: row["list"], gate: row["gate"], key: (row["key"] as Data?).flatMap(TicketKey.init(bytes:)),
            line: row["line"], reference: row["ref"], verdict: verdict,
            kind: (row["kind"] as String?).flatMap(CheckIn.Kind.init(rawValue:)), undoes: row["undoes"],
            count: row["count"], operator: row["operator"], at: Timestamp(milliseconds: row["at"]))
    }
}
