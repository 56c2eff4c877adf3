public import Tickets

/// What staff do with tickets.
///
/// The station itself sees to it that nobody does more than their role and its permissions allow (``StaffAct``); who
/// asks has only made sure that they are who they say.
public protocol TicketControl: Sendable {
    /// What this station may do and tell.
    var permissions: Set<Permission> { get }

    /// The verdict a code would get. Nothing is recorded.
    func check(_ request: CheckRequest) async throws -> VerdictReport
    func search(_ request: SearchRequest, by staff: Staff) async throws -> SearchAnswer
    func admit(_ request: ManualRequest, by staff: Staff) async throws -> VerdictReport
    func checkOut(_ request: ManualRequest, by staff: Staff) async throws -> VerdictReport
    func checkOutAll(_ request: CheckOutAllRequest, by staff: Staff) async throws -> CheckOutAllAnswer
    /// Whom ``checkOutAll(_:by:)`` would send out now.
    func peopleInside(by staff: Staff) async throws -> CheckOutAllAnswer
    func undo(_ request: UndoRequest, by staff: Staff) async throws -> UndoAnswer
    /// The latest passages that still count and that this person may take back, the newest first.
    func passages(by staff: Staff) async throws -> [PassageItem]
    /// Lets the station decide without its disk, or no longer.
    func setNotRecorded(_ request: NotRecordedRequest, by staff: Staff) async throws
}

/// Where the station stands.
public protocol PlaceControl: Sendable {
    func current(by staff: Staff) async throws -> PlaceAnswer
    /// Gives the station another gate or direction, until the end of the events that are served now.
    func move(_ request: PlaceRequest, by staff: Staff) async throws -> PlaceAnswer
}

/// Who works here.
public protocol OperatorControl: Sendable {
    func all() async throws -> [OperatorSummary]
    func add(_ request: OperatorRequest) async throws
    func remove(name: String) async throws
    /// Compares an operator's PIN. Wrong ones make a pause grow that survives restarts.
    func checkPIN(_ request: SessionRequest) async throws -> PINAnswer
    /// `nil` when nobody of that name works here.
    func employment(of name: String) async throws -> Employment?
}

/// Who wants to begin a session.
public struct SessionRequest: Codable, Sendable {
    public var `operator`: String
    public var pin: String

    public init(operator: String, pin: String) {
        self.operator = `operator`
        self.pin = pin
    }
}

/// What a session lasts for: somebody who was removed and comes back has another one.
public struct Employment: Hashable, Sendable {
    public var role: StaffRole
    /// Another one each time somebody is added: no clock tells two of them apart for certain.
    public var generation: String

    public init(role: StaffRole, generation: String) {
        self.role = role
        self.generation = generation
    }
}

/// What a PIN opened.
public enum PINAnswer: Hashable, Sendable {
    case right(StaffRole)
    /// Wrong, or nobody has this name.
    case wrong(pause: Duration)
    /// Not even looked at, so soon after a wrong one.
    case tooSoon(pause: Duration)
}

/// Somebody who passed here.
public struct PassageItem: Codable, Hashable, Sendable {
    public var seq: Int64
    public var at: Timestamp
    /// admitted or checkedOut.
    public var verdict: String
    public var ref: String?
    public var count: Int
    public var gate: String?
    /// Who let them pass, when a person did.
    public var `operator`: String?

    public init(
        seq: Int64, at: Timestamp, verdict: String, ref: String?, count: Int, gate: String?, operator: String?
    ) {
        self.seq = seq
        self.at = at
        self.verdict = verdict
        self.ref = ref
        self.count = count
        self.gate = gate
        self.operator = `operator`
    }
}

public struct PlaceRequest: Codable, Hashable, Sendable {
    /// Slug; unless given, it stays.
    public var gate: String?
    /// Unless given, it stays.
    public var direction: Direction?
    public var `operator`: String?

    public init(gate: String? = nil, direction: Direction? = nil, operator: String? = nil) {
        self.gate = gate
        self.direction = direction
        self.operator = `operator`
    }
}

/// Where a station stands, and where it could.
public struct PlaceAnswer: Codable, Hashable, Sendable {
    public struct Choice: Codable, Hashable, Sendable {
        public var slug: String
        public var name: String

        public init(slug: String, name: String) {
            self.slug = slug
            self.name = name
        }
    }

    /// Slug; absent where no event is served.
    public var gate: String?
    public var direction: Direction
    /// Of the events that are served now.
    public var gates: [Choice]

    public init(gate: String?, direction: Direction, gates: [Choice]) {
        self.gate = gate
        self.direction = direction
        self.gates = gates
    }
}
