/// What is known of a line's comings and goings on one admission list: the fold of its passages in the order of time.
/// Undone entries are left out.
///
/// An entry adds its people, and an exit takes away at most as many as are inside. So an exit that nobody entered for
/// changes nothing: neither several scans at the exit nor one whose entry is not known here yet make room for anybody.
public struct History: Hashable, Sendable {
    /// The first known entry: what "already scanned" tells the steward.
    public struct FirstEntry: Hashable, Sendable, Decodable {
        public let at: Timestamp
        public let gate: String?
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
    public private(set) var first: FirstEntry?

    /// - Parameter outs: more than `ins` are nobody's exits.
    public init(ins: Int = 0, outs: Int = 0, first: FirstEntry? = nil) {
        self.ins = max(0, ins)
        self.outs = min(max(0, outs), self.ins)
        self.first = first
    }

    /// - Parameters:
    ///   - listed: what the ticket list counted when it was made.
    ///   - takenBack: people of it whose passage was undone, which the list does not know yet.
    ///   - passages: what the list does not count, in the order of time.
    public init(listed: History, takenBack: PeopleCount = PeopleCount(), passages: [Passage]) {
        self.init(
            ins: listed.ins - takenBack.entered, outs: listed.outs - takenBack.left, first: listed.first)
        for passage in passages { add(passage) }
    }

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

/// What a manifest holds under one code.
public struct TicketRecord: Hashable, Sendable {
    public let key: TicketKey
    /// In the order of their numbers; empty when the code is only in the list of revoked codes.
    public let lines: [TicketLine]
    /// The code is in the list of revoked codes.
    public let isRevoked: Bool
    /// What the backend knew when the manifest was made, by line number and list slug.
    public let used: [UsedCount]

    public struct UsedCount: Hashable, Sendable {
        public let line: Int
        public let list: String
        public let history: History
        /// The newest passage that it counts; `nil` when the backend does not say.
        public let until: Timestamp?

        public init(line: Int, list: String, history: History, until: Timestamp? = nil) {
            self.line = line
            self.list = list
            self.history = history
            self.until = until
        }
    }

    public init(key: TicketKey, lines: [TicketLine], isRevoked: Bool = false, used: [UsedCount] = []) {
        self.key = key
        self.lines = lines
        self.isRevoked = isRevoked
        self.used = used
    }
}
