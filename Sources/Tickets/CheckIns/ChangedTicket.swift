/// A ticket that its server has changed since the list was made, as a station keeps it.
/// See docs/decisions/114-changed-tickets-by-reference.md.
public struct ChangedTicket: Hashable, Sendable {
    /// Id of the event in its manifest.
    public let event: String
    /// The server's own id of the ticket: every line with it has changed.
    public let reference: String
    /// Takes the place of the line's.
    public let status: TicketRow.Status
    /// In the place of the line's; `nil` for both leaves them as they are.
    public let notBefore: Timestamp?
    public let notAfter: Timestamp?
    /// Of all codes under which it stands now; empty when that is not known.
    public let keys: [TicketKey]
    /// When the server changed it last, and no later than the station heard of it.
    public let at: Timestamp

    public init(
        event: String, reference: String, status: TicketRow.Status, notBefore: Timestamp? = nil,
        notAfter: Timestamp? = nil, keys: [TicketKey] = [], at: Timestamp
    ) {
        self.event = event
        self.reference = reference
        self.status = status
        self.notBefore = notBefore
        self.notAfter = notAfter
        self.keys = keys
        self.at = at
    }

    /// What was reported, as heard at `now`: a server cannot say what will be.
    public init(_ ticket: ReportedTicket, event: String, keys: [TicketKey], now: Timestamp) {
        self.init(
            event: event, reference: ticket.reference, status: ticket.status, notBefore: ticket.notBefore,
            notAfter: ticket.notAfter, keys: keys, at: min(ticket.at, now))
    }

    /// How much the clocks of a server and of an organizer may differ.
    public static let clockTolerance = Duration.seconds(30)

    /// Whether a list, or an answer of the server, that was made at a time may not have the change yet. Where clocks differ,
    /// what refuses counts rather too long than not at all.
    public func isNewer(than made: Timestamp) -> Bool {
        at > (status == .ticket(.valid) ? made : made - Self.clockTolerance)
    }

    /// The ticket has other codes now than the one with this key.
    func hasLeft(_ key: TicketKey) -> Bool { !keys.isEmpty && !keys.contains(key) }

    /// The line as it is now.
    fileprivate func applied(to line: TicketLine, in plan: EventPlan) -> TicketLine {
        var line = line
        if case .ticket(let status) = status { line.status = status }
        if notBefore != nil || notAfter != nil {
            line.notBefore = notBefore ?? plan.opens(line.date)
            line.notAfter = notAfter ?? plan.closes(line.date)
        }
        return line
    }
}

extension TicketRecord {
    /// The record with what its server has changed since.
    ///
    /// - Parameters:
    ///   - changes: by reference.
    ///   - isByCode: the ticket's own code was shown, which may not be the ticket's any more. `false` for a wristband,
    ///     and for a person who named the ticket.
    public func updated(by changes: [String: ChangedTicket], in plan: EventPlan, isByCode: Bool) -> TicketRecord {
        var record = self
        for (index, line) in lines.enumerated() {
            guard let change = line.reference.flatMap({ changes[$0] }) else { continue }
            record.lines[index] = change.applied(to: line, in: plan)
            if change.status == .revoked || isByCode && change.hasLeft(key) { record.isRevoked = true }
        }
        return record
    }
}
