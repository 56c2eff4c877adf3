internal import GRDB
public import Tickets

extension Journal {
    /// A line of a ticket with which somebody passed.
    public struct PassedLine: Hashable, Sendable {
        /// The ticket, without its code.
        public let key: TicketKey
        /// Number of the line (``TicketLine/number``).
        public let line: Int
    }

    /// Slugs of an event's admission lists with passages, here or at other stations. Passages that were undone are
    /// included, and so are those that were removed later.
    public func listsPassed(event: String) throws -> Set<String> {
        try read("look in") { db in
            try String.fetchSet(
                db,
                sql: """
                    SELECT list FROM entry WHERE event = :event AND list IS NOT NULL AND verdict IN ('admitted', 'checkedOut')
                    UNION SELECT list FROM elsewhere WHERE event = :event AND verdict IN ('admitted', 'checkedOut')
                    UNION SELECT list FROM use_memory WHERE event = :event
                    """, arguments: ["event": event])
        }
    }

    /// An event's lines with passages, here or at other stations. Passages that were undone are included, and so are
    /// those that were removed later.
    public func linesPassed(event: String) throws -> Set<PassedLine> {
        try read("look in") { db in
            let rows = try Row.fetchCursor(
                db,
                sql: """
                    SELECT key, line FROM entry
                      WHERE event = :event AND key IS NOT NULL AND line IS NOT NULL AND verdict IN ('admitted', 'checkedOut')
                    UNION SELECT key, line FROM elsewhere WHERE event = :event AND verdict IN ('admitted', 'checkedOut')
                    UNION SELECT key, line FROM use_memory WHERE event = :event
                    """, arguments: ["event": event])
            var lines: Set<PassedLine> = []
            while let row = try rows.next() {
                if let key = TicketKey(bytes: row["key"]) { lines.insert(PassedLine(key: key, line: row["line"])) }
            }
            return lines
        }
    }
}
