import Foundation
import Manifests
import Station

/// A list of which a few tickets change: what travels and how long it takes, beside the whole list and beside what zstd
/// makes of the two files (`--patch-from`).
struct ChangesBenchmark {
    let event: BenchmarkEvent

    private var published: URL { event.folder.appending(path: "lists/bench.usher") }
    private var list: String { published.path }
    private var before: String { event.path("before.usher") }

    func run() throws {
        _ = try event.write()
        try event.execute("usher", "key", "generate", "--out", event.path("organizer"))
        try event.execute("usher", "key", "trust", event.path("organizer.pub"), "--state", event.state.path)
        try FileManager.default.createDirectory(
            at: published.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(
            "lists: [{event: event.yaml, key: organizer.key, tickets: tickets.csv, to: lists/bench.usher}]".utf8
        ).write(to: event.folder.appending(path: "publish.yaml"))
        show("publish \(event.tickets) tickets", try publish().text)
        let reading = try event.execute(
            "/bin/sh", "-c", "sha256sum '\(event.path("event.yaml"))' '\(event.path("tickets.csv"))'")
        show("the same, unchanged", "\(try publish().text), sha256sum of what it is made of \(reading.text)")
        let store = ManifestStore(
            folder: event.state.appending(path: "manifests"),
            trust: TrustStore(folders: [], own: event.state.appending(path: "keys")), memory: NoMemory(),
            freeSpaceReserve: 0)
        _ = try store.open()
        try store.install(published, now: StationClock.system.now())
        for count in [1, 100, 10_000] where count <= event.tickets { try measure(count, at: store) }
    }

    private func publish() throws -> Duration {
        try event.execute("usher", "publish", event.path("publish.yaml"))
    }

    private func measure(_ count: Int, at store: ManifestStore) throws {
        try? FileManager.default.removeItem(atPath: before)
        try FileManager.default.copyItem(atPath: list, toPath: before)
        try change(count)
        let time = try publish()
        let line = try Data(contentsOf: published, options: .mappedIfSafe).prefix { $0 != UInt8(ascii: "\n") }
        guard let step = try store.step(to: line, now: StationClock.system.now()) else {
            throw BenchmarkError("the station has no list")
        }
        let changes = URL(filePath: list + step.suffix)
        guard FileManager.default.fileExists(atPath: changes.path) else {
            throw BenchmarkError("publish has made no changes")
        }
        let installed = try ContinuousClock().measure {
            _ = try store.install(line: line, changes: changes, now: StationClock.system.now())
        }
        let whole = try timeOfWhole()
        let (ours, all) = (try bytes(changes.path), try bytes(list))
        let name = "changes: \(count)"
        show(name, "\(ours) bytes and a line of \(line.count), the whole list \(all), ratio \(share(ours, all))")
        show(name, "published in \(time.text), installed in \(installed.text), the whole list in \(whole.text)")
        // As it is usually called, and as small as it gets.
        for level in [3, 19] {
            guard let patch = try Patch(from: before, to: list, level: level, in: event) else {
                return say("zstd is not installed")
            }
            show(
                name,
                "zstd -\(level) --patch-from: \(patch.bytes) bytes, ratio \(share(ours, patch.bytes)); made in "
                    + "\(patch.made.text), applied in \(patch.applied.text)")
        }
    }

    /// The same list at a station that had the one before.
    private func timeOfWhole() throws -> Duration {
        let folder = event.folder.appending(path: "whole")
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = ManifestStore(
            folder: folder, trust: TrustStore(folders: [], own: event.state.appending(path: "keys")),
            memory: NoMemory(), freeSpaceReserve: 0)
        try store.install(URL(filePath: before), now: StationClock.system.now())
        return try ContinuousClock().measure {
            _ = try store.install(published, now: StationClock.system.now())
        }
    }

    /// Sells half as many tickets, and gives as many others a new holder.
    private func change(_ count: Int) throws {
        let file = event.folder.appending(path: "tickets.csv")
        var lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map(String.init)
        for place in lines.indices.dropFirst().shuffled().prefix(count / 2) { lines[place] += "b" }
        for number in 0..<(count - count / 2) {
            let code = "\(UUID())\(UUID())".filter { $0 != "-" }.lowercased().prefix(32)
            lines.append("\(code),N\(count)-\(number),standard,Guest new \(number),\(number % 400)")
        }
        try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: file)
    }

    private func bytes(_ path: String) throws -> Int {
        try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
    }

    private func share(_ part: Int, _ whole: Int) -> String {
        String(format: "%.5f", Double(part) / Double(whole))
    }

    /// What zstd makes of two lists.
    private struct Patch {
        let bytes: Int
        let made: Duration
        let applied: Duration

        /// - Returns: `nil` without zstd.
        init?(from old: String, to new: String, level: Int, in event: BenchmarkEvent) throws {
            let program = "/usr/bin/zstd"
            guard FileManager.default.isExecutableFile(atPath: program) else { return nil }
            let (patch, result) = (event.path("patch.zst"), event.path("patched"))
            made = try event.execute(
                program, "-qq", "-f", "-\(level)", "--long=31", "--patch-from=\(old)", new, "-o", patch)
            applied = try event.execute(
                program, "-qq", "-f", "-d", "--long=31", "--patch-from=\(old)", patch, "-o", result)
            bytes = try FileManager.default.attributesOfItem(atPath: patch)[.size] as? Int ?? 0
            try event.execute("/usr/bin/cmp", "-s", new, result)
        }
    }
}
