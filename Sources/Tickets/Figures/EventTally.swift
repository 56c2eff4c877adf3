/// The sums of one event, from the journal, the reports of other gates and the ticket list.
public struct EventTally: Sendable {
    /// People who passed at one gate with one type of ticket.
    public struct Group: Hashable, Sendable {
        /// Whether this station or another gate recorded them.
        public let origin: TallyEntry.Origin
        /// Slug of the admission list.
        public let list: String
        /// Slug; `nil` when the entry names none.
        public let gate: String?
        /// Slug; `nil` for a ticket that is in no list.
        public let type: String?
    }

    /// Refusals of this station with one reason at one gate.
    public struct Refusals: Hashable, Sendable {
        /// Why, in the word of the journal.
        public let reason: Reason
        /// Slug; `nil` when the entry names none.
        public let gate: String?
    }

    /// The most acts that are listed; a report with more would not be read.
    public static let mostActs = 5000
    /// The span over which people per minute are averaged: five minutes.
    public static let recentSpan = Duration.seconds(5 * 60)

    /// How many people passed.
    public private(set) var groups: [Group: PeopleCount] = [:]
    /// How many codes were refused by this station.
    public private(set) var refusals: [Refusals: Int] = [:]
    /// What staff did at this station by hand, in the order of the journal; the first ``mostActs``.
    public private(set) var acts: [ActByHand] = []
    /// Acts after the first ``mostActs``.
    public private(set) var actsLeftOut = 0
    /// Some tickets were in no installed list when they were counted: a newer list may know their type.
    public private(set) var hasUnknownTypes = false
    /// People inside now, by list.
    private(set) var inside: [String: Int] = [:]
    /// What only the ticket list knows of, by list.
    private(set) var listed: [String: PeopleCount] = [:]
    /// By who recorded them, and minute since 1970.
    private(set) var minutes: [Passages: [Int64: PeopleCount]] = [:]

    /// People inside on a line according to journals alone; a line with 0 is not in it.
    private var balances: [LineMark: Int32] = [:]
    private var corrections: [LineMark: Correction] = [:]
    private var recent: [Entering] = []
    /// Figures need no entry before this any more.
    private var recentSince = Timestamp.earliest

    private struct Correction {
        let list: String
        let listed: PeopleCount
        let inside: Int
    }

    /// Those of one list that this station recorded, or the others.
    struct Passages: Hashable {
        let origin: TallyEntry.Origin
        let list: String
    }

    private struct Entering {
        let passages: Passages
        let at: Timestamp
        let people: Int
    }

    /// Nothing counted yet.
    public init() {}

    /// Adds an entry that is not an undo.
    /// - Parameter inside: people on its line according to all journals, when somebody passed.
    mutating func add(_ entry: TallyEntry, type: String?, inside: Int) {
        if let reason = entry.verdict.reason {
            // A question is no refusal yet: its answer is an entry of its own.
            if entry.origin == .here, reason != .questions {
                refusals[Refusals(reason: reason, gate: entry.gate), default: 0] += 1
            }
            return
        }
        if type == nil, entry.key != nil { hasUnknownTypes = true }
        pass(entry, type: type, sign: 1, inside: inside)
        // Guests without a ticket are counted by their type: a report would not be read with a line for each.
        if let kind = entry.kind, kind != .scan, kind != .signIn, kind != .everyoneOut,
            kind != .manual || type != TicketType.walkInSlug
        {
            note(entry, people: entry.count)
        }
    }

    /// Subtracts a passage that was undone.
    mutating func takeOff(_ entry: TallyEntry, type: String?, inside: Int) {
        pass(entry, type: type, sign: -1, inside: inside)
    }

    private mutating func pass(_ entry: TallyEntry, type: String?, sign: Int, inside: Int) {
        guard let list = entry.list else { return }
        let people = sign * entry.count
        let passed =
            entry.verdict == .admitted ? PeopleCount(entered: people) : PeopleCount(left: people)
        let group = Group(origin: entry.origin, list: list, gate: entry.gate, type: type)
        groups[group, default: PeopleCount()] += passed
        let passages = Passages(origin: entry.origin, list: list)
        minutes[passages, default: [:]][entry.at.minute, default: PeopleCount()] += passed
        if passed.entered != 0, entry.at > recentSince {
            recent.append(Entering(passages: passages, at: entry.at, people: passed.entered))
        }
        set(inside, on: LineMark(list: list, key: entry.key, line: entry.line), of: list)
    }

    /// A line with nobody inside is not kept: a million tickets that came and left need no memory.
    private mutating func set(_ people: Int, on line: LineMark, of list: String) {
        let before = Int(balances[line] ?? 0)
        balances[line] = people == 0 ? nil : Int32(clamping: people)
        guard corrections[line] == nil else { return }
        inside[list, default: 0] += people - before
    }

    /// Adds an act by hand. Checking everybody out at once is an entry for each line, and one act.
    mutating func note(_ entry: TallyEntry, people: Int) {
        guard entry.origin == .here, let kind = entry.kind else { return }
        if kind == .checkoutAll, let last = acts.last, last.kind == kind, last.at == entry.at,
            last.operator == entry.operator
        {
            acts[acts.count - 1].people += people
            return
        }
        guard acts.count < Self.mostActs else {
            actsLeftOut += 1
            return
        }
        acts.append(
            ActByHand(
                kind: kind, at: entry.at, gate: entry.gate, reference: kind == .checkoutAll ? nil : entry.reference,
                operator: entry.operator, people: people))
    }

