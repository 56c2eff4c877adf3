/// A known ticket at a gate, with all that its verdict depends on.
public struct AdmissionCase: Hashable, Sendable {
    public var plan: EventPlan
    /// The list of this gate.
    public var list: AdmissionList
    /// The lines of the code in the order of their numbers. Empty when only its revocation is known, or when it is
    /// signed for a type the event does not have.
    public var lines: [TicketLine]
    public var isRevoked: Bool
    /// By line number, on this list, all sources added up. A line without one has none.
    public var histories: [Int: History]
    public var direction: Direction
    public var now: Timestamp
    /// `false` while the station's clock cannot be trusted.
    public var enforcesWindows: Bool
    /// How long after the event's end tickets that are good until then still admit.
    public var graceAfterEnd: Duration
    /// The capacity of the list is reached.
    public var isFull: Bool
    /// Number of the line that staff picked on the screen.
    public var chosenLine: Int?
    /// People who pass at once: all of them or none.
    public var count: Int

    public init(
        plan: EventPlan, list: AdmissionList, lines: [TicketLine], isRevoked: Bool = false,
        histories: [Int: History] = [:], direction: Direction = .in, now: Timestamp, enforcesWindows: Bool = true,
        graceAfterEnd: Duration = .seconds(2 * 3600), isFull: Bool = false, chosenLine: Int? = nil,
        count: Int = 1
    ) {
        self.plan = plan
        self.list = list
        self.lines = lines
        self.isRevoked = isRevoked
        self.histories = histories
        self.direction = direction
        self.now = now
        self.enforcesWindows = enforcesWindows
        self.graceAfterEnd = graceAfterEnd
        self.isFull = isFull
        self.chosenLine = chosenLine
        self.count = count
    }
}

extension TicketLine {
    /// The line that a signed code stands for when its text is in no list: one person, within the times it names, else
    /// the event's. `nil` when the event has no type of that number.
    /// - Parameter isNumberedByType: how the event's list numbers its lines. Once the code gets a row in a list, that
    ///   is the same line.
    public init?(signed code: SignedCode, plan: EventPlan, isNumberedByType: Bool = true) {
        guard let type = plan.type(of: code) else { return nil }
        self.init(
            number: isNumberedByType ? type.lineNumber : 0, type: type,
            notBefore: code.validFrom ?? plan.event.doorsOpen, notAfter: code.validUntil ?? plan.event.ends)
    }
}
