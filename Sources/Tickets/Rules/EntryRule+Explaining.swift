extension EntryRule {
    /// Why the rule does not let a guest pass; `nil` when it does.
    ///
    /// Of several ways to meet a rule, the one is told that the guest can do most about: to come at another time rather
    /// than with another ticket. pretix chooses in the same way.
    public func refusal(_ facts: RuleFacts) -> RuleRefusal? {
        let evaluation = RuleEvaluation(facts: facts)
        let result = try? evaluation.value(of: term)
        guard result?.isTrue != true else { return nil }
        let failure = result == nil ? nil : evaluation.outcome(of: term).failure
        return RuleRefusal(failure?.condition ?? .other, next: nextTime(facts))
    }

    /// The first of the times at which the answer can change when it does: the whole minute in which or after which that
    /// is, because that is what a guest reads.
    private func nextTime(_ facts: RuleFacts) -> Timestamp? {
        var times = Set<Timestamp>()
        RuleTimes(facts: facts).collect(from: term, into: &times)
        var later = facts
        for time in times.filter({ $0 > facts.now }).sorted().prefix(Self.triedParts / term.partCount) {
            let next = time.inFollowingMinute
            // Some conditions need the time to be over.
            later.now = next + .milliseconds(1)
            if admits(later) { return next }
        }
        return nil
    }

    /// How many parts of a rule are evaluated for ``RuleRefusal/next``: a scan waits for it. All times of eight days can be
    /// tried with the hours of each weekday; with the largest rule, 100.
    private static let triedParts = 100 * maximumCount
}

extension RuleEvaluation {
    /// A condition that is not met, with how hard that is to change: by the guest's behaviour, by coming at another time, or
    /// not at all. Of two of a kind, the smaller distance is nearer.
    fileprivate struct Failure {
        let condition: RuleRefusal.Condition
        let hardness: Int
        var distance = 0.0

        func isNearer(than other: Failure) -> Bool {
            (hardness, distance) < (other.hardness, other.distance)
        }
    }

    /// Whether a part is met, and what stands in the way if there is a word for it. Of conditions that must all be met, the
    /// hardest counts; of those of which one is enough, the easiest. Each part is evaluated once, whatever it is in.
    fileprivate func outcome(of term: RuleTerm) -> (isMet: Bool, failure: Failure?) {
        switch term {
        case .apply(.all, let terms):
            let outcomes = terms.map(outcome)
            guard !outcomes.allSatisfy(\.isMet) else { return (true, nil) }
            return (false, outcomes.compactMap(\.failure).max { $0.isNearer(than: $1) })
        case .apply(.any, let terms):
            let outcomes = terms.map(outcome)
            guard !outcomes.contains(where: \.isMet) else { return (true, nil) }
            return (false, outcomes.compactMap(\.failure).min { $0.isNearer(than: $1) })
        case .apply(let operation, let terms):
            guard (try? value(of: term).isTrue) != true else { return (true, nil) }
            return (false, failure(operation, terms))
        default:
            return ((try? value(of: term).isTrue) == true, nil)
        }
    }

    private func failure(_ operation: RuleOperator, _ terms: [RuleTerm]) -> Failure? {
        switch terms.first {
        case .variable(.now): failureOfTime(operation, terms)
        case .variable(.minuteOfDay): failureOfTimeOfDay(operation, terms)
        case .variable(.weekday): Failure(condition: .weekday, hardness: 210)
        case .variable(.product), .variable(.variation): Failure(condition: .ticketType, hardness: 1000)
        case .variable(.gate): Failure(condition: .gate, hardness: 500)
        case .variable(.presence):
            Failure(condition: facts.isPresent ? .alreadyInside : .notInside, hardness: 20)
        case .variable(.minutesSinceLast): failureOfWait(operation, terms, since: facts.entries.last, hardness: 90)
        case .variable(.minutesSinceFirst): failureOfWait(operation, terms, since: facts.entries.first, hardness: 80)
        case .variable(.entries): failureOfCount(operation, .noMoreEntries, hardness: 150)
        case .variable(.entriesToday): failureOfCount(operation, .noMoreEntriesToday, hardness: 140)
        case .variable(.days), .apply(.daysSince, _), .apply(.daysBefore, _):
            failureOfCount(operation, .noMoreDays, hardness: 100)
        case .apply(.entriesSince, _), .apply(.entriesBefore, _):
            failureOfCount(operation, .noMoreEntriesNow, hardness: 110)
        default: nil
        }
    }

    private func failureOfTime(_ operation: RuleOperator, _ terms: [RuleTerm]) -> Failure? {
        guard operation == .isBefore || operation == .isAfter, terms.count >= 2,
            case .time(let time)? = try? value(of: terms[1])
        else { return nil }
        let isUntil = operation == .isBefore
        let minutes = terms.count > 2 ? (try? value(of: terms[2]))?.float ?? 0 : 0
        guard let limit = time.adding(minutes: isUntil ? minutes : -minutes)?.instant(in: facts.zone) else {
            return nil
        }
        return failureOfTime(limit, isUntil: isUntil)
    }

