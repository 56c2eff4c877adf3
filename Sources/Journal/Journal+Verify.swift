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
        let (end, checkpoints) = try read("verify") { db in
            (try ChainTip(readingFrom: db).sequence, try Self.checkpoints(db))
        }
        var check = ChainCheck(head: head, checkpoints: checkpoints, keys: identity, end: end)
        var position: Int64 = 0
        do {
            while !check.hasFailed, let last = try checkPage(after: position, through: end, &check) {
                position = last
                progress(check.result.entries)
            }
            if !check.hasFailed { check.finish() }
            if !check.hasFailed, let event = try faultOfMemory(named: check.remembered) {
                check.fail(check.result.last + 1, .badMemory(event: event))
            }
            if !check.hasFailed, let reason = try faultOfFile() {
                check.fail(check.result.last + 1, .unreadable(reason))
            }
        } catch let error as JournalError where error.code == .damaged {
            check.fail(check.result.last + 1, .unreadable(error.reason))
        }
        return check.result
    }

    /// - Returns: number of the last entry of the page; `nil` when there was none.
    private func checkPage(after start: Int64, through end: Int64, _ check: inout ChainCheck) throws -> Int64? {
        try read("verify") { db in
            let rows = try Row.fetchCursor(
                try db.cachedStatement(
                    sql: "SELECT \(JournalEntry.columns) FROM entry WHERE seq > ? AND seq <= ? ORDER BY seq LIMIT ?"),
                arguments: [start, end, Self.pageLength])
            var last: Int64?
            while !check.hasFailed, let row = try rows.next() {
                let sequence: Int64 = row["seq"]
                check.take(JournalEntry(row), at: sequence)
                last = sequence
            }
            return last
        }
    }

    static func checkpoints(_ db: Database) throws -> [Int64: String] {
        let rows = try Row.fetchAll(db, sql: "SELECT first, signed FROM checkpoint ORDER BY first")
        return Dictionary(uniqueKeysWithValues: rows.map { ($0[0], $0[1]) })
    }

    private func faultOfMemory(named events: Set<String>) throws -> String? {
        try read("verify") { db in try MemorySeal.fault(named: events, of: identity, in: db) }
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
