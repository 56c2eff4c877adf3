internal import Foundation
internal import GRDB
public import Tickets

/// A line of a ticket on an admission list.
public struct ListedLine: Hashable, Sendable {
    /// Id of the event.
    public let event: String
    /// Slug of the admission list.
    public let list: String
    /// The ticket, without its code.
    public let key: TicketKey
    /// Number of the ticket's line (``TicketLine/number``).
    public let line: Int
    /// The backend's own id of the line.
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
    /// Rows read at once: few, because a scan may be waiting.
    private static let comparisonLength = 250

    /// Lines that were admitted here and, in one of the next entries of other gates, there too. Only these can have
    /// entered twice unnoticed.
    ///
    /// - Parameter position: where the previous page ended; 0 for the first.
    /// - Returns: where this page ended; `nil` when there was nothing more.
    public func linesSeenAtTwoStations(after position: Int64) throws -> (lines: [ListedLine], end: Int64)? {
        try read("compare with other gates") { db in
            let rows = try Row.fetchCursor(
                try db.cachedStatement(sql: Self.comparison), arguments: [position, Self.comparisonLength])
            var lines: [ListedLine] = []
            var end: Int64?
            while let row = try rows.next() {
                end = row[0]
                guard row[6], let key = TicketKey(bytes: row[3]) else { continue }
                lines.append(
                    ListedLine(event: row[1], list: row[2], key: key, line: row[4], reference: row[5]))
            }
            return end.map { (lines, $0) }
        }
    }

    private static let comparison = """
        SELECT seq, event, list, key, line, ref, verdict = 'admitted' AND EXISTS (
          SELECT 1 FROM entry AS own WHERE own.event = there.event AND own.key = there.key AND own.line = there.line
            AND own.list = there.list AND own.verdict = 'admitted')
        FROM elsewhere AS there WHERE seq > ? ORDER BY seq LIMIT ?
        """

    /// All passages of a line, here and at other stations, without those that were undone.
    public func passages(of line: ListedLine) throws -> [Passage] {
        try read("compare with other gates") { db in
            let rows = try Row.fetchCursor(
                try db.cachedStatement(sql: Self.passagesOfLine),
                arguments: ["event": line.event, "key": line.key.bytes, "line": line.line, "list": line.list])
            var passages: [Passage] = []
            while let row = try rows.next() {
                if let passage = Passage(row) { passages.append(passage) }
            }
            return passages
        }
    }

    private static let passagesOfLine = """
        SELECT \(Passage.ownColumns) FROM entry AS this
        WHERE event = :event AND key = :key AND line = :line AND list = :list
          AND verdict <> 'refused' AND undoes IS NULL
          AND NOT EXISTS (SELECT 1 FROM entry AS undo WHERE undo.undoes = this.id)
          AND NOT EXISTS (SELECT 1 FROM elsewhere AS undo WHERE undo.undoes = this.id)
        UNION ALL
        SELECT \(Passage.othersColumns) FROM elsewhere AS this
        WHERE event = :event AND key = :key AND line = :line AND list = :list
          AND verdict <> 'refused' AND undoes IS NULL
          AND NOT EXISTS (SELECT 1 FROM entry AS undo WHERE undo.undoes IN (this.id, this.alias))
          AND NOT EXISTS (SELECT 1 FROM elsewhere AS undo WHERE undo.undoes = this.id)
        """
}
