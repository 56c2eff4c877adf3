internal import GRDB
public import Tickets

/// Which entries to list; `nil` means any.
public struct EntryFilter: Hashable, Sendable {
    /// Id of the event.
    public var event: String?
    /// The word of a verdict: `admitted`, `checkedOut`, `refused`.
    public var verdict: String?
    /// Why it was refused.
    public var reason: Reason?
    /// Slug of the gate.
    public var gate: String?

    public init(event: String? = nil, verdict: String? = nil, reason: Reason? = nil, gate: String? = nil) {
        self.event = event
        self.verdict = verdict
        self.reason = reason
        self.gate = gate
    }
}

extension Journal {
    /// A page of entries in the order of their numbers.
    ///
    /// - Parameters:
    ///   - sequence: number of the last entry of the previous page; 0 for the first page.
    ///   - limit: how many entries at most.
    /// - Throws: ``JournalError`` `.damaged` when a row cannot be an entry
    public func entries(
        after sequence: Int64 = 0, limit: Int, filter: EntryFilter = EntryFilter()
    ) throws -> [JournalEntry] {
        try read("list") { db in
            let rows = try Row.fetchCursor(
                try db.cachedStatement(
                    sql: """
                        SELECT \(JournalEntry.columns) FROM entry
                        WHERE seq > :after AND (:event IS NULL OR event = :event)
                          AND (:verdict IS NULL OR verdict = :verdict) AND (:reason IS NULL OR reason = :reason)
                          AND (:gate IS NULL OR gate = :gate)
                        ORDER BY seq LIMIT :limit
                        """),
                arguments: [
                    "after": sequence, "event": filter.event, "verdict": filter.verdict,
                    "reason": filter.reason?.rawValue, "gate": filter.gate, "limit": limit,
                ])
            var entries: [JournalEntry] = []
            while let row = try rows.next() { entries.append(try JournalEntry(row: row)) }
            return entries
        }
    }

    /// When the newest entry of each event that has any was made, or came from another station, by event id. A time after
    /// `now` is of a clock that was wrong: the entry was made before the next one that has a right time, and before `now`.
    /// - Parameter now: by a clock that is trusted (``ClockEvidence``).
    public func newestEntries(now: Timestamp) throws -> [String: Timestamp] {
        try read("list the events of") { db in
            let rows = try Row.fetchAll(
                db,
                sql: """
                    SELECT event, max(CASE WHEN at <= :now THEN at ELSE coalesce(
                        (SELECT later.at FROM entry AS later WHERE later.seq > came.seq AND later.at <= :now
                          ORDER BY later.seq LIMIT 1), :now) END)
                    FROM (
                      SELECT event, at, seq FROM entry WHERE event IS NOT NULL
                      UNION ALL SELECT event, min(at, coalesce(heard, at)), \(Int64.max) FROM elsewhere) AS came
                    GROUP BY event
                    """, arguments: ["now": now.milliseconds])
            return Dictionary(
                uniqueKeysWithValues: rows.map { ($0[0] as String, Timestamp(milliseconds: $0[1])) })
        }
    }

    /// The numbers in the status of a station.
    public func figures() throws -> JournalFigures {
        let open = try openOutbox()
        return try read("count") { db in
            let newest = try Int64.fetchOne(db, sql: "SELECT at FROM entry ORDER BY seq DESC LIMIT 1")
            return JournalFigures(
                entries: try Int.fetchOne(db, sql: "SELECT count(*) FROM entry") ?? 0,
                lastSequence: try ChainTip(readingFrom: db).sequence,
                lastEntryAt: newest.map(Timestamp.init(milliseconds:)),
                waiting: open[.waiting] ?? 0,
                disputed: open[.disputed] ?? 0,
                refused: open[.refused] ?? 0,
                parked: open[.parked] ?? 0)
        }
    }
}

extension Journal {
    /// Number of the newest entry ever made, also after a purge; 0 before the first.
    public func newestNumber() throws -> Int64 {
        try read("look for the newest entry") { db in try ChainTip(readingFrom: db).sequence }
    }

    /// The latest time of the entries that were made while the clock counted as synchronised; `nil` without any.
    public func latestSynchronisedTime() throws -> Timestamp? {
        try read("look for the latest entry") { db in
            try Int64.fetchOne(db, sql: "SELECT max(at) FROM entry WHERE clock = 'synchronised'")
                .map(Timestamp.init(milliseconds:))
        }
    }

    /// How far this machine's clock was ahead of a server's when it was last noted with an entry (below zero: behind);
    /// `nil` when it never was.
    public func lastClockOffset() throws -> Duration? {
        try read("look for the clock's offset in") { db in
            try Int64.fetchOne(
                db,
                sql: "SELECT machine_offset FROM outbox WHERE machine_offset IS NOT NULL ORDER BY entry DESC LIMIT 1"
            ).map { .milliseconds($0) }
        }
    }

    /// The latest time of all entries; `nil` without any. A clock that shows an earlier time was set back since then.
    public func latestTime() throws -> Timestamp? {
        try read("look for the latest entry") { db in
            try Int64.fetchOne(db, sql: "SELECT max(at) FROM entry").map(Timestamp.init(milliseconds:))
        }
    }
}

/// How many entries the journal has, and how many its backends have not acknowledged.
public struct JournalFigures: Hashable, Sendable {
    /// Entries that are stored; purged ones are not counted.
    public let entries: Int
    /// Number of the newest entry ever made, also if it was purged; 0 before the first.
    public let lastSequence: Int64
    /// Time of the newest stored entry; `nil` when none is stored.
    public let lastEntryAt: Timestamp?
    /// Uploads that are still to be sent.
    public let waiting: Int
    /// Uploads that a backend took and disagrees with.
    public let disputed: Int
    /// Uploads that a backend refused.
    public let refused: Int
    /// Uploads that cannot be sent for now.
    public let parked: Int
}
