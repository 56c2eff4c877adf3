extension AdmissionCase {
    /// Why the rule of the list refuses one of the people who come on a line.
    func ruleRefusal(of line: TicketLine) -> RuleRefusal? {
        guard let rule else { return nil }
        for person in 0..<min(count, line.admits) {
            if let refusal = rule.refusal(ruleFacts(of: line, person: person)) { return refusal }
        }
        return nil
    }

    private var rule: EntryRule? { enforcesWindows ? list.rule : list.rule?.withoutTimes }

    /// The rule of the list in words, with what it comes to for the first of the people who come; empty without one.
    public func ruleExplanation(of line: TicketLine) -> [String] {
        rule?.explanation(
            ruleFacts(of: line, person: 0), clock: DoorClock(zone: plan.event.timeZone, now: now)) ?? []
    }

    /// The people of a line take turns: on a ticket for four, each fifth entry is the second one of somebody.
    /// - Parameter person: which of those who come now, from 0.
    private func ruleFacts(of line: TicketLine, person: Int) -> RuleFacts {
        let history = histories[line.number] ?? History()
        let (product, variation) = line.type.productAndVariation
        let turn = (history.ins + person) % line.admits
        // What other gates report comes late.
        let entries = history.entries.sorted()
        return RuleFacts(
            now: now, timeZone: plan.event.timeZone, dates: line.date?.ruleDates ?? plan.event.ruleDates,
            product: product,
            variation: variation, gate: gate?.number,
            entries: stride(from: turn, to: entries.count, by: line.admits).map { entries[$0] },
            isPresent: line.admits == 1 ? history.endsWithEntry : history.inside + person >= line.admits)
    }
}
