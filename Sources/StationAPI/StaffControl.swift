public import Tickets

/// What staff do with tickets.
///
/// The station checks the person's role and its own permissions before each act (``StaffAct``). The caller only makes
/// sure who the person is.
public protocol TicketControl: Sendable {
    /// What this station may do and show.
    var permissions: Set<Permission> { get }

    /// The verdict that a code would get. Nothing is recorded.
    func check(_ request: CheckRequest) async throws -> VerdictReport
    /// Finds tickets by reference or code; also by order, and by ``searchTerms(of:)``, for staff who may do that
    /// (``StaffAct/search``).
    /// - Throws: when the person may not look up tickets, or no list of the requested event is served
    func search(_ request: SearchRequest, by staff: Staff) async throws -> SearchAnswer
    /// What this person can find tickets by now, besides reference, whole code and, with ``StaffAct/search``, order.
    func searchTerms(of staff: Staff) async -> Set<SearchTerm>
    /// The tickets of the events served here in the order of their names: 100 at a time, of 2,000 at most.
    /// - Throws: when the person may not search by name, the names are not readable here, or the tickets are too many
    func guests(_ request: GuestsRequest, by staff: Staff) async throws -> GuestsAnswer
    /// Lets in people on a ticket that a person named. A refusal by the rules is a verdict, not an error.
    /// - Throws: when the person may not do it, when the ticket is not found or not unique, and when the count is too
    ///   large
    func admit(_ request: ManualRequest, by staff: Staff) async throws -> VerdictReport
    /// Lets in more people of a group that a reader has just let in, as if its code were read again. Whoever stands at the
    /// station may do it while the verdict is on the screen: it takes no session.
    /// - Throws: when that verdict is not the last one of its reader, or is too old, and when the count is too large
    func admitMore(_ request: MoreRequest) async throws -> VerdictReport
    /// Lets in somebody who was refused as `questions`, now that staff have found out what was asked. The rules decide
    /// again. Whoever stands at the station may do it: it takes no session.
    /// - Throws: when no ticket waits for an answer under this number
    func confirm(_ request: ConfirmRequest) async throws -> VerdictReport
    /// A guest about whom a verdict asked something is not let in: no medium is waited for any more.
    func decline(_ request: DeclineRequest) async throws
    /// Checks out people on a ticket that a person named. Throws like ``admit(_:by:)``.
    func checkOut(_ request: ManualRequest, by staff: Staff) async throws -> VerdictReport
    /// Counts guests without a ticket in or out, where the event has it (`walk_ins` in event.yaml). The rules decide: a
    /// list that is full refuses them.
    /// - Throws: when the person may not let in, or check out, by hand, and when no event that is served counts them
    func walkIn(_ request: WalkInRequest, by staff: Staff) async throws -> VerdictReport
    /// How many guests without a ticket are inside. Throws like ``walkIn(_:by:)``.
    func walkInsInside(by staff: Staff) async throws -> WalkInsAnswer
    /// Checks out everybody who is inside, as after an evacuation: one entry for each line with people inside.
    func checkOutAll(_ request: CheckOutAllRequest, by staff: Staff) async throws -> CheckOutAllAnswer
    /// How many ``checkOutAll(_:by:)`` would check out now. Nothing is recorded.
    func peopleInside(by staff: Staff) async throws -> CheckOutAllAnswer
    /// Undoes an admission or a check-out by a new entry. A steward can undo what they did by hand themselves, and codes that
    /// this station read in the last minutes.
    func undo(_ request: UndoRequest, by staff: Staff) async throws -> UndoAnswer
    /// The newest 20 passages of this station that this person can undo, newest first. Passages that were undone are left
    /// out.
    func passages(by staff: Staff) async throws -> [PassageItem]
    /// Switches NOT RECORDED on or off: whether the station lets guests in while its disk takes no entries.
    /// - Throws: when it is switched on while the journal can be written
    func setNotRecorded(_ request: NotRecordedRequest, by staff: Staff) async throws
}

