import Foundation
import ServerDoubles
import Station
import Synchronization
import Tickets

/// What ticketing servers cost: building a list from one, and sending check-ins to one that answers at once. Each
/// compared with curl, which sends the same requests on one connection and does nothing else.
struct ServerBenchmark {
    static let tickets = 20_000
    static let checkIns = 10_000

    let event: BenchmarkEvent

    func run() async throws {
        try FileManager.default.createDirectory(at: event.folder, withIntermediateDirectories: true)
        try await measurePull()
        try await measureUpload()
    }

    // MARK: - A list

    private func measurePull() async throws {
        let server = EventScheduleDouble()
        let starts = StationClock.system.now() + .seconds(3600)
        server.change { state in
            state.events = [
                [
                    "id": .integer(7), "name": "Benchmark", "starts_at": .string(starts.description),
                    "duration": .integer(5), "timezone": "UTC", "status": "published",
                ]
            ]
            state.tickets = (0..<Self.tickets).map { number in
                [
                    "id": .integer(Int64(number)), "event_id": .integer(7),
                    "code": .string(UUID().uuidString.lowercased()), "type": "standard", "status": "valid",
                    "holder": .string("Guest \(number)"),
                ]
            }
        }
        try await server.serve { address in
            try write("event.yaml", "id: bench\norganizer: Benchmarks\nbackend: box\n")
            try write("source.yaml", "kind: eventschedule\nurl: \(address)\nevent: \"7\"\ncredential: key\n")
            try write("key", server.key)
            try event.execute("usher", "key", "generate", "--out", event.path("organizer"))
            let ours = try await event.run(
                "usher", "manifest", "build", "--source", event.path("source.yaml"),
                "--event", event.path("event.yaml"), "--key", event.path("organizer.key"), "--out",
                event.path("bench.usher"))
            let pages = server.now.requests.filter { $0.path == "/api/tickets" }.count
            let rival = try await event.run(
                "/usr/bin/curl", "--silent", "--fail", "--output", "/dev/null", "--header", "X-API-Key: \(server.key)",
                "\(address)/api/tickets?event_id=7&per_page=100&page=[1-\(pages)]")
            show(
                "\(Self.tickets) tickets to a list",
                "\(ours.text), the same \(pages) pages by curl \(rival.text), ratio \(ratio(ours, rival))")
        }
    }

    // MARK: - Check-ins

    private func measureUpload() async throws {
        try event.execute("usher", "key", "trust", event.path("organizer.pub"), "--state", event.state.path)
        try makeList()
        _ = try event.install()
        try await fillOutbox()
        let server = InstantServer()
        try await server.serve { address in
            try write("usher.yaml", "backends: {box: {kind: eventschedule, url: \"\(address)\"}}\n")
            try FileManager.default.copyItem(
                atPath: event.path("key"), toPath: event.state.path + "/credentials/box")
            let (time, figures) = try await upload(to: server)
            let rival = try await curl(address)
            let rate = Int(Double(Self.checkIns) / (time / .seconds(1)))
            show(
                "\(Self.checkIns) check-ins told",
                "\(time.text), \(rate) a second; by curl \(rival.text), ratio \(ratio(time, rival))")
            show("usherd meanwhile", figures)
        }
    }

    private func makeList() throws {
        let now = StationClock.system.now()
        try write(
            "event.yaml",
            """
            id: bench
            name: Benchmark
            organizer: Benchmarks
            timezone: UTC
            doors_open: \((now - .seconds(3600)).description)
            starts: \(now.description)
            backend: box
            """ + "\n")
        var csv = "code,ref\n"
        for number in 0..<Self.checkIns { csv += "\(Self.code(number)),\(number)\n" }
        try write("tickets.csv", csv)
        // That of the server has other tickets: this is no next list of it.
        try? FileManager.default.removeItem(atPath: event.path("bench.usher"))
        try event.execute(
            "usher", "manifest", "build", "--event", event.path("event.yaml"), "--tickets", event.path("tickets.csv"),
            "--key", event.path("organizer.key"), "--out", event.path("bench.usher"), "--accept-guessable-codes")
    }

