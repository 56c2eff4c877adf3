import Fleet
import Foundation
import Station
import StationAPI
import Tickets

/// What the control room costs with 200 stations: taking a report, and adding all of them up for a page. Compared with
/// Python reading the same reports once.
struct FleetBenchmark {
    let folder: URL

    private static let stations = 200
    private static let lists = 4
    private static let types = 20
    private static let gates = 12

    func run() throws {
        let lines = try (0..<Self.stations).map { number in
            let key = SigningKey()
            return try SignedReport.sign(Self.report(number, head: Self.head(key)), with: key)
        }
        let clock = ContinuousClock()
        var fleet = Fleet()
        let now = Timestamp(seconds: 1_795_262_400)
        let takes = try lines.enumerated().map { number, line in
            try clock.measure { fleet.take(try SignedReport(line, from: Self.name(number)), at: now) }
        }
        var bytes = 0
        let pages = try (0..<50).map { _ in
            try clock.measure { bytes = try ControlJSON.encode(fleet.overview(at: now)).count }
        }
        let rival = try readByPython(lines)
        show("a report", "\(lines[0].utf8.count) bytes, to check and take \(Percentiles(takes).text)")
        show(
            "control room of \(Self.stations) stations",
            "\(bytes >> 10) KiB, added up in \(Percentiles(pages).text); python3 reads the reports once in \(rival.text), "
                + "ratio \(ratio(pages.sorted()[25], rival))")
    }

    /// Without the time that Python takes to start.
    private func readByPython(_ lines: [String]) throws -> Duration {
        let file = folder.appending(path: "reports")
        try Data(lines.joined(separator: "\n").utf8).write(to: file)
        let script = """
            import base64, json, sys, time
            lines = open(sys.argv[1]).read().split()
            began = time.perf_counter()
            people = 0
            for line in lines:
                payload = line.split(".")[1]
                report = json.loads(base64.urlsafe_b64decode(payload + "=" * (-len(payload) % 4)))["report"]
                people += sum(each["entered"] for each in report["own"])
            print(time.perf_counter() - began)
            """
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["python3", "-c", script, file.path]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        guard let seconds = Double(text.trimmingCharacters(in: .whitespacesAndNewlines)) else {
            throw BenchmarkError("python3 did not read the reports")
        }
        return .seconds(seconds)
    }

    private static func name(_ number: Int) -> String { "kiosk-\(number)" }

    private static func head(_ key: SigningKey) throws -> String {
        try SignedClaims.sign(
            Data(#"{"seq":100,"hash":"\#(String(repeating: "ab", count: 32))"}"#.utf8), purpose: .journalHead, with: key
        )
    }

    private static func report(_ number: Int, head: String) -> StationReport {
        let noon = Timestamp(seconds: 1_795_262_400)
        let course = ListFigures.TimeSeries(
            start: noon, stepMinutes: 1, entered: (0..<240).map { $0 % 17 }, left: (0..<240).map { $0 % 3 })
        let lists = (0..<lists).map { list in
            ListFigures(
                slug: "list-\(list)", name: "List \(list)", inside: 900, isEstimate: false, admitted: 100 + number,
                elsewhere: 4000, listed: 3, checkedOut: 40, tickets: 9000, perMinute: 12, peak: nil,
                types: (0..<types).map {
                    ListFigures.TypeFigures(
                        slug: "type-\($0)", name: "Type \($0)", color: "#2563eb", admitted: 50, tickets: 450)
                },
                gates: (0..<gates).map {
                    ListFigures.GateFigures(
                        slug: "gate-\($0)", name: "Gate \($0)", admitted: $0 == number % gates ? 100 + number : 0,
                        elsewhere: 300, checkedOut: 3)
                }, course: course)
        }
        let figures = EventFigures(
            event: "gala", name: "Winter Gala", timeZone: "Africa/Kampala", utcOffsets: [], doorsOpen: noon,
            starts: noon + .seconds(3600), ends: noon + .seconds(9000), isTest: false, station: name(number), now: noon,
            isCounting: false, lists: lists,
            refusals: [EventFigures.Refusal(reason: .alreadyScanned, codes: number)], unsent: 0, conflicts: 0)
        let status = StationStatus(
            station: name(number), version: Station.version, direction: .in,
            serving: [
                StationStatus.ServedEvent(
                    id: "gala", name: "Winter Gala", gate: "gate-\(number % gates)", gateName: "Gate \(number % gates)",
                    list: "list-0", tickets: 9000, admitted: 100 + number, inside: 900, isTest: false,
                    timeZone: "Africa/Kampala", utcOffsets: [], doorsOpen: noon, listIssued: noon, isListOld: false)
            ], installed: ["gala"],
            journal: StationStatus.JournalFigures(entries: 100, lastEntryAt: noon, waiting: 0, refused: 0, parked: 0),
            readers: [], backends: [], clock: .synchronised, isDiskLow: false, now: noon)
        return StationReport(
            status: status, figures: [figures],
            own: lists.map {
                StationReport.OwnPassages(
                    event: "gala", list: $0.slug, entered: 100 + number, left: 3, perMinute: 3, course: course)
            }, acts: [], head: head, freeBytes: 1 << 33)
    }
}
