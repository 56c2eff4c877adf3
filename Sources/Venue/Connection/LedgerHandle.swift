internal import CPQ
internal import Glibc
internal import Tickets

/// Owns a connection object of libpq, and frees it.
@safe
struct LedgerHandle: ~Copyable {
    let pointer: OpaquePointer

    /// Connects, and never waits beyond the deadline (PQconnectPoll; PostgreSQL manual, section 34.1). Only the look-up
    /// of a host name waits for the system's resolver.
    static func connected(
        _ parameters: [String: String], _ server: String, until deadline: ContinuousClock.Instant
    ) throws(VenueError) -> LedgerHandle {
        let parameters = Array(parameters)
        let started = unsafe withCStrings(parameters.map(\.key), isTerminated: true) { keys in
            unsafe withCStrings(parameters.map(\.value), isTerminated: true) { values in
                unsafe PQconnectStartParams(keys, values, 0)
            }
        }
        guard let started = unsafe started else {
            throw VenueError(.failed, "connect to", server, "there is not enough memory")
        }
        let handle = unsafe LedgerHandle(pointer: started)
        // By default notices go to standard error.
        unsafe PQsetNoticeProcessor(started, { _, _ in }, nil)
        try handle.connect(server, until: deadline)
        return handle
    }

    private init(pointer: OpaquePointer) { unsafe self.pointer = pointer }

    deinit { unsafe PQfinish(pointer) }

    private func connect(_ server: String, until deadline: ContinuousClock.Instant) throws(VenueError) {
        guard unsafe PQstatus(pointer) != CONNECTION_BAD else { throw failure(server) }
        var events = Int16(POLLOUT)
        while true {
            guard PollWait.wait([(unsafe PQsocket(pointer), events)], until: deadline) else {
                throw .tooLate("connect to", server)
            }
            switch unsafe PQconnectPoll(pointer) {
            case PGRES_POLLING_OK:
                guard unsafe PQsetnonblocking(pointer, 1) == 0 else { throw failure(server) }
                return
            case PGRES_POLLING_READING: events = Int16(POLLIN)
            case PGRES_POLLING_WRITING: events = Int16(POLLOUT)
            default: throw failure(server)
            }
        }
    }

    private static let passwords = "a station's is its credential (venue), the owner's is in ~/.pgpass or PGPASSWORD"

    /// libpq gives the reason only as a sentence.
    private func failure(_ server: String) -> VenueError {
        let message = unsafe LibPQ.line(PQerrorMessage(pointer))
        if message.contains("no pg_hba.conf entry") {
            return VenueError(
                .refused, "connect to", server, message,
                hint: "Its pg_hba.conf must allow this connection: add this machine's network and the role.")
        }
        if message.contains("no password supplied") {
            return VenueError(
                .refused, "connect to", server, message, hint: "Its password is missing here: \(Self.passwords).")
        }
        if ["certificate", "SSL", "root.crt"].contains(where: message.contains) {
            return VenueError(
                .untrusted, "connect to", server, message,
                hint: "The URL's sslrootcert must name the certificate of the authority that signed the server's.")
        }
        let refusals = ["authentication failed", "does not exist", "not permitted to log in"]
        let needsPassword = unsafe PQconnectionNeedsPassword(pointer) != 0
        if needsPassword || refusals.contains(where: message.contains) {
            return VenueError(
                .refused, "connect to", server, message,
                hint: "Compare the name and the password with those of the ledger.")
        }
        return VenueError(.unreachable, "connect to", server, message)
    }
}

enum LibPQ {
    /// The reason in the first line of libpq's message. The other lines are advice for users of a terminal, and the
    /// server's name is in the error's subject already.
    @unsafe
    static func line(_ words: UnsafePointer<CChar>?) -> String {
        guard let words = unsafe words else { return nothing }
        let line = unsafe String(cString: words).split(whereSeparator: \.isNewline).first.map(String.init) ?? nothing
        let said =
            line.hasPrefix("connection to server")
            ? line.firstRange(of: " failed: ").map { line[$0.upperBound...] } : nil
        let reason = said ?? line[...]
        return String(reason.trimmingPrefix("FATAL:").trimmingPrefix("ERROR:").drop { $0 == " " })
    }

    private static let nothing = "the connection ended"
}
