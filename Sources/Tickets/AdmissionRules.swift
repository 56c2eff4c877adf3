// Tickets: what a ticket is and who may pass: codes, rules and verdicts. No input or output, no clock.

extension Reason {
    /// The place of the rule that gives this reason in the fixed order of ``AdmissionCase/decision``: a ticket with two
    /// faults gets the reason with the smaller number.
    public var test: Int {
        switch self {
        case .noManifest, .manifestUnreadable, .stationNotAuthorised, .unknownGate, .sessionOver, .clockUntrusted,
            .held, .notRecorded, .listExpired, .paused:
            1
        case .invalid: 2
        case .wrongEvent, .ambiguous: 3
        case .voided, .refunded, .cancelled: 4
        case .blocked, .revoked, .unapproved: 5
        case .notStarted, .ended: 6
        case .wrongGate: 7
        case .wrongDate: 8
        case .unpaid: 9
        case .rules: 10
        case .full: 11
        case .alreadyScanned: 12
        case .unmatchedExit: 13
        case .questions: 14
        }
    }
}

extension AdmissionCase {
    /// Who may pass, decided in the fixed order of the tests: the first test that fails names the reason. Takes the
    /// first line that passes; when none does, the refusal is of the line that passed the most tests.
    ///
    /// The order is pretix's own (https://github.com/pretix/pretix, `perform_checkin`), so that a station and the
    /// server give a ticket with two faults the same answer.
    public var decision: Decision {
        let chosen = lines.filter { chosenLine == nil || $0.number == chosenLine }
        let onThisList = chosen.filter { list.admits($0) || isLeaving($0) }
        let candidates = onThisList.isEmpty ? chosen : onThisList
        guard !candidates.isEmpty else { return refusalWithoutLine }
        if let line = ambiguity(among: onThisList) { return .refused(.ambiguous, line: line) }

        var passing: [TicketLine] = []
        var furthest: (refusal: Refusal, line: TicketLine)?
        for line in candidates {
            guard let refusal = refusal(of: line) else {
                passing.append(line)
                continue
            }
            if furthest.map({ refusal.isNearer(than: $0.refusal) }) ?? true { furthest = (refusal, line) }
        }
        guard let first = passing.first else {
            return furthest.map { refused($0.refusal, $0.line) } ?? refusalWithoutLine
        }
        if direction == .out { return checkOut(passing, otherwise: first) }
        func open(_ line: TicketLine) -> Set<DoorQuestion> { questions(on: line).subtracting(confirmed) }
        guard let line = passing.first(where: { open($0).isEmpty }) else {
            return .refused(.questions(open(first)), line: first)
        }
        return Decision(
            .admitted(entry: line.admits - peopleLeft(of: line) + 1), line: line, knew: history(of: line).known.exits)
    }

    /// With what is known of the line, for the case that a person lets somebody in: after an exit that took nobody away,
    /// they say that by this one left one of those who had entered. Another such exit is still a question then.
    private func refused(_ refusal: Refusal, _ line: TicketLine) -> Decision {
        let history = history(of: line)
        guard case .unmatchedExit(let exit) = refusal else {
            return Decision(.refused(refusal), line: line, knew: history.known.exits)
        }
        let open = history.unmatched.filter(\.isApart).map(\.id)
        let exits = history.known.exits.subtracting(open).union([exit.id])
        return Decision(.refused(refusal), line: line, knew: exits.union(history.known.entries))
    }

    /// Where a code stands for one line, it lets in on none of several: which of them is meant cannot be known. Staff can
    /// choose one.
    private func ambiguity(among lines: [TicketLine]) -> TicketLine? {
        guard list.takesOneLine, direction != .out else { return nil }
        let standing = lines.filter { ![.voided, .refunded].contains($0.status) }
        return standing.count > 1 ? standing.first : nil
    }

    /// Never refused for missing history: people must be able to leave.
    private func checkOut(_ lines: [TicketLine], otherwise line: TicketLine) -> Decision {
        if let inside = lines.first(where: { history(of: $0).inside > 0 }) ?? lines.first(where: isLeaving) {
            return Decision(.checkedOut(isUnmatched: false), line: inside, knew: history(of: inside).known.entries)
        }
        return Decision(.checkedOut(isUnmatched: true), line: line, knew: history(of: line).known.entries)
    }

