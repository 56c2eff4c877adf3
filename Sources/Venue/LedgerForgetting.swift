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

/// Removing what a ledger has of an event that is over. Who passed with which ticket stays, by the key of its code alone: so
/// that no later list of the event lets it in again. An entry that is reduced to this came at the beginning of 1970.
/// See docs/decisions/028-deletion-remembers.md.
extension LedgerAdmin {
    /// Removes everything that the ledger has of an event, but for which tickets were used: references, gates and operators of
    /// entries, sums, limits, the published list, and check-ins that wait in it for their server.
    ///
    /// An event of which somebody passed in the last day stays: its doors may be open.
    /// - Parameter clock: what is known of this machine's clock. The server's must agree with it.
    /// - Throws: ``VenueError``, also while the clock is not trusted
    public func forget(event: String, clock: ClockEvidence) async throws -> ForgottenEntries {
        try await forget(.forget, [event], clock)
    }

    /// Removes everything that the ledger has of one ticket of an event, but for its use: references, gates and operators of
    /// entries, and check-ins that wait in it for their server. Sums of the event stay; nobody is named there. The same events
    /// stay.
    /// - Parameters:
    ///   - reference: the ticket's: as entries have it, or what people see of it, before `#`.
    ///   - clock: what is known of this machine's clock. The server's must agree with it.
    public func forget(
        ticket reference: String, event: String, clock: ClockEvidence
    ) async throws -> ForgottenEntries {
        try await forget(.forgetTicket, [event, reference], clock)
    }

    /// How many tickets of an event were used whose entries were forgotten.
    public func usedTickets(of event: String) async throws -> Int {
        try await work { connection throws(VenueError) in
            try connection.ask(.usedTickets, [event], until: Self.deadline).value.flatMap(Int.init) ?? 0
        }
    }

    /// Forgets which tickets were used: they admit again. Only after a person has confirmed that.
    public func readmit(event: String) async throws {
        try await work { connection throws(VenueError) in
            _ = try connection.ask(.readmit, [event], until: .now + Self.forgettingTimeout)
        }
    }

    private func forget(
        _ statement: LedgerStatement, _ parameters: [String], _ clock: ClockEvidence
    ) async throws -> ForgottenEntries {
        try await work { connection throws(VenueError) in
            let server = try connection.ask(.serverTime, until: Self.deadline).value.flatMap { Int64($0) }
            var clock = clock
            clock.offsets += server.map { [clock.now - Timestamp(milliseconds: $0)] } ?? []
            if let doubt = clock.doubt {
                throw VenueError(.failed, "forget in", connection.server, doubt.reason, hint: doubt.hint)
            }
            return try connection.ask(statement, parameters, until: .now + Self.forgettingTimeout).decoded()
        }
    }

    /// A million entries with their indexes.
    private static let forgettingTimeout = Duration.seconds(600)
}

extension LedgerStatement {
    /// When the newest entry of the event came, by the server's clock. A time that is yet to come is of a clock that was wrong:
    /// the entry came before the station's next one that has a right time.
    private static let newest = """
        newest AS (
          SELECT count(*) AS entries, max(at) AS at, coalesce(max(CASE WHEN received <= now() THEN received ELSE coalesce(
              (SELECT min(later.received) FROM usher.entry AS later WHERE later.station = e.station
                AND later.number > e.number AND later.received BETWEEN to_timestamp(1) AND now()), now()) END)
              < now() - interval '1 day', false) AS is_old
          FROM usher.entry AS e WHERE event = $1 AND received > to_timestamp(0))
        """

    private static let newestText = """
        'newest', to_char(to_timestamp(at / 1000.0) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
        """

    /// What is left of an entry: its ticket's key, when, how many people, at which station.
    private static let reduced = "ref = NULL, gate = NULL, operator = NULL, note = NULL, received = to_timestamp(0)"

    /// One statement, and so all or nothing. A refund stays, as what was used does.
    fileprivate static let forget = LedgerStatement(
        name: "forget",
        text: """
            WITH \(newest),
              old AS (SELECT FROM newest WHERE is_old),
              a AS (DELETE FROM usher.parcel WHERE EXISTS (SELECT FROM old)
                AND entry IN (SELECT id FROM usher.entry WHERE event = $1)),
              b AS (UPDATE usher.entry SET \(reduced)
                WHERE event = $1 AND received > to_timestamp(0) AND EXISTS (SELECT FROM old)),
              d AS (DELETE FROM usher.line WHERE event = $1 AND EXISTS (SELECT FROM old)),
              e AS (DELETE FROM usher.tally WHERE event = $1 AND EXISTS (SELECT FROM old)),
              f AS (DELETE FROM usher.minute WHERE event = $1 AND EXISTS (SELECT FROM old)),
              g AS (DELETE FROM usher.capacity WHERE event = $1 AND EXISTS (SELECT FROM old)),
              h AS (DELETE FROM usher.exit_hour WHERE event = $1 AND EXISTS (SELECT FROM old)),
              j AS (DELETE FROM usher.sale_grant WHERE event = $1 AND EXISTS (SELECT FROM old)),
              k AS (DELETE FROM usher.published WHERE event = $1 AND EXISTS (SELECT FROM old))
            SELECT jsonb_build_object('entries', entries, 'isRemoved', is_old, \(newestText)) FROM newest
            """, operation: "forget an event in")

    /// Several people may share a code, and with it a key: what has a reference is found by it alone.
    fileprivate static let forgetTicket = LedgerStatement(
        name: "forget_ticket",
        text: """
            WITH \(newest),
              keys AS (SELECT DISTINCT key FROM usher.entry
                WHERE event = $1 AND (ref = $2 OR starts_with(ref, $2 || '#'))),
              gone AS (SELECT id FROM usher.entry
                WHERE event = $1 AND (ref = $2 OR starts_with(ref, $2 || '#') OR ref IS NULL AND key IN (SELECT key FROM keys))
                AND received > to_timestamp(0) AND (SELECT is_old FROM newest)),
              a AS (DELETE FROM usher.parcel WHERE entry IN (SELECT id FROM gone)),
              b AS (UPDATE usher.entry SET \(reduced) WHERE id IN (SELECT id FROM gone))
            SELECT jsonb_build_object('entries', (SELECT count(*) FROM gone), 'isRemoved', is_old, \(newestText)) FROM newest
            """, operation: "forget a ticket in")

    fileprivate static let serverTime = LedgerStatement(
        name: "server_time", text: "SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint",
        operation: "read the clock of")

    fileprivate static let usedTickets = LedgerStatement(
        name: "used_tickets",
        text: """
            SELECT count(DISTINCT key) FROM usher.entry AS e WHERE event = $1 AND received = to_timestamp(0)
              AND verdict = 'admitted' AND undoes IS NULL AND NOT usher.is_undone(e)
            """, operation: "look for used tickets in")

    /// Each ticket keeps its number of entries: a station that knows it goes on from there.
    fileprivate static let readmit = LedgerStatement(
        name: "readmit", text: "DELETE FROM usher.entry WHERE event = $1 AND received = to_timestamp(0)",
        operation: "forget used tickets in")
}
