/// What the rules say of one presentation.
public struct Decision: Hashable, Sendable {
    public enum Outcome: Hashable, Sendable {
        /// Let in by the rules.
        /// - Parameter entry: which of the people on the line this is, from 1.
        case admitted(entry: Int)
        /// Let in by a person against the rules. Such an entry has no number.
        case overruled(Refusal)
        /// - Parameter isUnmatched: nobody is known to have entered.
        case checkedOut(isUnmatched: Bool)
        case refused(Refusal)
    }

    public let outcome: Outcome
    /// The line that was taken, or whose refusal this is.
    public let line: TicketLine?

    public init(_ outcome: Outcome, line: TicketLine? = nil) {
        self.outcome = outcome
        self.line = line
    }

    public static func refused(_ refusal: Refusal, line: TicketLine? = nil) -> Decision {
        Decision(.refused(refusal), line: line)
    }

    public var verdict: Verdict {
        switch outcome {
        case .admitted, .overruled: .admitted
        case .checkedOut: .checkedOut
        case .refused(let refusal): .refused(refusal.reason)
        }
    }

    /// Which of the people on the line this is, from 1; only of somebody whom the rules let in.
    public var entry: Int? {
        guard case .admitted(let entry) = outcome else { return nil }
        return entry
    }

    public var isUnmatched: Bool { outcome == .checkedOut(isUnmatched: true) }

    /// Why the rules refuse; also set when a person let the guest in anyway.
    public var refusal: Refusal? {
        switch outcome {
        case .refused(let refusal), .overruled(let refusal): refusal
        case .admitted, .checkedOut: nil
        }
    }

    /// The same, let in by a person against the rules. Only a refusal of a line can be overruled: a station in trouble,
    /// an unknown code and another event's ticket stay refused.
    public var overruled: Decision {
        guard case .refused(let refusal) = outcome, line != nil else { return self }
        return Decision(.overruled(refusal), line: line)
    }

    /// The same, held back until the venue's ledger can be asked. Only an admission is: people must be able to leave.
    public var held: Decision {
        guard case .admitted = outcome else { return self }
        return .refused(.held, line: line)
    }
}
