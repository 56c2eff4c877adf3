internal import Foundation
internal import GRDB
public import Tickets

extension Journal {
    /// How many are kept per backend: those that were changed first are removed first.
    static let mostChanged = 100_000

    /// What a backend has changed of these tickets, by reference.
    public func changedTickets(
        of event: String, backend: String, references: some Sequence<String>
    ) throws -> [String: ChangedTicket] {
        try read("look up changed tickets in") { db in
            let statement = try db.cachedStatement(
                sql: """
                    SELECT status, not_before, not_after, keys, at FROM changed_ticket
                    WHERE backend = ? AND event = ? AND ref = ?
                    """)
            var found: [String: ChangedTicket] = [:]
            for reference in references {
                let rows = try Row.fetchCursor(statement, arguments: [backend, event, reference])
                if let row = try rows.next() {
                    found[reference] = ChangedTicket(row, event: event, reference: reference)
                }
            }
            return found
        }
    }

    /// A list has all that was changed before it was made.
    /// - Parameter issued: the latest time of a change that is forgotten.
    public func forgetChanges(of event: String, backend: String, before issued: Timestamp) throws {
        try write("forget changed tickets of") { db in
            try db.execute(
                sql: "DELETE FROM changed_ticket WHERE backend = ? AND event = ? AND at <= ?",
                arguments: [backend, event, issued.milliseconds])
        }
    }

    /// Of two reports about one ticket, the one that was changed later stays.
    static func keep(_ changes: [ChangedTicket], of backend: String, in db: Database) throws {
        guard !changes.isEmpty else { return }
        let upsert = try db.cachedStatement(
            sql: """
                INSERT INTO changed_ticket(backend, event, ref, status, not_before, not_after, keys, at)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT DO UPDATE SET status = excluded.status, not_before = excluded.not_before,
                  not_after = excluded.not_after, keys = excluded.keys, at = excluded.at WHERE excluded.at >= at
                """)
        for change in changes {
            try upsert.execute(arguments: [
                backend, change.event, change.reference, change.status.word, change.notBefore?.milliseconds,
                change.notAfter?.milliseconds, change.keys.reduce(into: Data()) { $0 += $1.bytes },
                change.at.milliseconds,
            ])
        }
        try db.execute(
            sql: """
                DELETE FROM changed_ticket WHERE (backend, event, ref) IN (SELECT backend, event, ref FROM changed_ticket
                  WHERE backend = :backend ORDER BY at DESC, event DESC, ref DESC LIMIT -1 OFFSET :most)
                """, arguments: ["backend": backend, "most": mostChanged])
    }
}

extension ChangedTicket {
    /// `nil` when the row was changed by somebody.
    fileprivate init?(_ row: Row, event: String, reference: String) {
        guard let status = TicketRow.Status(word: row["status"]) else { return nil }
        let bytes: Data = row["keys"]
        let keys = stride(from: 0, to: bytes.count, by: TicketKey.byteCount).compactMap { start in
            TicketKey(bytes: Data(bytes.dropFirst(start).prefix(TicketKey.byteCount)))
        }
        self.init(
            event: event, reference: reference, status: status,
            notBefore: (row["not_before"] as Int64?).map { Timestamp(milliseconds: $0) },
            notAfter: (row["not_after"] as Int64?).map { Timestamp(milliseconds: $0) }, keys: keys,
            at: Timestamp(milliseconds: row["at"]))
    }
}
