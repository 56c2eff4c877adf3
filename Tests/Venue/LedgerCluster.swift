import Foundation
import Subprocess
import Testing
import Threads

@testable import Venue

/// Starts a PostgreSQL for a suite, and stops it after the last of its tests.
struct LedgerCluster: SuiteTrait, TestScoping {
    /// Where it has its socket; of several servers, parted by commas.
    @TaskLocal static var folder = ""

    /// How stations reach it, in the words of a URL, when not through that socket.
    @TaskLocal static var way: String?

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        try await Self.own { _ in try await function() }
    }

    /// Runs with one that nobody else uses.
    static func own(_ body: @Sendable (_ folder: String) async throws -> Void) async throws {
        let folder = newFolder()
        try await cluster("start", folder)
        try await use(folder, body)
    }

    /// Runs with two that nobody else uses: the second has all that the first has answered for.
    static func ownPair(_ body: @Sendable (_ primary: String, _ standby: String) async throws -> Void) async throws {
        try await own { primary in
            let standby = newFolder()
            try await cluster("standby", standby, primary)
            try await use(standby) { _ in
                try await Self.$folder.withValue("\(primary),\(standby)") { try await body(primary, standby) }
            }
        }
    }

    static func newFolder() -> String {
        FileManager.default.temporaryDirectory.appending(path: "ledger-\(UUID().uuidString.prefix(8))").path
    }

    /// Stops it afterwards, also when the body has thrown.
    static func use(_ folder: String, _ body: @Sendable (_ folder: String) async throws -> Void) async throws {
        let result: Result<Void, any Error>
        do {
            try await Self.$folder.withValue(folder) { try await body(folder) }
            result = .success(())
        } catch {
            result = .failure(error)
        }
        try await cluster("stop", folder)
        try result.get()
    }

    /// What the script of this name can do.
    static func cluster(_ action: String, _ folders: String...) async throws {
        try await execute([script("cluster"), action] + folders)
    }

    static func script(_ name: String) -> String {
        URL(filePath: #filePath).deletingLastPathComponent().appending(path: name).path
    }

    /// - Returns: what it printed.
    @discardableResult
    static func execute(_ command: [String], _ environment: Environment = .inherit) async throws -> String {
        let done = try await run(
            .name("env"), arguments: Arguments(command), environment: environment,
            output: .string(limit: 4096), error: .string(limit: 4096))
        try #require(done.terminationStatus.isSuccess, "\(command): \(done.standardError)")
        return done.standardOutput.trimmingCharacters(in: .whitespacesAndNewlines)
    }
}

extension Trait where Self == LedgerCluster {
    static var ledgerCluster: Self { Self() }
}

/// Work that is done one after another, in the order in which it was asked for.
private actor Turns {
    private var last = Task<Void, Never> {}

    func take(_ work: @escaping @Sendable () async throws -> Void) async throws {
        let mine = Task { [last] in
            await last.value
            try await work()
        }
        last = Task { _ = await mine.result }
        try await mine.value
    }
}

/// An empty database of its own in the suite's PostgreSQL, with a ledger in it.
struct LedgerFixture {
    let name = "venue_\(UUID().uuidString.prefix(8).lowercased())"
    let office: LedgerAdmin
    private static let making = Turns()

    /// - Parameter steps: how many there were in an older version; `nil`: all.
    init(steps: Int? = nil) async throws {
        let (name, maker) = (name, try Self.address(of: "postgres"))
        let office = LedgerAdmin(try Self.address(of: name))
        // All of a suite's at once would each take as long as all together, which can be longer than a call may take.
        try await Self.making.take {
            try await onOwnThread {
                var connection = try LedgerConnection.open(of: maker, application: "test", timeout: .seconds(30))
                try connection.run("CREATE DATABASE \(name)", "make", until: .now + .seconds(30))
            }
            _ = try await office.initialise(upTo: steps ?? VenueSchema.version)
        }
        self.office = office
    }

    static func address(
        of database: String, user: String = "owner", password: String? = nil
    ) throws -> LedgerAddress {
        try #require(LedgerCluster.folder != "", "the suite needs the trait .ledgerCluster")
        return try LedgerAddress(
            url: "postgresql:///\(database)?host=\(LedgerCluster.folder)", user: user, password: password)
    }

    /// Adds a station; the address is its own.
    func add(_ station: String) async throws -> LedgerAddress {
        let role = try await office.addStation(station, password: "secret of \(station)")
        let password = "secret of \(station)"
        guard let way = LedgerCluster.way else { return try Self.address(of: name, user: role, password: password) }
        return try LedgerAddress(url: "postgresql:///\(name)?\(way)", user: role, password: password)
    }

    /// A session of a station, on the thread that calls.
    static func session(_ address: LedgerAddress) throws -> LedgerSession {
        try LedgerSession(
            startingOn: try LedgerConnection.open(of: address, application: "test", timeout: .seconds(30)),
            until: soon)
    }

    /// Runs statements as the owner; the first value of the last.
    func ask(_ statement: String) async throws -> String? {
        let address = try Self.address(of: name)
        return try await onOwnThread {
            var connection = try LedgerConnection.open(of: address, application: "test", timeout: .seconds(30))
            let question = LedgerStatement(name: "test", text: statement, operation: "ask")
            return try connection.ask(question, until: Self.soon).value
        }
    }

    /// So that a test may claim as fast as it can.
    func liftLimit() async throws {
        _ = try await ask("UPDATE usher.setting SET claims_per_second = 1000000 RETURNING 1")
    }

    static var soon: LedgerConnection.Deadline { .now + .seconds(30) }
}

/// Entries of a test, each with an id of its own.
func entry(
    ticket: Int = 1, line: Int = 0, gate: String = "A", verdict: String = "admitted", count: Int = 1,
    undoes: String? = nil, at: Int64 = 1_000, admits: Int = 1, reentry: Int = 0, kind: String? = nil,
    knew: [String] = []
) -> LedgerEntry {
    let json = """
        {"id": "\(UUID().uuidString.lowercased())", "seq": 1, "event": "gala", "list": "main", "gate": "\(gate)",
         "key": "\(String(format: "%032x", ticket))", "line": \(line), "ref": "T\(ticket)", "verdict": "\(verdict)",
         "kind": "\(kind ?? (undoes == nil ? "scan" : "undo"))", "count": \(count), "at": \(at), "admits": \(admits), "reentry": \(reentry)}
        """
    guard var entry = try? JSONDecoder().decode(LedgerEntry.self, from: Data(json.utf8)) else {
        preconditionFailure("the test's own entry")
    }
    entry.undoes = undoes
    entry.knew = knew
    return entry
}
