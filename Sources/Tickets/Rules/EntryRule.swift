/// Who may enter, beyond what the admission list itself says: an expression of JSON logic (https://jsonlogic.com) in the
/// form of pretix's "custom check-in rules", which it is compatible with (`CheckinList.validate_rules` and
/// `perform_checkin` in https://github.com/pretix/pretix).
///
///     {"and": [
///       {"<": [{"var": "entries_today"}, 1]},
///       {"isAfter": [{"var": "now"}, {"buildTime": ["customtime", "10:00"]}, 15]}
///     ]}
///
/// See docs/RULES.md, docs/decisions/109-rules-are-json-logic.md and docs/decisions/111-one-word-of-our-own.md.
public struct EntryRule: Hashable, Sendable {
    /// As it was written.
    public let json: RuleJSON
    let term: RuleTerm

    /// Operators and values in one rule: more would take noticeable time at a door.
    public static let maximumCount = 2000
    /// Expressions inside expressions.
    public static let maximumDepth = 50

    init(json: RuleJSON, term: RuleTerm) {
        self.json = json
        self.term = term
    }

    /// - Returns: `nil` for an empty rule, which lets everybody pass.
    /// - Throws: ``RuleFault`` for anything else that pretix would not accept either, and for a rule that is too large
    public init?(_ json: RuleJSON) throws(RuleFault) {
        var parser = RuleParser()
        let term = try parser.term(json, depth: 0, isInsideComparison: false)
        guard term.isSomething else { return nil }
        self.json = json
        self.term = term
    }
}

/// What is wrong with a rule, as a clause: `the operator "if" is not known`.
public struct RuleFault: Error, Hashable {
    public let problem: String

    init(_ problem: String) {
        self.problem = problem
    }
}

/// A part of a rule.
indirect enum RuleTerm: Hashable, Sendable {
    case value(RuleValue)
    case variable(RuleVariable)
    /// A moment that is known only when a guest stands at the door.
    case moment(RuleMoment)
    case apply(RuleOperator, [RuleTerm])
    /// Whatever happens, it cannot be evaluated.
    case crash

    /// An empty rule forbids nothing.
    fileprivate var isSomething: Bool {
        switch self {
        case .value(let value): value.isTrue
        case .apply(.all, []): false
        default: true
        }
    }
}

/// What a rule can ask about a guest. The raw values are pretix's words, but for one.
enum RuleVariable: String, Sendable, CaseIterable {
    case now
    /// 1 (Monday) to 7, where the event takes place.
    case weekday = "now_isoweekday"
    /// Minutes since midnight as clocks show them there, 0 to 1439. pretix has no word for it: plain rules need one for
    /// hours that begin, or end, at a time that clocks skip.
    case minuteOfDay = "now_minute_of_day"
    /// Numbers on the ticketing server.
    case product, variation, gate
    /// Entries of this ticket on this list.
    case entries = "entries_number"
    case entriesToday = "entries_today"
    /// Days with an entry.
    case days = "entries_days"
    /// Whole minutes; -1 before the first entry.
    case minutesSinceLast = "minutes_since_last_entry"
    case minutesSinceFirst = "minutes_since_first_entry"
    /// `present` or `absent`.
    case presence = "entry_status"
}

/// The raw values are pretix's words.
enum RuleOperator: String, Sendable, CaseIterable {
    case all = "and"
    case any = "or"
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
    case equal = "=="
    case unequal = "!="
    case isIn = "inList"
    /// With a tolerance in minutes as third operand.
    case isBefore
    case isAfter
    case list = "objectList"
    /// The number of an object on the ticketing server: model, number, name.
    case lookUp = "lookup"
    case entriesSince = "entries_since"
    case entriesBefore = "entries_before"
    case daysSince = "entries_days_since"
    case daysBefore = "entries_days_before"

    var isLogic: Bool { self == .all || self == .any }

    /// It may stand alone as a rule.
    var isCondition: Bool {
        switch self {
        case .all, .any, .less, .lessOrEqual, .greater, .greaterOrEqual, .equal, .unequal, .isIn, .isBefore, .isAfter:
            true
        case .list, .lookUp, .entriesSince, .entriesBefore, .daysSince, .daysBefore: false
        }
    }

    /// It counts entries before or after a moment, its only operand.
    var countsEntries: Bool {
        switch self {
        case .entriesSince, .entriesBefore, .daysSince, .daysBefore: true
        default: false
        }
    }
}

/// `buildTime`. The raw values of those without a time are pretix's words.
enum RuleMoment: Hashable, Sendable {
    case starts, ends, admission
    /// Today, in milliseconds since midnight.
    case today(Int64)

    init?(word: String) {
        switch word {
        case "date_from": self = .starts
        case "date_to": self = .ends
        case "date_admission": self = .admission
        default: return nil
        }
    }
}

/// Checks a rule as pretix does, and compiles it.
private struct RuleParser {
    private var count = 0

