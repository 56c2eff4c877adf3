internal import Foundation
internal import GRDB
internal import Synchronization
public import Tickets

/// What is remembered of the tickets of an event whose entries were removed.
public struct UseMemory: Hashable, Sendable {
    /// How many tickets were used, by their codes.
    public let tickets: Int
    /// When the last of them was added.
    public let at: Timestamp
}

extension JournalReader {
    /// What is remembered of a line whose entries were removed, and the number of the last own entry that it stands for.
    func memory(of line: ListedLine) throws -> (use: RememberedUse, through: Int64)? {
        try Row.fetchOne(
            try db.cachedStatement(
                sql: """
                    SELECT ins, outs, known_ins, known_outs, at, through FROM use_memory
                    WHERE event = :event AND key = :key AND line = :line AND list = :list
                    """), arguments: line.arguments
        ).map { row in
            (
                RememberedUse(
                    ins: row["ins"], outs: row["outs"], knownIns: row["known_ins"], knownOuts: row["known_outs"],
                    at: Timestamp(milliseconds: row["at"])), row["through"]
            )
        }
    }

    /// Whether somebody has used a ticket whose entries were removed.
    func wasUsed(_ key: TicketKey, event: String) throws -> Bool {
        try Bool.fetchOne(
            try db.cachedStatement(
                sql: "SELECT EXISTS (SELECT 1 FROM use_memory WHERE event = ? AND key = ? AND ins > 0)"),
            arguments: [event, key.bytes]) ?? false
    }
}

extension Journal {
    /// Lines that are remembered in one transaction: few, because a scan may be waiting.
    private static let memoryPage = 1000

    /// What is remembered of an event's used tickets; `nil` when nothing is.
    public func useMemory(of event: String) throws -> UseMemory? {
        try read("look for used tickets in") { db in
            // Asked of every event again and again; of nearly all nothing is remembered.
            guard
                try Bool.fetchOne(
                    db, sql: "SELECT EXISTS (SELECT 1 FROM memory_seal WHERE event = ?)", arguments: [event])
                    ?? false
            else { return nil }
            let row = try Row.fetchOne(
                db, sql: "SELECT count(DISTINCT key), max(at) FROM use_memory WHERE event = ? AND ins > 0",
                arguments: [event])
            return (row?[1] as Int64?).map { UseMemory(tickets: row?[0] ?? 0, at: Timestamp(milliseconds: $0)) }
        }
    }

    /// Forgets which tickets of an event were used before its entries were removed: they admit again. Only after a person has
    /// confirmed that.
    /// - Returns: how many tickets that are.
    @discardableResult
    public func forgetUses(of event: String, now: Timestamp) throws -> Int {
        try longWork.withLock { _ in
            try requireWhole(to: "forget used tickets of")
            let known = try useMemory(of: event)?.tickets ?? 0
            guard known > 0 else { return 0 }
            try write("forget used tickets of", erases: true) { db in
                try db.execute(sql: "DELETE FROM use_memory WHERE event = ?", arguments: [event])
                try MemorySeal.write(event, now: now, by: identity.signingKey, in: db)
            }
            return known
        }
    }

    /// Remembers what a list that is removed counted, together with what was recorded here: a later list may count nothing.
    /// - Parameters:
    ///   - issued: when the list was made.
    ///   - now: by a clock that is trusted (``ClockEvidence``).
    public func rememberUses(
        _ counts: [(key: TicketKey, count: TicketRecord.UsedCount)], of event: String, issued: Timestamp, now: Timestamp
    ) throws {
        let operation = "remember used tickets in"
        try longWork.withLock { _ in
            let uses = counts.map { key, count in
                KeptUse(
                    line: ListedLine(event: event, list: count.list, key: key, line: count.line),
                    listed: ListedHistory(count, issued: issued))
            }
            guard !uses.isEmpty else { return }
            _ = try remember(uses, of: event, through: newestNumber(), to: operation, now: now)
        }
    }

