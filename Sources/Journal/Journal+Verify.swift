internal import GRDB
internal import Synchronization
internal import Tickets

extension Journal {
    private static let pageLength = 500

    /// Checks the whole chain and finds the first entry that was changed, is missing or is in another place.
    ///
    /// Without a head, only contradictions are found: if somebody removes the newest entries, or rewrites the chain
    /// from some entry to the end, nothing contradicts. With a head that has left the station this is found too, up to
    /// that head.
    ///
    /// - Parameters:
    ///   - line: a head of this station, ``JournalHead/line``.
    ///   - progress: called now and then with the number of entries read so far.
    /// - Throws: ``JournalError`` `.badHead`, or when the file cannot be read at all; a fault in the chain is a result,
    ///   not an error.
    public func verify(
        head line: String? = nil, progress: (Int64) -> Void = { _ in }
    ) throws -> JournalVerification {
        try longWork.withLock { _ in try checkChain(head: line, progress: progress) }
    }

    /// ``verify(head:progress:)`` for a caller that holds ``longWork`` already.
    func checkChain(head line: String?, progress: (Int64) -> Void) throws -> JournalVerification {
        let head = try line.map { try JournalHead(line: $0, of: identity) }
        var check = try beginCheck(head: head)
        while !check.isOver {
            let before = check.result.entries
            check = try advance(check, by: Self.pageLength)
            if check.result.entries > before { progress(check.result.entries) }
        }
        if check.result.isWhole, let reason = try faultOfFile() {
            check.fail(check.result.last + 1, .unreadable(reason))
        }
        if head == nil { note(check.result) }
        return check.result
    }

    // MARK: - In steps

    /// Begins to check the journal as the file has it, and not as it is in memory.
    /// - Throws: ``JournalError`` when the file cannot be read at all
    public func beginCheck() throws -> JournalCheck {
        try read("verify") { db in try db.execute(sql: "PRAGMA shrink_memory") }
        return try beginCheck(head: nil)
    }

    private func beginCheck(head: JournalHead?) throws -> JournalCheck {
        try read("verify") { db in try JournalCheck(db, head: head, keys: identity) }
    }

    /// The check after some more rows. It begins again if entries were removed meanwhile. With its last step
    /// ``Journal/damage`` says what it has found.
    /// - Parameter rows: how many at most: nobody else uses the journal while they are read.
    /// - Throws: ``JournalError`` `.inUse`; whatever else keeps the file from being read is a fault of it
    public func advance(_ check: JournalCheck, by rows: Int) throws -> JournalCheck {
        var next = check
        do {
            let isOvertaken = try read("verify") { db in
                guard try !next.isOvertaken(in: db) else { return true }
                try next.read(rows, from: db)
                return false
            }
            if isOvertaken { return try beginCheck(head: next.chain.head) }
        } catch let error as JournalError where error.code != .inUse {
            next.fail(next.result.last + 1, .unreadable(error.reason))
        }
        if next.isOver, next.result.isWhole, let event = try faultOfMemory(named: next.chain.remembered) {
            next.fail(next.result.last + 1, .badMemory(event: event))
        }
        if next.isOver, next.chain.head == nil { note(next.result) }
        return next
    }

    static func checkpoints(_ db: Database) throws -> [Int64: String] {
        let rows = try Row.fetchAll(db, sql: "SELECT first, signed FROM checkpoint ORDER BY first")
        return Dictionary(uniqueKeysWithValues: rows.map { ($0[0], $0[1]) })
    }

    private func faultOfMemory(named events: Set<String>) throws -> String? {
        try read("verify") { db in try MemorySeal.fault(named: events, of: identity, in: db) }
    }

    /// Makes indexes again that contradict the entries: these are whole, and hold all that an index has.
    /// - Throws: ``JournalError``
    public func makeIndexesAgain() throws {
        try write("repair") { db in try db.execute(sql: "REINDEX entry; REINDEX elsewhere") }
    }

    /// Finds an index that contradicts the entries: histories are read through it.
    private func faultOfFile() throws -> String? {
        try read("verify") { db in
            guard let reason = try String.fetchOne(db, sql: "PRAGMA integrity_check(1)"), reason != "ok" else {
                return nil
            }
            return reason
        }
    }
}
