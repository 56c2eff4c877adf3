internal import GRDB
package import Tickets

extension RelayStore {
    /// Removes all that the relay has of one ticket of an event that is over.
    ///
    /// - Parameter reference: as check-ins have it, or what people see of it, before `#`. Check-ins without a reference are
    ///   found by the keys of those that have it.
    /// - Returns: how many check-ins were removed.
    /// - Throws: ``RelayError`` while the newest check-in of the event is younger than a day, and while a server waits for
    ///   one of the ticket
    package func forget(ticket reference: String, event: String, now: Timestamp) throws -> Int {
        let subject = "a ticket of \(event.withoutControls)"
        let isReference = { (column: String) in
            "(\(column) = :ref OR substr(\(column), 1, length(:ref) + 1) = :ref || '#')"
        }
        let meant = """
            SELECT number FROM checkin WHERE event = :event AND (\(isReference("message ->> 'ref'"))
              OR message ->> 'ref' IS NULL AND message ->> 'key' IN (SELECT message ->> 'key' FROM checkin
                WHERE event = :event AND \(isReference("message ->> 'ref'"))))
            """
        let arguments: StatementArguments = ["event": event, "ref": reference]
        return try queue.write { db in
            let newest = try String.fetchOne(
                db, sql: "SELECT max(message ->> 'at') FROM checkin WHERE event = ?", arguments: [event])
            if let newest = newest.flatMap(Timestamp.init), newest > now - .seconds(86_400) {
                throw RelayError(
                    "forget", subject, "somebody passed in the last day: its doors may be open",
                    hint: "Wait until a day after the last check-in.")
            }
            let waiting =
                try Int.fetchOne(
                    db,
                    sql: "SELECT count(*) FROM outbox WHERE state IN ('waiting', 'parked') AND number IN (\(meant))",
                    arguments: arguments) ?? 0
            guard waiting == 0 else {
                throw RelayError(
                    "forget", subject, "its server has not taken \(waiting) of its check-ins",
                    hint: "Start the relay, and wait until nothing waits.")
            }
            try db.execute(sql: "DELETE FROM outbox WHERE number IN (\(meant))", arguments: arguments)
            try db.execute(sql: "DELETE FROM checkin WHERE number IN (\(meant))", arguments: arguments)
            let removed = db.changesCount
            try db.execute(
                sql: "DELETE FROM ticket WHERE event = :event AND \(isReference("ref"))", arguments: arguments)
            return removed
        }
    }
}
