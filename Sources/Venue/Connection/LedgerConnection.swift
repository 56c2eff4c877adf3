internal import CPQ
internal import Glibc
internal import Tickets

/// A connection to one server of the ledger, open as long as this value exists.
///
/// libpq's calls never block here (PostgreSQL manual, section 34.4). This type waits for the socket instead, and never
/// beyond the deadline of each call. Because it waits, use it on a dedicated thread and never on those of Swift's
/// tasks. After an error that makes it unusable, drop it: nobody reads an answer that comes later.
/// See docs/decisions/085-libpq-without-waiting.md.
@safe
struct LedgerConnection: ~Copyable, @unchecked Sendable {
    // Unchecked: libpq allows any thread to use a connection, one at a time, and this value has one owner.
    typealias Deadline = ContinuousClock.Instant

    private let handle: LedgerHandle
    let place: LedgerAddress.Server
    private var prepared: Set<String> = []
    /// A statement was sent whose answer nobody waits for.
    private var hasPendingAnswer = false
    private(set) var isUsable = true

    /// - Parameter application: the name in the server's list of sessions.
    init(
        to server: LedgerAddress.Server, of address: LedgerAddress, application: String, until deadline: Deadline
    ) throws(VenueError) {
        let parameters = address.parameters(for: server, application: application)
        self.init(adopting: try LedgerHandle.connected(parameters, server.name, until: deadline), server)
    }

    private init(adopting handle: consuming LedgerHandle, _ place: LedgerAddress.Server) {
        self.handle = handle
        self.place = place
    }

    /// Its name in errors.
    var server: String { place.name }

    private var connection: OpaquePointer { unsafe handle.pointer }

    // MARK: - Statements

    /// Runs a statement and waits for its answer.
    ///
    /// - Parameters:
    ///   - statement: prepared at its first use.
    ///   - parameters: `nil` for NULL.
    mutating func ask(
        _ statement: LedgerStatement, _ parameters: [String?] = [], until deadline: Deadline
    ) throws(VenueError) -> LedgerAnswer {
        try send(statement, parameters, until: deadline)
        return try answer(statement.operation, until: deadline)
    }

    /// Runs a statement without waiting: its answer is read and dropped before the next statement.
    mutating func runWithoutWaiting(
        _ statement: LedgerStatement, _ parameters: [String?] = [], until deadline: Deadline
    ) throws(VenueError) {
        try send(statement, parameters, until: deadline)
        hasPendingAnswer = true
    }

    /// Runs statements without parameters, one after the other.
    mutating func run(_ script: String, _ operation: String, until deadline: Deadline) throws(VenueError) {
        try readPendingAnswer(until: deadline)
        try push(operation, until: deadline, unsafe PQsendQuery(connection, script))
        _ = try answer(operation, until: deadline)
    }

    /// Prepares a statement, so that its first use takes one round trip.
    mutating func prepare(_ statement: LedgerStatement, until deadline: Deadline) throws(VenueError) {
        guard !prepared.contains(statement.name) else { return }
        try readPendingAnswer(until: deadline)
        try push(
            statement.operation, until: deadline,
            unsafe PQsendPrepare(connection, statement.name, statement.text, 0, nil))
        _ = try answer(statement.operation, until: deadline)
        prepared.insert(statement.name)
    }

    private mutating func send(
        _ statement: LedgerStatement, _ parameters: [String?], until deadline: Deadline
    ) throws(VenueError) {
        try readPendingAnswer(until: deadline)
        try prepare(statement, until: deadline)
        let sent = unsafe withCStrings(parameters) { values in
            unsafe PQsendQueryPrepared(connection, statement.name, Int32(parameters.count), values, nil, nil, 0)
        }
        try push(statement.operation, until: deadline, sent)
    }

    private mutating func readPendingAnswer(until deadline: Deadline) throws(VenueError) {
        guard hasPendingAnswer else { return }
        _ = try answer("notify", until: deadline)
        hasPendingAnswer = false
    }

