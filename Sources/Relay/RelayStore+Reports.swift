internal import GRDB
internal import Tickets

/// What stations say about themselves, the ends of their journals, and what the control room orders.
extension RelayStore {
    struct StoredReport: Hashable {
        let station: String
        /// Signed (docs/CONTROL.md).
        let line: String
        let received: Timestamp
    }

    static let reportSchema = """
        CREATE TABLE report(station TEXT PRIMARY KEY, line TEXT NOT NULL, received INTEGER NOT NULL) STRICT;
        CREATE TABLE head(
          station TEXT NOT NULL, received INTEGER NOT NULL, line TEXT NOT NULL, PRIMARY KEY (station, received)) STRICT;
        CREATE TABLE control_order(line TEXT PRIMARY KEY, expires INTEGER NOT NULL, posted INTEGER NOT NULL) STRICT;
        """

    /// One head in so much time is kept, and always the first.
    private static let headInterval = Duration.seconds(600)

    /// Of all stations.
    func reports() throws -> [StoredReport] {
        try queue.read { db in
            try Row.fetchAll(db, sql: "SELECT station, line, received FROM report").map {
                StoredReport(
                    station: $0["station"], line: $0["line"], received: Timestamp(milliseconds: $0["received"]))
            }
        }
    }

    /// The ends of a station's journal that were kept, oldest first.
    func heads(of station: String) throws -> [String] {
        try queue.read { db in
            try String.fetchAll(
                db, sql: "SELECT line FROM head WHERE station = ? ORDER BY received", arguments: [station])
        }
    }

    /// Signed orders that are not over, oldest first.
    func orders(at time: Timestamp) throws -> [String] {
        try queue.read { db in
            try String.fetchAll(
                db, sql: "SELECT line FROM control_order WHERE expires > ? ORDER BY posted, rowid",
                arguments: [time.milliseconds])
        }
    }

    func keep(order line: String, until expires: Timestamp, at time: Timestamp) throws {
        try queue.write { db in
            try db.execute(
                sql: "INSERT OR IGNORE INTO control_order VALUES (?, ?, ?)",
                arguments: [line, expires.milliseconds, time.milliseconds])
        }
    }

    func keep(report: String, head: String, of station: String, at time: Timestamp) throws {
        try queue.write { db in
            try db.execute(
                sql: """
                    INSERT INTO report VALUES (?, ?, ?)
                      ON CONFLICT (station) DO UPDATE SET line = excluded.line, received = excluded.received
                    """, arguments: [station, report, time.milliseconds])
            try db.execute(
                sql: """
                    INSERT INTO head SELECT ?, ?, ?
                      WHERE NOT EXISTS (SELECT 1 FROM head WHERE station = ? AND received > ?)
                    """,
                arguments: [station, time.milliseconds, head, station, (time - Self.headInterval).milliseconds])
        }
    }
}