    mutating func correct(_ line: ListedLine, total: History, tallied: History) {
        let list = line.list
        let mark = LineMark(list: list, key: line.key, line: line.line)
        inside[list, default: 0] -= corrections[mark]?.inside ?? Int(balances[mark] ?? 0)
        if let old = corrections[mark] {
            listed[list, default: PeopleCount()] += PeopleCount(entered: -old.listed.entered, left: -old.listed.left)
        }
        let known = PeopleCount(
            entered: max(0, total.ins - tallied.ins), left: max(0, total.outs - tallied.outs))
        corrections[mark] = Correction(list: list, listed: known, inside: total.inside)
        listed[list, default: PeopleCount()] += known
        inside[list, default: 0] += total.inside
    }

    mutating func forgetCorrections() {
        for (mark, correction) in corrections {
            inside[correction.list, default: 0] += Int(balances[mark] ?? 0) - correction.inside
        }
        corrections = [:]
        listed = [:]
    }

    mutating func trim(now: Timestamp) {
        recentSince = now - Self.recentSpan
        recent.removeAll { $0.at <= recentSince }
    }
}

// MARK: - Asking

extension EventTally {
    /// People that this station admitted to an admission list, given by its slug.
    public func admittedHere(_ list: String) -> Int { passedHere(list).entered }

    /// People that this station let in and out on an admission list.
    public func passedHere(_ list: String) -> PeopleCount {
        groups.reduce(into: PeopleCount()) { if $1.key.origin == .here, $1.key.list == list { $0 += $1.value } }
    }

    /// People inside now on an admission list, as far as this station knows.
    public func inside(_ list: String) -> Int { inside[list] ?? 0 }

    /// People who passed on an admission list according to the ticket list only: neither this station nor another gate
    /// has reported them.
    public func listed(_ list: String) -> PeopleCount { listed[list] ?? PeopleCount() }

    /// People who entered per minute: the mean of the last five minutes.
    /// - Parameter origin: who let them in; `nil`: anybody.
    public func perMinute(_ list: String, origin: TallyEntry.Origin? = nil, now: Timestamp) -> Double {
        let people = recent.reduce(0) { sum, entering in
            let isRecent = entering.at > now - Self.recentSpan && entering.at <= now
            return isRecent && entering.passages.isOf(list, origin) ? sum + entering.people : sum
        }
        return Double(people) / (Double(Self.recentSpan.wholeMilliseconds) / 60_000)
    }

    /// The minute in which most people entered; `nil` when nobody did.
    public func peak(_ list: String) -> (at: Timestamp, people: Int)? {
        let best = minutes(of: list, nil).max { ($0.value.entered, $1.key) < ($1.value.entered, $0.key) }
        guard let best, best.value.entered > 0 else { return nil }
        return (Timestamp(milliseconds: best.key * 60_000), best.value.entered)
    }

    /// People who passed, by minute.
    private func minutes(of list: String, _ origin: TallyEntry.Origin?) -> [Int64: PeopleCount] {
        minutes.reduce(into: [:]) { all, each in
            guard each.key.isOf(list, origin) else { return }
            all.merge(each.value) { one, other in
                PeopleCount(entered: one.entered + other.entered, left: one.left + other.left)
            }
        }
    }

    /// How many people passed from the first passage to the last.
    ///
    /// - Parameters:
    ///   - origin: who recorded them; `nil`: anybody.
    ///   - span: passages outside are left out, so that a clock that was wrong does not stretch the curve.
    ///   - most: the most steps; the shortest step that gives no more is taken.
    /// - Returns: `nil` when nobody passed.
    public func curve(
        _ list: String, origin: TallyEntry.Origin? = nil, within span: ClosedRange<Timestamp>, most: Int = 240
    ) -> Curve? {
        let seen = minutes(of: list, origin).filter {
            ($0.value.entered != 0 || $0.value.left != 0)
                && (span.lowerBound.minute...span.upperBound.minute).contains($0.key)
        }
        guard let earliest = seen.keys.min(), let last = seen.keys.max() else { return nil }
        let first = min(earliest, last - Curve.leastMinutes + 1)
        let step = Curve.steps.first { (last - first) / $0 + 2 <= Int64(most) } ?? Curve.steps[Curve.steps.count - 1]
        let start = first.flooredDivision(by: step).quotient
        var curve = Curve(
            start: Timestamp(milliseconds: start * step * 60_000), stepMinutes: Int(step),
            people: Array(repeating: PeopleCount(), count: Int(last.flooredDivision(by: step).quotient - start) + 1))
        for (minute, passed) in seen {
            curve.people[Int(minute.flooredDivision(by: step).quotient - start)] += passed
        }
        return curve
    }
}

extension EventTally.Passages {
    fileprivate func isOf(_ list: String, _ origin: TallyEntry.Origin?) -> Bool {
        self.list == list && (origin ?? self.origin) == self.origin
    }
}

/// How many people passed, in consecutive steps of equal length.
public struct Curve: Hashable, Sendable {
    /// Minutes that it covers at least: a curve of one step would show only the first guest.
    static let leastMinutes: Int64 = 30
    static let steps: [Int64] = [1, 2, 5, 10, 15, 30, 60, 120, 240, 480, 1440]

    /// The beginning of the first step.
    public let start: Timestamp
    /// The length of a step: 1 minute to a day.
    public let stepMinutes: Int
    /// One element for each step.
    public var people: [PeopleCount]
}

/// A line on a list in 8 bytes: a journal of a million entries must fit in the memory of a small kiosk. Two of a
/// million lines share one with a chance of 1 in 40 million; then a figure is wrong by one.
private struct LineMark: Hashable {
    private let mark: Int

    init(list: String, key: TicketKey?, line: Int?) {
        var hasher = Hasher()
        hasher.combine(list)
        hasher.combine(key)
        hasher.combine(line)
        mark = hasher.finalize()
    }
}

extension Timestamp {
    fileprivate var minute: Int64 { milliseconds.flooredDivision(by: 60_000).quotient }
}