    // MARK: - The tests, in their order

    private func refusal(of line: TicketLine) -> Refusal? {
        if isLeaving(line) { return nil }
        if let refusal = cancellation(of: line) ?? bar(on: line) { return refusal }
        if direction != .out, let refusal = windowRefusal(of: line) { return refusal }
        if let refusal = placeRefusal(of: line) { return refusal }
        if line.status == .unpaid, !list.asksUnpaid { return .unpaid }
        if direction == .out { return nil }
        if let refusal = ruleRefusal(of: line) { return .rules(refusal) }
        if isFull { return .full }
        return repetition(of: line)
    }

    /// Whoever entered and was not seen leaving can leave: whatever has become of the ticket, however they came in (a
    /// supervisor may have let in a ticket of another gate), and also after an hour at which everybody counts as out.
    private func isLeaving(_ line: TicketLine) -> Bool {
        guard direction == .out else { return false }
        let history = history(of: line)
        return history.ins > history.outs
    }

    /// The refusal of a code that has no line here.
    private var refusalWithoutLine: Decision {
        .refused(cancellation(of: nil) ?? bar(on: nil) ?? .wrongGate(right: nil))
    }

    private func cancellation(of line: TicketLine?) -> Refusal? {
        switch line?.status {
        case .voided: .voided
        case .refunded: .refunded
        // Whoever is inside when an event is cancelled goes home.
        default: plan.event.status == .cancelled && direction != .out ? .cancelled : nil
        }
    }

    private func bar(on line: TicketLine?) -> Refusal? {
        if line?.status == .blocked { return .blocked }
        if isRevoked { return .revoked }
        return line?.status == .unapproved ? .unapproved : nil
    }

    private func windowRefusal(of line: TicketLine) -> Refusal? {
        if plan.event.status == .postponed { return .postponed }
        guard enforcesWindows else { return nil }
        if now < line.notBefore { return .notStarted(opens: line.notBefore) }
        // The time slot of a date has its own tolerance.
        let isSlot = plan.slots != nil && line.date != nil
        let lasts = line.notAfter >= plan.event.ends && !isSlot ? line.notAfter + graceAfterEnd : line.notAfter
        return now < lasts ? nil : .ended(closed: line.notAfter)
    }

    private func placeRefusal(of line: TicketLine) -> Refusal? {
        guard !list.admits(line) else { return nil }
        guard list.types.contains(line.type.slug), let date = line.date else {
            return .wrongGate(right: plan.gate(admitting: line)?.name)
        }
        return .wrongDate(starts: date.starts)
    }

    private func repetition(of line: TicketLine) -> Refusal? {
        let surplus = entriesThatCount(of: line) + count - line.admits
        guard list.reentry != .unlimited, surplus > 0 else { return nil }
        let history = history(of: line)
        if list.reentry == .afterExit, history.mayHaveLeft >= surplus,
            let exit = history.unmatched.last(where: \.isApart)
        {
            return .unmatchedExit(exit)
        }
        return .alreadyScanned(first: history.first)
    }

    /// A guest is asked once, before the first entry.
    private func questions(on line: TicketLine) -> Set<DoorQuestion> {
        let asked =
            history(of: line).ins > 0 ? [] : plan.questions(for: line).filter { !isByMedium || $0.kind != .medium }
        return line.questions(on: list).union(asked.map(DoorQuestion.answer))
    }

    // MARK: - Facts

    private func history(of line: TicketLine) -> History {
        histories[line.number] ?? History()
    }

    /// How many of the people of a line may still enter now, from 1 where the next one may.
    private func peopleLeft(of line: TicketLine) -> Int {
        let byEntries = line.admits - entriesThatCount(of: line)
        guard let byRule = peopleWithTurn(of: line) else { return max(1, byEntries) }
        // Where everybody may come again and again, only the rule says who may come now.
        return max(1, list.reentry == .unlimited ? byRule : min(byRule, byEntries))
    }

    /// Without re-entry, everyone who ever entered; otherwise those who are inside.
    private func entriesThatCount(of line: TicketLine) -> Int {
        let history = history(of: line)
        return list.reentry == .none ? history.ins : history.inside
    }
}
