internal import Foundation
internal import GRDB
internal import Synchronization
public import Tickets

/// Result of a purge.
public struct PurgeReport: Hashable, Sendable {
    /// How many entries were removed.
    public internal(set) var removed = 0
    /// Events that were not purged, by id, with the number of their entries that are neither acknowledged nor exported.
    public internal(set) var kept: [String: Int] = [:]
}

extension Journal {
    /// Entries removed in one transaction, under one checkpoint: few, because a scan may be waiting.
    static let runLength: Int64 = 1000

    /// Removes the entries of events that have ended. A signed checkpoint takes the place of each run, and which tickets were
    /// used stays remembered (``RememberedUse``): a later list of the same event does not admit them again.
    ///
    /// An event is removed when each of its entries was exported, or was acknowledged by its backend and does not wait
    /// for the venue's ledger. Copies keep nothing, nor does what is about no ticket. Entries of no event are removed when they were exported and an entry
    /// after them is removed.
    ///
    /// - Parameters:
    ///   - events: ids of events that have ended; the journal itself does not know when they end.
    ///   - now: by a clock that is trusted (``ClockEvidence``).
    /// - Throws: ``JournalError`` `.damaged` when the hash chain is broken: a checkpoint would hide that
    public func purge(events: Set<String>, now: Timestamp) throws -> PurgeReport {
        try longWork.withLock { _ in
            try requireWhole(to: "purge")
            var report = PurgeReport()
            var going: Set<String> = []
            for event in events.sorted() {
                let open = try read("purge") { db in try Self.openEntries(of: event, in: db) }
                if open == 0 { going.insert(event) } else { report.kept[event] = open }
            }
            guard !going.isEmpty else { return report }
            let newest = try read("purge") { db in try Self.newestEntry(of: going, in: db) }
            for event in going.sorted() {
                let lines = try listedLines(of: event, to: "purge")
                _ = try remember(lines.map { KeptUse(line: $0) }, of: event, through: newest, to: "purge", now: now)
            }
            var position: Int64 = 0
            while let run = try read(
                "purge", { db in try Self.run(after: position, of: going, through: newest, in: db) })
            {
                try remove(run, of: going, to: "purge", now: now)
                report.removed += run.count
                position = run.upperBound
            }
            try removeWhatIsNotNeeded(of: going, now: now)
            return report
        }
    }

    /// What others told of events that are over. Refunds stay, as what was used does: a ticket that was taken back must not
    /// be valid again.
    private func removeWhatIsNotNeeded(of events: Set<String>, now: Timestamp) throws {
        try write("purge", erases: true) { db in
            for table in ["elsewhere", "late_ticket", "changed_ticket", "medium", "sale_grant"] {
                try db.execute(
                    sql: "DELETE FROM \(table) WHERE event IN (\(databaseQuestionMarks(count: events.count)))",
                    arguments: StatementArguments(events.sorted()))
            }
            try db.execute(
                sql: "DELETE FROM unplaced WHERE heard < ?", arguments: [now.milliseconds - Self.longestWait])
        }
    }

    /// Before entries are removed.
    /// - Throws: ``JournalError`` `.damaged` when the hash chain is broken: a checkpoint would hide that
    func requireWhole(to operation: String) throws {
        guard let fault = try checkChain(head: nil, progress: { _ in }).fault else { return }
        throw JournalError(
            .damaged, operation, "the journal", fault.description, hint: "Run `usher journal verify`.")
    }

    /// Condition on entries of `:event` that are stored nowhere else.
    static let isOpen = """
        event = :event AND verdict <> 'noted' AND seq > coalesce((SELECT max(seq) FROM exported WHERE event IN ('', :event)), 0)
          AND (NOT EXISTS (SELECT 1 FROM outbox WHERE entry = entry.seq AND NOT is_copy)
            OR EXISTS (SELECT 1 FROM outbox WHERE entry = entry.seq AND NOT is_copy AND state <> 'acknowledged')
            OR EXISTS (SELECT 1 FROM ledger WHERE entry = entry.seq AND state = 'waiting'))
        """

    private static func openEntries(of event: String, in db: Database) throws -> Int {
        try Int.fetchOne(db, sql: "SELECT count(*) FROM entry WHERE \(isOpen)", arguments: ["event": event]) ?? 0
    }

    private static func newestEntry(of events: Set<String>, in db: Database) throws -> Int64 {
        try Int64.fetchOne(
            db, sql: "SELECT max(seq) FROM entry WHERE event IN (\(databaseQuestionMarks(count: events.count)))",
            arguments: StatementArguments(events.sorted())) ?? 0
    }

    /// The next run of entries that may be removed: consecutive numbers, ``runLength`` at most.
    private static func run(
        after position: Int64, of events: Set<String>, through newest: Int64, in db: Database
    ) throws -> ClosedRange<Int64>? {
        let marks = databaseQuestionMarks(count: events.count)
        let numbers = try Int64.fetchCursor(
            db,
            sql: """
                SELECT seq FROM entry WHERE seq > ? AND seq <= ? AND (event IN (\(marks))
                  OR event IS NULL AND seq <= (SELECT max(seq) FROM exported WHERE event = ''))
                ORDER BY seq LIMIT ?
                """,
            arguments: [position, newest] + StatementArguments(events.sorted()) + [runLength])
        guard let first = try numbers.next() else { return nil }
        var last = first
        while let next = try numbers.next(), next == last + 1 { last = next }
        return first...last
    }

    /// Removes consecutive entries, ``runLength`` at most; a signed checkpoint takes their place.
    /// - Parameter events: what is remembered of them stands for the entries.
    func remove(_ run: ClosedRange<Int64>, of events: Set<String>, to operation: String, now: Timestamp) throws {
        try write(operation, erases: true) { db in
            guard let first = try Self.entry(run.lowerBound, in: db), let last = try Self.entry(run.upperBound, in: db)
            else {
                throw JournalError(.damaged, operation, "the journal", "an entry has just disappeared")
            }
            try Checkpoint(first: first, last: last, remembering: events, at: now, by: identity.signingKey)
                .insert(into: db)
            try db.execute(
                sql: "DELETE FROM entry WHERE seq BETWEEN ? AND ?", arguments: [run.lowerBound, run.upperBound])
        }
    }

    private static func entry(_ sequence: Int64, in db: Database) throws -> JournalEntry? {
        let rows = try Row.fetchCursor(
            db, sql: "SELECT \(JournalEntry.columns) FROM entry WHERE seq = ?", arguments: [sequence])
        return try rows.next().map(JournalEntry.init(row:))
    }
}
