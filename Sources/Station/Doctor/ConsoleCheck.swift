internal import DoorScreen
internal import Foundation
internal import Messages

/// Which displays are connected to this machine, and whether the console shows the page where it is set to.
struct ConsoleCheck: Sendable {
    /// `nil` where the page is not served.
    let settings: ConsoleSettings?
    /// Where the kernel lists connectors, as `card0-HDMI-A-1`.
    var folder = URL(filePath: "/sys/class/drm")

    func findings() -> [Condition] {
        let connectors = connectors()
        var findings = connectors.filter(\.isConnected).map { connector in
            Condition(
                .displayConnected, subject: connector.name, ["connector": connector.name, "mode": connector.mode])
        }
        guard let settings, !connectors.isEmpty else { return findings }
        if settings != ConsoleSettings() { findings.append(condition(of: settings)) }
        if let output = settings.output, !connectors.contains(where: { $0.name == output && $0.isConnected }) {
            let names = Set(connectors.map(\.name)).sorted().joined(separator: ", ")
            findings.append(Condition(.outputMissing, ["output": output, "connectors": names]))
        }
        return findings
    }

    private func condition(of settings: ConsoleSettings) -> Condition {
        var values = ["rotation": "\(settings.rotation)", "scale": "\(settings.scale)"]
        values["output"] = settings.output
        return Condition(.consoleSet, values, variant: settings.output == nil ? "AnyOutput" : "")
    }

    private struct Connector {
        let name: String
        let isConnected: Bool
        /// `1920x1080`: the first mode is the display's own, in which the compositor shows the page.
        let mode: String
    }

    /// By name. One that was switched off counts as not connected.
    private func connectors() -> [Connector] {
        let entries = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return entries.sorted().compactMap { entry in
            guard let match = entry.wholeMatch(of: /card[0-9]+-(.+)/), let status = firstLine(of: "status", entry)
            else { return nil }
            return Connector(
                name: String(match.1), isConnected: status == "connected", mode: firstLine(of: "modes", entry) ?? "?")
        }
    }

    private func firstLine(of file: String, _ entry: String) -> String? {
        let text = try? String(contentsOf: folder.appending(path: "\(entry)/\(file)"), encoding: .utf8)
        return text?.split(separator: "\n").first.map(String.init)
    }
}