/// The phones of staff, whose cameras read tickets as the station's own do.
public protocol PhoneControl: Sendable {
    /// Decides the code in a picture, as a code that a camera of the station sees.
    /// - Parameter picture: a JPEG or PNG file. When it has several codes, the one nearest to the middle counts.
    /// - Returns: `nil` when there is no code in it.
    /// - Throws: when the station may not scan, the picture cannot be read, or this person has presented too many
    ///   unknown codes
    func scan(_ picture: [UInt8], by staff: Staff) async throws -> Announcement?
}

/// What is sold at the door.
public protocol BoxOfficeControl: Sendable {
    /// Whether an event that is served now sells tickets at this station.
    func sellsHere() async -> Bool
    /// What this person can sell here now, and what was sold.
    /// - Parameter reference: only the sale of this ticket; `nil` for the last ones.
    func offers(for staff: Staff, reference: String?) async throws -> BoxOfficeAnswer
    /// Sells or gives away tickets. Nothing is sold unless all of them are.
    /// - Throws: when the person may not do it, when too few are left, when the event or the room has no place for them, and when
    ///   nothing can be recorded
    func sell(_ request: SaleRequest, by staff: Staff) async throws -> SaleAnswer
    /// The last sale once more, for a guest who has not photographed the code yet.
    /// - Throws: for a sale that is not the last, or was taken back
    func show(_ request: LastSaleRequest, by staff: Staff) async throws -> SaleAnswer
    /// Prints the last sale on the configured printer, also once more.
    /// - Throws: as ``show(_:by:)``, and when nothing can be printed
    func print(_ request: LastSaleRequest, by staff: Staff) async throws
    /// Takes back a ticket.
    /// - Throws: when it was taken back before, and when somebody has entered with it
    func refund(_ request: RefundRequest, by staff: Staff) async throws -> UndoAnswer
}

/// Where the station stands: its gate and direction.
public protocol PlaceControl: Sendable {
    /// Gate and direction now, and the gates to choose from.
    func current(by staff: Staff) async throws -> PlaceAnswer
    /// Gives the station another gate or direction, until the end of the events that are served now.
    /// - Throws: when no event that is served now has the gate
    func move(_ request: PlaceRequest, by staff: Staff) async throws -> PlaceAnswer
}

/// The staff of this station.
public protocol OperatorControl: Sendable {
    /// In the order of their names.
    func all() async throws -> [OperatorSummary]
    /// Those who may sign in at this gate now: everybody, unless a roster says otherwise.
    func atWork() async throws -> [OperatorSummary]
    /// - Throws: when somebody has this name already, or the PIN is too short
    func add(_ request: OperatorRequest) async throws
    /// - Throws: an error with ``ExplainedError/isNotFound`` when nobody has this name
    func remove(name: String) async throws
    /// Compares a PIN with the operator's. After each wrong one the pause before the next try doubles, from 1 s to an
    /// hour; a restart does not shorten it.
    func checkPIN(_ request: SessionRequest) async throws -> PINAnswer
    /// What a session of this person depends on; `nil` when nobody has this name, or they do not work here now.
    func account(of name: String) async throws -> OperatorAccount?
    /// In which language this person reads the screen (ISO 639-1); `nil` until they choose one.
    func language(of name: String) async throws -> String?
    /// Remembers the language that this person has chosen.
    func setLanguage(_ language: String, of name: String) async throws
    /// From now on a page is asked who has signed in at it.
    /// - Parameter page: its name; another one of this name takes its place.
    func watch(_ sessions: @escaping @Sendable () -> [Staff], on page: String)
}

/// The staff of all stations of a venue.
public protocol RosterControl: Sendable {
    /// Puts a signed roster in force.
    /// - Parameter line: as `usher roster` has written it.
    /// - Throws: for one that is older than what is in force, or is not signed with the key of this station's orders
    func install(_ line: String) async throws -> RosterAnswer
}

/// A person who wants to begin a session on the screen.
public struct SessionRequest: Codable, Sendable {
    /// Name of the operator.
    public var `operator`: String
    /// 6 to 64 digits.
    public var pin: String

