import Foundation
import Logging
import Station
import Tickets

/// An event whose doors are open, and a station that has its list, in a temporary folder.
struct BenchmarkEvent: Sendable {
    let tickets: Int
    let folder: URL
    /// The folder of usher and usherd.
    let programs: URL
    /// Further lines of event.yaml.
    var more = ""

    var state: URL { folder.appending(path: "state") }

    func path(_ name: String) -> String { folder.appending(path: name).path }

    /// Writes the event and its tickets. Returns at most 20,000 of the codes, in random order.
    func write() throws -> [String] {
        let now = StationClock.system.now()
        func wallTime(_ time: Timestamp) -> String { String(time.description.prefix(16).replacing("T", with: " ")) }
        let event = """
            id: bench
            name: Benchmark
            organizer: Usher benchmarks
            timezone: UTC
            doors_open: \(wallTime(now - .seconds(3600)))
            starts: \(wallTime(now))
            \(more)

            """
        try Data(event.utf8).write(to: folder.appending(path: "event.yaml"))
        var random = SystemRandomNumberGenerator()
        let letters = Array("abcdefghijklmnopqrstuvwxyz0123456789".utf8)
        var csv = Data("code,ref,type,holder,seat\n".utf8)
        var codes: [String] = []
        for number in 0..<tickets {
            let code = String(decoding: (0..<32).map { _ in letters[Int(random.next() % 36)] }, as: UTF8.self)
            if number.isMultiple(of: max(1, tickets / 20_000)) { codes.append(code) }
            csv.append(contentsOf: "\(code),R\(number),standard,Guest \(number),\(number % 400)\n".utf8)
        }
        try csv.write(to: folder.appending(path: "tickets.csv"))
        return codes.shuffled()
    }

    /// Builds the list, and a station that trusts it.
    func build() throws -> Duration {
        try execute("usher", "key", "generate", "--out", path("organizer"))
        let time = try execute(
            "usher", "manifest", "build", "--event", path("event.yaml"), "--tickets", path("tickets.csv"), "--key",
            path("organizer.key"), "--out", path("bench.usher"))
        try execute("usher", "key", "trust", path("organizer.pub"), "--state", state.path)
        return time
    }

    func install() throws -> Duration {
        try execute("usher", "manifest", "install", path("bench.usher"), "--state", state.path)
    }

    /// Opens the station in this process.
    func open() async throws -> Station {
        let folder = StateFolder(state)
        var logger = Logger(label: "benchmarks")
        logger.logLevel = .error
        return try Station(
            folder: folder, lock: try await folder.lock(socket: nil), configuration: Configuration(station: "bench"),
            environment: .system(environment: [:]), logger: logger)
    }

    /// Runs one of our programs, or one of the system by its path, and waits for its end.
    @discardableResult
    func execute(_ program: String, _ arguments: String...) throws -> Duration {
        let process = Process()
        process.executableURL = program.hasPrefix("/") ? URL(filePath: program) : programs.appending(path: program)
        process.arguments = arguments
        process.standardOutput = FileHandle.nullDevice
        let time = try ContinuousClock().measure {
            try process.run()
            process.waitUntilExit()
        }
        guard process.terminationStatus == 0 else { throw BenchmarkError("\(program) failed") }
        return time
    }
}
