internal import Foundation
internal import GRDB
public import Tickets

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
                end = row["seq"]
                guard row["is_at_both"], let key = TicketKey(bytes: row["key"]) else { continue }
                lines.append(ListedLine(event: row["event"], list: row["list"], key: key, line: row["line"]))
            }
            return end.map { (lines, $0) }
        }
    }

    /// When the last people passed here, the newest first.
    ///
    /// Only the newest entries are looked at: refusals between the passages of a rush are few.
    public func newestPassages(of event: String, limit: Int) throws -> [Timestamp] {
        try read("look at the newest entries") { db in
            let times = try Int64.fetchAll(
                try db.cachedStatement(
                    sql: """
                        SELECT at FROM (SELECT at, event, verdict, undoes FROM entry ORDER BY seq DESC LIMIT 500)
                        WHERE event = ? AND verdict IN ('admitted', 'checkedOut') AND undoes IS NULL ORDER BY at DESC LIMIT ?
                        """), arguments: [event, limit])
            return times.map(Timestamp.init(milliseconds:))
        }
    }

    private static let comparison = """
        SELECT seq, event, list, key, line, verdict = 'admitted' AND EXISTS (
          SELECT 1 FROM entry AS own WHERE own.event = there.event AND own.key = there.key AND own.line = there.line
            AND own.list = there.list AND own.verdict = 'admitted') AS is_at_both
        FROM elsewhere AS there WHERE seq > ? ORDER BY seq LIMIT ?
        """
}
