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
