import ArgumentParser
import DoorScreen
import Station

struct DoctorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor", abstract: "Looks at everything the station depends on, and says what to do.",
        discussion: """
            Each line is ok, a warning, or broken with the next step. It takes some seconds: the cameras' pictures are \
            looked at, so hold a ticket before them, and the disk is written to. Exit status 1 when something is broken.
            """)

    @OptionGroup var station: StationOptions

    func run() async throws {
        let (items, json) = try await Self.findings(of: try await station.open())
        if station.json { Output.line(json) } else { for line in Self.lines(items) { Output.line(line) } }
        if items.contains(where: { $0.level == .broken }) { throw ExitCode(1) }
    }

    /// What a station says of itself, or what can be known while no daemon runs.
    static func findings(of channel: ControlChannel) async throws -> (items: [Diagnosis], json: String) {
        let (answer, json) = try await channel.send(ControlRequest("GET", "doctor"), as: Items<Diagnosis>.self)
        guard !channel.isDaemon else { return (answer.items, json) }
        let down = Diagnosis(
            .daemon, .broken, "usherd does not run: no ticket is taken, and nothing is known of its devices.",
            next: "Start it: systemctl start usherd; if it stops again, journalctl -u usherd says why.")
        let knows: (Diagnosis) -> Bool = { ![.readers, .camera, .faces, .sandbox, .daemon].contains($0.area) }
        let items = [down] + answer.items.filter(knows)
        return (items, String(decoding: try ControlJSON.encode(Items(items)), as: UTF8.self))
    }

    /// As a person reads them.
    static func lines(_ findings: [Diagnosis]) -> [String] {
        var lines: [String] = []
        for finding in findings {
            let area = finding.area.rawValue
            lines.append(
                "\(finding.level.badge) \(area)\(String(repeating: " ", count: 10 - area.count)) \(finding.says)")
            if let next = finding.next { lines.append(String(repeating: " ", count: 21) + Ink.bold.paint(next)) }
        }
        let counts = Diagnosis.Level.allCases.map { level in "\(findings.count { $0.level == level }) \(level.rawValue)"
        }
        return lines + ["", counts.joined(separator: ", ")]
    }
}

extension Diagnosis.Level {
    fileprivate var badge: String {
        switch self {
        case .ok: Ink.green.paint("   ok    ")
        case .warning: Ink.amber.paint(" warning ")
        case .broken: Ink.red.paint(" broken  ")
        }
    }
}
