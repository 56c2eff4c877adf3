internal import GRDB
internal import Tickets

/// What becomes old, and is removed. Days are counted that the relay has seen, one by one: a clock that jumps ahead by years
/// makes nothing older than one day.
extension RelayStore {
    /// In the order in which they were seen. `number`: of the newest check-in on that day.
    static let retentionSchema = """
        CREATE TABLE day(seen INTEGER PRIMARY KEY AUTOINCREMENT, at INTEGER NOT NULL, number INTEGER NOT NULL) STRICT;
        """

    /// How many check-ins are removed at once: stations wait meanwhile.
    private static let batch = 2000

    /// Notes that a day has begun, if the one before is over.
    /// - Parameter now: by a clock that is trusted.
    func noteDay(_ now: Timestamp) throws {
        try queue.write { db in
            try db.execute(
                sql: """
                    INSERT INTO day(at, number) SELECT :now, coalesce((SELECT max(number) FROM checkin), 0)
                      WHERE NOT EXISTS (SELECT 1 FROM day WHERE at > :before AND at <= :now)
                    """, arguments: ["now": now.milliseconds, "before": (now - .seconds(86_400)).milliseconds])
        }
    }

    /// Removes events of which nothing has come for so many days, and of which no server waits for anything; with them what
    /// stations that were not heard since said of themselves. Which tickets were used stays, by their keys alone.
    /// - Returns: the events of which something was removed.
    func removeOld(days: Int) throws -> [String] {
        guard let day = try queue.read({ db in try Self.day(days, in: db) }) else { return [] }
        let events = try queue.read { db in
            try String.fetchAll(
                db,
                sql: """
                    SELECT event FROM checkin WHERE NOT kept GROUP BY event HAVING max(number) <= ? AND NOT EXISTS (
                      SELECT 1 FROM checkin AS open JOIN outbox USING (number)
                      WHERE open.event = checkin.event AND state IN ('waiting', 'parked'))
                    ORDER BY event
                    """, arguments: [day.number])
        }
        let removed = try events.filter { event in
            guard try remove(event) > 0 else { return false }
            while try remove(event) > 0 {}
            return true
        }
        try queue.write { db in
            for table in ["report", "head"] {
                try db.execute(sql: "DELETE FROM \(table) WHERE received < ?", arguments: [day.at])
            }
            try db.execute(sql: "DELETE FROM day WHERE seen < ?", arguments: [day.seen])
        }
        return removed
    }

    /// The day that lies so many days back; `nil` while fewer were seen. `at`: the earliest time of it and those after it,
    /// so that a day on which the clock was ahead makes nothing old that came later.
    private static func day(_ days: Int, in db: Database) throws -> (seen: Int64, at: Int64, number: Int64)? {
        try Row.fetchOne(
            db,
            sql: """
                SELECT seen, number, (SELECT min(at) FROM day AS later WHERE later.seen >= day.seen) AS earliest
                  FROM day ORDER BY seen DESC LIMIT 1 OFFSET ?
                """, arguments: [days]
        ).map { ($0["seen"], $0["earliest"], $0["number"]) }
    }

    /// Orders that are over: no station takes them any more.
    /// - Parameter now: by a clock that is trusted.
    func removeOrders(endedBefore now: Timestamp) throws {
        try queue.write { db in
            try db.execute(sql: "DELETE FROM control_order WHERE expires < ?", arguments: [now.milliseconds])
        }
    }

    /// - Returns: how many were removed, or reduced to what stays.
    private func remove(_ event: String) throws -> Int {
        try queue.write { db in
            let numbers = """
                SELECT number FROM checkin WHERE event = :event AND NOT kept ORDER BY number LIMIT \(Self.batch)
                """
            let arguments: StatementArguments = ["event": event]
            let chosen = try Int64.fetchAll(db, sql: numbers, arguments: arguments)
            guard let last = chosen.last else { return 0 }
            let removed = try Self.reduce(
                "SELECT number FROM checkin WHERE event = :event AND NOT kept AND number <= :last",
                ["event": event, "last": last], in: db)
            try db.execute(sql: "DELETE FROM ticket WHERE event = :event", arguments: arguments)
            return removed
        }
    }
}
