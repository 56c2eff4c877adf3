import ArgumentParser
import Messages
import Pictures
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

    @OptionGroup var spoken: LanguageOption
    @OptionGroup var station: StationOptions

    func run() async throws {
        let channel = try await station.open()
        let (items, json) = try await Self.findings(of: channel)
        if station.json {
            Output.line(json)
        } else {
            for line in Self.lines(items, in: try await spoken.messages(of: channel)) { Output.line(line) }
        }
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
    static func lines(_ findings: [Condition], in messages: Messages) -> [String] {
        let level = { (level: Condition.Level) in messages.label("doctor.levels.\(level.rawValue)") }
        let area = { (area: Condition.Area) in messages.label("doctor.areas.\(area.rawValue)") }
        let widths = (
            level: Condition.Level.allCases.map { level($0).columns }.max() ?? 0,
            area: Condition.Area.allCases.map { area($0).columns }.max() ?? 0
        )
        var lines: [String] = []
        for finding in findings {
            let badge = finding.level.ink.paint(" \(level(finding.level).padded(to: widths.level)) ")
            lines.append("\(badge) \(area(finding.area).padded(to: widths.area)) \(finding.says(in: messages))")
            if let next = finding.next(in: messages) {
                lines.append(String(repeating: " ", count: widths.level + widths.area + 4) + Ink.bold.paint(next))
            }
        }
        let counts = Condition.Level.allCases.map { each in "\(level(each)): \(findings.count { $0.level == each })" }
        return lines + ["", counts.joined(separator: ", ")]
    }
}

extension Condition.Level {
    fileprivate var ink: Ink {
        switch self {
        case .ok: .green
        case .warning: .amber
        case .broken: .red
        }
    }
}

extension String {
    fileprivate func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - columns)) }
}
