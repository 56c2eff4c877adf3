internal import Foundation
internal import GRDB
public import Tickets

/// A line of a ticket on an admission list.
public struct ListedLine: Hashable, Sendable {
    public let event: String
    public let list: String
    public let key: TicketKey
    public let line: Int
    public let reference: String?

    public init(event: String, list: String, key: TicketKey, line: Int, reference: String?) {
        self.event = event
        self.list = list
        self.key = key
        self.line = line
        self.reference = reference
    }
}

extension Journal {
    /// Lines that were let in both here and at another gate: only among them can be one that entered twice unnoticed.
    public func linesSeenAtTwoStations(limit: Int) throws -> [ListedLine] {
        try read("compare with other gates") { db in
            let rows = try Row.fetchCursor(
                db,
                sql: """
                    SELECT DISTINCT there.event, there.list, there.key, there.line, there.ref
                    FROM movement AS there JOIN entry AS own
                      ON own.event = there.event AND own.key = there.key AND own.line = there.line
                        AND own.list = there.list
                    WHERE there.here = 0 AND there.verdict = 'admitted' AND own.verdict = 'admitted' LIMIT ?
                    """, arguments: [limit])
            var lines: [ListedLine] = []
            while let row = try rows.next() {
                guard let key = TicketKey(bytes: row[2]) else { continue }
                lines.append(
                    ListedLine(event: row[0], list: row[1], key: key, line: row[3], reference: row[4]))
            }
            return lines
        }
    }

    /// Everybody who passed on a line, here and elsewhere, without what was taken back.
    public func passages(of line: ListedLine) throws -> [Passage] {
        try read("compare with other gates") { db in
            let rows = try Row.fetchCursor(
                try db.cachedStatement(sql: Self.passagesOfLine),
                arguments: ["event": line.event, "key": line.key.bytes, "line": line.line, "list": line.list])
            var passages: [Passage] = []
            while let row = try rows.next() {
                guard let verdict = Verdict(word: row[2], reason: nil) else { continue }
                passages.append(
                    Passage(
                        id: row[0], at: Timestamp(milliseconds: row[1]), verdict: verdict, count: row[3], gate: row[4],
                        station: row[5], operator: row[6]))
            }
            return passages
        }
    }

    private static let passagesOfLine = """
        SELECT id, at, verdict, count, gate, station, operator FROM entry AS this
        WHERE event = :event AND key = :key AND line = :line AND list = :list
          AND verdict <> 'refused' AND undoes IS NULL
          AND NOT EXISTS (SELECT 1 FROM entry AS undo WHERE undo.undoes = this.id)
          AND NOT EXISTS (SELECT 1 FROM elsewhere AS undo WHERE undo.undoes = this.id)
        UNION ALL
        SELECT id, at, verdict, count, gate, station, NULL FROM elsewhere AS this
        WHERE event = :event AND key = :key AND line = :line AND list = :list
          AND verdict <> 'refused' AND undoes IS NULL
          AND NOT EXISTS (SELECT 1 FROM elsewhere AS undo WHERE undo.undoes = this.id)
        """
}
