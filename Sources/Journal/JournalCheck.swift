internal import GRDB
internal import Tickets

/// A check of the journal that goes forward in steps, so that scans run in between: ``Journal/advance(_:by:)``.
///
/// First the chain, entry by entry, each of which must also be found by its ticket, its id and what it undoes, because
/// histories are read through these indexes. Then what other stations reported, which is in no chain, in the same way.
public struct JournalCheck: Sendable {
    enum Stage {
        case entries, reports, over
    }

    var chain: ChainCheck
    /// Number of the newest entry at the beginning. Later ones are left to the next check.
    let end: Int64
    /// How many runs had been removed by then. When one more is, the check begins again.
    let removals: Int
    var stage = Stage.entries
    /// The last row that was read in this stage.
    var position: Int64 = 0

    /// Nothing is left to be read, or a fault was found.
    public var isOver: Bool { stage == .over }

    /// What was found so far.
    public var result: JournalVerification { chain.result }

    mutating func fail(_ sequence: Int64, _ kind: JournalVerification.Fault.Kind) {
        chain.fail(sequence, kind)
        stage = .over
    }

    init(_ db: Database, head: JournalHead?, keys: any JournalKeys) throws {
        let checkpoints = try Journal.checkpoints(db)
        removals = checkpoints.count
        end = try ChainTip(readingFrom: db).sequence
        chain = ChainCheck(head: head, checkpoints: checkpoints, keys: keys, end: end)
    }

    /// Whether entries were removed since the beginning: the checkpoints that take their place are not known here.
    func isOvertaken(in db: Database) throws -> Bool {
        try Int.fetchOne(try db.cachedStatement(sql: "SELECT count(*) FROM checkpoint")) != removals
    }

    /// Reads on, at most this many rows.
    mutating func read(_ count: Int, from db: Database) throws {
        switch stage {
        case .entries: try readEntries(count, from: db)
        case .reports: try readReports(count, from: db)
        case .over: break
        }
    }

    private mutating func readEntries(_ count: Int, from db: Database) throws {
        let rows = try Row.fetchCursor(
            try db.cachedStatement(
                sql: "SELECT \(JournalEntry.columns) FROM entry WHERE seq > ? AND seq <= ? ORDER BY seq LIMIT ?"),
            arguments: [position, end, count])
        let start = position
        while !chain.hasFailed, let row = try rows.next() {
            position = row["seq"]
            chain.take(JournalEntry(row), at: position)
        }
        if !chain.hasFailed, let lost = try Self.lostEntry(after: start, through: position, in: db) {
            fail(lost, .unindexed)
        }
        if position == start, !chain.hasFailed {
            chain.finish()
            (stage, position) = (.reports, 0)
        }
        if chain.hasFailed { stage = .over }
    }

    /// An entry that an index does not have. The entry itself is read from its table, which an index could stand in for.
    private static func lostEntry(after start: Int64, through last: Int64, in db: Database) throws -> Int64? {
        try Int64.fetchOne(
            try db.cachedStatement(
                sql: """
                    SELECT seq FROM entry AS this NOT INDEXED WHERE seq > ? AND seq <= ? AND (
                      NOT EXISTS (SELECT 1 FROM entry AS found INDEXED BY entry_ticket
                        WHERE found.event IS this.event AND found.key IS this.key AND found.line IS this.line
                          AND found.list IS this.list AND found.seq = this.seq)
                      OR NOT EXISTS (SELECT 1 FROM entry AS found WHERE found.id = this.id AND +found.seq = this.seq)
                      OR undoes IS NOT NULL AND NOT EXISTS (SELECT 1 FROM entry AS found INDEXED BY entry_undoes
                        WHERE found.undoes = this.undoes AND +found.seq = this.seq))
                    LIMIT 1
                    """), arguments: [start, last])
    }

    private mutating func readReports(_ count: Int, from db: Database) throws {
        let last = try Int64.fetchOne(
            try db.cachedStatement(
                sql: "SELECT max(seq) FROM (SELECT seq FROM elsewhere WHERE seq > ? ORDER BY seq LIMIT ?)"),
            arguments: [position, count])
        guard let last else {
            stage = .over
            return
        }
        let lost = try Int64.fetchOne(
            try db.cachedStatement(
                sql: """
                    SELECT seq FROM elsewhere AS this NOT INDEXED WHERE seq > ? AND seq <= ? AND (
                      NOT EXISTS (SELECT 1 FROM elsewhere AS found INDEXED BY elsewhere_ticket
                        WHERE found.event IS this.event AND found.key IS this.key AND found.line IS this.line
                          AND found.list IS this.list AND found.seq = this.seq)
                      OR undoes IS NOT NULL AND NOT EXISTS (SELECT 1 FROM elsewhere AS found INDEXED BY elsewhere_undoes
                        WHERE found.undoes = this.undoes AND found.seq = this.seq))
                    LIMIT 1
                    """), arguments: [position, last])
        position = last
        if lost != nil { fail(result.last, .reportUnindexed) }
    }
}
