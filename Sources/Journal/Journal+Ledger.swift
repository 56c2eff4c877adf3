internal import GRDB
public import Tickets

/// How the venue's ledger stands with an entry that concerns it.
public enum LedgerStanding: String, Sendable, CaseIterable {
    /// It does not have it yet.
    case waiting
    /// It was told afterwards.
    case delivered
    /// It was asked first.
    case claimed
    /// It will never have it.
    case parked
}

/// An entry that the venue's ledger is to have.
public struct LedgerItem: Hashable, Sendable {
    public let checkIn: CheckIn
    /// People the line is for, and the list's rule, when it was decided.
    public let admits: Int
    public let reentry: Reentry
}

extension Journal {
    /// The number of the last entry that is kept of each station of the ledger.
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
                        checkIn: try JournalEntry(trusting: row).checkIn, admits: row["admits"],
                        reentry: Reentry(rawValue: row["reentry"]) ?? .none))
            }
            return items
        }
    }

    /// The ledger has these now.
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

    /// The ledger will never have this one.
    /// - Parameter words: why, for a person.
    public func parkForLedger(_ id: String, words: String) throws {
        try write("settle with the ledger in") { db in
            try db.execute(
                sql: "UPDATE ledger SET state = 'parked', words = ? WHERE entry = (SELECT seq FROM entry WHERE id = ?)",
                arguments: [words.withoutControls, id])
        }
    }

    /// Whether an undo takes back what another station has taken back, too.
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

    /// How the ledger stands with an entry; `nil` when it does not concern it.
    public func ledgerStanding(_ id: String) throws -> LedgerStanding? {
        try read("look up the ledger in") { db in
            try String.fetchOne(
                db, sql: "SELECT state FROM ledger WHERE entry = (SELECT seq FROM entry WHERE id = ?)",
                arguments: [id]
            ).flatMap(LedgerStanding.init)
        }
    }

    /// How many entries the ledger does not have, by state, and why the newest of them is parked.
    public func openForLedger() throws -> (waiting: Int, parked: Int, words: String?) {
        try read("count") { db in
            let count = try db.cachedStatement(sql: "SELECT count(*) FROM ledger WHERE state = ?")
            let words = try String.fetchOne(
                db, sql: "SELECT words FROM ledger WHERE state = 'parked' ORDER BY entry DESC LIMIT 1")
            return (
                try Int.fetchOne(count, arguments: [LedgerStanding.waiting.rawValue]) ?? 0,
                try Int.fetchOne(count, arguments: [LedgerStanding.parked.rawValue]) ?? 0, words
            )
        }
    }

    /// Whether this journal has an entry, or had it before a purge.
    /// - Parameter sequence: the number that the entry was to get here.
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
        let standing: LedgerStanding = ledger.isClaimed ? .claimed : .waiting
        try db.cachedStatement(sql: "INSERT INTO ledger(entry, state, admits, reentry) VALUES (?, ?, ?, ?)").execute(
            arguments: [sequence, standing.rawValue, ledger.admits, ledger.reentry.rawValue])
    }
}
