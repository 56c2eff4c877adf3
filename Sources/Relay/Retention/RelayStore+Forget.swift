internal import GRDB
package import Tickets

extension RelayStore {
    /// Removes all that the relay has of one ticket of an event that is over.
    ///
    /// - Parameter reference: as check-ins have it, or what people see of it, before `#`. Check-ins without a reference are
    ///   found by the keys of those that have it.
    /// - Returns: how many check-ins and changes of the ticket were removed.
    /// - Throws: ``RelayError`` before the first check-in of the event, while the newest is younger than a day, while a server
    ///   waits for one of the ticket, and when there is nothing to remove
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
            guard let newest = newest.flatMap({ Timestamp(rfc3339: $0) }) else {
                throw RelayError(
                    "forget", subject, "the relay has no check-in of the event: its doors may not have opened yet",
                    hint: "Is the id right?")
            }
            guard newest <= now - .seconds(86_400) else {
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
            var removed = db.changesCount
            try db.execute(
                sql: "DELETE FROM ticket WHERE event = :event AND \(isReference("ref"))", arguments: arguments)
            removed += db.changesCount
            guard removed > 0 else {
                throw RelayError(
                    "forget", subject, "nothing here has this reference",
                    hint:
                        "References are compared as they are written: R-17 is not r17. It may have been forgotten before."
                )
            }
            return removed
        }
    }
}