    /// Remembers what all passages of these lines come to. From then on this stands for them: what others told of the lines is
    /// removed with it, and own entries up to `through` are not counted any more. It may be done once more after an
    /// interruption.
    ///
    /// - Parameters:
    ///   - through: number of the last own entry that it stands for; later ones still count by themselves.
    ///   - operation: completes the message "cannot ... the journal".
    /// - Returns: how many rows of others were removed.
    func remember(_ uses: [KeptUse], of event: String, through: Int64, to operation: String, now: Timestamp) throws
        -> Int
    {
        var removed = 0
        var rest = uses[...]
        repeat {
            let page = rest.prefix(Self.memoryPage)
            rest = rest.dropFirst(page.count)
            removed += try write(operation, erases: true) { db in
                var changes = 0
                for use in page { changes += try use.keep(through: through, now: now, in: db) }
                try MemorySeal.write(event, now: now, by: identity.signingKey, in: db)
                return changes
            }
        } while !rest.isEmpty
        return removed
    }

    /// The lines of an event with passages, here or at other stations.
    func listedLines(of event: String, to operation: String) throws -> [ListedLine] {
        try read(operation) { db in
            try ListedLine.all(
                db,
                sql: """
                    SELECT event, list, key, line FROM entry WHERE event = :event AND \(ListedLine.isPassage)
                    UNION SELECT event, list, key, line FROM elsewhere WHERE event = :event AND \(ListedLine.isPassage)
                    """, arguments: ["event": event])
        }
    }
}

/// A line that was used, which is to be remembered.
struct KeptUse {
    let line: ListedLine
    /// What a list that is removed counts of it; `nil`: nothing, or the list stays.
    var listed: ListedHistory?

    /// - Returns: how many rows of others were removed.
    func keep(through: Int64, now: Timestamp, in db: Database) throws -> Int {
        let reader = JournalReader(db, random: { 0 })
        let history = try reader.history(of: line, listed: listed)
        let before = try reader.memory(of: line)
        let unknown = try Row.fetchOne(
            try db.cachedStatement(sql: Self.unknown), arguments: line.arguments + ["after": before?.through ?? 0])
        let (unknownIns, unknownOuts): (Int, Int) = (unknown?["ins"] ?? 0, unknown?["outs"] ?? 0)
        let use = RememberedUse(
            ins: history.ins, outs: history.outs, knownIns: history.ins - unknownIns - (before?.use.unknownIns ?? 0),
            knownOuts: history.outs - unknownOuts - (before?.use.unknownOuts ?? 0), at: now)
        try db.cachedStatement(
            sql: """
                INSERT OR REPLACE INTO use_memory(event, key, line, list, ins, outs, known_ins, known_outs, through, at)
                VALUES (:event, :key, :line, :list, :ins, :outs, :knownIns, :knownOuts, :through, :at)
                """
        ).execute(
            arguments: line.arguments + [
                "ins": use.ins, "outs": use.outs, "knownIns": use.knownIns, "knownOuts": use.knownOuts,
                "through": through, "at": use.at.milliseconds,
            ])
        try db.cachedStatement(
            sql: "DELETE FROM elsewhere WHERE event = :event AND key = :key AND line = :line AND list = :list"
        ).execute(arguments: line.arguments)
        return db.changesCount
    }

    /// People of own passages that no ticketing server has.
    private static let unknown = """
        SELECT coalesce(sum(iif(verdict = 'admitted', count, 0)), 0) AS ins,
          coalesce(sum(iif(verdict = 'checkedOut', count, 0)), 0) AS outs
        FROM own_passage AS this
        WHERE event = :event AND key = :key AND line = :line AND list = :list AND seq > :after AND NOT EXISTS (
          SELECT 1 FROM outbox WHERE entry = this.seq AND NOT is_copy AND state IN (\(OutboxState.taken)))
        """
}

extension ListedLine {
    /// Of the tables `entry` and `elsewhere`: somebody passed.
    static let isPassage = """
        verdict IN ('admitted', 'checkedOut') AND list IS NOT NULL AND key IS NOT NULL AND line IS NOT NULL
        """

    /// - Parameter sql: with the columns `event`, `list`, `key` and `line`.
    static func all(_ db: Database, sql: String, arguments: StatementArguments) throws -> [ListedLine] {
        try Row.fetchAll(db, sql: sql, arguments: arguments).compactMap { row in
            TicketKey(bytes: row["key"]).map {
                ListedLine(event: row["event"], list: row["list"], key: $0, line: row["line"])
            }
        }
    }
}
