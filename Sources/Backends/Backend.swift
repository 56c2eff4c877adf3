public import Tickets

/// Where check-ins go: a ticketing server, or something that passes them on to one.
public protocol CheckInReceiver: Sendable {
    /// The most check-ins that one call takes, at least 1.
    var batchSize: Int { get }
    /// The shortest time from one call to the next, when the server has announced or is known to have a limit.
    var pace: Duration { get }

    /// Tells the server of check-ins, in their order. The same check-in again has no second effect.
    ///
    /// - Returns: what the server said of the first of them, one answer each, and why it did not come to the others.
    func deliver(_ checkIns: [OutgoingCheckIn]) async -> Delivery

    /// What is certain to become of a check-in, as it cannot be told to the server at all; `nil` when it can be.
    ///
    /// Whoever takes check-ins from others asks before it says that it has them.
    /// - Throws: why that is not known before ``checkReadiness()``, or why the server takes no check-ins.
    func foregoneAnswer(to checkIn: OutgoingCheckIn) throws(BackendTrouble) -> ServerAnswer?

    /// Finds out what the server is, as far as that has to be known.
    /// - Throws: why nothing can be delivered.
    func checkReadiness() async throws(BackendTrouble)
}

extension CheckInReceiver {
    public func foregoneAnswer(to checkIn: OutgoingCheckIn) throws(BackendTrouble) -> ServerAnswer? { nil }
    public func checkReadiness() async throws(BackendTrouble) {}

    public var batchSize: Int { 1 }
    public var pace: Duration { .zero }
}

/// A check-in on its way to a server.
public struct OutgoingCheckIn: Sendable, CustomStringConvertible {
    public let checkIn: CheckIn
    /// The ticket code, a secret, for servers that know tickets by nothing else.
    public let code: String?
    /// The server's id of the event, when it is not the manifest's.
    public let serverEvent: String?
    /// How far this station's clock was ahead of the server's when the entry was made, when that is known.
    public let clockOffset: Duration?
    /// How many people passed in the entry that this one takes back; `nil` unless the server has taken that entry, or
    /// another station tells it of that.
    public let undoneCount: Int?

    public init(
        _ checkIn: CheckIn, code: String? = nil, serverEvent: String? = nil, clockOffset: Duration? = nil,
        undoneCount: Int? = nil
    ) {
        self.checkIn = checkIn
        self.code = code
        self.serverEvent = serverEvent
        self.clockOffset = clockOffset
        self.undoneCount = undoneCount
    }

    /// The id alone: it may be named in a log.
    public var description: String { checkIn.id }
}

/// What a server said of a check-in.
public enum ServerAnswer: Hashable, Sendable {
    /// It has it, now or from an earlier try.
    case accepted
    /// It has understood and sees it otherwise: used elsewhere, unknown, refunded. Kept for a person.
    case contradicted(words: String)
    /// It cannot take it as it is (a 4xx), and trying again would not help. Kept for a person.
    case rejected(words: String)
}

/// How far a call came.
public struct Delivery: Sendable {
    /// Of the first check-ins that were given, one each.
    public let answers: [ServerAnswer]
    /// Why it did not come to the rest, which wait.
    public let trouble: BackendTrouble?

    public init(answers: [ServerAnswer], trouble: BackendTrouble? = nil) {
        self.answers = answers
        self.trouble = trouble
    }
}

/// Where it can be learnt what other stations did.
public protocol CheckInStream: Sendable {
    /// What happened since a cursor; the same entry may come twice.
    ///
    /// - Parameter cursor: of the page before; `nil` for everything there is.
    func page(after cursor: String?) async throws(BackendTrouble) -> CheckInPage
}

public struct CheckInPage: Sendable {
    public let checkIns: [ForeignCheckIn]
    /// Where the next page begins. Opaque.
    public let cursor: String?
    /// There is more at once; else it is asked again after a while.
    public let isMore: Bool

    public init(checkIns: [ForeignCheckIn], cursor: String?, isMore: Bool) {
        self.checkIns = checkIns
        self.cursor = cursor
        self.isMore = isMore
    }
}

/// Somebody passing, or taken back, as a server tells it.
public struct ForeignCheckIn: Hashable, Sendable, Codable {
    /// The entry's own id when a station made it, else the server's; the same id is the same check-in.
    public let id: String
    public let station: String?
    /// Id of the event in its manifest; `nil` when the server is asked about one only.
    public let event: String?
    /// Slug of the admission list; `nil`: that of the gate, or the first that admits the ticket's type.
    public let list: String?
    public let gate: String?
    /// `nil` when the server knows tickets by reference only.
    public let key: TicketKey?
    public let line: Int?
    public let reference: String?
    public let verdict: Verdict
    /// Id of the check-in that this one takes back.
    public let undoes: String?
    public let count: Int
    public let at: Timestamp

    public init(
        id: String, station: String? = nil, event: String? = nil, list: String? = nil, gate: String? = nil,
        key: TicketKey? = nil, line: Int? = nil, reference: String? = nil, verdict: Verdict, undoes: String? = nil,
        count: Int = 1, at: Timestamp
    ) {
        self.id = id
        self.station = station
        self.event = event
        self.list = list
        self.gate = gate
        self.key = key
        self.line = line
        self.reference = reference
        self.verdict = verdict
        self.undoes = undoes
        self.count = count
        self.at = at
    }
}

/// Where the tickets of an event can be pulled from, for its organizer to sign.
public protocol TicketServer: Sendable {
    /// Everything about the event, read anew.
    ///
    /// - Parameter progress: called now and then with the number of tickets so far.
    func pull(progress: @Sendable (Int) -> Void) async throws -> PulledTickets
}

/// An event and its tickets as a server had them.
public struct PulledTickets: Sendable, CustomStringConvertible {
    public let outline: EventOutline
    /// With codes and names: held in memory only.
    public let rows: [TicketRow]
    /// When pulling began, by the clock of this machine: what happened later may be missing.
    public let began: Timestamp
    /// What the organizer should know, a sentence each: rules that a list cannot express, tickets left out.
    public let notes: [String]

    public init(outline: EventOutline, rows: [TicketRow], began: Timestamp, notes: [String] = []) {
        self.outline = outline
        self.rows = rows
        self.began = began
        self.notes = notes
    }

    public var description: String { "\(rows.count) tickets" }
}
