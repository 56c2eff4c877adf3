internal import GRDB
internal import Tickets

/// What stays of check-ins that are removed: who passed with a ticket, by the key of its code alone, so that a station which
/// comes later, or has lost its state, does not let the same tickets in again in a later list of the same event. No reference,
/// gate, person or note.
/// See docs/decisions/028-deletion-remembers.md.
extension RelayStore {
    /// `received`: when a check-in came, by this machine's clock. `kept`: it has nothing any more but what stays.
    static let memorySchema = """
        ALTER TABLE checkin ADD COLUMN received INTEGER;
        ALTER TABLE checkin ADD COLUMN kept INTEGER NOT NULL DEFAULT 0;
        """

    /// Condition on check-ins of which something stays. What a server told without a key stays at the server.
    private static let isPassage = """
        message ->> 'key' IS NOT NULL AND message ->> 'verdict' IN ('admitted', 'checkedOut')
        """

    /// Removes check-ins, but for what stays of passages.
    /// - Parameter numbers: a query of them.
    /// - Returns: how many were touched.
    static func reduce(_ numbers: String, _ arguments: StatementArguments, in db: Database) throws -> Int {
        try db.execute(sql: "DELETE FROM outbox WHERE number IN (\(numbers))", arguments: arguments)
        try db.execute(
            sql: "DELETE FROM checkin WHERE number IN (\(numbers)) AND NOT coalesce(\(isPassage), false)",
            arguments: arguments)
        let removed = db.changesCount
        try db.execute(
            sql: """
                UPDATE checkin SET kept = 1, message = json_remove(message, '$.ref', '$.operator', '$.note', '$.gate')
                  WHERE number IN (\(numbers))
                """, arguments: arguments)
        return removed + db.changesCount
    }

    /// How many tickets of an event were used whose check-ins were removed.
    package func usedTickets(of event: String) throws -> Int {
        try queue.read { db in
            try Int.fetchOne(
                db,
                sql: """
                    SELECT count(DISTINCT message ->> 'key') FROM checkin WHERE event = ? AND kept
                      AND message ->> 'verdict' = 'admitted' AND message ->> 'undoes' IS NULL
                      AND NOT EXISTS (SELECT 1 FROM checkin AS undo
                        WHERE undo.event = checkin.event AND undo.kept AND undo.message ->> 'undoes' = checkin.id)
                    """, arguments: [event]) ?? 0
        }
    }

    /// Forgets which tickets were used: stations that learn from this relay later let them in again. Only after a person has
    /// confirmed that.
    package func readmit(event: String) throws {
        try queue.write { db in try db.execute(sql: "DELETE FROM checkin WHERE event = ? AND kept", arguments: [event])
        }
    }
}
