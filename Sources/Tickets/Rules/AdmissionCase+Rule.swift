extension AdmissionCase {
    /// Why the rule of the list refuses one of the people who come on a line.
    func ruleRefusal(of line: TicketLine) -> RuleRefusal? {
        guard let rule = rule(for: history(of: line)) else { return nil }
        let turns = ruleTurns(of: line)
        for person in 0..<min(count, line.admits) {
            if let refusal = rule.refusal(turns.facts(of: person)) { return refusal }
        }
        return nil
    }

    /// How many of the people of a line may enter now, one after the other; `nil` when no rule looks at earlier entries.
    func peopleWithTurn(of line: TicketLine) -> Int? {
        guard let rule = rule(for: history(of: line)), rule.asksForEntries else { return nil }
        let turns = ruleTurns(of: line)
        return (0..<line.admits).first { !rule.admits(turns.facts(of: $0)) } ?? line.admits
    }

    private func rule(for history: History) -> EntryRule? {
        guard !enforcesWindows else { return list.rule }
        // What is undated was there as of now, whatever the time is.
        return list.rule?.withoutTimes(exceptOfEntries: history.undated > 0)
    }

    private func history(of line: TicketLine) -> History { histories[line.number] ?? History() }

    /// The rule of the list in words, with what it comes to for the first of the people who come; empty without one.
    public func ruleExplanation(of line: TicketLine) -> [String] {
        rule(for: history(of: line))?.explanation(
            ruleTurns(of: line).facts(of: 0), clock: DoorClock(zone: plan.event.timeZone, now: now)) ?? []
    }

    private func ruleTurns(of line: TicketLine) -> RuleTurns {
        let history = history(of: line)
        let (product, variation) = line.type.productAndVariation
        let facts = RuleFacts(
            now: now, timeZone: plan.event.timeZone, dates: line.date?.ruleDates ?? plan.event.ruleDates,
            product: product, variation: variation, gate: gate?.number)
        return RuleTurns(common: facts, history: history, admits: line.admits, isNowKnown: enforcesWindows)
    }
}

/// The people of a line take turns: on a ticket for four, each fifth entry is the second one of somebody.
private struct RuleTurns {
    /// Without entries.
    let common: RuleFacts
    let history: History
    let admits: Int
    /// Of all people, in order.
    let entries: [Timestamp]

    /// - Parameter isNowKnown: else a time that is known says nothing of how long ago it was.
    init(common: RuleFacts, history: History, admits: Int, isNowKnown: Bool) {
        (self.common, self.history, self.admits) = (common, history, admits)
        // What other gates report comes late.
        let sorted = history.entries.sorted()
        let known = isNowKnown ? sorted.prefix { $0 <= common.now + Self.furthestAhead } : []
        entries =
            Array(repeating: .earliest, count: sorted.count - known.count) + known
            + Array(repeating: common.now, count: history.undated)
    }

    /// A clock that was far ahead, until it was put right, left times that are yet to come. Such an entry counts, and its
    /// time does not: it would keep a guest out until then. A smaller correction must give nobody a second entry.
    private static let furthestAhead = Duration.seconds(86_400)

    /// - Parameter person: which of those who come now, from 0.
    func facts(of person: Int) -> RuleFacts {
        var facts = common
        let turn = (history.ins + person) % admits
        facts.entries = RuleEntries(
            stride(from: turn, to: entries.count, by: admits).map { entries[$0] }, zone: common.zone)
        facts.isPresent = admits == 1 ? history.endsWithEntry : history.inside + person >= admits
        return facts
    }
}
