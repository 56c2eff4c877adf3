/// A known ticket at a gate, with all that its verdict depends on.
/// See docs/decisions/008-grace-after-event-end.md.
public struct AdmissionCase: Hashable, Sendable {
    /// The event that the ticket is for.
    public var plan: EventPlan
    /// The list of this gate.
    public var list: AdmissionList
    /// The gate itself; `nil` where no rule asks for it.
    public var gate: Gate?
    /// The lines of the code in the order of their numbers. Empty when only its revocation is known, or when it is
    /// signed for a type the event does not have.
    public var lines: [TicketLine]
    /// The code is in the list of revoked codes: no line of it is valid any more.
    public var isRevoked: Bool
    /// A wristband or card was shown that stands for the ticket.
    public var isByMedium: Bool
    /// By line number, on this list, all sources added up. A line that is not here has no passages.
    public var histories: [Int: History]
    /// With `out`, the tests of time, capacity and earlier entries are left out: people must be able to leave.
    public var direction: Direction
    /// By the station's clock, also when it cannot be trusted: see ``enforcesWindows``.
    public var now: Timestamp
    /// `false` while the station's clock cannot be trusted.
    public var enforcesWindows: Bool
    /// How long after the event's end tickets that are good until then still admit.
    public var graceAfterEnd: Duration
    /// As many people are inside as the list has room for.
    public var isFull: Bool
    /// Number of the line that staff picked on the screen.
    public var chosenLine: Int?
    /// People who pass together, from 1: all of them or none.
    public var count: Int
    /// What staff have found out about these people.
    public var confirmed: Set<DoorQuestion>

    public init(
        plan: EventPlan, list: AdmissionList, gate: Gate? = nil, lines: [TicketLine], isRevoked: Bool = false,
        isByMedium: Bool = false,
        histories: [Int: History] = [:], direction: Direction = .in, now: Timestamp, enforcesWindows: Bool = true,
        graceAfterEnd: Duration = .seconds(2 * 3600), isFull: Bool = false, chosenLine: Int? = nil,
        count: Int = 1, confirmed: Set<DoorQuestion> = []
    ) {
        self.plan = plan
        self.list = list
        self.gate = gate
        self.lines = lines
        self.isRevoked = isRevoked
        self.isByMedium = isByMedium
        self.histories = histories
        self.direction = direction
        self.now = now
        self.enforcesWindows = enforcesWindows
        self.graceAfterEnd = graceAfterEnd
        self.isFull = isFull
        self.chosenLine = chosenLine
        self.count = count
        self.confirmed = confirmed
    }
}

extension TicketLine {
    /// The line of a signed code whose text is in no list: for one person, within the times in the code, or else those
    /// of its date and event. `nil` when the event has no type, or a series no date, of that number.
    ///
    /// - Parameters:
    ///   - isNumberedByType: how the event's list numbers its lines. Once the code gets a row in a list, that is the
    ///     same line.
    ///   - reference: what the ticket says, if it was sold here.
    ///   - status: `refunded` for a ticket that was sold at a door and taken back.
    public init?(
        signed code: SignedCode, plan: EventPlan, isNumberedByType: Bool = true, reference: String? = nil,
        status: TicketStatus = .valid
    ) {
        guard let type = plan.type(of: code), plan.knows(date: code.subevent) else { return nil }
        let date = plan.dates[code.subevent]
        self.init(
            number: isNumberedByType ? type.lineNumber : 0, reference: reference, type: type, status: status,
            notBefore: code.validFrom ?? plan.opens(date), notAfter: code.validUntil ?? plan.closes(date), date: date,
            answered: plan.undecidableQuestions)
    }
}
