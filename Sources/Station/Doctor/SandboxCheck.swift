internal import Foundation
internal import Messages

/// Whether the process is held in by its unit, as the kernel sees it (proc(5), `status`).
struct SandboxCheck {
    /// The text of `/proc/self/status`.
    let status: String
    /// How often the service manager wants to hear from the station; `nil` when nobody watches.
    let watchdogInterval: Duration?
    /// Since it last heard.
    let silence: Duration?

    func findings() -> [Condition] {
        [limits, watch]
    }

    private var limits: Condition {
        let missing = [
            (value("NoNewPrivs") == "1", "new privileges"), (value("Seccomp") == "2", "system calls"),
            (value("CapEff").flatMap { UInt64($0, radix: 16) } == 0, "capabilities"),
        ].filter { !$0.0 }.map(\.1)
        return missing.isEmpty
            ? Condition(.confined) : Condition(.unconfined, ["limits": missing.joined(separator: ", ")])
    }

    private var watch: Condition {
        guard let watchdogInterval else { return Condition(.unwatched) }
        guard let silence, silence > watchdogInterval else { return Condition(.watched) }
        return Condition(.doorStuck, ["seconds": "\(silence.components.seconds)"])
    }

    private func value(_ name: String) -> String? {
        status.split(separator: "\n").first { $0.hasPrefix(name + ":") }?.split(separator: ":").last?
            .trimmingCharacters(in: .whitespaces)
    }
}