    /// Sends what libpq has buffered, and reads meanwhile: a server that waits to send may accept nothing more.
    private mutating func push(
        _ operation: String, until deadline: Deadline, _ sent: Int32
    ) throws(VenueError) {
        guard sent == 1 else { throw broken(operation) }
        while true {
            switch unsafe PQflush(connection) {
            case 0: return
            case 1:
                guard wait(for: Int16(POLLIN | POLLOUT), until: deadline) else { throw late(operation) }
                guard unsafe PQconsumeInput(connection) == 1 else { throw broken(operation) }
            default: throw broken(operation)
            }
        }
    }

    /// The answer to the current statement; of several, that of the last one, or the first error.
    private mutating func answer(_ operation: String, until deadline: Deadline) throws(VenueError) -> LedgerAnswer {
        var answer = LedgerAnswer(operation, server)
        var failure: VenueError?
        while true {
            while unsafe PQisBusy(connection) != 0 {
                guard wait(for: Int16(POLLIN), until: deadline) else { throw late(operation) }
                guard unsafe PQconsumeInput(connection) == 1 else { throw broken(operation) }
            }
            guard let result = unsafe PQgetResult(connection) else { break }
            defer { unsafe PQclear(result) }
            switch unsafe PQresultStatus(result) {
            case PGRES_TUPLES_OK, PGRES_COMMAND_OK, PGRES_EMPTY_QUERY:
                answer = unsafe LedgerAnswer(reading: result, operation, server)
            default: if failure == nil { failure = unsafe Self.failure(result, operation, server) }
            }
        }
        if unsafe PQstatus(connection) == CONNECTION_BAD { isUsable = false }
        if let failure { throw failure }
        return answer
    }

    private static func failure(_ result: OpaquePointer, _ operation: String, _ server: String) -> VenueError {
        unsafe VenueError(
            state: LibPQ.line(PQresultErrorField(result, usher_pq_state_field)),
            message: LibPQ.line(PQresultErrorField(result, usher_pq_message_field)), operation, server)
    }

    // MARK: - Passwords

    /// What a server stores of a password: enough to check it, not to log in with it (SCRAM-SHA-256, RFC 5803). It is
    /// computed without the server, so that the password itself is in no statement and in none of the server's logs.
    borrowing func verifier(of password: String, for role: String) throws(VenueError) -> String {
        guard let verifier = unsafe PQencryptPasswordConn(connection, password, role, "scram-sha-256") else {
            throw VenueError(.failed, "encrypt", "a password", unsafe LibPQ.line(PQerrorMessage(connection)))
        }
        defer { unsafe PQfreemem(verifier) }
        return unsafe String(cString: verifier)
    }

    // MARK: - Notifications

    /// Whether a notification has come since the last call. Never waits.
    mutating func takeNotifications() throws(VenueError) -> Bool {
        guard unsafe PQconsumeInput(connection) == 1 else { throw broken("listen to") }
        var isNotified = false
        while let notification = unsafe PQnotifies(connection) {
            unsafe PQfreemem(notification)
            isNotified = true
        }
        return isNotified
    }

    /// Waits until the server has sent something, the signal is raised or the deadline has passed.
    borrowing func waitForNotification(or signal: WakeSignal, until deadline: Deadline) {
        PollWait.wait(
            [(unsafe PQsocket(connection), Int16(POLLIN)), (signal.descriptor, Int16(POLLIN))], until: deadline)
    }

    // MARK: - Waiting and errors

    /// `false` once the deadline has passed, also when a server sends without end.
    private func wait(for events: Int16, until deadline: Deadline) -> Bool {
        PollWait.wait([(unsafe PQsocket(connection), events)], until: deadline) && Deadline.now < deadline
    }

    private mutating func late(_ operation: String) -> VenueError {
        isUsable = false
        return .tooLate(operation, server)
    }

    private mutating func broken(_ operation: String) -> VenueError {
        isUsable = false
        return VenueError(.brokenOff, operation, server, unsafe LibPQ.line(PQerrorMessage(connection)))
    }
}
