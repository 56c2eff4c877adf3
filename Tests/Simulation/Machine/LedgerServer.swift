import Foundation
import Subprocess
import Venue

/// A PostgreSQL of the simulation's own, with one ledger in it that is emptied for each history.
struct LedgerServer: Sendable {
    let folder: String
    let office: VenueOffice

    /// Runs for as long as the process does; the first history that needs it starts it.
    static func shared() async throws -> LedgerServer {
        try await started.value
    }

    /// Stopped when all histories are done, if it ran.
    package static func stop() async throws {
        guard FileManager.default.fileExists(atPath: place) else { return }
        try await cluster("stop", place)
    }

    private static let place = "/dev/shm/usher-simulation-ledger-\(ProcessInfo.processInfo.processIdentifier)"

    private static let started = Task {
        try await cluster("start", place)
        let address = try LedgerAddress(url: "postgresql:///postgres?host=\(place)", user: "owner")
        let server = LedgerServer(folder: place, office: VenueOffice(address))
        _ = try await server.office.initialise()
        try await server.office.run("UPDATE usher.setting SET claims_per_second = 1000000")
        return server
    }

    /// As it was before anybody passed.
    func empty() async throws {
        try await office.run(
            """
            DO $$ DECLARE name text; BEGIN
              FOR name IN SELECT tablename FROM pg_tables
                  WHERE schemaname = 'usher' AND tablename NOT IN ('migration', 'setting', 'station') LOOP
                EXECUTE format('DELETE FROM usher.%I', name);
              END LOOP;
              UPDATE usher.station SET last = 0, session = 0, removed = NULL;
            END $$
            """)
    }

    func url(_ role: String) -> String { "postgresql://\(role)@/postgres?host=\(folder)" }

    /// What a network can do: nothing arrives any more, or all of it again.
    func setReachable(_ station: String, _ isReachable: Bool) async throws {
        let role = "postgres.\(station)"
        try await office.run("ALTER ROLE \"\(role)\" \(isReachable ? "LOGIN" : "NOLOGIN")")
        guard !isReachable else { return }
        try await office.run(
            "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE usename = '\(role)'")
    }

    /// Foundation's Process would wait for the server, too, that the script leaves behind.
    private static func cluster(_ action: String, _ folder: String) async throws {
        let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Venue/cluster")
        let done = try await run(
            .name("env"), arguments: Arguments([script.standardizedFileURL.path, action, folder]), output: .discarded,
            error: .string(limit: 4096))
        guard done.terminationStatus.isSuccess else { throw Failure("PostgreSQL: \(done.standardError)") }
    }
}
