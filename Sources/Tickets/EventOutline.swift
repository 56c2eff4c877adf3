/// What a ticketing server says of an event: it fills the gaps that event.yaml leaves.
public struct EventOutline: Hashable, Sendable {
    /// An admission list as a server has it.
    public struct List: Hashable, Sendable {
        public let slug: String
        public let name: String
        public let reentry: Reentry
        /// Slugs of the ticket types it admits; `nil` for all.
        public let types: [String]?

        public init(slug: String, name: String, reentry: Reentry, types: [String]? = nil) {
            self.slug = slug
            self.name = name
            self.reentry = reentry
            self.types = types
        }
    }

    public var name: String?
    /// IANA identifier.
    public var timeZone: String?
    public var doorsOpen: Timestamp?
    public var starts: Timestamp?
    public var ends: Timestamp?
    public var status: Event.Status?
    public var types: [TicketType]?
    public var lists: [List]?
    public var gates: [Gate]?
    /// Keys whose signed codes are tickets of this event.
    public var ticketKeys: [VerificationKey]

    public init(
        name: String? = nil, timeZone: String? = nil, doorsOpen: Timestamp? = nil, starts: Timestamp? = nil,
        ends: Timestamp? = nil, status: Event.Status? = nil, types: [TicketType]? = nil, lists: [List]? = nil,
        gates: [Gate]? = nil, ticketKeys: [VerificationKey] = []
    ) {
        self.name = name
        self.timeZone = timeZone
        self.doorsOpen = doorsOpen
        self.starts = starts
        self.ends = ends
        self.status = status
        self.types = types
        self.lists = lists
        self.gates = gates
        self.ticketKeys = ticketKeys
    }
}
