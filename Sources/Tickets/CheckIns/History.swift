/// What is known of the entries and exits of a line on one admission list: its passages added up. Undone passages are left
/// out.
///
/// An entry adds its people, and an exit takes away those whose entry its station knew (``Departures``). At the hour of the
/// list, if it has one, everybody counts as out. The order in which passages are given changes nothing.
/// See docs/decisions/143-order-without-clocks.md.
public struct History: Hashable, Sendable {
    /// The first known entry, which "already scanned" shows to the steward.
    public struct FirstEntry: Hashable, Sendable, Decodable {
        /// When people entered.
        public let at: Timestamp
        /// Slug; `nil` when only a ticketing server knows of the entry, and not where it was.
        public let gate: String?
        /// Name of the station; `nil` when it is not known.
        public let station: String?

        public init(at: Timestamp, gate: String? = nil, station: String? = nil) {
            self.at = at
            self.gate = gate
            self.station = station
        }
    }

    /// People let in so far.
    public private(set) var ins: Int
    /// Of these, people checked out so far; never more than ``ins``.
    public private(set) var outs: Int
    /// Of the others, people who count as out since an hour of the list (``DailyExit``): nobody saw them leave.
    public private(set) var leftUnseen = 0
    /// `nil` while nobody has entered, or when nobody knows when.
    public private(set) var first: FirstEntry?
    /// When each of the people entered, as far as it is known.
    public private(set) var entries: [Timestamp]
    /// People who entered at a time that no trusted clock has seen: as of now, whenever that is (``Passage/isUndated``).
    public private(set) var undated = 0
    /// There is an entry of which no exit knew, so that its people are still there.
    public private(set) var endsWithEntry: Bool
    /// Exits that took nobody away, in the order of their times: what to ask about when the guest returns.
    public private(set) var unmatched: [UnmatchedExit] = []
    /// Of the people inside, those who may have left by an unmatched exit.
    public private(set) var mayHaveLeft = 0
    /// Ids of the entries that an exit which is recorded now knows, and of the exits that an entry knows: ``CheckIn/knew``.
    public private(set) var known = Known()

    /// Of many, those of which people are left, and then the newest: an entry of the journal stays small.
    public struct Known: Hashable, Sendable {
        public fileprivate(set) var entries: Set<String> = []
        public fileprivate(set) var exits: Set<String> = []
        /// Ids of one kind.
        static let most = 64
        /// Of entries of which nobody is left: for the case that the exit which took them away is undone.
        fileprivate static let mostLeft = 16
    }

    /// - Parameters:
    ///   - outs: at most `ins` count: nobody can leave who did not enter.
    ///   - entries: as far as they are known, in order; of the others it is assumed that they were when `last` was.
    ///   - last: when the last known passage was.
    public init(
        ins: Int = 0, outs: Int = 0, first: FirstEntry? = nil, entries: [Timestamp] = [], last: Timestamp? = nil
    ) {
        self.ins = max(0, ins)
        self.outs = min(max(0, outs), self.ins)
        self.first = first
        endsWithEntry = self.ins > self.outs
        var times = entries.isEmpty ? [first?.at].compactMap(\.self) : entries
        times.append(
            contentsOf: repeatElement(
                last ?? times.last ?? .earliest, count: min(max(0, self.ins - times.count), Self.mostAssumed)))
        self.entries = Array(times.sorted().prefix(self.ins))
    }

    /// Of more people than any ticket has, no times are assumed.
    private static let mostAssumed = 10_000

    /// - Parameters:
    ///   - listed: what the ticket list counted when it was made.
    ///   - counted: passages that the list counts and that are known here, too.
    ///   - takenBack: ids of those of them that were undone later.
    ///   - passages: what the list does not count.
    ///   - hour: the last hour of the admission list at which everybody counted as out; `nil` for none.
    public init(
        listed: ListedHistory?, counted: [Passage] = [], takenBack: Set<String> = [], passages: [Passage],
        hour: Timestamp? = nil
    ) {
        self.init(listed, counted: counted, takenBack: takenBack)
        let staying = hour.map { hour in listed.map { people(in: $0, since: hour) } ?? 0 } ?? inside
        let departures = Departures(passages, listed: (before: inside - staying, after: staying))
        add(passages, departures)
        known = Known(passages + counted.filter { !takenBack.contains($0.id) }, departures)
        first = Self.named(first, counted)
    }

