/// What the rules say of one presentation, with what its verdict has to tell beside its reason.
public struct Decision: Hashable, Sendable {
    public let verdict: Verdict
    /// The line that was taken, or whose refusal this is.
    public let line: TicketLine?
    /// Which of the people on the line this is, from 1; set only when admitted.
    public internal(set) var entry: Int?
    /// A check-out of somebody whose entry is not known here.
    public internal(set) var isUnmatched = false
    /// With `alreadyScanned`: the first entry, as far as it is known.
    public internal(set) var first: History.FirstEntry?
    /// With `notStarted`: from when on the line admits; `nil` when nobody knows yet.
    public internal(set) var opensAt: Timestamp?
    /// With `ended`: until when the line admitted, by its own word: without the grace after the event's end.
    public internal(set) var closedAt: Timestamp?
    /// With `wrongGate`: the name of a gate that admits the line's type, if there is one.
    public internal(set) var rightGate: String?
    /// With `wrongEvent`: the name, or else the id, of the event that the ticket is for.
    public internal(set) var otherEvent: String?

    /// With `stationNotAuthorised`: the venue's ledger does not answer, and the ticket has to wait for it.
    public internal(set) var isHeld = false

    /// With `admitted` by a person against the rules: why they had refused. Such an entry has no number.
    public internal(set) var overruledReason: Reason?

    init(_ verdict: Verdict, line: TicketLine? = nil) {
        self.verdict = verdict
        self.line = line
    }

    /// The same, let in by a person against the rules. Only a refusal of a line can be overruled: a station in trouble,
    /// an unknown code and another event's ticket stay refused.
    public var overruled: Decision {
        guard let line, let reason = verdict.reason else { return self }
        var decision = Decision(.admitted, line: line)
        (decision.first, decision.opensAt, decision.closedAt) = (first, opensAt, closedAt)
        decision.rightGate = rightGate
        (decision.overruledReason, decision.isHeld) = (reason, isHeld)
        return decision
    }

    /// The same, held back until the venue's ledger can be asked. Only an admission is: people must be able to leave.
    public var held: Decision {
        guard let line, verdict == .admitted else { return self }
        var decision = Decision.refused(.stationNotAuthorised, line: line)
        decision.isHeld = true
        return decision
    }

    static func refused(_ reason: Reason, line: TicketLine? = nil) -> Decision {
        Decision(.refused(reason), line: line)
    }
}
