import Foundation
import Station
import StationAPI
import Tickets

/// A supervisor's search in a list whose names are encrypted one by one, with correct and mistyped names, while scans
/// continue.
struct SearchBenchmark {
    let event: BenchmarkEvent

    private static let first = [
        "Amina", "Björn", "Chidi", "Łucja", "Esther", "Françoise", "Grace", "Håkon", "Işıl", "Jomo",
    ]
    private static let last = [
        "Achieng", "Nakamura", "Okonkwo", "Fernández", "Schwarzenegger", "Groß", "Mbeki", "Čapek",
    ]

    func run() async throws {
        _ = try event.write()
        let file = event.folder.appending(path: "event.yaml")
        try Data((String(contentsOf: file, encoding: .utf8) + "privacy: staff\n").utf8).write(to: file)
        var csv = Data("code,ref,type,holder\n".utf8)
        for number in 0..<event.tickets {
            let code = "\(UUID())\(UUID())".filter { $0 != "-" }.lowercased()
            let name = "\(Self.first[number % 10]) \(Self.last[number / 10 % 8])\(number / 80 % 26)"
            csv.append(contentsOf: "\(code),R\(number)-1,standard,\(name)\n".utf8)
        }
        try csv.write(to: event.folder.appending(path: "tickets.csv"))
        _ = try event.build()
        _ = try event.install()
        let key = event.state.appending(path: "credentials/staff-bench")
        try FileManager.default.copyItem(atPath: event.path("bench.usher.staff-key"), toPath: key.path)
        let station = try await event.open()
        for (what, query) in [
            ("name that nobody has", "Zebediah Quartermain"), ("name typed wrong", "ahcieng bjorm"),
            ("reference", "R\(event.tickets - 1)-1"),
        ] {
            let clock = ContinuousClock()
            let supervisor = Staff(name: "", role: .supervisor)
            async let answer = clock.measure {
                _ = try await station.acts.search(SearchRequest(query: query), by: supervisor)
            }
            // How long a guest waits who comes meanwhile.
            var scans: [Duration] = []
            for number in 0..<200 {
                scans.append(
                    await clock.measure {
                        _ = await station.door.take(
                            Presentation(bytes: Array("unknown-\(what)-\(number)".utf8), how: .stdin, source: "bench"))
                    })
                try await Task.sleep(for: .milliseconds(1))
            }
            show("search: \(what)", "\(try await answer.text), a scan meanwhile \(Percentiles(scans).text)")
        }
    }
}
