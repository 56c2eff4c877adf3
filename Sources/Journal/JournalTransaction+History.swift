internal import Foundation
internal import GRDB
public import Tickets

extension JournalTransaction {
    /// The comings and goings of a line on a list since `issued`, known here: this journal and what other gates said.
    ///
    /// Add it to the `used` of the manifest. What the backend had acknowledged before the manifest was issued, and what
    /// happened elsewhere, counts 0 here up to the newest passage that `used` counts: it is in there already. A list that
    /// was made of a file knows of nothing, a relay acknowledges what the server does not know yet, and what
    /// a gate without a network sent later is not in it, however old it is. An undone entry counts 0, or takes away what
    /// `used` counts of it when the backend is still to learn of the undo.
    ///
    /// - Parameters:
    ///   - issued: the manifest's `iat`; `nil` counts everything.
    ///   - usedUntil: the newest passage that `used` of the manifest counts on this line and list; `nil`: it has none.
    public func history(
        event: String, list: String, key: TicketKey, line: Int, alreadyIn issued: Timestamp?, usedUntil: Timestamp?
    ) throws -> History {
        let rows = try Row.fetchCursor(
            try db.cachedStatement(sql: Self.passages),
            arguments: [
                "event": event, "list": list, "key": key.bytes, "line": line, "issued": issued?.milliseconds,
                "used": usedUntil.map { until in min(until, issued ?? until).milliseconds },
            ])
        var history = History()
        while let row = try rows.next() {
            let weight = Passage(isInManifest: row[5], undo: (row[6] as Bool?).map { .init(isInManifest: $0) }).weight
            let people = weight * (row[1] as Int)
            guard row[0] == "admitted" else {
                history.outs += people
                continue
            }
            history.ins += people
            guard weight > 0 else { continue }
            let entry = History.FirstEntry(at: Timestamp(milliseconds: row[2]), gate: row[3], station: row[4])
            if let first = history.first, first.at <= entry.at { continue }
            history.first = entry
        }
        return history
    }

    /// Columns: verdict, count, at, gate, station, whether the manifest counts it, whether the manifest knows its undo
    /// (NULL: it is not undone). An undo that the backend refused leaves things as the backend sees them.
    private static let passages = """
        SELECT verdict, count, at, gate, station,
          coalesce(at <= :used, 0) AND EXISTS (SELECT 1 FROM outbox
            WHERE entry = this.seq AND state = 'acknowledged' AND settled < :issued),
          coalesce(
            (SELECT EXISTS (SELECT 1 FROM outbox WHERE entry = undo.seq
              AND (state = 'refused' OR state = 'acknowledged' AND settled < :issued))
              FROM entry AS undo WHERE undo.undoes = this.id),
            (SELECT max(coalesce(at <= :issued, 0)) FROM elsewhere AS undo WHERE undo.undoes = this.id))
        FROM entry AS this
        WHERE event = :event AND key = :key AND line = :line AND list = :list
          AND verdict <> 'refused' AND undoes IS NULL
        UNION ALL
        SELECT verdict, count, at, gate, station, coalesce(at <= :used, 0),
          (SELECT max(coalesce(at <= :issued, 0)) FROM elsewhere AS undo WHERE undo.undoes = this.id)
        FROM elsewhere AS this
        WHERE event = :event AND key = :key AND line = :line AND list = :list
          AND verdict <> 'refused' AND undoes IS NULL
        """
}

/// Somebody passing, and how often it counts beside a manifest.
private struct Passage {
    struct Undo {
        let isInManifest: Bool
    }

    let isInManifest: Bool
    let undo: Undo?

    var weight: Int {
        switch (isInManifest, undo) {
        case (false, nil): 1
        case (true, nil), (false, _?): 0
        case (true, let undo?): undo.isInManifest ? 0 : -1
        }
    }
}
