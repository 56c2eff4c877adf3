/// A rule in the words of event.yaml (docs/RULES.md).
public enum PlainRule: Hashable, Sendable {
    /// `once: a day`
    case onceADay
    /// `entries: 3`, in all
    case entries(Int)
    /// `wait: 4h after the last entry`
    case wait(minutes: Int)
    /// `only: weekdays 10:00-16:00`: in one of these spans
    case only([Span])

    /// Some hours of some days.
    public struct Span: Hashable, Sendable {
        /// 1 (Monday) to 7.
        public let days: Set<Int>
        /// Minutes since midnight; `nil` for the whole day. A span that ends before it begins ends on the next day.
        public let hours: Hours?

        public struct Hours: Hashable, Sendable {
            let from: Int
            let until: Int
        }

        /// Reads `weekdays 10:00-16:00`, `mon-fri, sun`, `22:00-02:00`, `every day`; `nil` for anything else.
        public init?(_ text: String) {
            var words = text.lowercased().split(separator: " ").map(String.init)
            hours = words.last.flatMap(Self.hours)
            if hours != nil { words.removeLast() }
            guard !words.isEmpty || hours != nil, let days = Self.days(words.joined(separator: " ")) else { return nil }
            self.days = days
        }

        private static func hours(_ text: String) -> Hours? {
            guard let match = text.wholeMatch(of: /(\d{1,2}):(\d{2})-(\d{1,2}):(\d{2})/),
                let from = minute(match.output.1, match.output.2), let until = minute(match.output.3, match.output.4),
                from < 1440, from != until
            else { return nil }
            return Hours(from: from, until: until)
        }

        private static func minute(_ hour: Substring, _ minute: Substring) -> Int? {
            guard let hour = Int(hour), let minute = Int(minute), minute < 60, hour * 60 + minute <= 1440 else {
                return nil
            }
            return hour * 60 + minute
        }

        private static let names = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]

        /// - Parameter day: 1 (Monday) to 7.
        static func nameOfDay(_ day: Int) -> String { names[day - 1] }

        private static func days(_ text: String) -> Set<Int>? {
            switch text {
            case "", "every day": return Set(1...7)
            case "weekdays": return Set(1...5)
            case "weekends": return [6, 7]
            default: break
            }
            var days: Set<Int> = []
            for part in text.split(separator: ",").map({ String($0).trimmingSpaces }) {
                let ends = part.split(separator: "-", omittingEmptySubsequences: false)
                    .map { name in names.firstIndex { $0 == name } }
                guard (1...2).contains(ends.count), let first = ends[0], let last = ends[ends.count - 1] else {
                    return nil
                }
                for day in first...(last < first ? last + 7 : last) { days.insert(day % 7 + 1) }
            }
            return days.isEmpty ? nil : days
        }
    }
}

extension EntryRule {
    /// All of these must be met; `nil` for none.
    public init?(_ rules: [PlainRule]) throws(RuleFault) {
        try self.init(.object(["and": .array(rules.map(\.json))]))
    }
}

extension PlainRule {
    fileprivate var json: RuleJSON {
        switch self {
        case .onceADay: .call("<", .variable(.entriesToday), .number(1))
        case .entries(let count): .call("<", .variable(.entries), .number(Double(count)))
        case .wait(let minutes):
            .call(
                "or", .call("==", .variable(.entries), .number(0)),
                .call(">=", .variable(.minutesSinceLast), .number(Double(minutes))))
        case .only(let spans): spans.count == 1 ? spans[0].json : .object(["or": .array(spans.map(\.json))])
        }
    }
}

extension PlainRule.Span {
    fileprivate var json: RuleJSON {
        guard let hours else { return Self.on(days) ?? .call("and") }
        let from = RuleJSON.call(">=", .variable(.minuteOfDay), .number(Double(hours.from)))
        let until = RuleJSON.call("<", .variable(.minuteOfDay), .number(Double(hours.until)))
        guard hours.until <= hours.from else { return Self.all(Self.on(days), from, hours.until == 1440 ? nil : until) }
        // The hours after midnight belong to the day before.
        let next = Set(days.map { $0 % 7 + 1 })
        return .call("or", Self.all(Self.on(days), from), Self.all(Self.on(next), until))
    }

    private static func all(_ conditions: RuleJSON?...) -> RuleJSON {
        let all = conditions.compactMap(\.self)
        return all.count == 1 ? all[0] : .object(["and": .array(all)])
    }

    /// `nil` for every day.
    private static func on(_ days: Set<Int>) -> RuleJSON? {
        days.count == 7
            ? nil : .call("inList", .variable(.weekday), .array(days.sorted().map { .number(Double($0)) }))
    }
}

extension RuleJSON {
    fileprivate static func call(_ name: String, _ operands: RuleJSON...) -> RuleJSON {
        .object([name: .array(operands)])
    }

    fileprivate static func variable(_ variable: RuleVariable) -> RuleJSON {
        .object(["var": .string(variable.rawValue)])
    }
}
