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
    /// without a network sent later is not in the list, however old it is. What reached the server while the list was being
    /// read is recognised by its time (``ListedTimes``). An undone entry is left out; if the list
    /// counts it and the backend does not know of the undo yet, what it changed is subtracted from what the list counts.
    ///
    /// - Parameters:
    ///   - listed: what the ticket list counts of the line; `nil`: nothing.
    ///   - waiting: decisions of this station that are not in the journal yet.
    ///   - isTimeTrusted: by the clock now; else what came after this station's last entry with a trusted time is undated.
    public func history(
        of line: ListedLine, listed: ListedHistory? = nil, waiting: [Passage] = [], isTimeTrusted: Bool = true
    ) throws -> History {
        let mark = try everyoneOut(of: line.list, event: line.event)
        let rows = try Row.fetchCursor(
            try db.cachedStatement(sql: Self.counted),
            arguments: line.arguments + [
                "issued": listed?.issued?.milliseconds, "used": listed?.until?.milliseconds,
                "mark": mark?.sequence ?? 0, "hour": mark?.hour.milliseconds ?? 0,
                "dated": isTimeTrusted ? Int64.max : try lastTrustedEntry(),
            ])
        var known: [KnownPassage] = []
        // What is remembered stands for own entries that are removed, or will be in a moment.
        let memory = try memory(of: line)
        while let row = try rows.next() {
            if let memory, row["is_own"], row["seq"] <= memory.through { continue }
            if let passage = KnownPassage(row) { known.append(passage) }
        }
        var passages: [Passage] = []
        var counted: [Passage] = []
        var takenBack: Set<String> = []
        var times = listed.map { ListedTimes($0, counted: known.filter(\.isListed).map(\.passage)) }
        for each in known {
            let passage = each.passage
            let isInManifest = each.isListed || times?.take(each) ?? false
            switch CountedWhere(isInManifest: isInManifest, isUndoInManifest: each.isUndoListed) {
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

    /// Number of this station's last entry with a trusted time; 0 without any.
    private func lastTrustedEntry() throws -> Int64 {
        try Int64.fetchOne(
            try db.cachedStatement(sql: "SELECT max(seq) FROM entry WHERE clock = 'synchronised'")) ?? 0
    }

    /// All passages of a line, also those that were undone.
    /// `is_before`: an hour at which everybody counts as out (`:hour`) came after it. This station's own entry of before is
    /// one that was there when the hour was noted (entry number `:mark`), whatever a clock that went back says later. What
    /// another station delivered after that is of before only by a clock that could be trusted.
    /// `is_undo_known` is NULL for what is not undone. `server_time`: by the server's clock, which may have it; `is_taken`:
    /// it does.
    private static let counted = """
        SELECT \(Passage.ownColumns), 1 AS is_own, seq, seq < :mark AND at < :hour AS is_before,
          seq > :dated AS is_undated,
          coalesce(at <= :used, 0) AND EXISTS (SELECT 1 FROM outbox
            WHERE entry = this.seq AND NOT is_copy AND state IN (\(OutboxState.taken)) AND settled < :issued) AS is_listed,
          \(undoIsKnown(of: "this.id")) AS is_undo_known,
          (SELECT at - iif(abs(coalesce(clock_offset, 0)) > \(OutgoingCheckIn.largestOffset.wholeMilliseconds), clock_offset, 0)
            FROM outbox WHERE entry = this.seq AND NOT is_copy AND state <> 'refused' LIMIT 1) AS server_time,
          EXISTS (SELECT 1 FROM outbox
            WHERE entry = this.seq AND NOT is_copy AND state IN (\(OutboxState.taken))) AS is_taken
        FROM entry AS this
        WHERE event = :event AND key = :key AND line = :line AND list = :list
          AND verdict IN ('admitted', 'checkedOut') AND undoes IS NULL
        UNION ALL
        SELECT \(Passage.columns), 0, seq,
          CASE WHEN after < :mark THEN min(at, coalesce(heard, at)) < :hour
            ELSE at < :hour AND clock IS NOT 'unsynchronised' END,
          after >= :dated,
          coalesce(min(at, coalesce(heard, at)) <= :used, 0), \(undoIsKnown(of: "this.id, this.alias")),
          at, 1
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
            knew: Set(KnownPassages.ids(row["knew"])), isBeforeHour: row["is_before"],
            isUndated: row["is_undated"])
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

/// A row of ``JournalReader/history(of:listed:waiting:isTimeTrusted:)``.
private struct KnownPassage {
    let passage: Passage
    /// By its place in the journal and in time, the ticket list counts it.
    let isListed: Bool
    /// `nil` when it is not undone.
    let isUndoListed: Bool?
    /// The time that the server has of it; `nil` when the server cannot have it.
    let serverTime: Timestamp?
    /// The server is known to have it.
    let isTaken: Bool

    /// `nil` when the verdict is not a word that this version knows.
    init?(_ row: Row) {
        guard let passage = Passage(row) else { return nil }
        self.passage = passage
        isListed = row["is_listed"]
        isUndoListed = row["is_undo_known"]
        serverTime = (row["server_time"] as Int64?).map(Timestamp.init(milliseconds:))
        isTaken = row["is_taken"]
    }
}

/// Recognises what reached the server while a ticket list was being read: it may be in the list although it is newer.
/// See docs/decisions/051-list-age-and-late-entries.md.
private struct ListedTimes {
    /// All that the list says, of entries and of the newest passage.
    private let times: Set<Timestamp>
    private let last: Timestamp?
    /// When the list was begun.
    private let issued: Timestamp
    /// People whom the list has seen leaving by exits that are not known here so far.
    private var unknownExits: Int

    /// - Parameter counted: what is known to be in the list.
    init(_ listed: ListedHistory, counted: [Passage]) {
        times = Set(listed.entries + [listed.history.first?.at, listed.last].compactMap(\.self))
        last = listed.last
        issued = listed.issued ?? .latest
        unknownExits = counted.reduce(listed.history.outs) {
            $1.verdict == .checkedOut ? $0 - $1.count : $0
        }
    }

    /// Whether the list counts it. An exit between the beginning and the newest passage has no time in the list: it is in
    /// there if the list counts one more than is known.
    mutating func take(_ known: KnownPassage) -> Bool {
        guard let time = known.serverTime else { return false }
        if known.passage.verdict == .admitted { return times.contains(time) }
        let isBetween = known.isTaken && issued < time && last.map { time < $0 } ?? false
        guard time == last || isBetween && unknownExits >= known.passage.count else { return false }
        unknownExits -= known.passage.count
        return true
    }
}
