internal import Tickets

/// The custom rule of a check-in list, made ready for a signed list: short, and with the times of the event in it, which
/// event.yaml may tell otherwise. In a series, they are those of each ticket's date.
struct PretixRule: Hashable, Sendable {
    private let json: RuleJSON

    /// `nil` when the list has none.
    init?(_ rules: LenientJSON) {
        json = RuleJSON(rules)
        // Anything that Python takes for false is no rule.
        switch json {
        case .null, .bool(false), .number(0), .string(""), .array([]): return nil
        case .object(let members) where members.isEmpty: return nil
        default: break
        }
    }

    /// - Parameter dates: `nil` in a series.
    /// - Returns: `nil` when it forbids nothing.
    /// - Throws: ``RuleFault`` for a rule that pretix would not accept today either
    func entryRule(dates: RuleDates?) throws(RuleFault) -> EntryRule? {
        // As it was written first: faults must not hide in what is left out.
        guard try EntryRule(json) != nil else { return nil }
        return try EntryRule(Self.short(json, dates: dates))
    }

    /// The gates that it asks for: their names by their numbers in pretix.
    var gates: [Int64: String] {
        var found: [Int64: String] = [:]
        Self.collectGates(in: json, to: &found)
        return found
    }

    private static func collectGates(in json: RuleJSON, to found: inout [Int64: String]) {
        switch json {
        case .object(let members):
            if case .array(let operands)? = members["lookup"], operands.count == 3, operands[0] == .string("gate"),
                let number = number(operands[1])
            {
                if case .string(let name) = operands[2] { found[number] = name } else { found[number] = "\(number)" }
            }
            for member in members.values { collectGates(in: member, to: &found) }
        case .array(let items):
            for item in items { collectGates(in: item, to: &found) }
        default: break
        }
    }

    private static func number(_ json: RuleJSON) -> Int64? {
        switch json {
        case .number(let number): Int64(exactly: number)
        case .string(let text): Int64(text)
        default: nil
        }
    }

    /// Without the names of what is looked up.
    private static func short(_ json: RuleJSON, dates: RuleDates?) -> RuleJSON {
        guard case .object(let members) = json, members.count == 1, let (name, content) = members.first else {
            return json
        }
        let operands = if case .array(let items) = content { items } else { [content] }
        switch name {
        case "lookup":
            guard operands.count == 3, let number = number(operands[1]) else { return json }
            return .number(Double(number))
        case "buildTime":
            guard let dates, case .string(let word)? = operands.first, let time = dates.time(named: word) else {
                return json
            }
            return .object([name: .array([.string("custom"), .string(time.description)])])
        default:
            let short = operands.map { Self.short($0, dates: dates) }
            let isPlain = short.allSatisfy { operand in
                if case .object = operand { false } else { true }
            }
            return name == "objectList" && isPlain ? .array(short) : .object([name: .array(short)])
        }
    }
}

extension RuleDates {
    fileprivate func time(named word: String) -> Timestamp? {
        switch word {
        case "date_from": starts
        case "date_to": ends
        case "date_admission": admission
        default: nil
        }
    }
}

extension RuleJSON {
    fileprivate init(_ json: LenientJSON) {
        self =
            switch json {
            case .null: .null
            case .bool(let flag): .bool(flag)
            case .number(let number): .number(number)
            case .string(let text): .string(text)
            case .array(let items): .array(items.map { RuleJSON($0) })
            case .object(let members): .object(members.mapValues { RuleJSON($0) })
            }
    }
}
