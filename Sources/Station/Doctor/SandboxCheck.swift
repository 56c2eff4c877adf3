internal import Foundation
internal import Messages

/// Whether systemd restricts the process as the unit says, as far as the kernel shows it (proc(5), `status`).
struct SandboxCheck {
    /// The text of `/proc/self/status`.
    let status: String
    /// How often the service manager expects a sign of life; `nil` when it does not watch.
    let watchdogInterval: Duration?
    /// Time since the last one; `nil` before the first.
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