    private static func code(_ number: Int) -> String { "benchmark-code-\(number)" }

    /// Without a configured backend: everything waits.
    private func fillOutbox() async throws {
        let daemon = try Daemon(program: event.programs.appending(path: "usherd"), state: event.state)
        for number in 0..<Self.checkIns { _ = try daemon.present(Self.code(number)) }
        try daemon.stop()
    }

    /// From the start of usherd until the server has everything.
    private func upload(to server: InstantServer) async throws -> (Duration, String) {
        let process = Process()
        process.executableURL = event.programs.appending(path: "usherd")
        process.arguments = ["--state", event.state.path, "--config", event.path("usher.yaml")]
        process.standardError = FileHandle.nullDevice
        let start = ContinuousClock.now
        try process.run()
        defer {
            process.terminate()
            process.waitUntilExit()
        }
        while server.count < Self.checkIns {
            guard process.isRunning else { throw BenchmarkError("usherd ended") }
            try await Task.sleep(for: .milliseconds(5))
        }
        let time = ContinuousClock.now - start
        return (time, try ProcessCost(of: process.processIdentifier).text)
    }

    private func curl(_ address: String) async throws -> Duration {
        let request = """
            url = "\(address)/api/checkins"
            header = "X-API-Key: key"
            header = "Content-Type: application/json"
            data = "{\\"ticket_id\\":\\"1\\",\\"action\\":\\"checkin\\",\\"event_id\\":\\"bench\\"}"
            output = "/dev/null"

            """
        try write("curl.txt", Array(repeating: request, count: Self.checkIns).joined(separator: "next\n"))
        return try await event.run("/usr/bin/curl", "--silent", "--config", event.path("curl.txt"))
    }

    private func write(_ name: String, _ text: String) throws {
        try Data(text.utf8).write(to: event.folder.appending(path: name))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: event.path(name))
    }
}

extension BenchmarkEvent {
    /// As ``execute(_:_:)``, without blocking the server that runs in this process.
    func run(_ program: String, _ arguments: String...) async throws -> Duration {
        let process = Process()
        process.executableURL = program.hasPrefix("/") ? URL(filePath: program) : programs.appending(path: program)
        process.arguments = arguments
        process.standardOutput = FileHandle.nullDevice
        let start = ContinuousClock.now
        let ended: Int32 = try await withCheckedThrowingContinuation { continuation in
            process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
            do { try process.run() } catch { continuation.resume(throwing: error) }
        }
        guard ended == 0 else { throw BenchmarkError("\(program) failed") }
        return .now - start
    }
}

/// A server that accepts every check-in.
private final class InstantServer: ServerDouble {
    private let taken = Mutex(0)

    var count: Int { taken.withLock { $0 } }

    func answer(_ request: DoubleRequest) async -> DoubleAnswer {
        switch (request.method, request.path) {
        case ("POST", "/api/checkins"):
            taken.withLock { $0 += 1 }
            return DoubleAnswer(json: .object([("status", .string("admitted"))]))
        case ("GET", "/api/checkins"):
            return DoubleAnswer(json: .object([("data", .array([]))]))
        case (_, "/.well-known/eventschedule.json"):
            return DoubleAnswer(json: .object([("api_base_url", .string("/api"))]))
        default:
            return DoubleAnswer(404, json: .object([("error", .string("Not found"))]))
        }
    }
}

/// The processor time of another process so far; proc(5).
private struct ProcessCost {
    let text: String

    init(of process: Int32) throws {
        let fields =
            try String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
            .split(separator: ")").last?.split(separator: " ").map(String.init) ?? []
        // The fields after the name begin with the third: 14 and 15 are the ticks in user and system mode.
        let ticks = [11, 12].compactMap { fields.indices.contains($0) ? Double(fields[$0]) : nil }.reduce(0, +)
        let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
        let memory =
            status.split(separator: "\n").first { $0.hasPrefix("VmHWM") }
            .map { $0.split(whereSeparator: \.isWhitespace).dropFirst().joined(separator: " ") } ?? "unknown"
        text = String(format: "%.2f s of processor time, at most ", ticks / 100) + memory
    }
}
