public import Tickets

/// What a ledger had of an event that it has forgotten.
public struct ForgottenEvent: Hashable, Sendable, Decodable {
    /// Entries and exits of people.
    public let entries: Int
    /// When the newest of them was; `nil` when there were none.
    public let newest: Timestamp?
    /// Whether it was removed. It stays while the newest entry is younger than a day, and when there is no entry: then the
    /// doors may not have opened yet.
    public let isRemoved: Bool
}

extension LedgerAdmin {
    /// Removes everything that the ledger has of an event: entries, tickets, sums, limits, refunds, the published list, and
    /// check-ins that wait in it for their server.
    ///
    /// An event of which somebody passed in the last day stays: its doors may be open, and every station would let its
    /// tickets in again.
    public func forget(event: String) async throws -> ForgottenEvent {
        try await work { connection throws(VenueError) in
            try connection.ask(.forget, [event], until: .now + Self.forgettingTimeout).decoded()
        }
    }

    /// A million entries with their indexes.
    private static let forgettingTimeout = Duration.seconds(600)
}

extension LedgerStatement {
    /// One statement, and so all or nothing.
    fileprivate static let forget = LedgerStatement(
        name: "forget",
        text: """
            WITH newest AS (
                SELECT count(*) AS entries, max(at) AS at, coalesce(max(received) < now() - interval '1 day', false) AS is_old
                FROM usher.entry WHERE event = $1),
              old AS (SELECT FROM newest WHERE is_old),
              a AS (DELETE FROM usher.parcel WHERE EXISTS (SELECT FROM old)
                AND entry IN (SELECT id FROM usher.entry WHERE event = $1)),
              b AS (DELETE FROM usher.entry WHERE event = $1 AND EXISTS (SELECT FROM old)),
              c AS (DELETE FROM usher.ticket WHERE event = $1 AND EXISTS (SELECT FROM old)),
              d AS (DELETE FROM usher.line WHERE event = $1 AND EXISTS (SELECT FROM old)),
              e AS (DELETE FROM usher.tally WHERE event = $1 AND EXISTS (SELECT FROM old)),
              f AS (DELETE FROM usher.minute WHERE event = $1 AND EXISTS (SELECT FROM old)),
              g AS (DELETE FROM usher.capacity WHERE event = $1 AND EXISTS (SELECT FROM old)),
              h AS (DELETE FROM usher.exit_hour WHERE event = $1 AND EXISTS (SELECT FROM old)),
              i AS (DELETE FROM usher.refund WHERE event = $1 AND EXISTS (SELECT FROM old)),
              j AS (DELETE FROM usher.sale_grant WHERE event = $1 AND EXISTS (SELECT FROM old)),
              k AS (DELETE FROM usher.published WHERE event = $1 AND EXISTS (SELECT FROM old))
            SELECT jsonb_build_object('entries', entries, 'isRemoved', is_old, 'newest',
              to_char(to_timestamp(at / 1000.0) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) FROM newest
            """, operation: "forget an event in")
}
