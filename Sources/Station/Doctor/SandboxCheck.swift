internal import DoorScreen
internal import Foundation

/// Whether the process is held in by its unit, as the kernel sees it (proc(5), `status`).
struct SandboxCheck {
    /// The text of `/proc/self/status`.
    let status: String
    /// How often the service manager wants to hear from the station; `nil` when nobody watches.
    let watchdogInterval: Duration?
    /// Since it last heard.
    let silence: Duration?

    func findings() -> [Diagnosis] {
        var findings: [Diagnosis] = []
        let missing = [
            (value("NoNewPrivs") == "1", "new privileges"), (value("Seccomp") == "2", "system calls"),
            (value("CapEff").flatMap { UInt64($0, radix: 16) } == 0, "capabilities"),
        ].filter { !$0.0 }.map(\.1)
        findings.append(
            missing.isEmpty
                ? Diagnosis(.sandbox, .ok, "usherd runs in its sandbox.")
                : Diagnosis(
                    .sandbox, .warning,
                    "usherd runs without the limits of its unit (\(missing.joined(separator: ", "))).",
                    next: "Start it with systemctl start usherd, not by hand."))
        guard let watchdogInterval else {
            return findings + [
                Diagnosis(
                    .daemon, .warning, "Nobody would start usherd again if it hung: no service manager watches it.",
                    next: "Start it with systemctl start usherd.")
            ]
        }
        if let silence, silence > watchdogInterval {
            findings.append(
                Diagnosis(
                    .daemon, .broken, "The door has not answered its watchdog for \(silence.components.seconds) s.",
                    next: "Look at the disk; usherd is started again by itself."))
        } else {
            findings.append(Diagnosis(.daemon, .ok, "The door answers its watchdog."))
        }
        return findings
    }

    private func value(_ name: String) -> String? {
        status.split(separator: "\n").first { $0.hasPrefix(name + ":") }?.split(separator: ":").last?
            .trimmingCharacters(in: .whitespaces)
    }
}