    /// The place of an entry that the list has only the time of.
    private static func named(_ first: FirstEntry?, _ counted: [Passage]) -> FirstEntry? {
        guard let first, first.gate == nil, first.station == nil else { return first }
        let same = counted.filter { $0.verdict == .admitted }.min { ($0.at, $0.id) < ($1.at, $1.id) }
        guard let same, abs((same.at - first.at).wholeMilliseconds) < 1000 else { return first }
        return FirstEntry(at: same.at, gate: same.gate, station: same.station)
    }

    private mutating func add(_ passages: [Passage], _ departures: Departures) {
        let entered = passages.filter { $0.verdict == .admitted }
        let exits = passages.filter { $0.verdict == .checkedOut }
        ins += entered.reduce(0) { $0 + $1.count }
        outs += departures.people
        let staying = entered.reduce(departures.listed) { people, entry in
            entry.isBeforeHour ? people : people + (departures.staying[entry.id] ?? 0)
        }
        leftUnseen = ins - outs - staying
        unmatched = departures.unmatched
        mayHaveLeft = departures.mayHaveLeft
        entries += entered.flatMap(\.entries)
        undated += entered.reduce(0) { $1.isUndated ? $0 + $1.count : $0 }
        let seen = exits.reduce(into: Set<String>()) { $0.formUnion($1.knew) }
        let isUnseen = entered.contains { !$0.isBeforeHour && seen.isDisjoint(with: $0.names) }
        endsWithEntry = isUnseen || endsWithEntry && exits.isEmpty && departures.listed > 0
        for entry in entered where first.map({ entry.at < $0.at }) ?? true {
            first = FirstEntry(at: entry.at, gate: entry.gate, station: entry.station)
        }
    }

    /// How many of those whom a ticket list has inside entered after an hour. Where it has no times, all of them, if it was
    /// made after the hour.
    private func people(in listed: ListedHistory, since hour: Timestamp) -> Int {
        guard let until = listed.until, until >= hour else { return 0 }
        let hasTimes = listed.last != nil || first != nil || !listed.entries.isEmpty
        return hasTimes ? min(inside, entries.count { $0 >= hour }) : inside
    }

    private init(_ listed: ListedHistory?, counted: [Passage], takenBack: Set<String>) {
        guard let listed else {
            self.init()
            return
        }
        func isUndone(_ passage: Passage) -> Bool { takenBack.contains(passage.id) }
        let history = listed.history
        var times = listed.entries
        // A list that has no times may count passages whose times are known here.
        if times.isEmpty { times = counted.flatMap(\.entries).sorted() }
        for time in counted.filter(isUndone).flatMap(\.entries) {
            if let index = times.lastIndex(where: { $0 == time }) { times.remove(at: index) }
        }
        // Without an entry, an exit after it may take nobody away.
        let known = History(listed: nil, passages: counted)
        let left = History(listed: nil, passages: counted.filter { !isUndone($0) })
        self.init(
            ins: history.ins - known.ins + left.ins, outs: history.outs - known.outs + left.outs,
            first: history.first, entries: times, last: listed.last)
    }

    /// People inside now, never below 0.
    public var inside: Int { ins - outs - leftUnseen }

    /// People of ``unmatched`` exits.
    public var unmatchedPeople: Int { unmatched.reduce(0) { $0 + $1.people } }
}

extension History.Known {
    /// - Parameter passages: also those that the ticket list counts: at a station with an older list, they are entries and
    ///   exits like others.
    fileprivate init(_ passages: [Passage], _ departures: Departures) {
        let names = passages.filter { $0.verdict == .admitted }.map(\.id).sorted()
        let left = names.filter { departures.staying[$0] == 0 }
        let open = Set(names).subtracting(left).sorted()
        entries = Set(open.suffix(Self.most)).union(left.suffix(min(Self.mostLeft, max(0, Self.most - open.count))))
        exits = Set(passages.filter { $0.verdict == .checkedOut }.map(\.id).sorted().suffix(Self.most))
    }
}

/// What a ticket list counts of a line.
public struct ListedHistory: Hashable, Sendable {
    /// As far as the list holds it: the first entry has no place.
    public let history: History
    /// No passage that is newer is counted in it.
    public let until: Timestamp?
    /// When the list was made; `nil`: it counts whatever happened until ``until``.
    public let issued: Timestamp?
    /// When the newest passage was that is counted in it; `nil` where the list does not say.
    public let last: Timestamp?
    /// When people entered; empty where the list does not say.
    public let entries: [Timestamp]

    /// - Parameter issued: `iat` of the list.
    public init(_ used: TicketRecord.UsedCount, issued: Timestamp?) {
        history = used.history
        entries = used.entries
        last = used.until
        until = [used.until, issued].compactMap { $0 }.min()
        self.issued = issued
    }
}
