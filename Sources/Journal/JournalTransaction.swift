internal import Foundation
internal import GRDB
public import Tickets

/// One read-and-append on the journal. It lives only inside ``Journal/transaction(_:)``.
public struct JournalTransaction: ~Copyable {
    let db: Database
    private let seal: CodeSeal
    private let random: () -> UInt64
    private var tip: ChainTip?

    init(_ db: Database, seal: CodeSeal, random: @escaping () -> UInt64) {
        self.db = db
        self.seal = seal
        self.random = random
    }

    /// Appends a decision and, when a backend or the venue's ledger is to be told, notes that.
    /// - Throws: ``JournalError`` `.notUndoable`
    @discardableResult
    public mutating func append(
        _ draft: CheckInDraft, outbox: OutboxDraft? = nil, ledger: LedgerDraft? = nil
    ) throws -> JournalEntry {
        if let undone = draft.undoes {
            try draft.kind == .supervisorUndo ? requireUndoableElsewhere(undone, by: draft) : requireUndoable(undone)
        }
        let tip = try tip ?? ChainTip(readingFrom: db)
        let sequence = tip.sequence + 1
        let id = draft.id ?? newID(at: draft.at, sequence: sequence)
        let entry = JournalEntry(draft.numbered(sequence, id: id), after: tip.hash)
        try entry.insert(into: db)
        if let outbox {
            let sealed = try outbox.code.map { try seal.seal($0, entry: id, backend: outbox.backend) }
            try db.cachedStatement(
                sql: "INSERT INTO outbox(entry, backend, state, sealed, clock_offset) VALUES (?, ?, 'waiting', ?, ?)"
            ).execute(arguments: [sequence, outbox.backend, sealed, outbox.clockOffset?.wholeMilliseconds])
        }
        if let ledger { try insert(ledger, of: sequence) }
        self.tip = ChainTip(sequence: sequence, hash: entry.hash)
        return entry
    }

    /// The check-in that ``append(_:outbox:ledger:)`` would make of a draft now, under a new id unless the draft has one.
    public func upcoming(_ draft: CheckInDraft) throws -> CheckIn {
        let sequence = try (tip ?? ChainTip(readingFrom: db)).sequence + 1
        return draft.numbered(sequence, id: draft.id ?? newID(at: draft.at, sequence: sequence))
    }

    private func newID(at time: Timestamp, sequence: Int64) -> String {
        UUIDv7.text(at: time, sequence: sequence, random: random())
    }

    private func requireUndoable(_ id: String) throws {
        guard let entry = try entry(id: id)?.checkIn else {
            throw JournalError(notUndoable: id, because: "this station's journal has no such entry")
        }
        try requireUndoable(id, undoes: entry.undoes, verdict: entry.verdict)
    }

    private func requireUndoableElsewhere(_ id: String, by draft: CheckInDraft) throws {
        guard let entry = try entryElsewhere(id) else {
            throw JournalError(notUndoable: id, because: "no other station has told of such an entry")
        }
        try requireUndoable(entry.id, undoes: entry.undoes, verdict: entry.verdict)
        guard draft.operator?.isBlank == false, draft.note?.isBlank == false else {
            throw JournalError(notUndoable: id, because: "a supervisor's undo needs a name and a reason")
        }
    }

    private func requireUndoable(_ id: String, undoes: String?, verdict: Verdict) throws {
        guard undoes == nil else { throw JournalError(notUndoable: id, because: "it is an undo itself") }
        guard verdict.reason == nil else {
            throw JournalError(notUndoable: id, because: "it is a refusal: nobody passed")
        }
        guard try !isUndone(id: id) else { throw JournalError(notUndoable: id, because: "it is undone already") }
    }
}

// MARK: - Looking back

extension JournalTransaction {
    /// The entry with this id, of this station.
    public func entry(id: String) throws -> JournalEntry? {
        try first("SELECT \(JournalEntry.columns) FROM entry WHERE id = ?", [id])
    }

    /// What another station recorded, as far as it is known here: a passage, or an undo.
    /// - Parameter name: id of its journal entry, or what a server calls it.
    public func entryElsewhere(_ name: String) throws -> ElsewhereEntry? {
        let rows = try Row.fetchCursor(
            try db.cachedStatement(
                sql: "SELECT \(ElsewhereEntry.columns) FROM elsewhere WHERE id = :name OR alias = :name"),
            arguments: ["name": name])
        return try rows.next().flatMap(ElsewhereEntry.init)
    }

