internal import GRDB
internal import Tickets

/// The table `elsewhere`: what other stations recorded, each passage once, no matter how many sources report it.
///
/// Both the venue's ledger and a ticketing server report passages. If both use the id of the journal entry, that id is
/// enough to recognise a duplicate. A server with ids of its own (pretix) reports the same ticket, list and verdict at
/// nearly the same time instead. Two such passages, one with an entry's id and one with a server's, are taken for one.
/// Each has at most one such twin, so that a group that passes at once is not merged into one person. A passage of this
/// station, which another station reported to the server, is recognised by its time, to the millisecond.
/// See docs/decisions/087-passage-reported-twice.md.
/// See docs/decisions/093-own-passage-known-by-time.md.
struct ForeignPassages {
    /// Milliseconds. A clock that is further off is reported as a fault all the time, and servers get a corrected time.
    private static let tolerance: Int64 = 30_000

    private let db: Database
    private let heard: Timestamp?

    /// - Parameter heard: when this station learned of what is added; `nil`: at its own time.
    init(_ db: Database, heard: Timestamp?) {
        self.db = db
        self.heard = heard
    }

    /// - Returns: whether it was new here.
    func add(_ entry: ForeignEntry) throws -> Bool {
        guard try !isKnown(entry.id) else { return false }
        if let undone = entry.undoes {
            guard try isOfTicket(entry.line, undone) else { return false }
            try insert(entry)
            return true
        }
        let isEntry = entry.isOfJournal
        if !isEntry, try isOwn(entry) { return false }
        guard let twin = try twin(of: entry, isEntry: !isEntry) else {
            try insert(entry)
            return true
        }
        if isEntry {
            try rename(twin, to: entry)
        } else {
            try db.execute(sql: "UPDATE elsewhere SET alias = ? WHERE id = ?", arguments: [entry.id, twin])
        }
        return false
    }

    private func isKnown(_ id: String) throws -> Bool {
        try Bool.fetchOne(
            try db.cachedStatement(
                sql: """
                    SELECT EXISTS (SELECT 1 FROM entry WHERE id = :id)
                      OR EXISTS (SELECT 1 FROM elsewhere WHERE id = :id)
                      OR EXISTS (SELECT 1 FROM elsewhere WHERE alias = :id)
                    """), arguments: ["id": id]) ?? false
    }

    /// Whether a passage is of this ticket, or is not known. An undo of another ticket's passage is no undo.
    private func isOfTicket(_ line: ListedLine, _ id: String) throws -> Bool {
        let tickets = try Row.fetchAll(
            try db.cachedStatement(
                sql: """
                    SELECT event, key FROM entry WHERE id = :id
                    UNION ALL SELECT event, key FROM elsewhere WHERE id = :id OR alias = :id
                    """), arguments: ["id": id])
        return tickets.allSatisfy { $0["event"] == line.event && $0["key"] == line.key.bytes }
    }

    private func isOwn(_ passage: ForeignEntry) throws -> Bool {
        try Bool.fetchOne(
            try db.cachedStatement(
                sql: """
                    SELECT EXISTS (SELECT 1 FROM entry
                      WHERE event = :event AND key = :key AND line = :line AND list = :list AND verdict = :verdict
                        AND undoes IS NULL AND at = :at)
                    """),
            arguments: [
                "verdict": passage.verdict.word, "at": passage.at.milliseconds,
            ] + passage.line.arguments) ?? false
    }

    /// The nearest in time of the other kind. The query uses an index, because a ticket may have any number of passages
    /// of one kind.
    private func twin(of entry: ForeignEntry, isEntry: Bool) throws -> String? {
        try String.fetchOne(
            try db.cachedStatement(
                sql: """
                    SELECT id FROM elsewhere
                    WHERE event = :event AND key = :key AND line = :line AND list = :list AND is_entry = :isEntry
                      AND verdict = :verdict AND at BETWEEN :at - :tolerance AND :at + :tolerance
                      AND undoes IS NULL AND alias IS NULL
                    ORDER BY abs(at - :at) LIMIT 1
                    """),
            arguments: [
                "isEntry": isEntry, "verdict": entry.verdict.word, "at": entry.at.milliseconds,
                "tolerance": Self.tolerance,
            ] + entry.line.arguments)
    }

    /// The entry replaces what the server reported: the station that let somebody pass knows more about it.
    private func rename(_ name: String, to entry: ForeignEntry) throws {
        try db.execute(
            sql: """
                UPDATE elsewhere SET alias = id, id = :id, station = :station, gate = :gate, ref = :ref, count = :count,
                  operator = :operator, at = :at, knew = coalesce(:knew, knew), clock = :clock WHERE id = :name
                """,
            arguments: [
                "id": entry.id, "station": entry.station, "gate": entry.gate, "ref": entry.reference,
                "count": entry.count, "operator": entry.operator, "at": entry.at.milliseconds, "name": name,
                "knew": KnownPassages.text(KnownPassages.checked(entry.knew ?? [])), "clock": entry.clock?.rawValue,
            ])
        try db.execute(sql: "UPDATE elsewhere SET undoes = ? WHERE undoes = ?", arguments: [entry.id, name])
    }

    private func insert(_ entry: ForeignEntry) throws {
        try db.cachedStatement(
            sql: """
                INSERT INTO elsewhere(id, station, event, list, gate, key, line, ref, verdict, undoes, count, operator, at,
                  heard, knew, clock, after)
                VALUES (:id, :station, :event, :list, :gate, :key, :line, :ref, :verdict,
                  coalesce((SELECT id FROM elsewhere WHERE alias = :undoes), :undoes), :count, :operator, :at, :heard,
                  :knew, :clock, coalesce((SELECT max(seq) FROM entry), 0))
                """
        ).execute(
            arguments: [
                "id": entry.id, "station": entry.station, "gate": entry.gate, "ref": entry.reference,
                "verdict": entry.verdict.word, "undoes": entry.undoes, "count": entry.count, "operator": entry.operator,
                "at": entry.at.milliseconds, "heard": heard?.milliseconds,
                "knew": KnownPassages.text(try KnownPassages.checked(entry.knew ?? known(to: entry))),
                "clock": entry.clock?.rawValue,
            ] + entry.line.arguments)
    }

    /// A server says only times. It knew the passages in the other direction that are earlier both by its times and in the
    /// order in which this station learned of them.
    private func known(to passage: ForeignEntry) throws -> Set<String> {
        guard [.admitted, .checkedOut].contains(passage.verdict), passage.undoes == nil else { return [] }
        return try String.fetchSet(
            try db.cachedStatement(
                sql: """
                    SELECT id FROM (
                      SELECT id, at - coalesce((SELECT max(clock_offset) FROM outbox WHERE entry = this.seq), 0) AS at, verdict
                        FROM entry AS this
                        WHERE event = :event AND key = :key AND line = :line AND list = :list AND undoes IS NULL
                      UNION ALL
                      SELECT id, at, verdict FROM elsewhere
                        WHERE event = :event AND key = :key AND line = :line AND list = :list AND undoes IS NULL)
                    WHERE verdict = :other AND at < :at ORDER BY at DESC LIMIT \(CheckIn.mostKnown)
                    """),
            arguments: [
                "at": passage.at.milliseconds,
                "other": (passage.verdict == .admitted ? Verdict.checkedOut : .admitted).word,
            ] + passage.line.arguments)
    }
}
