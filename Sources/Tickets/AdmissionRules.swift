// Tickets: what a ticket is and who may pass: codes, rules and verdicts. No input or output, no clock.

/// Who may pass, decided in the fixed order of the tests: the first test that fails names the reason.
///
/// The order is pretix's own (https://github.com/pretix/pretix, `perform_checkin`), so that a station and the server
/// give a ticket with two faults the same answer.
public enum AdmissionRules {
    public static func decision(for finding: Finding) -> Decision {
        switch finding {
        case .stationTrouble(let trouble):
            return .refused(trouble.reason)
        case .malformed, .unknown(otherEvent: nil):
            return .refused(.invalid)
        case .unknown(otherEvent: let name?), .otherEvent(let name):
            var decision = Decision.refused(.wrongEvent)
            decision.otherEvent = name
            return decision
        case .ticket(let admission):
            return admission.decision
        }
    }
}

extension Reason {
    /// The number of the test that gives this reason: its row in the table of verdicts.
    public var test: Int {
        switch self {
        case .noManifest, .stationNotAuthorised, .notRecorded, .listExpired: 1
        case .invalid: 2
        case .wrongEvent: 3
        case .voided, .refunded, .cancelled: 4
        case .blocked, .revoked, .unapproved: 5
        case .notStarted, .ended: 6
        case .wrongGate: 7
        case .unpaid: 8
        case .full: 9
        case .alreadyScanned: 10
        }
    }
}

extension AdmissionCase {
    /// Takes the first line that passes; when none does, tells of the one that passed the most tests.
    fileprivate var decision: Decision {
        let chosen = lines.filter { chosenLine == nil || $0.number == chosenLine }
        let onThisList = chosen.filter(isOnThisList)
        let candidates = onThisList.isEmpty ? chosen : onThisList
        guard !candidates.isEmpty else { return refusalWithoutLine }

        var passing: [TicketLine] = []
        var furthest: Decision?
        for line in candidates {
            guard let refusal = refusal(of: line) else {
                passing.append(line)
                continue
            }
            if furthest.map({ $0.passedTests < refusal.passedTests }) ?? true { furthest = refusal }
        }
        guard let first = passing.first else { return furthest ?? refusalWithoutLine }
        if direction == .out { return checkOut(passing, otherwise: first) }
        return admission(of: first)
    }

    private func admission(of line: TicketLine) -> Decision {
        var decision = Decision(.admitted, line: line)
        decision.entry = min(line.admits, entriesThatCount(of: line) + 1)
        return decision
    }

    /// Never refused for missing history: people must be able to leave.
    private func checkOut(_ lines: [TicketLine], otherwise line: TicketLine) -> Decision {
        if let inside = lines.first(where: { history(of: $0).inside > 0 }) {
            return Decision(.checkedOut, line: inside)
        }
        var decision = Decision(.checkedOut, line: line)
        decision.isUnmatched = true
        return decision
    }

    // MARK: - The tests, in their order

    private func refusal(of line: TicketLine) -> Decision? {
        if let reason = cancellation(of: line) ?? bar(on: line) { return .refused(reason, line: line) }
        if direction != .out, let refusal = windowRefusal(of: line) { return refusal }
        if !isOnThisList(line) { return wrongGate(for: line) }
        if line.status == .unpaid { return .refused(.unpaid, line: line) }
        if direction == .out { return nil }
        if isFull { return .refused(.full, line: line) }
        return repetition(of: line)
    }

    /// What can be said of a code that has no line here.
    private var refusalWithoutLine: Decision {
        if let reason = cancellation(of: nil) ?? bar(on: nil) { return .refused(reason) }
        return .refused(.wrongGate)
    }

    private func cancellation(of line: TicketLine?) -> Reason? {
        switch line?.status {
        case .voided: .voided
        case .refunded: .refunded
        default: plan.event.status == .cancelled ? .cancelled : nil
        }
    }

    private func bar(on line: TicketLine?) -> Reason? {
        if line?.status == .blocked { return .blocked }
        if isRevoked { return .revoked }
        return line?.status == .unapproved ? .unapproved : nil
    }

    private func windowRefusal(of line: TicketLine) -> Decision? {
        if plan.event.status == .postponed { return .refused(.notStarted, line: line) }
        guard enforcesWindows else { return nil }
        if now < line.notBefore {
            var decision = Decision.refused(.notStarted, line: line)
            decision.opensAt = line.notBefore
            return decision
        }
        let lasts = line.notAfter >= plan.event.ends ? line.notAfter + graceAfterEnd : line.notAfter
        guard now >= lasts else { return nil }
        var decision = Decision.refused(.ended, line: line)
        decision.closedAt = line.notAfter
        return decision
    }

    private func wrongGate(for line: TicketLine) -> Decision {
        var decision = Decision.refused(.wrongGate, line: line)
        decision.rightGate = plan.gate(admitting: line.type)?.name
        return decision
    }

    private func repetition(of line: TicketLine) -> Decision? {
        guard list.reentry != .unlimited, entriesThatCount(of: line) + count > line.admits else { return nil }
        var decision = Decision.refused(.alreadyScanned, line: line)
        decision.first = history(of: line).first
        return decision
    }

    // MARK: - Facts

    private func isOnThisList(_ line: TicketLine) -> Bool {
        list.types.contains(line.type.slug)
    }

    private func history(of line: TicketLine) -> History {
        histories[line.number] ?? History()
    }

    /// Without re-entry everyone who ever came in counts, else those who are inside.
    private func entriesThatCount(of line: TicketLine) -> Int {
        let history = history(of: line)
        return list.reentry == .none ? history.ins : history.inside
    }
}

extension Decision {
    /// How many tests a refused line passed before the one that failed.
    fileprivate var passedTests: Int { (verdict.reason?.test ?? 0) - 1 }
}
