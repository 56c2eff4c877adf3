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
    ///   - waiting: decisions of this station that are not in the journal yet, in their order.
    ///   - clock: when everybody on the admission list counts as out; `nil` for never.
    public func history(
        of line: ListedLine, listed: ListedHistory? = nil, waiting: [Passage] = [], clock: DailyExit.Clock? = nil
    ) throws -> History {
        let rows = try Row.fetchCursor(
            try db.cachedStatement(sql: Self.counted),
            arguments: line.arguments + [
                "issued": listed?.issued?.milliseconds, "used": listed?.until?.milliseconds,
            ])
        var own: [Passage] = []
        var others: [Passage] = []
        var counted: [Passage] = []
        var takenBack: Set<String> = []
        // What is remembered stands for own entries that are removed, or will be in a moment.
        let memory = try memory(of: line)
        while let row = try rows.next() {
            if let memory, row["is_own"], row["seq"] <= memory.through { continue }
            guard let passage = Passage(row) else { continue }
            switch CountedWhere(isInManifest: row["is_listed"], isUndoInManifest: row["is_undo_known"]) {
            case .journal:
                if row["is_own"] { own.append(passage) } else { others.append(passage) }
            case .manifest: counted.append(passage)
            case .manifestOnly:
                counted.append(passage)
                if let id = passage.id { takenBack.insert(id) }
            case .nowhere: break
            }
        }
        return History(
            listed: ListedHistory.joined(listed, memory?.use), counted: counted, takenBack: takenBack,
            passages: Passage.inOrder(own: own + waiting, others: others), clock: clock)
    }

    /// All passages of a line, also those that were undone: its own in the order of the journal, then those of others in the
    /// order in which this station learned of them.
    /// `is_undo_known` is NULL for what is not undone.
    private static let counted = """
        SELECT \(Passage.ownColumns), 1 AS is_own,
          coalesce(at <= :used, 0) AND EXISTS (SELECT 1 FROM outbox
            WHERE entry = this.seq AND NOT is_copy AND state IN (\(OutboxState.taken)) AND settled < :issued) AS is_listed,
          \(undoIsKnown(of: "this.id")) AS is_undo_known, seq
        FROM entry AS this
        WHERE event = :event AND key = :key AND line = :line AND list = :list
          AND verdict IN ('admitted', 'checkedOut') AND undoes IS NULL
        UNION ALL
        SELECT \(Passage.columns), 0, coalesce(at <= :used, 0), \(undoIsKnown(of: "this.id, this.alias")), seq
        FROM elsewhere AS this
        WHERE event = :event AND key = :key AND line = :line AND list = :list
          AND verdict IN ('admitted', 'checkedOut') AND undoes IS NULL
        ORDER BY is_own DESC, seq
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
    static let columns = "id, at, verdict, count, gate, station, operator, heard"
    /// Of `entry`.
    static let ownColumns = "id, at, verdict, count, gate, station, operator, NULL AS heard"

    /// `nil` when the verdict is not a word that this version knows.
    init?(_ row: Row) {
        guard let verdict = Verdict(word: row["verdict"], reason: nil) else { return nil }
        self.init(
            id: row["id"], at: Timestamp(milliseconds: row["at"]), verdict: verdict, count: row["count"],
            gate: row["gate"], station: row["station"], operator: row["operator"],
            heard: (row["heard"] as Int64?).map(Timestamp.init(milliseconds:)))
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
