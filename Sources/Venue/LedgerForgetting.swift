public import Tickets

/// What a ledger had of an event, or of a ticket of it, that it has forgotten.
public struct ForgottenEntries: Hashable, Sendable, Decodable {
    /// Entries and exits of people.
    public let entries: Int
    /// When the newest of the event was; `nil` when there were none.
    public let newest: Timestamp?
    /// Whether they were removed. They stay while the newest entry of the event is younger than a day, and when there is no
    /// entry of it: then the doors may not have opened yet.
    public let isRemoved: Bool
}

extension LedgerAdmin {
    /// Removes everything that the ledger has of an event: entries, tickets, sums, limits, refunds, the published list, and
    /// check-ins that wait in it for their server.
    ///
    /// An event of which somebody passed in the last day stays: its doors may be open, and every station would let its
    /// tickets in again.
    public func forget(event: String) async throws -> ForgottenEntries {
        try await forget(.forget, [event])
    }

    /// Removes everything that the ledger has of one ticket of an event: entries, what is counted of it, a refund, and
    /// check-ins that wait in it for their server. Sums of the event stay; nobody is named there. The same events stay.
    /// - Parameter reference: the ticket's: as entries have it, or what people see of it, before `#`.
    public func forget(ticket reference: String, event: String) async throws -> ForgottenEntries {
        try await forget(.forgetTicket, [event, reference])
    }

    private func forget(_ statement: LedgerStatement, _ parameters: [String]) async throws -> ForgottenEntries {
        try await work { connection throws(VenueError) in
            try connection.ask(statement, parameters, until: .now + Self.forgettingTimeout).decoded()
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

    /// Several people may share a code, and with it a key: what has a reference is found by it alone, and what is counted
    /// of a key stays while somebody else has it.
    fileprivate static let forgetTicket = LedgerStatement(
        name: "forget_ticket",
        text: """
            WITH newest AS (
                SELECT max(at) AS at, coalesce(max(received) < now() - interval '1 day', false) AS is_old
                FROM usher.entry WHERE event = $1),
              keys AS (SELECT DISTINCT key FROM usher.entry
                WHERE event = $1 AND (ref = $2 OR starts_with(ref, $2 || '#'))),
              gone AS (SELECT id, key FROM usher.entry
                WHERE event = $1 AND (ref = $2 OR starts_with(ref, $2 || '#') OR ref IS NULL AND key IN (SELECT key FROM keys))
                AND (SELECT is_old FROM newest)),
              free AS (SELECT DISTINCT key FROM gone WHERE NOT EXISTS (SELECT FROM usher.entry AS other
                WHERE other.event = $1 AND other.key = gone.key AND other.id NOT IN (SELECT id FROM gone))),
              a AS (DELETE FROM usher.parcel WHERE entry IN (SELECT id FROM gone)),
              b AS (DELETE FROM usher.entry WHERE id IN (SELECT id FROM gone)),
              c AS (DELETE FROM usher.ticket WHERE event = $1 AND key IN (SELECT key FROM free)),
              d AS (DELETE FROM usher.line WHERE event = $1 AND key IN (SELECT key FROM free)),
              e AS (DELETE FROM usher.refund WHERE event = $1 AND key IN (SELECT key FROM free))
            SELECT jsonb_build_object('entries', (SELECT count(*) FROM gone), 'isRemoved', is_old, 'newest',
              to_char(to_timestamp(at / 1000.0) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) FROM newest
            """, operation: "forget a ticket in")
}
