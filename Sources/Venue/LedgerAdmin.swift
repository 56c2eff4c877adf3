// Venue: one ledger that all stations of a venue share, so that no ticket enters twice (PostgreSQL through libpq).

public import Foundation
internal import Threads
internal import Tickets

/// What the ledger's owner does: create it, manage its stations, publish lists, and read its state.
///
/// Each call has its own connection and waits on its own thread. Every call throws ``VenueError``.
public struct LedgerAdmin: Sendable {
    let address: LedgerAddress

    /// - Parameter address: with the name of a role that owns the database.
    public init(_ address: LedgerAddress) {
        self.address = address
    }

    /// Creates schema, roles and functions, or brings them up to date. Doing it again changes nothing.
    /// - Returns: the numbers of the steps that were applied now.
    /// - Throws: ``VenueError``
    public func initialise() async throws -> [Int] {
        try await initialise(upTo: VenueSchema.version)
    }

    func initialise(upTo version: Int) async throws -> [Int] {
        try await work { connection throws(VenueError) in
            // Counting a million entries again takes a while.
            let deadline = LedgerConnection.Deadline.now + .seconds(600)
            try connection.run(VenueSchema.bootstrap, "make the ledger on", until: deadline)
            let applied = try connection.ask(.lastStep, until: deadline).value.flatMap(Int.init) ?? 0
            guard applied <= version else {
                throw VenueError(
                    .notALedger, "bring up to date", connection.server, "it was made by a newer version of Usher",
                    hint: "Use that version.")
            }
            for step in (applied + 1)..<(version + 1) {
                try connection.run(VenueSchema.application(of: step), "make the ledger on", until: deadline)
            }
            return Array((applied + 1)..<(version + 1))
        }
    }

    // MARK: - Stations

    /// Creates the role of a station, or gives it a new password and admits it again.
    ///
    /// - Parameters:
    ///   - name: the station's, 1 to 40 visible ASCII characters; the role is `DATABASE.NAME`.
    ///   - password: only its verifier is sent to the server (SCRAM-SHA-256).
    /// - Returns: the role's name, for the station's URL.
    public func addStation(_ name: String, password: String) async throws -> String {
        try Self.check(name)
        return try await work { connection throws(VenueError) in
            let verifier = try connection.verifier(of: password, for: name)
            let answer = try connection.ask(.addStation, [name, verifier], until: Self.deadline)
            return answer.value ?? name
        }
    }

    /// Ends a station's sessions for good. Its entries stay.
    /// - Throws: ``VenueError``, also when there is no such station
    public func removeStation(_ name: String) async throws {
        try await work { connection throws(VenueError) in
            // First and at once: a station that holds a lock must not be able to delay this.
            _ = try connection.ask(.lockOut, [name], until: Self.deadline)
            let answer = try connection.ask(.removeStation, [name], until: Self.deadline)
            guard answer.value == "t" else {
                throw VenueError(
                    .failed, "remove", "station \(name.withoutControls)", "the ledger has no such station",
                    hint: "Run usher venue status for a list of stations.")
            }
        }
    }

    /// Sets the most people who may be on an admission list at once, over all gates; `nil`: no limit.
    public func setCapacity(_ people: Int?, event: String, list: String) async throws {
        try await work { connection throws(VenueError) in
            let deadline = Self.deadline
            if let people {
                _ = try connection.ask(.setCapacity, [event, list, String(people)], until: deadline)
            } else {
                _ = try connection.ask(.removeCapacity, [event, list], until: deadline)
            }
            try connection.run("NOTIFY usher", "set a capacity in", until: deadline)
        }
    }

    /// Sets whether a supervisor at one station may undo what another recorded; allowed at first.
    public func setSupervisorUndo(_ isAllowed: Bool) async throws {
        try await work { connection throws(VenueError) in
            _ = try connection.ask(.setSupervisorUndo, [String(isAllowed)], until: Self.deadline)
        }
    }

    /// A station's name becomes part of a role's name and a key in JSON.
    private static func check(_ name: String) throws(VenueError) {
        let allowed = name.utf8.allSatisfy { (33...126).contains($0) && $0 != UInt8(ascii: "\"") }
        guard allowed, (1...40).contains(name.utf8.count) else {
            throw VenueError(
                .misconfigured, "add", "station \(name.withoutControls)",
                "its name must be 1 to 40 visible ASCII characters")
        }
    }

    // MARK: - State

