public import Tickets

/// Where check-ins go: a ticketing server, or something that passes them on to one.
/// See docs/decisions/045-refusals-go-to-servers.md.
public protocol CheckInReceiver: Sendable {
    /// How many check-ins one call of ``deliver(_:)`` takes at most, at least 1.
    var batchSize: Int { get }
    /// The shortest time from one call to the next, if the server announces a limit or is known to have one; zero if
    /// not.
    var pace: Duration { get }

    /// Sends check-ins to the server, in their order. Sending the same check-in again has no second effect.
    ///
    /// - Returns: the server's answers to the first of them, one each, and why the others have none.
    func deliver(_ checkIns: [OutgoingCheckIn]) async -> Delivery

    /// The answer to a check-in that cannot be sent to this server at all; `nil` when it can be sent.
    ///
    /// A relay asks this before it confirms to a station that it has the check-in.
    /// - Throws: why that is unknown before ``checkReadiness()``, or why the server takes no check-ins.
    func answerWithoutSending(to checkIn: OutgoingCheckIn) throws(BackendError) -> ServerAnswer?

    /// Finds out which server it is, where the answer of ``answerWithoutSending(to:)`` depends on that.
    /// - Throws: why nothing can be delivered.
    func checkReadiness() async throws(BackendError)
}

extension CheckInReceiver {
    /// A receiver that can send every check-in.
    public func answerWithoutSending(to checkIn: OutgoingCheckIn) throws(BackendError) -> ServerAnswer? { nil }
    /// A receiver that needs to find out nothing.
    public func checkReadiness() async throws(BackendError) {}

    /// A receiver that takes check-ins one by one.
    public var batchSize: Int { 1 }
    /// A receiver without a limit.
    public var pace: Duration { .zero }
}

/// Result of one call of ``CheckInReceiver/deliver(_:)``.
public struct Delivery: Sendable {
    /// For the first check-ins of the call, one answer each; may be fewer than were given.
    public let answers: [ServerAnswer]
    /// Why the others have no answer; they stay in the outbox. `nil` when all have one.
    public let error: BackendError?

    public init(answers: [ServerAnswer], error: BackendError? = nil) {
        self.answers = answers
        self.error = error
    }
}

/// A server that reports what other stations did.
public protocol CheckInStream: Sendable {
    /// What happened since a cursor; the same check-in may come twice.
    ///
    /// - Parameter cursor: ``CheckInPage/cursor`` of the previous page; `nil` for everything from the beginning.
    func page(after cursor: String?) async throws(BackendError) -> CheckInPage
}

/// One page of what other stations did.
public struct CheckInPage: Sendable {
    /// In the order in which the server reports them; may be empty.
    public let checkIns: [ForeignCheckIn]
    /// Where the next page begins. Opaque: only the same server reads it.
    public let cursor: String?
    /// The next page may be read at once. `false`: ask again after a while.
    public let isMore: Bool
    /// The shortest time until the next page is asked for.
    public let pause: Duration
    /// Tickets whose orders have changed, as they are now; from servers that say so.
    public var tickets: [ReportedTicket] = []
    /// Why parts of the page are left out; empty when all could be read. They must not hide the others.
    public var faults: [String] = []

    /// - Parameter pause: zero when the server has no limit.
    public init(checkIns: [ForeignCheckIn], cursor: String?, isMore: Bool, pause: Duration = .zero) {
        self.checkIns = checkIns
        self.cursor = cursor
        self.isMore = isMore
        self.pause = pause
    }
}

/// A server from which the tickets of an event can be pulled, for its organizer to sign.
public protocol TicketServer: Sendable {
    /// Reads everything about the event again.
    ///
    /// - Parameter progress: called now and then with the number of tickets so far.
    /// - Throws: ``BackendError``
    func pull(progress: @Sendable (Int) -> Void) async throws -> PulledTickets

    /// Whether a pull would bring anything else than the one that gave the mark. `true` where the server cannot say so
    /// cheaply.
    /// - Throws: ``BackendError``
    func hasChanged(since mark: String) async throws -> Bool
}

extension TicketServer {
    /// By default nothing is known without a pull.
    public func hasChanged(since mark: String) async throws -> Bool { true }
}

/// An event and its tickets as they were on a server.
public struct PulledTickets: Sendable, CustomStringConvertible {
    /// What the server says about the event; parts may be missing.
    public let outline: EventOutline
    /// With ticket codes and names of holders, so kept in memory only.
    public let rows: [TicketRow]
    /// When the pull began, by the clock of this machine: what happened later may be missing.
    public let began: Timestamp
    /// Sentences for the organizer: rules that a list cannot express, tickets that were left out.
    public let notes: [String]
    /// What ``TicketServer/hasChanged(since:)`` compares with; `nil` where the server has no such thing. Without anything
    /// from the rows.
    public let mark: String?

    public init(
        outline: EventOutline, rows: [TicketRow], began: Timestamp, notes: [String] = [], mark: String? = nil
    ) {
        self.mark = mark
        self.outline = outline
        self.rows = rows
        self.began = began
        self.notes = notes
    }

    /// Without anything from the rows: it may be logged.
    public var description: String { "\(rows.count) tickets" }
}
