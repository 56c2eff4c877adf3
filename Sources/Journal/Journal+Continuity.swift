internal import GRDB
public import Tickets

extension Journal {
    /// A line of a ticket that somebody passed on.
    public struct PassedLine: Hashable, Sendable {
        public let key: TicketKey
        public let line: Int
    }

    /// Slugs of an event's admission lists on which people passed, here or elsewhere; those of passages that were taken
    /// back are among them.
    public func listsPassed(event: String) throws -> Set<String> {
        try read("look in") { db in
            try String.fetchSet(
                db,
                sql: """
                    SELECT list FROM entry WHERE event = :event AND list IS NOT NULL AND verdict <> 'refused'
                    UNION SELECT list FROM elsewhere WHERE event = :event AND verdict <> 'refused'
                    """, arguments: ["event": event])
        }
    }

    /// An event's lines on which people passed, here or elsewhere; those of passages that were taken back are among them.
    public func linesPassed(event: String) throws -> Set<PassedLine> {
        try read("look in") { db in
            let rows = try Row.fetchCursor(
                db,
                sql: """
                    SELECT key, line FROM entry
                      WHERE event = :event AND key IS NOT NULL AND line IS NOT NULL AND verdict <> 'refused'
                    UNION SELECT key, line FROM elsewhere WHERE event = :event AND verdict <> 'refused'
                    """, arguments: ["event": event])
            var lines: Set<PassedLine> = []
            while let row = try rows.next() {
                if let key = TicketKey(bytes: row[0]) { lines.insert(PassedLine(key: key, line: row[1])) }
            }
            return lines
        }
    }
}
