/// What a ticketing server knows of an event: it is used where event.yaml has no value. `nil` where the server has none
/// either.
public struct EventOutline: Hashable, Sendable {
    /// An admission list as a server has it.
    public struct List: Hashable, Sendable {
        /// The server's id of the list.
        public let slug: String
        /// For people.
        public let name: String
        /// Whether a ticket may enter again on this list.
        public let reentry: Reentry
        /// Slugs of the ticket types it admits; `nil` for all.
        public let types: [String]?
        /// How many people may be inside at once; `nil` for no limit.
        public let capacity: Int?
        /// What else must be met to enter; `nil` for nothing.
        public let rule: EntryRule?
        /// Staff may let in unpaid tickets: they are asked.
        public let asksUnpaid: Bool
        /// A code stands for one line (``AdmissionList/takesOneLine``).
        public let takesOneLine: Bool
        /// Number of the only date whose tickets it admits; `nil` for all.
        public let date: Int64?
        /// When everybody counts as out, each day (``AdmissionList/everyoneOut``); `nil` for never.
        public let everyoneOut: Int?

        public init(
            slug: String, name: String, reentry: Reentry, types: [String]? = nil, capacity: Int? = nil,
            rule: EntryRule? = nil, asksUnpaid: Bool = false, takesOneLine: Bool = false, date: Int64? = nil,
            everyoneOut: Int? = nil
        ) {
            self.takesOneLine = takesOneLine
            self.everyoneOut = everyoneOut
            self.date = date
            self.asksUnpaid = asksUnpaid
            self.rule = rule
            self.slug = slug
            self.name = name
            self.reentry = reentry
            self.types = types
            self.capacity = capacity
        }
    }

    /// For people.
    public var name: String?
    /// IANA time zone identifier: `Africa/Kampala`.
    public var timeZone: String?
    /// From when tickets without a start of their own are valid.
    public var doorsOpen: Timestamp?
    /// For people and reports.
    public var starts: Timestamp?
    /// Until when tickets without an end of their own are valid.
    public var ends: Timestamp?
    /// Where the server lets in tickets without times of their own whenever they come.
    public var openEnds: Set<WindowEnd>
    /// Whether it takes place.
    public var status: Event.Status?
    /// All ticket types of the event.
    public var types: [TicketType]?
    /// All admission lists.
    public var lists: [List]?
    /// How many people may be inside at once, from a server without admission lists; `nil` for no limit.
    public var capacity: Int?
    /// All gates; each names one of ``lists`` by its slug.
    public var gates: [Gate]?
    /// What the server calls gates of event.yaml, by their slug.
    public var gateNumbers: [String: Int64]
    /// Keys whose signed codes are tickets of this event.
    public var ticketKeys: [VerificationKey]
    /// Where it takes place.
    public var place: EventPlace?
    /// Age in years that every guest must have reached; `nil` for no limit.
    public var minimumAge: Int?
    /// What guests are asked at the door.
    public var questions: [CheckInQuestion]
    /// Wristbands or cards stand for tickets (``TicketRow/media``).
    public var hasMedia: Bool
    /// Wristbands or cards that may be handed out as the answer to one of the ``questions``.
    public var spareMedia: [SpareMedium]
    /// The dates of a series; empty for any other event.
    public var dates: [EventDate]

    public init(
        name: String? = nil, timeZone: String? = nil, doorsOpen: Timestamp? = nil, starts: Timestamp? = nil,
        ends: Timestamp? = nil, openEnds: Set<WindowEnd> = [], status: Event.Status? = nil, types: [TicketType]? = nil,
        lists: [List]? = nil,
        capacity: Int? = nil, gates: [Gate]? = nil, gateNumbers: [String: Int64] = [:],
        ticketKeys: [VerificationKey] = [],
        place: EventPlace? = nil, minimumAge: Int? = nil, questions: [CheckInQuestion] = [], dates: [EventDate] = [],
        hasMedia: Bool = false, spareMedia: [SpareMedium] = []
    ) {
        self.hasMedia = hasMedia
        self.spareMedia = spareMedia
        self.questions = questions
        self.dates = dates
        self.name = name
        self.timeZone = timeZone
        self.doorsOpen = doorsOpen
        self.starts = starts
        self.ends = ends
        self.openEnds = openEnds
        self.status = status
        self.types = types
        self.lists = lists
        self.capacity = capacity
        self.gates = gates
        self.gateNumbers = gateNumbers
        self.ticketKeys = ticketKeys
        self.place = place
        self.minimumAge = minimumAge
    }
}