    mutating func term(_ json: RuleJSON, depth: Int, isInsideComparison: Bool) throws(RuleFault) -> RuleTerm {
        try note(depth: depth)
        guard case .object(let members) = json else { return .value(try value(json, depth: depth)) }
        guard let (name, content) = members.first else { return depth == 0 ? .value(.none) : .crash }
        guard members.count == 1 else { throw RuleFault("one of its objects has several operators") }
        let operands = if case .array(let items) = content { items } else { [content] }
        if name == "var" {
            guard depth > 0 else { throw RuleFault("\"var\" alone is no condition") }
            return try variable(operands)
        }
        if name == "buildTime" {
            guard depth > 0 else { throw RuleFault("\"buildTime\" alone is no condition") }
            return try moment(operands)
        }
        guard let operation = RuleOperator(rawValue: name) else {
            throw RuleFault("the operator \"\(name.withoutControls.prefix(40))\" is not known")
        }
        guard depth > 0 || operation.isCondition else { throw RuleFault("\"\(name)\" alone is no condition") }
        guard !operation.isLogic || !isInsideComparison else {
            throw RuleFault("\"\(name)\" is inside a comparison")
        }
        if operation.countsEntries, !Self.isMoment(operands) {
            throw RuleFault("\"\(name)\" takes one \"buildTime\"")
        }
        var terms: [RuleTerm] = []
        for operand in operands {
            terms.append(
                try term(
                    operand, depth: depth + 1, isInsideComparison: isInsideComparison || !operation.isLogic))
        }
        return .apply(operation, terms)
    }

    private mutating func note(depth: Int) throws(RuleFault) {
        count += 1
        guard count <= EntryRule.maximumCount else {
            throw RuleFault("it has more than \(EntryRule.maximumCount) parts")
        }
        guard depth <= EntryRule.maximumDepth else {
            throw RuleFault("it is nested more than \(EntryRule.maximumDepth) times")
        }
    }

    private static func isMoment(_ operands: [RuleJSON]) -> Bool {
        guard operands.count == 1, case .object(let members) = operands[0] else { return false }
        return members["buildTime"] != nil
    }

    private mutating func value(_ json: RuleJSON, depth: Int) throws(RuleFault) -> RuleValue {
        switch json {
        case .null: return .none
        case .bool(let flag): return .flag(flag)
        case .string(let text): return .text(text)
        case .number(let number):
            guard number.isFinite, number.magnitude <= Self.largestNumber else {
                throw RuleFault("it has a number that is too large")
            }
            if let whole = Int64(exactly: number) { return .integer(whole) }
            let thousandths = (number * 1000).rounded()
            guard thousandths / 1000 == number else { throw RuleFault("it has a number with more than three decimals") }
            return .fraction(number)
        case .array(let items):
            var values: [RuleValue] = []
            for item in items {
                try note(depth: depth + 1)
                values.append(try value(item, depth: depth + 1))
            }
            return .list(values)
        case .object: throw RuleFault("it has an expression inside a list of values")
        }
    }

    /// 2^53: greater whole numbers are not exact in JSON.
    private static let largestNumber = 9_007_199_254_740_992.0

    private func variable(_ operands: [RuleJSON]) throws(RuleFault) -> RuleTerm {
        guard case .string(let name)? = operands.first, let variable = RuleVariable(rawValue: name) else {
            throw RuleFault("it asks for a variable that is not known")
        }
        guard
            operands.dropFirst().allSatisfy({
                if case .object = $0 { false } else { true }
            })
        else { throw RuleFault("\"var\" has an expression as its second operand") }
        // A third operand is an error in Python.
        return operands.count <= 2 ? .variable(variable) : .crash
    }

    private func moment(_ operands: [RuleJSON]) throws(RuleFault) -> RuleTerm {
        for operand in operands {
            if case .object = operand { throw RuleFault("\"buildTime\" has an expression as an operand") }
        }
        guard operands.count <= 2 else { return .crash }
        guard case .string(let kind)? = operands.first else { return .value(.none) }
        switch kind {
        case "custom":
            let text = try text(of: operands)
            guard let time = text.flatMap(RuleTime.init(date:)) else { throw Self.unreadable(text) }
            return .value(.time(time))
        case "customtime":
            let text = try text(of: operands)
            guard let time = text.flatMap(RuleTime.timeOfDay) else { throw Self.unreadable(text) }
            return .moment(.today(time))
        default:
            return RuleMoment(word: kind).map(RuleTerm.moment) ?? .value(.none)
        }
    }

    private func text(of operands: [RuleJSON]) throws(RuleFault) -> String? {
        guard operands.count == 2, case .string(let text) = operands[1] else { return nil }
        return text
    }

    private static func unreadable(_ text: String?) -> RuleFault {
        RuleFault("its time \"\(text?.withoutControls.prefix(40) ?? "")\" cannot be read")
    }
}
