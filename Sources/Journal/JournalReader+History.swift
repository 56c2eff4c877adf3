internal import Foundation
internal import GRDB
public import Tickets

extension JournalReader {
    /// The entries and exits of a line: what the ticket list counts, what this journal has, what other gates reported,
    /// and decisions that are still to be recorded.
    ///
    /// Up to the newest passage that the list counts, two kinds of passages are not counted again: those that the
    /// backend acknowledged before the list was issued, and those of other stations. Time alone does not decide: a list
    /// made of a file knows of no passages, a relay acknowledges what the server does not know yet, and what a gate
    /// without a network sent later is not in the list, however old it is. An undone entry is left out; if the list
    /// counts it and the backend does not know of the undo yet, what it changed is subtracted from what the list counts.
    ///
    /// - Parameters:
    ///   - listed: what the ticket list counts of the line; `nil`: nothing.
    ///   - waiting: decisions of this station that are not in the journal yet.
    public func history(
        of line: ListedLine, listed: ListedHistory? = nil, waiting: [Passage] = []
    ) throws -> History {
        let mark = try everyoneOut(of: line.list, event: line.event)
        let rows = try Row.fetchCursor(
            try db.cachedStatement(sql: Self.counted),
            arguments: line.arguments + [
                "issued": listed?.issued?.milliseconds, "used": listed?.until?.milliseconds,
                "mark": mark?.sequence ?? 0, "hour": mark?.hour.milliseconds ?? 0,
            ])
        var passages: [Passage] = []
        var counted: [Passage] = []
        var takenBack: Set<String> = []
        // What is remembered stands for own entries that are removed, or will be in a moment.
        let memory = try memory(of: line)
        while let row = try rows.next() {
            if let memory, row["is_own"], row["seq"] <= memory.through { continue }
            guard let passage = Passage(row) else { continue }
            switch CountedWhere(isInManifest: row["is_listed"], isUndoInManifest: row["is_undo_known"]) {
            case .journal:
                passages.append(passage)
            case .manifest: counted.append(passage)
            case .manifestOnly:
                counted.append(passage)
                takenBack.insert(passage.id)
            case .nowhere: break
            }
        }
        return History(
            listed: ListedHistory.joined(listed, memory?.use), counted: counted, takenBack: takenBack,
            passages: passages + waiting, hour: mark?.hour)
    }

    /// When everybody on an admission list last counted as out, and the number of the entry that says so; `nil` for never.
    public func everyoneOut(of list: String, event: String) throws -> (sequence: Int64, hour: Timestamp)? {
        let row = try Row.fetchOne(
            try db.cachedStatement(
                sql: """
                    SELECT seq, note FROM entry WHERE kind = 'everyoneOut' AND event = ? AND list = ? ORDER BY seq DESC LIMIT 1
                    """), arguments: [event, list])
        return row.flatMap { row in
            (row["note"] as String?).flatMap(Timestamp.init(rfc3339:)).map { (row["seq"] as Int64, $0) }
        }
    }

    /// All passages of a line, also those that were undone.
    /// `is_before`: an hour at which everybody counts as out (`:hour`) came after it. This station's own entry of before is
    /// one that was there when the hour was noted (entry number `:mark`), whatever a clock that went back says later. What
    /// another station delivered after that is of before only by a clock that could be trusted.
    /// `is_undo_known` is NULL for what is not undone.
    private static let counted = """
        SELECT \(Passage.ownColumns), 1 AS is_own, seq, seq < :mark AND at < :hour AS is_before,
          coalesce(at <= :used, 0) AND EXISTS (SELECT 1 FROM outbox
            WHERE entry = this.seq AND NOT is_copy AND state IN (\(OutboxState.taken)) AND settled < :issued) AS is_listed,
          \(undoIsKnown(of: "this.id")) AS is_undo_known
        FROM entry AS this
        WHERE event = :event AND key = :key AND line = :line AND list = :list
          AND verdict IN ('admitted', 'checkedOut') AND undoes IS NULL
        UNION ALL
        SELECT \(Passage.columns), 0, seq,
          CASE WHEN after < :mark THEN min(at, coalesce(heard, at)) < :hour
            ELSE at < :hour AND clock IS NOT 'unsynchronised' END,
          coalesce(min(at, coalesce(heard, at)) <= :used, 0), \(undoIsKnown(of: "this.id, this.alias"))
        FROM elsewhere AS this
        WHERE event = :event AND key = :key AND line = :line AND list = :list
          AND verdict IN ('admitted', 'checkedOut') AND undoes IS NULL
        """

    /// An undo that the backend refused changes nothing for the backend, so it counts as known. Of two undos, one here
    /// and one at another station, it is enough that the manifest knows one.
    /// - Parameter names: the ids under which an undo of this station may refer to the passage.
    private static func undoIsKnown(of names: String) -> String {
        """
        (SELECT max(is_known) FROM (
          SELECT EXISTS (SELECT 1 FROM outbox WHERE entry = undo.seq AND NOT is_copy
            AND (state = 'refused' OR state IN (\(OutboxState.taken)) AND settled < :issued)) AS is_known
          FROM entry AS undo WHERE undo.undoes IN (\(names))
          UNION ALL
          SELECT coalesce(at <= :issued, 0) FROM elsewhere AS undo WHERE undo.undoes = this.id))
        """
    }
}

extension Passage {
    /// Of `passage` and of `elsewhere`.
    static let columns = "id, alias, at, verdict, count, gate, station, operator, heard, knew"
    /// Of `entry`.
    static let ownColumns = "id, NULL AS alias, at, verdict, count, gate, station, operator, NULL AS heard, knew"

    /// `nil` when the verdict is not a word that this version knows.
    init?(_ row: Row) {
        guard let verdict = Verdict(word: row["verdict"], reason: nil) else { return nil }
        self.init(
            id: row["id"], alias: row["alias"], at: Timestamp(milliseconds: row["at"]), verdict: verdict,
            count: row["count"],
            gate: row["gate"], station: row["station"], operator: row["operator"],
            heard: (row["heard"] as Int64?).map(Timestamp.init(milliseconds:)),
            knew: Set(KnownPassages.ids(row["knew"])), isBeforeHour: row["is_before"])
    }
}

/// Where a passage counts.
/// See docs/decisions/020-undo-of-what-the-list-counts.md.
/// See docs/decisions/051-list-age-and-late-entries.md.
private enum CountedWhere {
    /// Only in the journal.
    case journal
    /// In the manifest.
    case manifest
    /// In the manifest, which does not know of its undo.
    case manifestOnly
    /// Nowhere: it is undone.
    case nowhere

    init(isInManifest: Bool, isUndoInManifest: Bool?) {
        self =
            switch (isInManifest, isUndoInManifest) {
            case (false, nil): .journal
            case (true, nil): .manifest
            case (true, false?): .manifestOnly
            default: .nowhere
            }
    }
}
