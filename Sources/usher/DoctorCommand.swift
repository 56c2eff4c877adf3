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
        let channel = try await station.open()
        var (answer, json) = try await channel.send(ControlRequest("GET", "doctor"), as: Items<Diagnosis>.self)
        if !channel.isDaemon {
            let down = Diagnosis(
                .daemon, .broken, "usherd does not run: no ticket is taken, and nothing is known of its devices.",
                next: "Start it: systemctl start usherd; if it stops again, journalctl -u usherd says why.")
            let knows: (Diagnosis) -> Bool = { ![.readers, .camera, .faces, .sandbox, .daemon].contains($0.area) }
            answer.items = [down] + answer.items.filter(knows)
            json = String(decoding: try ControlJSON.encode(answer), as: UTF8.self)
        }
        station.json ? Output.line(json) : show(answer.items)
        if answer.items.contains(where: { $0.level == .broken }) { throw ExitCode(1) }
    }

    private func show(_ findings: [Diagnosis]) {
        for finding in findings {
            let area = finding.area.rawValue
            Output.line(
                "\(finding.level.badge) \(area)\(String(repeating: " ", count: 10 - area.count)) \(finding.says)")
            if let next = finding.next { Output.line(String(repeating: " ", count: 21) + Ink.bold.paint(next)) }
        }
        let counts = Diagnosis.Level.allCases.map { level in "\(findings.count { $0.level == level }) \(level.rawValue)"
        }
        Output.line("\n" + counts.joined(separator: ", "))
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
