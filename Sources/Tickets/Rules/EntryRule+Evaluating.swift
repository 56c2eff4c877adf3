extension EntryRule {
    /// Whether a guest may pass.
    ///
    /// Every part is evaluated, as pretix does: a part that cannot be evaluated lets nobody pass, wherever it is.
    public func admits(_ facts: RuleFacts) -> Bool {
        (try? RuleEvaluation(facts: facts).value(of: term).isTrue) ?? false
    }
}

extension EntryRule {
    /// Without the conditions that depend on the time, for a station whose clock is wrong; `nil` when no other is left. A
    /// choice of which one part depends on the time is left out as a whole.
    /// - Parameter exceptOfEntries: those of how long ago people entered stay.
    public func withoutTimes(exceptOfEntries: Bool = false) -> EntryRule? {
        let times = RuleVariable.ofNow + (exceptOfEntries ? [] : RuleVariable.sinceEntries)
        guard term.asks(times) else { return self }
        guard case .apply(.all, let terms) = term else { return nil }
        let rest = terms.filter { !$0.asks(times) }
        return rest.isEmpty ? nil : EntryRule(json: json, term: .apply(.all, rest))
    }
}

extension EntryRule {
    /// Whether who entered before has a say.
    var asksForEntries: Bool { term.asksForEntries }
}

extension RuleVariable {
    fileprivate static let ofNow = [now, weekday, minuteOfDay]
    /// They compare now with when people entered.
    fileprivate static let sinceEntries = [entriesToday, minutesSinceLast, minutesSinceFirst]
}

extension RuleTerm {
    /// Operators and values, this one included.
    var partCount: Int {
        guard case .apply(_, let terms) = self else { return 1 }
        return terms.reduce(1) { $0 + $1.partCount }
    }

    fileprivate var asksForEntries: Bool {
        switch self {
        case .variable(let variable):
            [.entries, .entriesToday, .days, .minutesSinceLast, .minutesSinceFirst, .presence].contains(variable)
        case .apply(let operation, let terms):
            operation.countsEntries || terms.contains(where: \.asksForEntries)
        case .value, .moment, .crash: false
        }
    }

    /// Whether it depends on one of these, or on what day it is.
    fileprivate func asks(_ times: [RuleVariable]) -> Bool {
        switch self {
        case .variable(let variable): times.contains(variable)
        case .moment(.today): true
        case .apply(_, let terms): terms.contains { $0.asks(times) }
        case .value, .moment, .crash: false
        }
    }
}

/// Evaluates the parts of a rule for one guest.
struct RuleEvaluation {
    let facts: RuleFacts

    func value(of term: RuleTerm) throws(RuleCrash) -> RuleValue {
        switch term {
        case .value(let value): return value
        case .variable(let variable): return facts.value(of: variable)
        case .moment(let moment): return .time(facts.time(of: moment))
        case .crash: throw RuleCrash()
        case .apply(let operation, let terms):
            var operands: [RuleValue] = []
            operands.reserveCapacity(terms.count)
            for term in terms { operands.append(try value(of: term)) }
            return try apply(operation, operands)
        }
    }

    private func apply(_ operation: RuleOperator, _ operands: [RuleValue]) throws(RuleCrash) -> RuleValue {
        switch operation {
        case .all: return .flag(operands.allSatisfy(\.isTrue))
        case .any: return .flag(operands.contains(where: \.isTrue))
        case .list: return .list(operands)
        case .less, .lessOrEqual:
            guard operands.count >= 2 else { throw RuleCrash() }
            return .flag(try areOrdered(operands[...], orEqual: operation == .lessOrEqual))
        case .greater, .greaterOrEqual:
            let (left, right) = try pair(operands)
            if try areOrdered([right, left], orEqual: false) { return .flag(true) }
            return .flag(operation == .greaterOrEqual && left.softlyEquals(right, in: facts.zone))
        case .equal, .unequal:
            let (left, right) = try pair(operands)
            return .flag(left.softlyEquals(right, in: facts.zone) == (operation == .equal))
        case .isIn:
            let (value, list) = try pair(operands)
            return .flag(try list.contains(value, in: facts.zone))
        case .isBefore, .isAfter:
            guard (2...3).contains(operands.count) else { throw RuleCrash() }
            let (first, second) =
                operation == .isBefore ? (operands[0], operands[1]) : (operands[1], operands[0])
            return .flag(try isBefore(first, second, tolerance: operands.count > 2 ? operands[2] : .none))
        case .lookUp:
            guard operands.count == 3, let number = operands[1].wholeNumber else { throw RuleCrash() }
            return .integer(number)
        case .entriesSince, .entriesBefore, .daysSince, .daysBefore:
            guard operands.count == 1, case .time(let cutoff) = operands[0] else { throw RuleCrash() }
            return .integer(Int64(facts.count(operation, cutoff.instant(in: facts.zone))))
        }
    }

    private func pair(_ operands: [RuleValue]) throws(RuleCrash) -> (RuleValue, RuleValue) {
        guard operands.count == 2 else { throw RuleCrash() }
        return (operands[0], operands[1])
    }

    /// Whether each operand is less than the next: as numbers if one of the two is a number, and never when the other is
    /// none then.
    private func areOrdered(_ operands: ArraySlice<RuleValue>, orEqual: Bool) throws(RuleCrash) -> Bool {
        guard var left = operands.first else { return true }
        for next in operands.dropFirst() {
            var right = next
            let isLess: Bool
            if left.isNumber || right.isNumber {
                if let number = left.float, let other = right.float {
                    isLess = number < other
                    // Without "or equal", Python keeps it as a number for the next comparison.
                    if !orEqual { right = .fraction(other) }
                } else {
                    isLess = false
                }
            } else {
                isLess = try left.isBefore(right, in: facts.zone)
            }
            guard isLess || orEqual && left.softlyEquals(right, in: facts.zone) else { return false }
            left = right
        }
        return true
    }

    /// - Parameter tolerance: minutes by which `second` may be passed.
    private func isBefore(
        _ first: RuleValue, _ second: RuleValue, tolerance: RuleValue
    ) throws(RuleCrash) -> Bool {
        guard tolerance.isTrue else { return try first.isBefore(second, in: facts.zone) }
        guard let minutes = tolerance.float, minutes.isFinite, case .time(let time) = second,
            let limit = time.adding(minutes: minutes)
        else { throw RuleCrash() }
        return try first.isBefore(.time(limit), in: facts.zone)
    }
}
