internal import GRDB
package import Tickets

extension RelayStore {
    /// Removes all that the relay has of one ticket of an event that is over.
    ///
    /// - Parameters:
    ///   - reference: as check-ins have it, or what people see of it, before `#`. Check-ins without a reference are found by
    ///     the keys of those that have it.
    ///   - clock: what is known of this machine's clock.
    /// - Returns: how many check-ins and changes of the ticket were removed. Of passages, the ticket's key stays.
    /// - Throws: ``RelayError`` while the clock is not trusted, before the first check-in of the event, while one has come in
    ///   the last day, while a server waits for one of the ticket, and when there is nothing to remove
    package func forget(ticket reference: String, event: String, clock: ClockEvidence) throws -> Int {
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
        if let doubt = clock.doubt { throw RelayError("forget", subject, doubt.reason, hint: doubt.hint) }
        return try queue.write { db in
            guard let newest = try Self.newest(of: event, now: clock.now, in: db) else {
                throw RelayError(
                    "forget", subject, "the relay has no check-in of the event: its doors may not have opened yet",
                    hint: "Is the id right?")
            }
            guard newest <= clock.now - .seconds(86_400) else {
                throw RelayError(
                    "forget", subject, "a check-in has come in the last day: its doors may be open",
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
            var removed = try Self.reduce(meant, arguments, in: db)
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

    /// When the newest check-in of an event came, whatever the clock of its station says; `nil` without any. A time after now
    /// is of a clock that was wrong then: it came before the next that has a right time, or before a day that was noted.
    private static func newest(of event: String, now: Timestamp, in db: Database) throws -> Timestamp? {
        try Int64.fetchOne(
            db,
            sql: """
                SELECT max(CASE WHEN received <= :now THEN received ELSE coalesce((SELECT min(came) FROM (
                    SELECT min(received) AS came FROM checkin AS later
                      WHERE later.number > checkin.number AND received <= :now
                    UNION ALL SELECT min(at) FROM day WHERE day.number >= checkin.number AND at <= :now)), :now) END)
                FROM checkin WHERE event = :event
                """, arguments: ["event": event, "now": now.milliseconds]
        ).map(Timestamp.init(milliseconds:))
    }
}