    public init(operator: String, pin: String) {
        self.operator = `operator`
        self.pin = pin
    }
}

/// What a session depends on. It ends when this changes, also when the person was removed and added again.
public struct OperatorAccount: Hashable, Sendable {
    /// What the person may do.
    public var role: StaffRole
    /// Different each time somebody is added. Not a time: two could be equal after a clock was set back.
    public var generation: String

    public init(role: StaffRole, generation: String) {
        self.role = role
        self.generation = generation
    }
}

/// Result of comparing a PIN.
public enum PINAnswer: Hashable, Sendable {
    /// The PIN is right, and the operator has this role.
    case right(StaffRole)
    /// The PIN is wrong, or nobody has this name. No PIN is compared during the pause.
    case wrong(pause: Duration)
    /// Not compared: the pause after a wrong PIN still lasts this long.
    case tooSoon(pause: Duration)
}

/// An admission or check-out of this station that can be undone.
public struct PassageItem: Codable, Hashable, Sendable {
    /// Number of the journal's entry.
    public var seq: Int64
    /// Id of the event.
    public var event: String?
    /// Name of the event's time zone; `nil` when its list is not here any more.
    public var timeZone: String?
    /// What clocks show there, around its times and ``at``; empty when the station does not know the zone.
    public var utcOffsets: [UTCOffset]?
    /// When it was decided, by the station's clock.
    public var at: Timestamp
    /// `admitted` or `checkedOut`.
    public var verdict: String
    /// The backend's own id of the line; `nil` when it has none.
    public var ref: String?
    /// Name of the ticket type; `nil` without the permission `basicAttendee`.
    public var type: String?
    /// The name on the ticket; `nil` when it is not known, or the station may not show it.
    public var holder: String?
    /// How many people passed.
    public var count: Int
    /// Slug; `nil` when everybody was checked out at once.
    public var gate: String?
    /// Name of the gate, for people; `nil` when it is not known any more.
    public var gateName: String?
    /// Who let them pass; `nil` for a code that was read.
    public var `operator`: String?

    public init(
        seq: Int64, event: String?, timeZone: String?, utcOffsets: [UTCOffset]?, at: Timestamp, verdict: String,
        ref: String?, type: String?,
        holder: String?, count: Int, gate: String?, gateName: String?, operator: String?
    ) {
        self.seq = seq
        self.event = event
        self.timeZone = timeZone
        self.utcOffsets = utcOffsets
        self.at = at
        self.verdict = verdict
        self.ref = ref
        self.type = type
        self.holder = holder
        self.count = count
        self.gate = gate
        self.gateName = gateName
        self.operator = `operator`
    }
}

/// Another gate or direction for the station: the body of `PUT /v1/place`.
public struct PlaceRequest: Codable, Hashable, Sendable {
    /// Slug; `nil` keeps the gate.
    public var gate: String?
    /// `nil` keeps the direction.
    public var direction: Direction?
    /// Who moves it, for the log; `nil` takes the user at the other end of the socket. On the screen it is always the
    /// name of the session.
    public var `operator`: String?

    public init(gate: String? = nil, direction: Direction? = nil, operator: String? = nil) {
        self.gate = gate
        self.direction = direction
        self.operator = `operator`
    }
}

/// Where a station stands, and where it could stand.
public struct PlaceAnswer: Codable, Hashable, Sendable {
    /// A gate that staff can choose.
    public struct Choice: Codable, Hashable, Sendable {
        /// Names it in a ``PlaceRequest``.
        public var slug: String
        /// For people.
        public var name: String

        public init(slug: String, name: String) {
            self.slug = slug
            self.name = name
        }
    }

    /// Slug; `nil` when no event is served, and when the event does not have the station's gate.
    public var gate: String?
    /// Which way people pass here.
    public var direction: Direction
    /// Gates of the events that are served now, each once.
    public var gates: [Choice]

    public init(gate: String?, direction: Direction, gates: [Choice]) {
        self.gate = gate
        self.direction = direction
        self.gates = gates
    }
}
