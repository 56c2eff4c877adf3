/// What is known of the entries and exits of a line on one admission list: its passages added up in the order of time.
/// Undone passages are left out.
///
/// An entry adds its people, and an exit takes away at most as many as are inside. So an exit that nobody entered for
/// changes nothing: neither several scans at the exit nor one whose entry is not known here yet make room for anybody.
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
    /// `nil` while nobody has entered, or when nobody knows when.
    public private(set) var first: FirstEntry?

    /// - Parameter outs: at most `ins` count: nobody can leave who did not enter.
    public init(ins: Int = 0, outs: Int = 0, first: FirstEntry? = nil) {
        self.ins = max(0, ins)
        self.outs = min(max(0, outs), self.ins)
        self.first = first
    }

    /// - Parameters:
    ///   - listed: what the ticket list counted when it was made.
    ///   - takenBack: people whom the list counts although their passage was undone later.
    ///   - passages: what the list does not count, in the order of time.
    public init(listed: History, takenBack: PeopleCount = PeopleCount(), passages: [Passage]) {
        self.init(
            ins: listed.ins - takenBack.entered, outs: listed.outs - takenBack.left, first: listed.first)
        for passage in passages { add(passage) }
    }

    /// People inside now, never below 0.
    public var inside: Int { ins - outs }

    /// Adds the next passage in the order of time.
    public mutating func add(_ passage: Passage) {
        switch passage.verdict {
        case .refused:
            break
        case .checkedOut:
            outs += min(passage.count, inside)
        case .admitted:
            ins += passage.count
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

    /// - Parameter issued: `iat` of the list.
    public init(_ used: TicketRecord.UsedCount, issued: Timestamp?) {
        history = used.history
        until = [used.until, issued].compactMap { $0 }.min()
        self.issued = issued
    }
}

/// What a manifest holds under one code.
public struct TicketRecord: Hashable, Sendable {
    /// The code, hashed with the event's salt.
    public let key: TicketKey
    /// In the order of their numbers; empty when the code is only in the list of revoked codes.
    public let lines: [TicketLine]
    /// The code is in the list of revoked codes.
    public let isRevoked: Bool
    /// What the backend knew when the manifest was made, by line number and list slug.
    public let used: [UsedCount]
    /// When the backend said so, for a ticket that is in no list; `nil`: when the list was made.
    public let asOf: Timestamp?

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

        public init(line: Int, list: String, history: History, until: Timestamp? = nil) {
            self.line = line
            self.list = list
            self.history = history
            self.until = until
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
