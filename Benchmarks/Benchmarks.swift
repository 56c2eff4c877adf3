// benchmarks: what a station costs with a million tickets; each figure with a comparison measured in the same run.

import Foundation
import Glibc
import Manifests
import Station
import Tickets

/// From the folder that holds usher and usherd:
///
///     benchmarks [TICKETS]       all figures, one a line
///     benchmarks camera          those of cameras alone
///     benchmarks fleet           those of the control room alone, with 200 stations
///     benchmarks evening         that of twelve journals as one report
///     benchmarks search          that of names in a list of a million
///     benchmarks changes [TICKETS] those of lists that change a little, 100,000 tickets
///     benchmarks servers         those of ticketing servers alone
///     benchmarks ledger [ENTRIES] that of a venue's ledger alone, with so many entries to catch up with
///     benchmarks soak SECONDS    readers at full speed: fails when memory grows or a descriptor is left
///     benchmarks read live|still|KIND the part of `make bench-reading` that runs the readers
@main
struct Benchmarks {
    let event: BenchmarkEvent

    static func main() async {
        do {
            try await run(CommandLine.arguments.dropFirst())
        } catch {
            FileHandle.standardError.write(Data("benchmarks: \(error)\n".utf8))
            exit(1)
        }
    }

    private static func run(_ arguments: ArraySlice<String>) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "usher-bench-\(getpid())")
        let programs = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        func event(tickets: Int) -> BenchmarkEvent {
            BenchmarkEvent(tickets: tickets, folder: folder, programs: programs)
        }
        switch arguments.first {
        case "read": try ReadingBenchmark.run(arguments.last ?? "")
        case "servers": try await ServerBenchmark(event: event(tickets: 0)).run()
        case "ledger":
            let entries = arguments.dropFirst().first.flatMap(Int.init) ?? 1_000_000
            try await LedgerBenchmark(folder: folder, entries: entries).run()
        case "changes":
            let tickets = arguments.dropFirst().first.flatMap(Int.init) ?? 100_000
            try ChangesBenchmark(event: event(tickets: tickets)).run()
        case "search": try await SearchBenchmark(event: event(tickets: 1_000_000)).run()
        case "rules": try RuleBenchmark(folder: folder, programs: programs).run()
        case "fleet": try FleetBenchmark(folder: folder).run()
        case "evening": try EveningBenchmark(event: event(tickets: 60_000)).run()
        case "camera": try CameraBenchmark(folder: folder).run()
        case "soak":
            guard let seconds = arguments.dropFirst().first.flatMap(Int.init), seconds >= 10 else {
                throw BenchmarkError("soak wants a number of seconds from 10 on")
            }
            try await ReaderSoak(event: event(tickets: 20_000), seconds: seconds).run()
        case let number:
            try await Benchmarks(event: event(tickets: number.flatMap(Int.init) ?? 1_000_000)).run()
        }
    }

    func run() async throws {
        let processors = ProcessInfo.processInfo.activeProcessorCount
        say("\(event.tickets) tickets, \(event.folder.path), \(processors) processors")
        let codes = try event.write()
        show("build the list", try event.build().text)
        try measureInstall()
        try measureLookUps(codes)
        try measureColdStart()
        try await measureScans(codes)
        try RuleBenchmark(folder: event.folder.appending(path: "rules"), programs: event.programs).run()
        try await FrameBenchmark(event: event, codes: Array(codes.suffix(1000))).run()
        try CameraBenchmark(folder: event.folder).run()
        try FleetBenchmark(folder: event.folder).run()
        try EveningBenchmark(
            event: BenchmarkEvent(
                tickets: 60_000, folder: event.folder.appending(path: "evening"), programs: event.programs)
        ).run()
        let servers = BenchmarkEvent(
            tickets: 0, folder: event.folder.appending(path: "servers"), programs: event.programs)
        try await ServerBenchmark(event: servers).run()
        try await LedgerBenchmark(folder: event.folder, entries: event.tickets).run()
        let changing = event.folder.appending(path: "changes")
        try FileManager.default.createDirectory(at: changing, withIntermediateDirectories: true)
        try ChangesBenchmark(
            event: BenchmarkEvent(tickets: event.tickets / 10, folder: changing, programs: event.programs)
        ).run()
        let names = BenchmarkEvent(
            tickets: event.tickets, folder: event.folder.appending(path: "names"), programs: event.programs)
        try FileManager.default.createDirectory(at: names.folder, withIntermediateDirectories: true)
        try await SearchBenchmark(event: names).run()
    }

    // MARK: - Lists

    /// Compared with hashing, copying and flushing the same file with the system's own tools.
    private func measureInstall() throws {
        let (list, copy) = (event.path("bench.usher"), event.path("copy"))
        let rival = try event.execute(
            "/bin/sh", "-c", "sha256sum '\(list)' && cp '\(list)' '\(copy)' && sync '\(copy)'")
        let ours = try event.install()
        show("install the list", "\(ours.text), sha256sum + cp + sync \(rival.text), ratio \(ratio(ours, rival))")
    }

    // MARK: - Look-ups

    private func measureLookUps(_ codes: [String]) throws {
        let station = event.state
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

    // MARK: - Start

    /// As after a boot, compared with hashing the same list with the system's own tool: a start has to read all of it.
    private func measureColdStart() throws {
        let list = event.state.appending(path: "manifests")
        let programs = ["usherd", "usher"].map { event.programs.appending(path: $0) }
        try PageCache.forget(programs + [event.state])
        let daemon = try Daemon(program: programs[0], state: event.state)
        try daemon.stop()
        try PageCache.forget([list])
        let rival = try event.execute("/bin/sh", "-c", "find '\(list.path)' -type f -exec sha256sum {} +")
        show(
            "cold start to ready",
            "\(daemon.timeToReady.text), sha256sum of the list \(rival.text), ratio \(ratio(daemon.timeToReady, rival))"
        )
    }

    // MARK: - Scans

    private func measureScans(_ codes: [String]) async throws {
        let scans = Array(codes.prefix(2000))
        let daemon = try Daemon(program: event.programs.appending(path: "usherd"), state: event.state)
        show("start to ready", daemon.timeToReady.text)
        var commits: [Duration] = []
        var flushes: [Duration] = []
        let disk = try DiskProbe(path: event.path("probe"))
        for (index, code) in scans.enumerated() {
            commits.append(try daemon.present(code))
            // Interleaved, so that both measure the same disk under the same load.
            if index.isMultiple(of: 4) { flushes.append(try disk.flush()) }
        }
        let (ours, rival) = (Percentiles(commits), Percentiles(flushes))
        show("from line to commit", ours.text)
        show("one fdatasync of 4 KiB", rival.text)
        show("beyond one fdatasync", "p50 \((ours.median - rival.median).text), p99 \((ours.p99 - rival.p99).text)")
        show("memory of usherd", try daemon.memory())
        try daemon.stop()
    }
}

/// Prints a line without buffering, also into a file.
func say(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
}

func show(_ name: String, _ figure: String) {
    say(name.padding(toLength: 26, withPad: " ", startingAt: 0) + figure)
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

/// Remembers nothing: the benchmark installs each list once.
struct NoMemory: ManifestMemory {
    func rememberUses(of manifest: InstalledManifest, now: Timestamp) {}
    func passages(event: String) -> RecordedPassages { RecordedPassages(lists: []) { [] } }
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
