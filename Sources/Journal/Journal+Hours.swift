internal import GRDB
public import Tickets

extension Journal {
    /// An admission list of an event.
    public struct ListName: Hashable, Sendable {
        /// Id of the event.
        public let event: String
        /// Slug of the admission list.
        public let list: String

        public init(event: String, list: String) {
            self.event = event
            self.list = list
        }
    }

    /// The last hour of each admission list at which everybody counted as out (`CheckIn.Kind.everyoneOut`).
    public func hours() throws -> [ListName: Timestamp] {
        try read("look up hours in") { db in
            let rows = try Row.fetchAll(
                try db.cachedStatement(
                    sql: "SELECT event, list, note, max(seq) FROM entry WHERE kind = 'everyoneOut' GROUP BY event, list"
                ))
            return rows.reduce(into: [:]) { hours, row in
                guard let hour = (row["note"] as String?).flatMap(Timestamp.init(rfc3339:)) else { return }
                hours[ListName(event: row["event"], list: row["list"])] = hour
            }
        }
    }
}
