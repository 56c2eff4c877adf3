extension EntryRule {
    /// The rule in words, one condition in a line, with what it came to for a guest: for whoever writes rules.
    ///
    ///     not met: all of
    ///       met: time of day (19:00) >= 10:00
    ///       not met: entries today (1) < 1
    ///
    /// - Parameter clock: writes times.
    public func explanation(_ facts: RuleFacts, clock: DoorClock) -> [String] {
        RuleText(zone: facts.zone, clock: clock, evaluation: RuleEvaluation(facts: facts)).lines(of: term, depth: 0)
    }

    /// The rule in words, one condition in a line.
    ///
    ///     all of
    ///       time of day >= 10:00
    ///       entries today < 1
    ///
    /// - Parameter timeZone: for times that the rule names.
    public func words(timeZone: Zone) -> [String] {
        // Of another year, so that each time is written with its date.
        RuleText(
            zone: RuleZone(timeZone), clock: DoorClock(zone: timeZone, now: .earliest), evaluation: nil
        ).lines(of: term, depth: 0)
    }
}

private struct RuleText {
    let zone: RuleZone
    let clock: DoorClock
    /// `nil` for the rule as such.
    let evaluation: RuleEvaluation?

    func lines(of term: RuleTerm, depth: Int) -> [String] {
        let start = String(repeating: "  ", count: depth) + (evaluation.map { result(of: term, in: $0) + ": " } ?? "")
        guard case .apply(let operation, let terms) = term, operation.isLogic else { return [start + text(of: term)] }
        let heading = start + (operation == .all ? "all of" : "one of")
        return [heading] + terms.flatMap { lines(of: $0, depth: depth + 1) }
    }

    private func result(of term: RuleTerm, in evaluation: RuleEvaluation) -> String {
        switch try? evaluation.value(of: term) {
        case let value? where value.isTrue: "met"
        case nil: "cannot be evaluated"
        default: "not met"
        }
    }

    /// - Parameter subject: what it is compared with.
    private func text(of term: RuleTerm, comparedWith subject: RuleVariable? = nil) -> String {
        switch term {
        case .value(let value): text(of: value, comparedWith: subject)
        case .variable(let variable): text(of: variable)
        case .moment(.starts): "the start"
        case .moment(.ends): "the end"
        case .moment(.admission): "the admission"
        case .moment(.today(let time)): timeOfDay(time)
        case .crash: "something that cannot be evaluated"
        case .apply(let operation, let terms): text(of: operation, terms, comparedWith: subject)
        }
    }

    private func text(of variable: RuleVariable) -> String {
        guard let evaluation else { return variable.words }
        return "\(variable.words) (\(text(of: evaluation.facts.value(of: variable), comparedWith: variable)))"
    }

    private func text(of operation: RuleOperator, _ terms: [RuleTerm], comparedWith subject: RuleVariable?) -> String {
        let subject = if case .variable(let variable)? = terms.first { variable } else { subject }
        let operands = terms.map { text(of: $0, comparedWith: subject) }
        let first = operands.first ?? "?"
        let second = operands.count > 1 ? operands[1] : "?"
        let tolerance = operands.count > 2 && operands[2] != "nothing" ? ", give or take \(operands[2]) min" : ""
        return switch operation {
        case .all, .any, .list: operands.joined(separator: ", ")
        case .isIn: "\(first) is one of \(second)"
        case .isBefore: "\(first) is before \(second)\(tolerance)"
        case .isAfter: "\(first) is after \(second)\(tolerance)"
        case .lookUp: second
        case .entriesSince: "entries since \(first)"
        case .entriesBefore: "entries before \(first)"
        case .daysSince: "days with an entry since \(first)"
        case .daysBefore: "days with an entry before \(first)"
        case .less, .lessOrEqual, .greater, .greaterOrEqual, .equal, .unequal:
            operands.joined(separator: " \(operation.rawValue) ")
        }
    }

    private func text(of value: RuleValue, comparedWith subject: RuleVariable?) -> String {
        switch (value, subject) {
        case (.none, _): "nothing"
        case (.flag(let flag), _): "\(flag)"
        case (.integer(let day), .weekday?) where (1...7).contains(day): PlainRule.Span.nameOfDay(Int(day))
        case (.integer(let minute), .minuteOfDay?) where (0...1440).contains(minute): timeOfDay(minute * 60_000)
        case (.integer(let number), _): "\(number)"
        case (.fraction(let number), _): Int64(exactly: number).map { "\($0)" } ?? "\(number)"
        case (.text(let text), _): text.withoutControls
        case (.time(let time), _): clock.text(of: time.instant(in: zone))
        case (.list(let items), _): items.map { text(of: $0, comparedWith: subject) }.joined(separator: ", ")
        }
    }

    private func timeOfDay(_ milliseconds: Int64) -> String {
        let parts = [milliseconds / 3_600_000, milliseconds / 60_000 % 60, milliseconds / 1000 % 60]
            .map { $0 < 10 ? "0\($0)" : "\($0)" }
        return parts.prefix(parts[2] == "00" ? 2 : 3).joined(separator: ":")
    }
}

extension RuleVariable {
    fileprivate var words: String {
        switch self {
        case .now: "now"
        case .weekday: "day of the week"
        case .minuteOfDay: "time of day"
        case .product: "product"
        case .variation: "variation"
        case .gate: "gate"
        case .entries: "entries"
        case .entriesToday: "entries today"
        case .days: "days with an entry"
        case .minutesSinceLast: "minutes since the last entry"
        case .minutesSinceFirst: "minutes since the first entry"
        case .presence: "presence"
        }
    }
}
