internal import Foundation
public import Tickets

/// A station's signed report (docs/CONTROL.md), and the end of its journal.
public struct LedgerReport: Hashable, Sendable {
    /// One line.
    public let line: String
    /// The signed head of the journal, which is in the report, too.
    public let head: String

    public init(line: String, head: String) {
        self.line = line
        self.head = head
    }
}

/// A report as the ledger has it.
public struct StoredReport: Hashable, Sendable {
    /// The station's name in the ledger.
    public let station: String
    /// As the station sent it; nobody has checked it.
    public let line: String
    /// When it came, by the server's clock.
    public let received: Timestamp
}

extension LedgerSession {
    /// - Returns: signed orders for the station (docs/CONTROL.md), which may come again with each report.
    mutating func tell(
        _ report: LedgerReport, until deadline: LedgerConnection.Deadline
    ) throws(VenueError) -> [String] {
        try connection.ask(.report, [report.line, report.head], until: deadline).decoded()
    }
}

extension LedgerAdmin {
    private struct Rows: Decodable {
        struct Row: Decodable {
            let station: String
            let line: String
            let received: Int64
        }

        let now: Int64
        let stations: [String]
        let rows: [Row]
        let orders: [String]
    }

    /// What the ledger says of its stations.
    public struct Reports: Sendable {
        /// Those that came since the time that was asked for, in their order.
        public let reports: [StoredReport]
        /// Signed orders that are not over, oldest first.
        public let orders: [String]
        /// All that may use the ledger.
        public let stations: Set<String>
        /// By the server's clock.
        public let now: Timestamp
    }

    /// Time limit for a question that is asked every second.
    private static let reportsTimeout = Duration.seconds(5)

    /// Reports that came after a time.
    /// - Parameter time: by the server's clock. One that was being written then may have an earlier time.
    public func reports(after time: Timestamp) async throws -> Reports {
        let rows: Rows = try await work { connection throws(VenueError) in
            try connection.ask(.reports, [String(time.milliseconds)], until: .now + Self.reportsTimeout).decoded()
        }
        return Reports(
            reports: rows.rows.map {
                StoredReport(station: $0.station, line: $0.line, received: Timestamp(milliseconds: $0.received))
            }, orders: rows.orders, stations: Set(rows.stations), now: Timestamp(milliseconds: rows.now))
    }

    /// Passes an order on to stations with their next reports, until it expires.
    ///
    /// - Parameters:
    ///   - line: signed (docs/CONTROL.md).
    ///   - stations: their names in the ledger; `nil`: all.
    ///   - now: by a clock that is trusted; `nil` without one. Orders that ended long ago are removed only when it and the
    ///     server's clock agree.
    public func post(order line: String, to stations: [String]?, until expires: Timestamp, now: Timestamp?) async throws
    {
        let names = stations.map { JSONValue.array($0.map(JSONValue.string)).text }
        try await work { connection throws(VenueError) in
            _ = try connection.ask(
                .postOrder, [line, names, String(expires.milliseconds), now.map { String($0.milliseconds) }],
                until: Self.deadline)
        }
    }

    /// The signed ends of a station's journal (docs/JOURNAL.md) that were kept, the oldest first.
    /// - Parameter station: its name in the ledger.
    public func heads(of station: String) async throws -> [String] {
        try await work { connection throws(VenueError) in
            try connection.ask(.heads, [station], until: Self.deadline).decoded()
        }
    }
}

extension LedgerStatement {
    fileprivate static let report = LedgerStatement(
        name: "report", text: "SELECT usher.report($1, $2)", operation: "report to")

    fileprivate static let reports = LedgerStatement(
        name: "reports",
        text: """
            SELECT jsonb_build_object('now', floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint,
              'stations', (SELECT coalesce(jsonb_agg(name), '[]') FROM usher.station WHERE removed IS NULL),
              'orders', (SELECT coalesce(jsonb_agg(line ORDER BY posted), '[]') FROM usher.control_order
                WHERE expires > clock_timestamp()),
              'rows', coalesce(jsonb_agg(jsonb_build_object('station', station, 'line', line,
                'received', floor(extract(epoch FROM received) * 1000)::bigint) ORDER BY received), '[]'))
            FROM usher.report JOIN usher.station ON name = station AND removed IS NULL
            WHERE received >= to_timestamp($1::bigint / 1000.0)
            """, operation: "read the reports of")

    fileprivate static let postOrder = LedgerStatement(
        name: "post_order",
        text: """
            WITH old AS (DELETE FROM usher.control_order WHERE expires < clock_timestamp() - interval '7 days'
              AND abs(extract(epoch FROM clock_timestamp()) * 1000 - $4::bigint)
                < \(ClockEvidence.tolerance.wholeMilliseconds))
            INSERT INTO usher.control_order(line, stations, expires)
              VALUES ($1, $2::jsonb, to_timestamp($3::bigint / 1000.0)) ON CONFLICT DO NOTHING
            """, operation: "give an order to")

    fileprivate static let heads = LedgerStatement(
        name: "heads",
        text: """
            SELECT coalesce(jsonb_agg(line ORDER BY received), '[]')
            FROM usher.head WHERE station = $1
            """, operation: "read the heads of")
}
