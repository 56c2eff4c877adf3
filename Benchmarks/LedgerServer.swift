import Foundation
import Subprocess
import Venue

/// The benchmark's own PostgreSQL, started as the tests do, but with commits that are flushed.
struct LedgerServer {
    let folder: String
    let admin: LedgerAdmin

    /// Starts it with an empty ledger, without a limit on a station's claims.
    init(below folder: URL) async throws {
        self.folder = folder.appending(path: "ledger").path
        try await Self.cluster("start", self.folder)
        admin = LedgerAdmin(try Self.address(self.folder, user: "owner"))
        _ = try await admin.initialise()
        try await query("UPDATE usher.setting SET claims_per_second = 1000000")
    }

    func stop() async throws { try await Self.cluster("stop", folder) }

    func add(_ station: String) async throws -> LedgerAddress {
        let role = try await admin.addStation(station, password: station)
        return try Self.address(folder, user: role, password: station)
    }

    private static func address(_ folder: String, user: String, password: String? = nil) throws -> LedgerAddress {
        try LedgerAddress(url: "postgresql:///postgres?host=\(folder)", user: user, password: password)
    }

    func query(_ statements: String) async throws {
        try await Self.execute(
            "psql", "-Xq", "-v", "ON_ERROR_STOP=1", "-h", folder, "-U", "owner", "postgres", "-c", statements)
    }

    // MARK: - The comparison

    /// Inserts of one row, each with its own commit, by PostgreSQL's own benchmark (pgbench(1)).
    struct Rival {
        let latencies: Percentiles
        let commitsPerSecond: Double
    }

    func measureRival(clients: Int, seconds: Int) async throws -> Rival {
        try await query("CREATE TABLE IF NOT EXISTS rival(id uuid PRIMARY KEY, gate text, at timestamptz)")
        let script = folder + ".sql"
        try Data("INSERT INTO rival VALUES (gen_random_uuid(), 'A', now());\n".utf8).write(to: URL(filePath: script))
        let log = "\(folder).pgbench-\(clients)"
        try await Self.execute(
            "pgbench", "-n", "-M", "prepared", "-f", script, "-c", String(clients), "-j", String(min(clients, 2)), "-T",
            String(seconds), "-l", "--log-prefix", log, "-h", folder, "-U", "owner", "postgres")
        let parent = URL(filePath: folder).deletingLastPathComponent()
        let logs = try FileManager.default.contentsOfDirectory(at: parent, includingPropertiesForKeys: nil)
            .filter { $0.path.hasPrefix(log + ".") }
        // Client, transaction, microseconds, ... (pgbench(1), per-transaction logging).
        let latencies = try logs.flatMap { try String(contentsOf: $0, encoding: .utf8).split(separator: "\n") }
            .compactMap { $0.split(separator: " ").dropFirst(2).first.flatMap { Int($0) } }
        guard !latencies.isEmpty else { throw BenchmarkError("pgbench has logged nothing") }
        return Rival(
            latencies: Percentiles(latencies.map { .microseconds($0) }),
            commitsPerSecond: Double(latencies.count) / Double(seconds))
    }

    // MARK: - Programs

    private static func cluster(_ action: String, _ folder: String) async throws {
        let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Tests/Venue/cluster")
        try await execute("env", "LEDGER_FSYNC=on", script.path, action, folder)
    }

    /// Foundation's Process would also wait for the server that the script leaves running.
    private static func execute(_ command: String...) async throws {
        let done = try await run(
            .name(command[0]), arguments: Arguments(Array(command.dropFirst())), output: .discarded,
            error: .string(limit: 4096))
        guard done.terminationStatus.isSuccess else {
            throw BenchmarkError("\(command[0]): \(done.standardError)")
        }
    }
}
