extension EntryRule {
    /// The rule in words, one condition in a line, with what it came to for a guest: for whoever writes rules.
    ///
    ///     not met: all of
    ///       met: now (Sat 5 Dec 19:00) is after 10:00
    ///       not met: entries today (1) < 1
    ///
    /// - Parameter clock: writes times.
    public func explanation(_ facts: RuleFacts, clock: DoorClock) -> [String] {
        RuleText(evaluation: RuleEvaluation(facts: facts), clock: clock).lines(of: term, depth: 0)
    }
}

private struct RuleText {
    let evaluation: RuleEvaluation
    let clock: DoorClock

    func lines(of term: RuleTerm, depth: Int) -> [String] {
        let indent = String(repeating: "  ", count: depth)
        let result: String =
            switch try? evaluation.value(of: term) {
            case let value? where value.isTrue: "met"
            case nil: "cannot be evaluated"
            default: "not met"
            }
        guard case .apply(let operation, let terms) = term, operation.isLogic else {
            return ["\(indent)\(result): \(text(of: term))"]
        }
        return ["\(indent)\(result): \(operation == .all ? "all of" : "one of")"]
            + terms.flatMap { lines(of: $0, depth: depth + 1) }
    }

    private func text(of term: RuleTerm) -> String {
        switch term {
        case .value(let value): text(of: value)
        case .variable(let variable): "\(variable.words) (\(text(of: evaluation.facts.value(of: variable))))"
        case .moment(.starts): "the start"
        case .moment(.ends): "the end"
        case .moment(.admission): "the admission"
        case .moment(.today(let time)): timeOfDay(time)
        case .crash: "something that cannot be evaluated"
        case .apply(let operation, let terms): text(of: operation, terms.map(text))
        }
    }

    private func text(of operation: RuleOperator, _ operands: [String]) -> String {
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

    private func text(of value: RuleValue) -> String {
        switch value {
        case .none: "nothing"
        case .flag(let flag): "\(flag)"
        case .integer(let number): "\(number)"
        case .fraction(let number): Int64(exactly: number).map { "\($0)" } ?? "\(number)"
        case .text(let text): text.withoutControls
        case .time(let time): clock.text(of: time.instant(in: evaluation.facts.zone))
        case .list(let items): items.map(text).joined(separator: ", ")
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
