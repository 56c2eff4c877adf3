internal import Foundation
internal import GRDB
public import Tickets

/// State of an entry in the outbox. The raw value is the word in the table `outbox`.
public enum OutboxState: String, Sendable, CaseIterable {
    /// It is still to be sent.
    case waiting
    /// The backend accepted it. This state never changes again.
    case acknowledged
    /// The backend accepted it, and would have refused it: kept, and shown to a person. This state never changes again.
    case disputed
    /// The backend refused it: kept, and shown to a person.
    case refused
    /// It cannot be sent for now. Entries of other tickets do not wait for it.
    case parked
}

/// An entry, and its state at one backend.
public struct OutboxItem: Hashable, Sendable {
    /// As it is in the journal.
    public let entry: JournalEntry
    /// Name of the configured backend.
    public let backend: String
    /// How far the upload is.
    public let state: OutboxState
    /// The backend's reason for a refusal or dispute, or why it is parked; `nil` in the other states.
    public let reason: String?
    /// When it left the state `waiting`; `nil` while it waits.
    public let settled: Timestamp?
}

extension OutboxState {
    /// In SQL: the states in which the backend has the entry.
    static let taken = "'acknowledged', 'disputed'"

    /// The state that a server's answer gives to an entry, and the server's reason.
    fileprivate static func after(_ answer: ServerAnswer) -> (state: OutboxState, reason: String?) {
        switch answer {
        case .accepted: (.acknowledged, nil)
        case .disputed(let reason): (.disputed, reason)
        case .contradicted(let reason): (.refused, reason)
        case .rejected(let reason): (.parked, reason)
        }
    }
}

extension Journal {
    /// A page of the outbox in the order of the journal.
    ///
    /// - Parameters:
    ///   - states: only entries in these states.
    ///   - sequence: number of the last entry of the previous page; 0 for the first page.
    ///   - limit: how many items at most.
    public func outbox(
        states: Set<OutboxState> = [.waiting, .disputed, .refused, .parked], after sequence: Int64 = 0, limit: Int
    ) throws -> [OutboxItem] {
        let stateNames = states.map(\.rawValue).sorted()
        let marks = databaseQuestionMarks(count: stateNames.count)
        return try read("list the outbox of") { db in
            let rows = try Row.fetchCursor(
                db,
                sql: """
                    SELECT \(JournalEntry.columns), backend, state, words, settled
                    FROM entry JOIN outbox ON entry = seq
                    WHERE seq > ? AND state IN (\(marks)) ORDER BY seq, backend LIMIT ?
                    """, arguments: [sequence] + StatementArguments(stateNames) + [limit])
            var items: [OutboxItem] = []
            while let row = try rows.next() {
                guard let state = OutboxState(rawValue: row["state"]) else { continue }
                items.append(
                    OutboxItem(
                        entry: try JournalEntry(row: row), backend: row["backend"], state: state,
                        reason: row["words"],
                        settled: (row["settled"] as Int64?).map(Timestamp.init(milliseconds:))))
            }
            return items
        }
    }

    /// What to send to a backend now, in the order of the journal. It ends before the second entry of a ticket: whether
    /// that is sent depends on the answer to the first. Entries of a ticket with an older parked entry are left out,
    /// unless that is its sale; entries without a ticket never wait.
    ///
    /// - Parameters:
    ///   - backend: name of the configured backend.
    ///   - limit: how many entries at most.
    public func nextToUpload(backend: String, limit: Int) throws -> [OutgoingCheckIn] {
        try read("read the outbox of") { db in
            let rows = try Row.fetchCursor(
                try db.cachedStatement(sql: Self.nextInLine), arguments: ["backend": backend, "limit": limit])
            var uploads: [OutgoingCheckIn] = []
            var tickets: Set<TicketKey> = []
            while let row = try rows.next() {
                let checkIn = try JournalEntry(row: row).checkIn
                if let key = checkIn.key, !tickets.insert(key).inserted { break }
                let code = (row["sealed"] as Data?).flatMap { seal.open($0, entry: checkIn.id, backend: backend) }
                uploads.append(
                    OutgoingCheckIn(
                        checkIn, code: code,
                        clockOffset: (row["clock_offset"] as Int64?).map { .milliseconds($0) },
                        undoneCount: row["undone_count"],
                        answers: seal.openAnswers(row["answers"], entry: checkIn.id, backend: backend)))
            }
            return uploads
        }
    }

