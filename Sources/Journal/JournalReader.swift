internal import Foundation
internal import GRDB
public import Tickets

/// Reads what the journal has, in one transaction, and can write nothing. It exists only inside ``Journal/look(_:)`` and
/// as ``JournalTransaction/reader``.
public struct JournalReader: ~Copyable {
    let db: Database
    private let random: () -> UInt64

    init(_ db: Database, random: @escaping () -> UInt64) {
        self.db = db
        self.random = random
    }

    /// The check-in that ``JournalTransaction/append(_:outbox:ledger:)`` would make of a draft now, with a new id unless
    /// the draft has one.
    public func upcoming(_ draft: CheckInDraft) throws -> CheckIn {
        let sequence = try ChainTip(readingFrom: db).sequence + 1
        return draft.numbered(sequence, id: draft.id ?? newID(at: draft.at, sequence: sequence))
    }

    func newID(at time: Timestamp, sequence: Int64) -> String {
        UUIDv7.text(at: time, sequence: sequence, random: random())
    }

    /// The entry of this station with this id; `nil` when there is none, also after a purge.
    public func entry(id: String) throws -> JournalEntry? {
        try entries("SELECT \(JournalEntry.columns) FROM entry WHERE id = ?", [id]).first
    }

    /// What another station recorded, if it is known here: a passage, or an undo.
    /// - Parameter name: id of its journal entry, or the server's own id.
    public func foreignEntry(_ name: String) throws -> ForeignEntry? {
        let rows = try Row.fetchCursor(
            try db.cachedStatement(sql: "SELECT * FROM elsewhere WHERE id = :name OR alias = :name"),
            arguments: ["name": name])
        return try rows.next().flatMap(ForeignEntry.init)
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

    /// The newest passage here that is not undone, and that may be.
    /// - Parameter sequence: only the entry with this number.
    public func passage(_ sequence: Int64? = nil, in scope: UndoScope = .all) throws -> JournalEntry? {
        try passages(sequence, in: scope, limit: 1).first
    }

    /// Whether a passage here that is newer than another one was undone.
    public func hasUndone(after sequence: Int64) throws -> Bool {
        try Bool.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT EXISTS (SELECT 1 FROM entry AS undo JOIN entry AS undone ON undone.id = undo.undoes
                      WHERE undo.seq > ?1 AND undone.seq > ?1)
                    """), arguments: [sequence]) ?? false
    }

    /// The newest passages here that are not undone, and that may be, newest first.
    public func passages(in scope: UndoScope = .all, limit: Int) throws -> [JournalEntry] {
        try passages(nil, in: scope, limit: limit)
    }

    private func passages(_ sequence: Int64?, in scope: UndoScope, limit: Int) throws -> [JournalEntry] {
        let (name, since): (String?, Timestamp?) =
            switch scope {
            case .all: (nil, nil)
            case .own(let name, let since): (name, since)
            }
        return try entries(
            """
            SELECT \(JournalEntry.columns) FROM own_passage
              WHERE (?1 IS NULL OR seq = ?1) AND (?2 IS NULL OR operator = ?2 OR operator IS NULL AND at >= ?3)
              ORDER BY seq DESC LIMIT ?4
            """, [sequence, name, since?.milliseconds, limit])
    }

    /// All passages of a line, here and at other stations, without those that were undone.
    public func passages(of line: ListedLine) throws -> [Passage] {
        let rows = try Row.fetchCursor(
            try db.cachedStatement(
                sql: """
                    SELECT \(Passage.columns), 0 AS is_before, 0 AS is_undated FROM passage
                    WHERE event = :event AND key = :key AND line = :line AND list = :list
                    """), arguments: line.arguments)
        var passages: [Passage] = []
        while let row = try rows.next() {
            if let passage = Passage(row) { passages.append(passage) }
        }
        return passages
    }

    /// Lines with an entry, here or at other stations, so that somebody may be inside. Sorted by ticket key.
    public func entered(event: String, list: String) throws -> [ListedLine] {
        let rows = try Row.fetchCursor(
            try db.cachedStatement(
                sql: """
                    SELECT DISTINCT key, line FROM passage
                    WHERE event = ? AND list = ? AND key IS NOT NULL AND line IS NOT NULL AND verdict = 'admitted'
                    ORDER BY key, line
                    """), arguments: [event, list])
        var lines: [ListedLine] = []
        while let row = try rows.next() {
            guard let key = TicketKey(bytes: row["key"]) else { continue }
            lines.append(ListedLine(event: event, list: list, key: key, line: row["line"]))
        }
        return lines
    }

    /// The backend's own id of a line, as entries about it say; `nil` when none says one.
    public func reference(of line: ListedLine) throws -> String? {
        try String.fetchOne(
            try db.cachedStatement(
                sql: """
                    SELECT max(ref) FROM passage
                    WHERE event = :event AND key = :key AND line = :line AND list = :list
                    """), arguments: line.arguments)
    }

    private func entries(_ sql: String, _ arguments: StatementArguments) throws -> [JournalEntry] {
        try Array(
            Row.fetchCursor(try db.cachedStatement(sql: sql), arguments: arguments).map(JournalEntry.init(row:)))
    }
}

extension ListedLine {
    /// For the columns by which tables find a line: `event`, `key`, `line`, `list`.
    var arguments: StatementArguments { ["event": event, "key": key.bytes, "line": line, "list": list] }
}

/// Which passages of this station somebody may undo.
public enum UndoScope: Hashable, Sendable {
    /// Any.
    case all
    /// What a person of this name did by hand, and what nobody did: codes that were read from a time on.
    case own(name: String, scansSince: Timestamp)
}
