public import Tickets

/// What a station asks of the ledger before it sells tickets beyond its share of a quota.
public struct SaleGrant: Sendable {
    /// Names the station's journal: what another one was given is not its own.
    let journal: String
    /// Id of the event.
    let event: String
    /// Number of the type's line (``Tickets/TicketType/lineNumber``).
    let type: Int
    /// How many tickets all stations sell together, beyond their shares.
    let together: Int
    /// How many of them this station must have in all.
    let wanted: Int

    public init(journal: String, event: String, type: Int, together: Int, wanted: Int) {
        self.journal = journal
        self.event = event
        self.type = type
        self.together = together
        self.wanted = wanted
    }
}

/// A refund as the ledger tells of it.
struct LedgerRefund: Decodable, Sendable {
    /// Grows.
    let number: Int64
    let event: String
    /// 32 hexadecimal digits.
    let key: String

    /// `nil` for what no ledger should hold.
    var refund: Refund? { TicketKey(hex: key).map { Refund(event: event, key: $0) } }
}

extension Ledger {
    /// Asks for tickets to sell beyond a station's share. Waits no longer than the door would.
    /// - Returns: how many the station has been given in all; `nil` when alone.
    public func grant(_ grant: SaleGrant) -> Int? {
        var timeLeft = limit
        let answer = ask(timeLeft: &timeLeft) { session, deadline throws(VenueError) in
            try session.grant(grant, until: deadline)
        }
        return try? answer.get()
    }

    /// Takes a ticket back, if nobody has entered with it at any station.
    /// - Returns: whether the ledger has the refund now; `nil` when alone.
    public func refund(_ refund: Refund) -> Bool? {
        var timeLeft = limit
        let answer = ask(timeLeft: &timeLeft) { session, deadline throws(VenueError) in
            try session.tell(refund, isDone: false, until: deadline)
        }
        return try? answer.get()
    }
}

extension LedgerSession {
    mutating func grant(_ grant: SaleGrant, until deadline: LedgerConnection.Deadline) throws(VenueError) -> Int {
        try connection.ask(
            .grant,
            [
                String(number), grant.journal, grant.event, String(grant.type), String(grant.together),
                String(grant.wanted),
            ],
            until: deadline
        ).decoded()
    }

    /// - Parameter isDone: it counts already, whoever has entered.
    /// - Returns: whether the ledger has it now: not while somebody has entered with the ticket
    mutating func tell(
        _ refund: Refund, isDone: Bool, until deadline: LedgerConnection.Deadline
    ) throws(VenueError) -> Bool {
        try connection.ask(
            .refund, [String(number), refund.event, refund.key.description, String(isDone)], until: deadline
        ).decoded()
    }

    /// Refunds of all stations, in the order of their numbers.
    /// - Parameter number: of the last one that is known; 0 for all.
    mutating func refunds(
        after number: Int64, most: Int, until deadline: LedgerConnection.Deadline
    ) throws(VenueError) -> [LedgerRefund] {
        let answer = try connection.ask(.refunds, [String(number), String(most)], until: deadline)
        let page: [LedgerRefund] = try answer.decoded()
        guard page.count <= most, page.allSatisfy({ $0.number > number }) else { throw answer.malformed }
        return page
    }
}

extension LedgerStatement {
    fileprivate static let grant = LedgerStatement(
        name: "grant", text: "SELECT to_json(usher.grant_sales($1, $2, $3, $4, $5, $6))",
        operation: "ask for tickets of")
    fileprivate static let refund = LedgerStatement(
        name: "refund", text: "SELECT to_json(usher.refund_sale($1, $2, $3, $4))", operation: "tell a refund to")
    fileprivate static let refunds = LedgerStatement(
        name: "refunds", text: "SELECT usher.refunds($1, $2)", operation: "read the refunds of")
}
