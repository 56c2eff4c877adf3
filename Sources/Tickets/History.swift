/// What is known of a line's comings and goings on one admission list. Undone entries are left out.
///
/// Histories of different sources (the manifest, this station's journal, other gates) add up.
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
    public var ins: Int
    /// People checked out so far.
    public var outs: Int
    public var first: FirstEntry?

    public init(ins: Int = 0, outs: Int = 0, first: FirstEntry? = nil) {
        self.ins = ins
        self.outs = outs
        self.first = first
    }

    /// People inside now. Never below 0: a check-out whose entry is not known here yet must not make room for two.
    public var inside: Int { max(0, ins - outs) }

    public static func + (left: History, right: History) -> History {
        let firsts = [left.first, right.first].compactMap { $0 }
        return History(
            ins: left.ins + right.ins, outs: left.outs + right.outs, first: firsts.min { $0.at < $1.at })
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
