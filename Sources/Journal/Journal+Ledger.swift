internal import GRDB
public import Tickets

/// State of an entry in the venue's ledger. The raw value is the word in the table `ledger`.
public enum LedgerEntryState: String, Sendable, CaseIterable {
    /// The ledger does not have it yet.
    case waiting
    /// It was sent after it had been recorded here.
    case delivered
    /// The ledger was asked first, and recorded it.
    case claimed
    /// The ledger will not get it unless somebody retries.
    case parked
}

/// An entry that is to be sent to the venue's ledger.
public struct LedgerItem: Hashable, Sendable {
    /// As it is in the journal.
    public let checkIn: CheckIn
    /// How many people the line admitted when it was decided.
    public let admits: Int
    /// The admission list's rule when it was decided.
    public let reentry: Reentry
}

extension Journal {
    /// Per station of the ledger, the number of the last of its ledger entries that is stored here.
    public func ledgerCursors() throws -> [String: Int64] {
        try read("look up the ledger in") { db in
            let rows = try Row.fetchAll(db, sql: "SELECT station, number FROM ledger_cursor")
            return Dictionary(rows.map { ($0[0] as String, $0[1] as Int64) }) { first, _ in first }
        }
    }

    /// Entries that the ledger does not have yet, oldest first.
    public func waitingForLedger(limit: Int) throws -> [LedgerItem] {
        try read("look up the ledger in") { db in
            let rows = try Row.fetchCursor(
                try db.cachedStatement(
                    sql: """
                        SELECT \(JournalEntry.columns), admits, reentry FROM ledger JOIN entry ON seq = entry
                        WHERE state = 'waiting' ORDER BY ledger.entry LIMIT ?
                        """), arguments: [limit])
            var items: [LedgerItem] = []
            while let row = try rows.next() {
                items.append(
                    LedgerItem(
                        checkIn: try JournalEntry(row: row).checkIn, admits: row["admits"],
                        reentry: Reentry(rawValue: row["reentry"]) ?? .none))
            }
            return items
        }
    }

    /// The ledger has these entries now.
    ///
    /// - Parameter ids: ids of entries; unknown ones are ignored.
    public func settleLedger(_ ids: [String]) throws {
        try write("settle with the ledger in") { db in
            let statement = try db.cachedStatement(
                sql: """
                    UPDATE ledger SET state = 'delivered'
                    WHERE entry = (SELECT seq FROM entry WHERE id = ?) AND state = 'waiting'
                    """)
            for id in ids { try statement.execute(arguments: [id]) }
        }
    }

    /// The ledger refused this entry; it is not sent again until ``retry(entry:)``.
    /// - Parameter reason: the reason, for a person.
    public func parkForLedger(_ id: String, reason: String) throws {
        try write("settle with the ledger in") { db in
            try db.execute(
                sql: "UPDATE ledger SET state = 'parked', words = ? WHERE entry = (SELECT seq FROM entry WHERE id = ?)",
                arguments: [reason.withoutControls, id])
        }
    }

    /// Whether another station has undone the same entry as this undo.
    public func isUndoneElsewhere(by id: String) throws -> Bool {
        try read("look up the ledger in") { db in
            try Bool.fetchOne(
                db,
                sql: """
                    SELECT EXISTS (SELECT 1 FROM entry JOIN elsewhere AS other ON other.undoes = entry.undoes
                      WHERE entry.id = ?)
                    """, arguments: [id]) ?? false
        }
    }

    /// State of an entry in the ledger; `nil` when the ledger does not need it.
    public func ledgerStanding(_ id: String) throws -> LedgerEntryState? {
        try read("look up the ledger in") { db in
            try String.fetchOne(
                db, sql: "SELECT state FROM ledger WHERE entry = (SELECT seq FROM entry WHERE id = ?)",
                arguments: [id]
            ).flatMap(LedgerEntryState.init)
        }
    }

    /// How many entries the ledger does not have, by state, and the reason why the newest parked one is parked.
    public func openForLedger() throws -> (waiting: Int, parked: Int, reason: String?) {
        try read("count") { db in
            let count = try db.cachedStatement(sql: "SELECT count(*) FROM ledger WHERE state = ?")
            let reason = try String.fetchOne(
                db, sql: "SELECT words FROM ledger WHERE state = 'parked' ORDER BY entry DESC LIMIT 1")
            return (
                try Int.fetchOne(count, arguments: [LedgerEntryState.waiting.rawValue]) ?? 0,
                try Int.fetchOne(count, arguments: [LedgerEntryState.parked.rawValue]) ?? 0, reason
            )
        }
    }

    /// Whether this journal has an entry, or had it before a purge.
    /// - Parameter sequence: the number under which the entry was to be recorded here.
    public func has(_ id: String, sequence: Int64) throws -> Bool {
        try read("look up an entry in") { db in
            try Bool.fetchOne(
                try db.cachedStatement(
                    sql: """
                        SELECT EXISTS (SELECT 1 FROM entry WHERE id = :id)
                          OR EXISTS (SELECT 1 FROM checkpoint WHERE :seq BETWEEN first AND last)
                        """), arguments: ["id": id, "seq": sequence]) ?? false
        }
    }
}

extension JournalTransaction {
    func insert(_ ledger: LedgerDraft, of sequence: Int64) throws {
        let standing: LedgerEntryState = ledger.isClaimed ? .claimed : .waiting
        try db.cachedStatement(sql: "INSERT INTO ledger(entry, state, admits, reentry) VALUES (?, ?, ?, ?)").execute(
            arguments: [sequence, standing.rawValue, ledger.admits, ledger.reentry.rawValue])
    }
}