    private static let nextInLine = """
        SELECT \(JournalEntry.columns), sealed, answers, clock_offset,
          coalesce(
            (SELECT undone."count" FROM entry AS undone JOIN outbox AS told ON told.entry = undone.seq
              WHERE undone.id = entry.undoes AND told.backend = :backend AND told.state IN (\(OutboxState.taken))),
            (SELECT other."count" FROM elsewhere AS other
              WHERE other.id = entry.undoes OR other.alias = entry.undoes)) AS undone_count
        FROM outbox JOIN entry ON seq = entry
        WHERE state = 'waiting' AND backend = :backend AND NOT EXISTS (
          SELECT 1 FROM entry AS older JOIN outbox AS open ON open.entry = older.seq
          WHERE older.event = entry.event AND older.key = entry.key AND older.seq < entry.seq
            AND older.verdict <> 'sold' AND open.backend = :backend AND open.state = 'parked')
        ORDER BY outbox.entry LIMIT :limit
        """

    /// Time of the oldest entry that still waits for this backend; `nil` when none waits.
    public func waitingSince(backend: String) throws -> Timestamp? {
        try read("read the outbox of") { db in
            try Int64.fetchOne(
                try db.cachedStatement(
                    sql: """
                        SELECT at FROM outbox JOIN entry ON seq = entry
                        WHERE state = 'waiting' AND backend = ? ORDER BY outbox.entry LIMIT 1
                        """), arguments: [backend]
            ).map(Timestamp.init(milliseconds:))
        }
    }

    /// Records the results of uploads to a backend, all in one transaction. An acknowledged entry loses its stored code
    /// and answers for good and never changes again. Results of entries that are no longer in the journal are ignored.
    ///
    /// - Parameter time: when the answers came, by the backend's clock as far as it is known.
    public func settle(_ checkIns: [SettledCheckIn], at backend: String, time: Timestamp) throws {
        guard !checkIns.isEmpty else { return }
        let erases = checkIns.contains { [.acknowledged, .disputed].contains(OutboxState.after($0.answer).state) }
        try write("settle in", erases: erases) { db in
            let statement = try db.cachedStatement(
                sql: """
                    UPDATE outbox SET state = :state, words = :words, settled = :at,
                      sealed = CASE WHEN :state IN (\(OutboxState.taken)) THEN NULL ELSE sealed END,
                      answers = CASE WHEN :state IN (\(OutboxState.taken)) THEN NULL ELSE answers END
                    WHERE entry = (SELECT seq FROM entry WHERE id = :entry) AND backend = :backend
                      AND state NOT IN (\(OutboxState.taken))
                    """)
            for settled in checkIns {
                let (state, reason) = OutboxState.after(settled.answer)
                try statement.execute(arguments: [
                    "state": state.rawValue, "words": reason?.withoutControls, "at": time.milliseconds,
                    "entry": settled.id, "backend": backend,
                ])
            }
        }
    }

    /// Forgets copies for receivers that are not configured any more: nobody could ever send them.
    /// - Parameter backends: names of the configured ones.
    /// - Returns: how many there were.
    @discardableResult
    public func forgetCopies(exceptFor backends: Set<String>) throws -> Int {
        let marks = databaseQuestionMarks(count: backends.count)
        return try write("forget copies in") { db in
            try db.execute(
                sql: """
                    DELETE FROM outbox WHERE is_copy AND state <> 'acknowledged' AND backend NOT IN (\(marks))
                    """, arguments: StatementArguments(backends.sorted()))
            return db.changesCount
        }
    }

    /// Makes refused and parked entries wait for their backend again, and parked ones for the venue's ledger.
    ///
    /// - Parameter id: id of one entry; `nil` for all.
    /// - Returns: how many entries were changed.
    @discardableResult
    public func retry(entry id: String? = nil) throws -> Int {
        try write("retry in") { db in
            try db.execute(
                sql: """
                    UPDATE outbox SET state = 'waiting', words = NULL, settled = NULL
                    WHERE state IN ('refused', 'parked')
                      AND (:id IS NULL OR entry = (SELECT seq FROM entry WHERE id = :id))
                    """, arguments: ["id": id])
            let count = db.changesCount
            try db.execute(
                sql: """
                    UPDATE ledger SET state = 'waiting', words = NULL
                    WHERE state = 'parked' AND (:id IS NULL OR entry = (SELECT seq FROM entry WHERE id = :id))
                    """, arguments: ["id": id])
            return count + db.changesCount
        }
    }
}
