internal import Foundation
internal import GRDB
internal import Tickets

/// Reads and appends in one transaction. It exists only inside ``Journal/transaction(_:)``.
public struct JournalTransaction: ~Copyable {
    /// What the journal has, with everything that this transaction has appended.
    public let reader: JournalReader
    private let seal: OutboxSeal
    private var tip: ChainTip?

    var db: Database { reader.db }

    init(_ db: Database, seal: OutboxSeal, random: @escaping () -> UInt64) {
        reader = JournalReader(db, random: random)
        self.seal = seal
    }

    /// Appends a decision, and notes that it must be sent to backends, each one named once, or to the venue's ledger.
    /// - Returns: the entry, with its number and hashes.
    /// - Throws: ``JournalError`` `.notUndoable` when the draft undoes what cannot be undone
    @discardableResult
    public mutating func append(
        _ draft: CheckInDraft, outbox: [OutboxDraft] = [], ledger: LedgerDraft? = nil
    ) throws -> JournalEntry {
        if let undone = draft.undoes {
            try draft.kind == .supervisorUndo ? requireUndoableElsewhere(undone, by: draft) : requireUndoable(undone)
        }
        let tip = try tip ?? ChainTip(readingFrom: db)
        let sequence = tip.sequence + 1
        let id = draft.id ?? reader.newID(at: draft.at, sequence: sequence)
        let entry = JournalEntry(draft.numbered(sequence, id: id), after: tip.hash)
        try entry.insert(into: db)
        for each in outbox {
            let sealed = try each.code.map { try seal.seal($0, entry: id, backend: each.backend) }
            try db.cachedStatement(
                sql: """
                    INSERT INTO outbox(entry, backend, state, sealed, clock_offset, machine_offset, is_copy, answers)
                    VALUES (?, ?, 'waiting', ?, ?, ?, ?, ?)
                    """
            ).execute(arguments: [
                sequence, each.backend, sealed, each.clockOffset?.wholeMilliseconds,
                each.machineOffset?.wholeMilliseconds, each.isCopy,
                try seal.seal(answers: each.answers, entry: id, backend: each.backend),
            ])
        }
        if let ledger { try insert(ledger, of: sequence) }
        if let medium = draft.medium, let ticket = draft.key, let event = draft.event {
            try db.execute(
                sql: "INSERT OR REPLACE INTO medium(event, key, ticket) VALUES (?, ?, ?)",
                arguments: [event, medium.bytes, ticket.bytes])
        }
        self.tip = ChainTip(sequence: sequence, hash: entry.hash)
        return entry
    }

    private func requireUndoable(_ id: String) throws {
        guard let entry = try reader.entry(id: id)?.checkIn else {
            throw JournalError(notUndoable: id, because: "this station's journal has no such entry")
        }
        try requireUndoable(id, undoes: entry.undoes, verdict: entry.verdict)
    }

    private func requireUndoableElsewhere(_ id: String, by draft: CheckInDraft) throws {
        guard let entry = try reader.foreignEntry(id) else {
            throw JournalError(notUndoable: id, because: "no other station has told of such an entry")
        }
        try requireUndoable(entry.id, undoes: entry.undoes, verdict: entry.verdict)
        guard draft.operator?.isBlank == false, draft.note?.isBlank == false else {
            throw JournalError(notUndoable: id, because: "a supervisor's undo needs a name and a reason")
        }
    }

    private func requireUndoable(_ id: String, undoes: String?, verdict: Verdict) throws {
        guard undoes == nil else { throw JournalError(notUndoable: id, because: "this entry is itself an undo") }
        guard verdict != .noted else { throw JournalError(notUndoable: id, because: "nobody passed with it") }
        guard verdict.reason == nil else {
            throw JournalError(notUndoable: id, because: "it is a refusal: nobody passed")
        }
        guard try !reader.isUndone(id: id) else {
            throw JournalError(notUndoable: id, because: "it has already been undone")
        }
    }
}
