// benchmarks: what a station costs with a million tickets, each figure beside a rival measured in the same run.

import Foundation
import Glibc
import Manifests
import Station
import Tickets

/// `benchmarks [TICKETS]`, from the folder that holds usher and usherd, or `benchmarks camera`. Prints one line a figure.
@main
struct Benchmarks {
    let tickets: Int
    let folder: URL
    let programs: URL

    static func main() async throws {
        let tickets = CommandLine.arguments.dropFirst().first.flatMap(Int.init) ?? 1_000_000
        let folder = FileManager.default.temporaryDirectory.appending(path: "usher-bench-\(getpid())")
        let programs = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        if CommandLine.arguments.contains("camera") { return try CameraBenchmark(folder: folder).run() }
        try await Benchmarks(tickets: tickets, folder: folder, programs: programs).run()
    }

    func run() async throws {
        print("\(tickets) tickets, \(folder.path), \(ProcessInfo.processInfo.activeProcessorCount) processors")
        let codes = try writeEvent()
        try measureBuild()
        try measureInstall()
        try measureLookUps(codes)
        try await measureScans(codes)
        try CameraBenchmark(folder: folder).run()
    }

    // MARK: - The event

    private func path(_ name: String) -> String { folder.appending(path: name).path }

    /// An event whose doors are open, and its tickets. Returns some of the codes, in random order.
    private func writeEvent() throws -> [String] {
        let now = StationClock.system.now()
        func wallTime(_ time: Timestamp) -> String { String(time.description.prefix(16).replacing("T", with: " ")) }
        let event = """
            id: bench
            name: Benchmark
            organizer: Usher benchmarks
            timezone: UTC
            doors_open: \(wallTime(now - .seconds(3600)))
            starts: \(wallTime(now))

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

    // MARK: - Lists

    private func measureBuild() throws {
        try execute("usher", "key", "generate", "--out", path("organizer"))
        let time = try execute(
            "usher", "manifest", "build", "--event", path("event.yaml"), "--tickets", path("tickets.csv"), "--key",
            path("organizer.key"), "--out", path("bench.usher"))
        show("build the list", time.text)
        try execute("usher", "key", "trust", path("organizer.pub"), "--state", path("state"))
    }

    /// Beside hashing, copying and flushing the same file with the system's own tools.
    private func measureInstall() throws {
        let list = path("bench.usher")
        let rival = try execute(
            "/bin/sh", "-c", "sha256sum '\(list)' && cp '\(list)' '\(path("copy"))' && sync '\(path("copy"))'")
        let ours = try execute("usher", "manifest", "install", list, "--state", path("state"))
        show("install the list", "\(ours.text), sha256sum + cp + sync \(rival.text), ratio \(ratio(ours, rival))")
    }

    // MARK: - Look-ups

    private func measureLookUps(_ codes: [String]) throws {
        let station = folder.appending(path: "state")
        let store = ManifestStore(
            folder: station.appending(path: "manifests"),
            trust: TrustStore(folders: [], own: station.appending(path: "keys")), memory: NoMemory(),
            freeSpaceReserve: 0)
        _ = try store.open()
        guard let manifest = store.installed.first else { throw BenchmarkError("the list is not installed") }
        for code in codes.prefix(1000) { _ = try manifest.lookUp(code) }
        let times = try codes.map { code in
            try ContinuousClock().measure {
                guard try manifest.lookUp(code) != nil else { throw BenchmarkError("a code is not found") }
            }
        }
        show("look a code up", Percentiles(times).text)
    }

    // MARK: - Scans

    private func measureScans(_ codes: [String]) async throws {
        let scans = Array(codes.prefix(2000))
        let daemon = try Daemon(program: programs.appending(path: "usherd"), state: folder.appending(path: "state"))
        show("start to ready", daemon.timeToReady.text)
        var commits: [Duration] = []
        var flushes: [Duration] = []
        let disk = try DiskProbe(path: path("probe"))
        for (index, code) in scans.enumerated() {
            commits.append(try daemon.present(code))
            // Interleaved, so that both see the same disk in the same mood.
            if index.isMultiple(of: 4) { flushes.append(try disk.flush()) }
        }
        let (ours, rival) = (Percentiles(commits), Percentiles(flushes))
        show("from line to commit", ours.text)
        show("one fdatasync of 4 KiB", rival.text)
        show("beyond one fdatasync", "p50 \((ours.median - rival.median).text), p99 \((ours.p99 - rival.p99).text)")
        show("memory of usherd", try daemon.memory())
        try daemon.stop()
    }

    // MARK: - Tools

    /// Runs a program of ours, or of the system by its path, and waits.
    @discardableResult
    private func execute(_ program: String, _ arguments: String...) throws -> Duration {
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

func show(_ name: String, _ figure: String) {
    print(name.padding(toLength: 26, withPad: " ", startingAt: 0) + figure)
}

func ratio(_ left: Duration, _ right: Duration) -> String {
    String(format: "%.2f", left / right)
}

struct BenchmarkError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}

/// The benchmark installs each list once.
private struct NoMemory: ManifestMemory {
    func remembered(event: String) -> RememberedManifest? { nil }
    func remember(_ manifest: RememberedManifest) {}
}

/// The distribution of a measured time.
struct Percentiles {
    let median: Duration
    let p99: Duration

    init(_ times: [Duration]) {
        let sorted = times.sorted()
        median = sorted[sorted.count / 2]
        p99 = sorted[min(sorted.count - 1, sorted.count * 99 / 100)]
    }

    var text: String { "p50 \(median.text), p99 \(p99.text)" }
}

extension Duration {
    var text: String {
        let microseconds = Double(components.seconds) * 1e6 + Double(components.attoseconds) / 1e12
        if abs(microseconds) < 1000 { return String(format: "%.1f us", microseconds) }
        if abs(microseconds) < 1_000_000 { return String(format: "%.2f ms", microseconds / 1000) }
        return String(format: "%.2f s", microseconds / 1_000_000)
    }
}
