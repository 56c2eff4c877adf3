internal import Foundation
internal import GRDB
internal import Tickets

/// People on one admission list.
public struct ListFigures: Hashable, Sendable {
    /// Slug of the list.
    public let list: String
    /// Let in by this station.
    public let admitted: Int
    /// Checked out by this station.
    public let checkedOut: Int
    /// Inside now, as far as this station knows of other gates.
    public let inside: Int
}

extension Journal {
    /// Short enough for a scan that waits: a quarter of a millisecond.
    private static let pageLength = 250

    /// People per admission list of an event, in the order of the lists' slugs. Undone entries do not count.
    public func listFigures(event: String) throws -> [ListFigures] {
        var tally = ListTally()
        for here in [true, false] {
            var position: Int64 = 0
            while let last = try addPage(to: &tally, of: event, here: here, after: position) { position = last }
        }
        return tally.figures
    }

    /// - Returns: number of the last row of the page; `nil` when there was none.
    private func addPage(
        to tally: inout ListTally, of event: String, here: Bool, after start: Int64
    ) throws -> Int64? {
        try read("count") { db in
            let rows = try Row.fetchCursor(
                try db.cachedStatement(
                    // The plus keeps SQLite from sorting all rows of the index by number, for each page anew.
                    sql: """
                        SELECT seq, list, key, line, verdict, count FROM movement
                        WHERE here = ? AND seq > ? AND +event = ? AND list IS NOT NULL ORDER BY seq LIMIT ?
                        """), arguments: [here, start, event, Self.pageLength])
            var last: Int64?
            while let row = try rows.next() {
                last = row[0]
                tally.add(
                    row[5], entering: row[4] == Verdict.admitted.word, here: here,
                    .init(list: row[1], key: row[2], line: row[3]))
            }
            return last
        }
    }
}

/// Adds up who came and went.
private struct ListTally {
    struct Line: Hashable {
        let list: String
        let key: Data?
        let line: Int?
    }

    private var people: [Line: Int] = [:]
    private var admitted: [String: Int] = [:]
    private var checkedOut: [String: Int] = [:]

    mutating func add(_ count: Int, entering: Bool, here: Bool, _ line: Line) {
        people[line, default: 0] += entering ? count : -count
        guard here else { return }
        if entering { admitted[line.list, default: 0] += count } else { checkedOut[line.list, default: 0] += count }
    }

    /// A line nobody was seen entering on counts as empty: it must not make the others fewer.
    var figures: [ListFigures] {
        var inside: [String: Int] = [:]
        for (line, count) in people { inside[line.list, default: 0] += max(0, count) }
        return inside.keys.sorted().map { list in
            ListFigures(
                list: list, admitted: admitted[list] ?? 0, checkedOut: checkedOut[list] ?? 0, inside: inside[list] ?? 0)
        }
    }
}
