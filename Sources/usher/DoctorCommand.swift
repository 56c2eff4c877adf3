import ArgumentParser
import Messages
import Station
import StationAPI

struct DoctorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor", abstract: "Checks everything the station depends on, and says what to do.",
        discussion: """
            Each line is ok, a warning, or broken with the next step. It takes a few seconds: it examines a \
            picture of each camera, so hold a ticket in front of it, and writes to the disk. Exit status 1 when something is \
            broken.
            """)

    @OptionGroup var station: StationOptions

    func run() async throws {
        let (items, json) = try await Self.findings(of: try await station.open())
        if station.json { Output.line(json) } else { for line in Self.lines(items) { Output.line(line) } }
        if items.contains(where: { $0.level == .broken }) { throw ExitCode(1) }
    }

    /// What a station reports about itself, or what can be known while no daemon runs.
    static func findings(of channel: ControlChannel) async throws -> (items: [Condition], json: String) {
        let (answer, json) = try await channel.send(ControlRequest("GET", "doctor"), as: Items<Condition>.self)
        guard !channel.isDaemon else { return (answer.items, json) }
        let down = Condition(.notRunning)
        let knows: (Condition) -> Bool = { ![.readers, .camera, .display, .sandbox, .daemon].contains($0.area) }
        let items = [down] + answer.items.filter(knows)
        return (items, String(decoding: try ControlJSON.encode(Items(items)), as: UTF8.self))
    }

    /// As a person reads them.
    static func lines(_ findings: [Condition]) -> [String] {
        var lines: [String] = []
        for finding in findings {
            let area = finding.area.rawValue
            lines.append(
                "\(finding.level.badge) \(area)\(String(repeating: " ", count: 10 - area.count)) \(finding.says)")
            if let next = finding.next { lines.append(String(repeating: " ", count: 21) + Ink.bold.paint(next)) }
        }
        let counts = Condition.Level.allCases.map { level in "\(findings.count { $0.level == level }) \(level.rawValue)"
        }
        return lines + ["", counts.joined(separator: ", ")]
    }
}

extension Condition.Level {
    fileprivate var badge: String {
        switch self {
        case .ok: Ink.green.paint("   ok    ")
        case .warning: Ink.amber.paint(" warning ")
        case .broken: Ink.red.paint(" broken  ")
        }
    }
}
