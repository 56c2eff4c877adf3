/// What the rules decide about one presentation of a code.
/// See docs/decisions/030-overruled-has-no-number.md.
public struct Decision: Hashable, Sendable {
    /// Each case holds only what is known in it.
    public enum Outcome: Hashable, Sendable {
        /// Let in by the rules.
        /// - Parameter entry: which of the people on the line this is, from 1.
        case admitted(entry: Int)
        /// Let in by a supervisor although the rules refuse. Such an entry has no number.
        case overruled(Refusal)
        /// Let out, which is never refused for missing history.
        /// - Parameter isUnmatched: nobody is known to have entered.
        case checkedOut(isUnmatched: Bool)
        case refused(Refusal)
    }

    /// What happens to the guest.
    public let outcome: Outcome
    /// The line that was used, or that the refusal is about; `nil` when no line was found.
    public let line: TicketLine?
    /// What is known of the line, for the entry that is recorded when somebody passes: ``CheckIn/knew``.
    public let knew: Set<String>

    public init(_ outcome: Outcome, line: TicketLine? = nil, knew: Set<String> = []) {
        self.outcome = outcome
        self.line = line
        self.knew = knew
    }

    /// A refusal; without a line, nobody can overrule it.
    public static func refused(_ refusal: Refusal, line: TicketLine? = nil) -> Decision {
        Decision(.refused(refusal), line: line)
    }

    /// As the journal records it: an entry against the rules is `admitted`.
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

    /// A check-out although nobody is known to have entered.
    public var isUnmatched: Bool { outcome == .checkedOut(isUnmatched: true) }

    /// Why the rules refuse; also set when a person let the guest in anyway.
    public var refusal: Refusal? {
        switch outcome {
        case .refused(let refusal), .overruled(let refusal): refusal
        case .admitted, .checkedOut: nil
        }
    }

    /// What staff must find out before somebody is let in; nothing once a supervisor has.
    public var questions: Set<DoorQuestion> {
        guard case .refused(let refusal) = outcome else { return [] }
        return refusal.questions
    }

    /// The same, let in by a supervisor against the rules. Only a refusal of a line can be overruled: a station in
    /// trouble, an unknown code and another event's ticket stay refused.
    public var overruled: Decision {
        guard case .refused(let refusal) = outcome, line != nil else { return self }
        return Decision(.overruled(refusal), line: line, knew: knew)
    }

    /// The same, refused as `held` until the venue's ledger answers. Only an admission is held, or what would be one
    /// after an answer: people must be able to leave.
    public var held: Decision { waiting(for: .held) }

    /// The same at a gate that the control room has paused: people must be able to leave, and nobody else passes.
    public func paused(why: String) -> Decision { waiting(for: .paused(why: why)) }

    /// The same at a station whose records are damaged: staff are asked first whether the guest has been let in before. What
    /// else is asked comes first.
    public var askedOfRecords: Decision {
        guard entry != nil else { return self }
        return .refused(.questions([.records]), line: line)
    }

    private func waiting(for refusal: Refusal) -> Decision {
        guard entry != nil || self.refusal?.reason == .questions else { return self }
        return .refused(refusal, line: line)
    }
}