    /// The state of the ledger, its stations, lists and uploads.
    public func status() async throws -> VenueStatus {
        try await work { connection throws(VenueError) in
            try connection.ask(.status, until: Self.deadline).decoded()
        }
    }

    private struct DoubtfulLine: Decodable {
        let entries: [LedgerEntry]
        let hours: [Int64]
    }

    /// Every ticket line that more people entered with than it admits, by the same rule as at the door.
    public func conflicts() async throws -> [VenueConflict] {
        try await work { connection throws(VenueError) in
            let answer = try connection.ask(.doubtful, until: .now + .seconds(300))
            var conflicts: [VenueConflict] = []
            for row in answer.rows {
                let line: DoubtfulLine = try answer.decoded(row.first ?? nil)
                let hours = line.hours.map(Timestamp.init(milliseconds:))
                if let conflict = VenueConflict(line.entries, hours: hours) { conflicts.append(conflict) }
            }
            return conflicts
        }
    }

    /// Every undo by a supervisor of another station's entry, newest first.
    public func supervisorUndos() async throws -> [SupervisorUndo] {
        try await work { connection throws(VenueError) in
            let answer = try connection.ask(.supervisorUndos, until: Self.deadline)
            let undos: [SupervisorUndo.Entries] = try answer.decoded()
            return undos.compactMap(SupervisorUndo.init)
        }
    }

    // MARK: - Publishing

    /// Puts a signed list into the ledger, for stations to fetch and verify. It replaces an older one of the event.
    ///
    /// - Parameters:
    ///   - sequence: of the manifest; must be above that of the published one.
    ///   - sha256: of the file, in lower-case hexadecimal.
    public func publish(_ file: Data, event: String, sequence: Int64, sha256: String) async throws {
        try await work { connection throws(VenueError) in
            let deadline = LedgerConnection.Deadline.now + .seconds(600)
            try connection.run("BEGIN", "publish in", until: deadline)
            let list = [event, String(sequence), String(file.count), sha256]
            guard try connection.ask(.publish, list, until: deadline).rows.count == 1 else {
                throw VenueError(
                    .failed, "publish in", connection.server,
                    "it already has a list of this event that is as new or newer",
                    hint: "Publish the list again with a higher sequence number.")
            }
            _ = try connection.ask(.removePieces, [event], until: deadline)
            for (number, start) in stride(from: 0, to: file.count, by: Self.pieceLength).enumerated() {
                let piece = file.dropFirst(start).prefix(Self.pieceLength).base64EncodedString()
                _ = try connection.ask(.addPiece, [event, String(number), piece], until: deadline)
            }
            try connection.run("COMMIT; NOTIFY usher", "publish in", until: deadline)
        }
    }

    private static let pieceLength = 1 << 20

    /// Runs any SQL statements as the owner: for tests of how stations behave when a ledger fails.
    package func run(_ statements: String) async throws {
        try await work { connection throws(VenueError) in
            try connection.run(statements, "try something on", until: Self.deadline)
        }
    }

    // MARK: - Connecting

    static var deadline: LedgerConnection.Deadline { .now + .seconds(30) }

    /// Runs `body` on a connection to the first server that accepts writes.
    func work<Result: Sendable>(
        _ body: @escaping @Sendable (inout LedgerConnection) throws(VenueError) -> Result
    ) async throws -> Result {
        let address = address
        return try await onOwnThread {
            var connection = try LedgerConnection.open(
                of: address, application: "usher venue", timeout: .seconds(5))
            return try body(&connection)
        }
    }
}

extension LedgerConnection {
    /// Connects to the first server that accepts writes.
    /// - Parameters:
    ///   - servers: `nil`: all of the address, in their order.
    ///   - timeout: time limit for each of them.
    static func open(
        _ servers: [LedgerAddress.Server]? = nil, of address: LedgerAddress, application: String, timeout: Duration
    ) throws(VenueError) -> LedgerConnection {
        var failures: [VenueError] = []
        for server in servers ?? address.servers {
            do {
                return try LedgerConnection(
                    to: server, of: address, application: application, until: .now + timeout)
            } catch {
                failures.append(error)
            }
        }
        // A server that answers and refuses says more than one that does not answer.
        let refusal = failures.first { $0.code != .unreachable && $0.code != .timedOut } ?? failures.first
        throw refusal ?? VenueError(.misconfigured, "use", "the ledger's URL", "it names no server")
    }
}
