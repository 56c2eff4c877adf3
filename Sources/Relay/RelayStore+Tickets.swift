internal import Backends
internal import GRDB
internal import Tickets

/// Tickets as their servers reported them last, for the stations to compare with their lists.
extension RelayStore {
    /// How many are kept per backend: those that were changed first are removed first.
    static let mostTickets = 100_000

    /// A ticket that changes gets a new number, so that stations are told again. A check-in touches its order and changes
    /// nothing of the ticket: then the number stays.
    static let ticketSchema = """
        CREATE TABLE ticket(
          number INTEGER PRIMARY KEY AUTOINCREMENT, backend TEXT NOT NULL, event TEXT NOT NULL, ref TEXT NOT NULL,
          status TEXT NOT NULL, not_before INTEGER, not_after INTEGER, at INTEGER NOT NULL, UNIQUE(event, ref)) STRICT;
        CREATE INDEX ticket_age ON ticket(backend, at);
        """

    static func keep(_ tickets: [ReportedTicket], of backend: String, in db: Database) throws {
        guard !tickets.isEmpty else { return }
        let isKnown = try db.cachedStatement(
            sql: """
                SELECT EXISTS (SELECT 1 FROM ticket WHERE event = :event AND ref = :ref AND (at > :at
                  OR status = :status AND not_before IS :notBefore AND not_after IS :notAfter))
                """)
        let replace = try db.cachedStatement(
            sql: """
                INSERT OR REPLACE INTO ticket(backend, event, ref, status, not_before, not_after, at)
                VALUES (:backend, :event, :ref, :status, :notBefore, :notAfter, :at)
                """)
        for ticket in tickets {
            let state: StatementArguments = [
                "event": ticket.event, "ref": ticket.reference, "status": ticket.status.word,
                "notBefore": ticket.notBefore?.milliseconds, "notAfter": ticket.notAfter?.milliseconds,
                "at": ticket.at.milliseconds,
            ]
            guard try Bool.fetchOne(isKnown, arguments: state) == false else { continue }
            try replace.execute(arguments: state + ["backend": backend])
        }
        try db.execute(
            sql: """
                DELETE FROM ticket WHERE number IN (SELECT number FROM ticket
                  WHERE backend = :backend ORDER BY at DESC, number DESC LIMIT -1 OFFSET :most)
                """, arguments: ["backend": backend, "most": mostTickets])
    }

    /// The next tickets in the order of their last change.
    /// - Returns: `end` is the number of the last; `nil` when there was none.
    func tickets(after number: Int64, limit: Int) throws -> (tickets: [ReportedTicket], end: Int64?) {
        try queue.read { db in
            let rows = try Row.fetchAll(
                try db.cachedStatement(
                    sql: """
                        SELECT number, event, ref, status, not_before, not_after, at FROM ticket
                        WHERE number > ? ORDER BY number LIMIT ?
                        """), arguments: [number, limit])
            return (rows.compactMap(ReportedTicket.init), rows.last?["number"])
        }
    }
}

extension ReportedTicket {
    /// `nil` when the row was changed by somebody.
    fileprivate init?(_ row: Row) {
        guard let status = TicketRow.Status(word: row["status"]) else { return nil }
        self.init(
            event: row["event"], reference: row["ref"], status: status,
            notBefore: (row["not_before"] as Int64?).map { Timestamp(milliseconds: $0) },
            notAfter: (row["not_after"] as Int64?).map { Timestamp(milliseconds: $0) },
            at: Timestamp(milliseconds: row["at"]))
    }
}
