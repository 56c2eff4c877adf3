/// What is known of the entries and exits of a line on one admission list: its passages added up in the order of time.
/// Undone passages are left out.
///
/// An entry adds its people, and an exit takes away at most as many as are inside. So an exit that nobody entered for
/// changes nothing: neither several scans at the exit nor one whose entry is not known here yet make room for anybody.
/// At the hour of the list, if it has one, everybody counts as out.
/// See docs/decisions/094-inside-counted-by-line.md.
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
    /// The last passage was an entry.
    public private(set) var endsWithEntry: Bool
    /// The last hour of the list that is counted.
    private var hour = Timestamp.earliest

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
    ///   - counted: passages that the list counts and that are known here, too; at the same time, those of this station
    ///     first.
    ///   - takenBack: ids of those of them that were undone later.
    ///   - passages: what the list does not count, in the order of time.
    ///   - clock: when everybody on the admission list counts as out; `nil` for never.
    public init(
        listed: ListedHistory?, counted: [Passage] = [], takenBack: Set<String> = [], passages: [Passage],
        clock: DailyExit.Clock? = nil
    ) {
        self.init(listed, counted: counted, takenBack: takenBack)
        guard let clock else {
            for passage in passages { add(passage) }
            return
        }
        let beginning = self
        func turn(at time: Timestamp) {
            let hour = clock.exit.last(at: time)
            everyoneLeaves(at: hour, except: listed.map { beginning.people(in: $0, since: hour) } ?? 0)
        }
        var time = Timestamp.earliest
        for passage in passages {
            time = max(time, passage.counted)
            turn(at: time)
            add(passage)
        }
        turn(at: max(time, clock.now))
    }

    /// How many of those whom a ticket list has inside entered after an hour. Where it has no times, all of them, if it was
    /// made after the hour.
    private func people(in listed: ListedHistory, since hour: Timestamp) -> Int {
        guard let until = listed.until, until >= hour else { return 0 }
        let hasTimes = listed.last != nil || first != nil || !listed.entries.isEmpty
        return hasTimes ? min(inside, entries.count { $0 >= hour }) : inside
    }

    /// At an hour of the list. What is counted already stays as it is.
    /// - Parameter except: how many of those inside entered after it.
    mutating func everyoneLeaves(at hour: Timestamp, except entered: Int = 0) {
        guard hour > self.hour else { return }
        self.hour = hour
        // Nobody who came after the hour left before it.
        outs = min(outs, ins - entered)
        leftUnseen = ins - outs - entered
        endsWithEntry = entered > 0
    }

    private init(_ listed: ListedHistory?, counted: [Passage], takenBack: Set<String>) {
        guard let listed else {
            self.init()
            return
        }
        let inTime = counted.enumerated().sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }
            .map(\.element)
        func isUndone(_ passage: Passage) -> Bool { passage.id.map(takenBack.contains) ?? false }
        let history = listed.history
        var times = listed.entries
        // A list that has no times may count passages whose times are known here.
        if times.isEmpty { times = inTime.flatMap(\.entries).sorted() }
        for time in inTime.filter(isUndone).flatMap(\.entries) {
            if let index = times.lastIndex(where: { $0 == time }) { times.remove(at: index) }
        }
        // Without an entry, an exit after it may take nobody away.
        let known = Self.sum(inTime)
        let left = Self.sum(inTime.filter { !isUndone($0) })
        self.init(
            ins: history.ins - known.ins + left.ins, outs: history.outs - known.outs + left.outs,
            first: history.first, entries: times, last: listed.last)
    }

    private static func sum(_ passages: [Passage]) -> History {
        passages.reduce(into: History()) { $0.add($1) }
    }

    /// People inside now, never below 0.
    public var inside: Int { ins - outs - leftUnseen }

    /// Adds the next passage in the order of time.
    public mutating func add(_ passage: Passage) {
        switch passage.verdict {
        case .refused, .sold, .noted:
            break
        case .checkedOut:
            outs += min(passage.count, inside)
            endsWithEntry = false
        case .admitted:
            ins += passage.count
            entries += passage.entries
            endsWithEntry = true
            if let first, first.at <= passage.at { return }
            first = FirstEntry(at: passage.at, gate: passage.gate, station: passage.station)
        }
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

/// What a manifest holds under one code.
public struct TicketRecord: Hashable, Sendable {
    /// The code, hashed with the event's salt.
    public let key: TicketKey
    /// In the order of their numbers; empty when the code is only in the list of revoked codes.
    public internal(set) var lines: [TicketLine]
    /// The code is in the list of revoked codes, or its server has revoked it since.
    public internal(set) var isRevoked: Bool
    /// What the backend knew when the manifest was made, by line number and list slug.
    public let used: [UsedCount]
    /// When the backend said so, for a ticket that is in no list; `nil`: when the list was made.
    public let asOf: Timestamp?
    /// Looked up by the code of a wristband or card that stands for it.
    public var isByMedium = false

    /// The entries and exits on one line and one list that the backend had counted.
    public struct UsedCount: Hashable, Sendable {
        /// ``TicketLine/number``.
        public let line: Int
        /// Slug of the admission list.
        public let list: String
        /// As far as the list holds it: the first entry has no place.
        public let history: History
        /// The time of the newest passage that it counts; `nil` when the backend does not say.
        public let until: Timestamp?
        /// When people entered, in order; empty when the list does not say, as that of an admission list without rules.
        public var entries: [Timestamp]

        public init(
            line: Int, list: String, history: History, until: Timestamp? = nil, entries: [Timestamp] = []
        ) {
            self.line = line
            self.list = list
            self.history = history
            self.until = until
            self.entries = entries
        }
    }

    public init(
        key: TicketKey, lines: [TicketLine], isRevoked: Bool = false, used: [UsedCount] = [], asOf: Timestamp? = nil
    ) {
        self.key = key
        self.lines = lines
        self.isRevoked = isRevoked
        self.used = used
        self.asOf = asOf
    }
}
