internal import Foundation
internal import GRDB
public import Tickets

extension JournalTransaction {
    /// The entries and exits of a line on an admission list: what the ticket list counts, what this journal has, what
    /// other gates reported, and decisions that are still to be recorded.
    ///
    /// Up to the newest passage that `used` counts, two kinds of passages are not counted again: those that the backend
    /// acknowledged before the list was issued, and those of other stations. Time alone does not decide: a list made of
    /// a file knows of no passages, a relay acknowledges what the server does not know yet, and what a gate without a
    /// network sent later is not in the list, however old it is. An undone entry is left out; if the list counts it and
    /// the backend does not know of the undo yet, it is subtracted from `used`.
    ///
    /// - Parameters:
    ///   - used: what the ticket list says about this line and admission list.
    ///   - issued: `iat` of the ticket list; `nil` counts everything.
    ///   - waiting: decisions of this station that are not in the journal yet, in their order.
    public func history(
        event: String, list: String, key: TicketKey, line: Int, used: TicketRecord.UsedCount? = nil,
        issued: Timestamp? = nil, waiting: [Passage] = []
    ) throws -> History {
        let usedUntil = used.flatMap { [$0.until, issued].compactMap { $0 }.min() }
        let rows = try Row.fetchCursor(
            try db.cachedStatement(sql: Self.passages),
            arguments: [
                "event": event, "list": list, "key": key.bytes, "line": line, "issued": issued?.milliseconds,
                "used": usedUntil?.milliseconds,
            ])
        var own: [Passage] = []
        var others: [Passage] = []
        var takenBack = PeopleCount()
        while let row = try rows.next() {
            guard let passage = Passage(row) else { continue }
            switch CountedWhere(isInManifest: row[9], isUndoInManifest: row[10]) {
            case .journal:
                if row[8] { own.append(passage) } else { others.append(passage) }
            case .manifestOnly:
                takenBack +=
                    passage.verdict == .admitted
                    ? PeopleCount(entered: passage.count) : PeopleCount(left: passage.count)
            case .nowhereElse:
                break
            }
        }
        return History(
            listed: used?.history ?? History(), takenBack: takenBack,
            passages: Passage.inOrder(own: own + waiting, others: others))
    }

    /// Columns: those of a passage, whether it was here, whether the manifest counts it, whether the manifest knows its
    /// undo (NULL: it is not undone). In the order in which this station learned of them.
    private static let passages = """
        SELECT \(Passage.ownColumns), 1,
          coalesce(at <= :used, 0) AND EXISTS (SELECT 1 FROM outbox
            WHERE entry = this.seq AND state = 'acknowledged' AND settled < :issued),
          \(undoIsKnown(of: "this.id")), seq
        FROM entry AS this
        WHERE event = :event AND key = :key AND line = :line AND list = :list
          AND verdict <> 'refused' AND undoes IS NULL
        UNION ALL
        SELECT \(Passage.othersColumns), 0, coalesce(at <= :used, 0), \(undoIsKnown(of: "this.id, this.alias")), seq
        FROM elsewhere AS this
        WHERE event = :event AND key = :key AND line = :line AND list = :list
          AND verdict <> 'refused' AND undoes IS NULL
        ORDER BY seq
        """

    /// An undo that the backend refused changes nothing for the backend, so it counts as known. Of two undos, one here
    /// and one at another station, it is enough that the manifest knows one.
    /// - Parameter names: the ids under which an undo of this station may refer to the passage.
    private static func undoIsKnown(of names: String) -> String {
        """
        (SELECT max(is_known) FROM (
          SELECT EXISTS (SELECT 1 FROM outbox WHERE entry = undo.seq
            AND (state = 'refused' OR state = 'acknowledged' AND settled < :issued)) AS is_known
          FROM entry AS undo WHERE undo.undoes IN (\(names))
          UNION ALL
          SELECT coalesce(at <= :issued, 0) FROM elsewhere AS undo WHERE undo.undoes = this.id))
        """
    }
}

extension Passage {
    static let othersColumns = "id, at, verdict, count, gate, station, operator, heard"
    static let ownColumns = "id, at, verdict, count, gate, station, operator, NULL"

    /// - Parameter row: begins with ``ownColumns`` or ``othersColumns``.
    init?(_ row: Row) {
        guard let verdict = Verdict(word: row[2], reason: nil) else { return nil }
        self.init(
            id: row[0], at: Timestamp(milliseconds: row[1]), verdict: verdict, count: row[3], gate: row[4],
            station: row[5], operator: row[6],
            heard: (row[7] as Int64?).map(Timestamp.init(milliseconds:)))
    }
}

/// Where a passage counts.
/// See docs/decisions/020-undo-of-what-the-list-counts.md.
/// See docs/decisions/051-list-age-and-late-entries.md.
private enum CountedWhere {
    /// Only in the journal.
    case journal
    /// In the manifest, which does not know of its undo.
    case manifestOnly
    /// Nowhere else: the manifest counts it already, or it is undone.
    case nowhereElse

    init(isInManifest: Bool, isUndoInManifest: Bool?) {
        self =
            switch (isInManifest, isUndoInManifest) {
            case (false, nil): .journal
            case (true, false?): .manifestOnly
            default: .nowhereElse
            }
    }
}