    private func failureOfTimeOfDay(_ operation: RuleOperator, _ terms: [RuleTerm]) -> Failure? {
        guard terms.count > 1, let minute = (try? value(of: terms[1]))?.wholeNumber, (0...1440).contains(minute) else {
            return nil
        }
        let limit = facts.zone.firstInstant(of: facts.today.wall.at(minute * 60_000))
        return switch operation {
        case .less, .lessOrEqual: failureOfTime(limit, isUntil: true)
        case .greater, .greaterOrEqual: failureOfTime(limit, isUntil: false)
        default: nil
        }
    }

    private func failureOfTime(_ limit: Timestamp, isUntil: Bool) -> Failure {
        Failure(
            condition: isUntil ? .onlyUntil(limit) : .onlyFrom(limit.inFollowingMinute), hardness: 200,
            distance: Double((facts.now.milliseconds - limit.milliseconds).magnitude))
    }

    private func failureOfCount(
        _ operation: RuleOperator, _ limit: RuleRefusal.Condition, hardness: Int
    ) -> Failure {
        switch operation {
        case .greater, .greaterOrEqual: Failure(condition: .other, hardness: hardness)
        default: Failure(condition: limit, hardness: hardness)
        }
    }

    private func failureOfWait(
        _ operation: RuleOperator, _ terms: [RuleTerm], since entry: Timestamp?, hardness: Int
    ) -> Failure? {
        guard let entry, terms.count > 1 else { return nil }
        // "Never entered" is written as a comparison with -1, which says nothing to a guest.
        let isTechnical = (try? value(of: terms[1]))?.float ?? 0 <= 0
        let isTooLate = operation == .less || operation == .lessOrEqual
        return Failure(
            condition: isTooLate ? .tooLate(after: entry) : .tooSoon(after: entry),
            hardness: hardness + (isTechnical ? 1000 : 0))
    }
}

/// The times at which a rule's answer can change while nobody enters.
private struct RuleTimes {
    let facts: RuleFacts

    /// Days looked ahead: every weekday comes again.
    private static let days: ClosedRange<Int64> = -1...8

    func collect(from term: RuleTerm, into times: inout Set<Timestamp>) {
        switch term {
        case .value(.time(let time)):
            times.insert(time.instant(in: facts.zone))
        case .moment(.today(let time)):
            // Whatever is compared with a time of the day is compared with the next one from midnight on.
            times.formUnion(daily(time) + daily(0))
        case .moment(let moment):
            times.insert(facts.time(of: moment).instant(in: facts.zone))
        case .variable(.weekday), .variable(.minuteOfDay), .variable(.entriesToday):
            times.formUnion(daily(0))
        case .apply(let operation, let terms):
            collect(from: operation, terms, into: &times)
        case .value, .variable, .crash:
            break
        }
    }

    private func collect(from operation: RuleOperator, _ terms: [RuleTerm], into times: inout Set<Timestamp>) {
        for term in terms { collect(from: term, into: &times) }
        switch (operation, terms.first) {
        case (_, .variable(.minuteOfDay)?):
            for case .value(let value) in terms.dropFirst() {
                guard let minute = value.wholeNumber, (0...1440).contains(minute) else { continue }
                times.formUnion(daily(minute * 60_000))
            }
        case (_, .variable(.minutesSinceLast)?), (_, .variable(.minutesSinceFirst)?):
            for case .value(let value) in terms.dropFirst() {
                guard let minutes = value.float, minutes.magnitude < 1e8 else { continue }
                for entry in [facts.entries.first, facts.entries.last].compactMap(\.self) {
                    times.insert(entry + .seconds(Int64(minutes) * 60))
                    times.insert(entry + .seconds(Int64(minutes + 1) * 60))
                }
            }
        case (.isBefore, _), (.isAfter, _):
            guard terms.count > 2, case .value(let tolerance) = terms[2],
                let minutes = tolerance.float, minutes.magnitude < 1e8
            else { break }
            let span = Duration.milliseconds(Int64(minutes * 60_000))
            var compared = Set<Timestamp>()
            // A comparison is no time: to look into those that are compared would take twice as long for each level.
            for term in terms.prefix(2) where !term.isOperation { collect(from: term, into: &compared) }
            for time in compared { times.formUnion([time - span, time + span]) }
        default:
            break
        }
    }

    /// At a time of day, in milliseconds since midnight; both times that clocks show it, and the next when they skip it.
    private func daily(_ time: Int64) -> [Timestamp] {
        Self.days.flatMap { day in
            let wall = RuleZone.Wall(milliseconds: (facts.today.wall.day + day) * RuleZone.day + time)
            let second = RuleZone.Wall(milliseconds: wall.milliseconds, isSecond: true)
            return [facts.zone.firstInstant(of: wall), facts.zone.instant(of: wall), facts.zone.instant(of: second)]
        }
    }
}

extension RuleTerm {
    fileprivate var isOperation: Bool {
        if case .apply = self { true } else { false }
    }
}

extension Timestamp {
    /// This time, or the next whole minute.
    fileprivate var inFollowingMinute: Timestamp {
        let rest = milliseconds.flooredDivision(by: 60_000).remainder
        return rest == 0 ? self : self + .milliseconds(60_000 - rest)
    }
}