    /// Whether a later entry, here or at another gate, takes this one back, which may be of another station.
    public func isUndone(id: String) throws -> Bool {
        try Bool.fetchOne(
            try db.cachedStatement(
                sql: """
                    SELECT EXISTS (SELECT 1 FROM entry WHERE undoes = :id)
                      OR EXISTS (SELECT 1 FROM elsewhere WHERE undoes = :id)
                      OR EXISTS (SELECT 1 FROM elsewhere AS this JOIN entry AS undo ON undo.undoes = this.alias
                        WHERE this.id = :id)
                    """), arguments: ["id": id]) ?? false
    }

    /// The newest time this line passed here that is not undone: what an undo of a ticket takes back.
    public func lastEntry(event: String, key: TicketKey, line: Int) throws -> JournalEntry? {
        try first(
            """
            SELECT \(JournalEntry.columns) FROM entry
              WHERE event = ? AND key = ? AND line = ? AND verdict <> 'refused' AND undoes IS NULL
                AND NOT EXISTS (SELECT 1 FROM entry AS undo WHERE undo.undoes = entry.id)
                AND NOT EXISTS (SELECT 1 FROM elsewhere AS undo WHERE undo.undoes = entry.id)
              ORDER BY seq DESC LIMIT 1
            """, [event, key.bytes, line])
    }

    /// The newest time anybody passed here that is not undone, or the entry of a number if it is one of those.
    /// - Parameter name: only what this operator did.
    public func passage(_ sequence: Int64? = nil, by name: String? = nil) throws -> JournalEntry? {
        try first(
            """
            SELECT \(JournalEntry.columns) FROM entry
              WHERE (?1 IS NULL OR seq = ?1) AND (?2 IS NULL OR operator = ?2)
                AND verdict <> 'refused' AND undoes IS NULL
                AND NOT EXISTS (SELECT 1 FROM entry AS undo WHERE undo.undoes = entry.id)
                AND NOT EXISTS (SELECT 1 FROM elsewhere AS undo WHERE undo.undoes = entry.id)
              ORDER BY seq DESC LIMIT 1
            """, [sequence, name])
    }

    /// The newest times anybody passed here that are not undone, the newest first.
    public func passages(limit: Int) throws -> [JournalEntry] {
        let rows = try Row.fetchCursor(
            try db.cachedStatement(
                sql: """
                    SELECT \(JournalEntry.columns) FROM entry WHERE verdict <> 'refused' AND undoes IS NULL
                        AND NOT EXISTS (SELECT 1 FROM entry AS undo WHERE undo.undoes = entry.id)
                        AND NOT EXISTS (SELECT 1 FROM elsewhere AS undo WHERE undo.undoes = entry.id)
                      ORDER BY seq DESC LIMIT ?
                    """), arguments: [limit])
        var entries: [JournalEntry] = []
        while let row = try rows.next() { entries.append(try JournalEntry(trusting: row)) }
        return entries
    }

    /// Lines on which somebody was let in, whose people may be inside, in the order of their keys.
    public func entered(event: String, list: String) throws -> [EnteredLine] {
        let rows = try Row.fetchCursor(
            try db.cachedStatement(
                sql: """
                    SELECT key, line, max(ref)
                    FROM movement WHERE event = ? AND list = ? AND key IS NOT NULL AND line IS NOT NULL
                      AND verdict = 'admitted'
                    GROUP BY key, line
                    """), arguments: [event, list])
        var lines: [EnteredLine] = []
        while let row = try rows.next() {
            guard let key = TicketKey(bytes: row[0]) else { continue }
            lines.append(EnteredLine(key: key, line: row[1], reference: row[2]))
        }
        return lines
    }

    private func first(_ sql: String, _ arguments: StatementArguments) throws -> JournalEntry? {
        let rows = try Row.fetchCursor(try db.cachedStatement(sql: sql), arguments: arguments)
        return try rows.next().map(JournalEntry.init(trusting:))
    }
}

/// A line on which somebody was let in.
public struct EnteredLine: Hashable, Sendable {
    public let key: TicketKey
    public let line: Int
    public let reference: String?
}

/// Where the chain goes on.
struct ChainTip: Hashable {
    /// 0 in an empty journal.
    let sequence: Int64
    let hash: String

    init(sequence: Int64, hash: String) {
        self.sequence = sequence
        self.hash = hash
    }

    /// The newest entry, or the newest removed one when that came later.
    init(readingFrom db: Database) throws {
        let row = try Row.fetchOne(
            try db.cachedStatement(
                sql: """
                    SELECT * FROM (SELECT seq, hash FROM entry ORDER BY seq DESC LIMIT 1)
                    UNION ALL SELECT * FROM (SELECT last, hash FROM checkpoint ORDER BY first DESC LIMIT 1)
                    ORDER BY seq DESC LIMIT 1
                    """))
        sequence = row?[0] ?? 0
        hash = (row?[1] as Data?)?.hex ?? JournalEntry.beginning
    }
}
