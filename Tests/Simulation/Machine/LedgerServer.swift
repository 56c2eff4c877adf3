import Foundation
import Subprocess
import Venue

/// A ledger in the simulation's own PostgreSQL, emptied for each history.
struct LedgerServer: Sendable {
    let folder: String
    let database: String
    let admin: LedgerAdmin

    static let mostStations = 3

    static func station(_ number: Int) -> String { "kiosk-\(number)" }

    func role(_ station: String) -> String { "\(database).\(station)" }

    func url(_ station: String) -> String { "postgresql://\(role(station))@/\(database)?host=\(folder)" }

    /// Runs once: histories then empty the ledger and admit all stations again.
    fileprivate func prepare() async throws {
        _ = try await admin.initialise()
        try await admin.run("UPDATE usher.setting SET claims_per_second = 1000000")
        try await admin.run(Self.holding)
        for number in 0..<Self.mostStations {
            _ = try await admin.addStation(Self.station(number), password: World.password)
        }
    }

    /// A commit of a held station, once it is made, waits for a second server that does not exist.
    private static let holding = """
        CREATE TABLE held(station text PRIMARY KEY);
        CREATE FUNCTION hold() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
          IF EXISTS (SELECT FROM public.held WHERE station = NEW.station) THEN
            PERFORM set_config('synchronous_commit', 'on', true);
          END IF;
          RETURN NEW;
        END $$;
        CREATE TRIGGER hold BEFORE INSERT ON usher.entry FOR EACH ROW EXECUTE FUNCTION hold();
        """

    /// The histories are of a time that is still to come.
    func set(clock: Int64) async throws {
        try await admin.run(
            "CREATE OR REPLACE FUNCTION usher.clock() RETURNS bigint LANGUAGE sql AS 'SELECT \(clock)::bigint'")
    }

    /// The next entry of a station is accepted, and the station gets no answer.
    func holdAnswers(to station: String) async throws {
        try await admin.run("INSERT INTO held VALUES ('\(station)')")
    }

    /// Ends the session of a station whose entry was accepted.
    func cutWhileItWaits(_ station: String) async throws {
        try await admin.run(
            """
            DO $$ DECLARE began timestamptz := clock_timestamp(); BEGIN
              WHILE clock_timestamp() < began + interval '30 seconds' LOOP
                PERFORM pg_stat_clear_snapshot();
                IF (SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
                  WHERE usename = '\(role(station))' AND wait_event = 'SyncRep') > 0
                THEN
                  DELETE FROM held;
                  RETURN;
                END IF;
              END LOOP;
              RAISE 'no claim of \(station) waits';
            END $$
            """)
    }

    /// Restores the state before anybody passed.
    func empty() async throws {
        let stations = (0..<Self.mostStations).map { "ALTER ROLE \"\(role(Self.station($0)))\" LOGIN;" }
        try await admin.run(
            """
            DO $$ DECLARE name text; BEGIN
              FOR name IN SELECT tablename FROM pg_tables
                  WHERE schemaname = 'usher' AND tablename NOT IN ('migration', 'setting', 'station') LOOP
                EXECUTE format('DELETE FROM usher.%I', name);
              END LOOP;
              UPDATE usher.station SET last = 0, session = 0, removed = NULL;
              \(stations.joined(separator: " "))
            END $$
            """)
    }

    /// What a network can do: from now on nothing arrives, or everything again.
    func setReachable(_ station: String, _ isReachable: Bool) async throws {
        let role = role(station)
        try await admin.run("ALTER ROLE \"\(role)\" \(isReachable ? "LOGIN" : "NOLOGIN")")
        guard !isReachable else { return }
        try await admin.run(
            "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE usename = '\(role)'")
    }
}

/// One PostgreSQL server, with a ledger for each of the histories that run at the same time.
actor LedgerPool {
    static let shared = LedgerPool()

    private static let folder = "/dev/shm/usher-simulation-ledger-\(ProcessInfo.processInfo.processIdentifier)"

    private var free: [LedgerServer] = []
    private var count = 0
    /// The ledger that is being created: one after the other, because they share their roles.
    private var making: Task<LedgerServer, any Error>?

    /// - Returns: a ledger that no other history uses until it is given back.
    func take() async throws -> LedgerServer {
        if let ledger = free.popLast() { return ledger }
        let (number, before) = (count, making)
        count += 1
        let task = Task {
            if let before {
                _ = await before.result
            } else {
                try await Self.cluster("start")
            }
            return try await Self.make(number)
        }
        making = task
        return try await task.value
    }

    func giveBack(_ ledger: LedgerServer) { free.append(ledger) }

    /// Stops the server, if it was started.
    func stop() async throws {
        guard FileManager.default.fileExists(atPath: Self.folder) else { return }
        try await Self.cluster("stop")
    }

    private static func make(_ number: Int) async throws -> LedgerServer {
        let database = "ledger\(number)"
        try await admin(of: "postgres").run("CREATE DATABASE \(database)")
        let ledger = LedgerServer(folder: folder, database: database, admin: try admin(of: database))
        try await ledger.prepare()
        return ledger
    }

    private static func admin(of database: String) throws -> LedgerAdmin {
        LedgerAdmin(try LedgerAddress(url: "postgresql:///\(database)?host=\(folder)", user: "owner"))
    }

    /// Its data need not outlive the simulation, so no commit waits for a disk. For the second server see
    /// ``LedgerServer/holdAnswers(to:)``.
    private static let settings = """
        synchronous_commit = off
        synchronous_standby_names = 'nobody'
        """

    /// Foundation's Process would also wait for the server that the script leaves running.
    private static func cluster(_ action: String) async throws {
        let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Venue/cluster")
        let done = try await run(
            .name("env"), arguments: Arguments([script.standardizedFileURL.path, action, folder]),
            environment: .inherit.updating(["LEDGER_SETTINGS": settings]), output: .discarded,
            error: .string(limit: 4096))
        guard done.terminationStatus.isSuccess else { throw Failure("PostgreSQL: \(done.standardError)") }
    }
}
