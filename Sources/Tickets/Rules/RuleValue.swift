/// What a part of a rule comes to. Comparing follows Python, which pretix evaluates rules with.
enum RuleValue: Hashable, Sendable {
    case none
    case flag(Bool)
    case integer(Int64)
    case fraction(Double)
    case text(String)
    case time(RuleTime)
    case list([RuleValue])

    /// Python's `bool()`.
    var isTrue: Bool {
        switch self {
        case .none: false
        case .flag(let flag): flag
        case .integer(let number): number != 0
        case .fraction(let number): number != 0
        case .text(let text): !text.isEmpty
        case .time: true
        case .list(let items): !items.isEmpty
        }
    }

    var isNumber: Bool {
        switch self {
        case .integer, .fraction: true
        default: false
        }
    }

    private var isText: Bool {
        if case .text = self { true } else { false }
    }

    private var isFlag: Bool {
        if case .flag = self { true } else { false }
    }

    /// Python's `float()`; `nil` where that fails.
    var float: Double? {
        switch self {
        case .flag(let flag): flag ? 1 : 0
        case .integer(let number): Double(number)
        case .fraction(let number): number
        case .text(let text):
            // Swift reads hexadecimal numbers, too.
            text.contains { "xXpP".contains($0) } ? nil : Double(text.trimmingSpaces)
        case .none, .time, .list: nil
        }
    }

    /// Python's `int()`; `nil` where that fails.
    var wholeNumber: Int64? {
        switch self {
        case .flag(let flag): flag ? 1 : 0
        case .integer(let number): number
        case .fraction(let number): Int64(exactly: number.rounded(.towardZero))
        case .text(let text): Int64(text.trimmingSpaces)
        case .none, .time, .list: nil
        }
    }

    /// Python's `str()`, as far as a rule could write the same; `nil` for times and lists.
    private var text: String? {
        switch self {
        case .none: "None"
        case .flag(let flag): flag ? "True" : "False"
        case .integer(let number): "\(number)"
        case .fraction(let number): "\(number)"
        case .text(let text): text
        case .time, .list: nil
        }
    }

    // MARK: - Comparing

    /// Python's `==`.
    func equals(_ other: RuleValue, in zone: RuleZone) -> Bool {
        switch (self, other) {
        case (.none, .none): true
        case (.text(let left), .text(let right)): left.unicodeScalars.elementsEqual(right.unicodeScalars)
        case (.integer(let left), .integer(let right)): left == right
        case (.time(let left), .time(let right)): left.equals(right, in: zone)
        case (.list(let left), .list(let right)):
            left.count == right.count && zip(left, right).allSatisfy { $0.equals($1, in: zone) }
        case (.text, _), (_, .text): false
        default: float.map { $0 == other.float } ?? false
        }
    }

    /// `==` of JSON logic: as texts when one is a text, as truth values when one is `true` or `false`.
    func softlyEquals(_ other: RuleValue, in zone: RuleZone) -> Bool {
        if isText || other.isText {
            guard let left = text, let right = other.text else { return false }
            return left.unicodeScalars.elementsEqual(right.unicodeScalars)
        }
        if isFlag || other.isFlag { return isTrue == other.isTrue }
        return equals(other, in: zone)
    }

    /// Python's `<`.
    /// - Throws: ``RuleCrash`` for two values that have no order
    func isBefore(_ other: RuleValue, in zone: RuleZone) throws(RuleCrash) -> Bool {
        switch (self, other) {
        case (.text(let left), .text(let right)):
            return left.unicodeScalars.lexicographicallyPrecedes(right.unicodeScalars)
        case (.integer(let left), .integer(let right)):
            return left < right
        case (.time(let left), .time(let right)):
            guard let isBefore = left.isBefore(right, in: zone) else { throw RuleCrash() }
            return isBefore
        case (.list(let left), .list(let right)):
            for (one, another) in zip(left, right) where !one.equals(another, in: zone) {
                return try one.isBefore(another, in: zone)
            }
            return left.count < right.count
        case (.text, _), (_, .text), (.none, _), (_, .none), (.time, _), (_, .time), (.list, _), (_, .list):
            throw RuleCrash()
        default:
            guard let left = float, let right = other.float else { throw RuleCrash() }
            return left < right
        }
    }

    /// Whether a value is in this list or, as a part of it, in this text.
    /// - Throws: ``RuleCrash`` for anything else that can hold nothing
    func contains(_ value: RuleValue, in zone: RuleZone) throws(RuleCrash) -> Bool {
        switch (self, value) {
        case (.list(let items), _):
            return items.contains { $0.equals(value, in: zone) }
        case (.text(let whole), .text(let part)):
            let (whole, part) = (Array(whole.unicodeScalars), Array(part.unicodeScalars))
            return part.count <= whole.count
                && (0...(whole.count - part.count)).contains { whole[$0...].starts(with: part) }
        default:
            throw RuleCrash()
        }
    }
}

/// A rule cannot be evaluated. pretix lets nobody pass then.
struct RuleCrash: Error {}
