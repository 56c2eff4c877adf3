import Foundation
import Journal
import Manifests
import Station
import Tickets

/// What it takes to join the journals of an evening: twelve stations that let people in 60,000 times. Compared with jq and
/// sort, which add up people by gate, and verify nothing.
struct EveningBenchmark {
    let event: BenchmarkEvent

    private static let stations = 12
    private static let entries = 60_000

    func run() throws {
        try FileManager.default.createDirectory(at: event.folder, withIntermediateDirectories: true)
        let codes = try event.write()
        _ = try event.build()
        let key = try KeyFile.verificationKey(at: URL(filePath: event.path("organizer.pub")), for: .manifest)
        let list = try ListFile(URL(filePath: event.path("bench.usher")), keys: [key])
        let journals = try (0..<Self.stations).map { try write($0, codes, list.list) }
        let joined = try event.execute(
            "/usr/bin/env", event.programs.appending(path: "usher").path, "evening", "join", journals[0], journals[1],
            journals[2], journals[3], journals[4], journals[5], journals[6], journals[7], journals[8], journals[9],
            journals[10], journals[11], "--list", event.path("bench.usher"), "--key", event.path("organizer.pub"),
            "--out",
            event.path("joined.csv"))
        let rival = try event.execute(
            "/usr/bin/env", "sh", "-c",
            """
            cat "$0"/*.jsonl | jq -r 'select(.verdict == "admitted") | [.gate, .at, .ref, .count] | @tsv' | sort |
              awk '{ people[$1] += $4 } END { for (gate in people) print gate, people[gate] }'
            """, event.folder.path)
        show(
            "join \(Self.entries) entries",
            "\(joined.text) from \(Self.stations) journals, verified; jq and sort add up a part of it in \(rival.text), "
                + "ratio \(ratio(joined, rival))")
    }

    private func write(_ number: Int, _ codes: [String], _ list: InstalledManifest) throws -> String {
        let folder = event.folder.appending(path: "station-\(number)")
        let identity = try StationIdentity.openOrCreate(folder: folder, machineID: nil)
        let journal = try Journal(folder: folder, identity: identity, reserveBytes: 1 << 16)
        let now = StationClock.system.now()
        let own = Self.entries / Self.stations
        try journal.transaction { transaction in
            for entry in 0..<own {
                let code = codes[(number * own + entry) % codes.count]
                try transaction.append(
                    CheckInDraft(
                        station: "kiosk-\(number)", event: "bench", list: "main", gate: "main", key: list.key(of: code),
                        line: list.plan.types[0].lineNumber, reference: "R\(entry)", verdict: .admitted, count: 1,
                        how: .camera, at: now - .seconds(own - entry)), outbox: [])
            }
        }
        let path = event.path("kiosk-\(number).jsonl")
        var text = ""
        _ = try journal.exportLines(.jsonLines, now: now) { text += $0 }
        try Data(text.utf8).write(to: URL(filePath: path))
        return path
    }
}
