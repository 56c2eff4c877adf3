internal import Foundation
internal import GRDB
public import Tickets

/// Reads and appends in one transaction. It exists only inside ``Journal/transaction(_:)`` and ``Journal/look(_:)``.
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

    /// Appends a decision, and notes that it must be sent to a backend or to the venue's ledger.
    /// - Returns: the entry, with its number and hashes.
    /// - Throws: ``JournalError`` `.notUndoable` when the draft undoes what cannot be undone
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

    /// The check-in that ``append(_:outbox:ledger:)`` would make of a draft now, with a new id unless the draft has
    /// one. Nothing is written.
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

// MARK: - Reading

extension JournalTransaction {
    /// The entry of this station with this id; `nil` when there is none, also after a purge.
    public func entry(id: String) throws -> JournalEntry? {
        try first("SELECT \(JournalEntry.columns) FROM entry WHERE id = ?", [id])
    }

    /// What another station recorded, if it is known here: a passage, or an undo.
    /// - Parameter name: id of its journal entry, or the server's own id.
    public func entryElsewhere(_ name: String) throws -> ElsewhereEntry? {
        let rows = try Row.fetchCursor(
            try db.cachedStatement(
                sql: "SELECT \(ElsewhereEntry.columns) FROM elsewhere WHERE id = :name OR alias = :name"),
            arguments: ["name": name])
        return try rows.next().flatMap(ElsewhereEntry.init)
    }

    /// Whether an entry, here or at another gate, undoes this one, which may belong to another station.
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

    /// The newest passage of this line here that is not undone: the one that an undo of the ticket takes back.
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

    /// The newest passage here that is not undone.
    /// - Parameters:
    ///   - sequence: only the entry with this number.
    ///   - name: only what this operator did.
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

    /// The newest passages here that are not undone, newest first.
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

    /// Lines with an entry, here or at other stations, so that somebody may be inside. Sorted by ticket key.
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

/// A line with which somebody was admitted.
public struct EnteredLine: Hashable, Sendable {
    /// The ticket, without its code.
    public let key: TicketKey
    /// Number of the ticket's line (``TicketLine/number``).
    public let line: Int
    /// The backend's own id of the line.
    public let reference: String?
}

/// The end of the hash chain.
struct ChainTip: Hashable {
    /// Number of the newest entry ever made; 0 in an empty journal.
    let sequence: Int64
    let hash: String

    init(sequence: Int64, hash: String) {
        self.sequence = sequence
        self.hash = hash
    }

    /// The newest entry, or the newest purged one if that is later.
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
