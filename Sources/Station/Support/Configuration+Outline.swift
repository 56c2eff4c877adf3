internal import Alerts
internal import Backends
internal import DoorScreen
internal import Foundation
internal import Logging
internal import StationAPI
internal import Tickets

extension Configuration {
    /// The settings, one on each line, for a person who helps from far away: choices and numbers, and of each address
    /// only the machine. Paths, arguments of commands and names of credentials are left out.
    public var outline: [String] {
        [
            "station: \(isStationNamed ? "named" : "by the host's name")", "language: \(language)",
            "gate: \(gate ?? "by the list")",
            "direction: \(direction?.rawValue ?? "by the list")",
            "events: \(events.isEmpty ? "by the clock" : events.joined(separator: ", "))",
            "cameras: \(Self.word(cameras))",
            "symbologies: "
                + (symbologies.isEmpty ? "by the lists" : symbologies.map(\.rawValue).sorted().joined(separator: ", ")),
            "scanners: \(Self.word(scanners))", "serial_scanners: \(Self.word(serialScanners))",
            "nfc_readers: \(nfcReaders.count) named",
            "policy: after_expiry \(policy.afterExpiry.rawValue), clock_untrusted \(policy.clockUntrusted.rawValue), "
                + "faceless \(policy.withoutDisplay.rawValue), returns \(policy.returns.rawValue), grace_after_end \(policy.graceAfterEnd)",
            "permissions: \(permissions.map(\.rawValue).sorted().joined(separator: ", "))",
            "screen: \(screen.map { "\($0.host):\($0.port), theme \($0.theme.rawValue)" } ?? "off")",
            "figures: \(figures.map { "\($0.host):\($0.port)" } ?? "off")",
            "metrics: \(metrics.map { "\($0.host):\($0.port)" } ?? "off")", "hooks: \(hooks.count)",
            "manifests: \(lists.urls.count) urls, \(lists.folders.count) folders, each \(lists.interval), "
                + "kept \(keepLists) after the end",
            "venue: " + (venue.map { "a ledger, limit \($0.limit), when alone \($0.whenAlone.rawValue)" } ?? "none"),
            "orders: \(ordersKey.map { "signed with \($0.id)" } ?? "from nobody")",
            "alerts: \(alerts.map { $0.receivers.map(\.host).joined(separator: ", ") } ?? "off")",
            "log: \(logLevel.rawValue)",
        ]
            + backends.map {
                "backend \($0.name): \($0.kind.rawValue) at \($0.url.host ?? $0.url.origin), batch \($0.batch)"
                    + ($0.network.proxy == nil ? "" : ", by a proxy")
                    + ($0.network.pinnedKey == nil ? "" : ", with a pinned key")
            }
            + unknownVariables.map { "unknown variable: \($0)" }
    }

    private static func word<Settings>(_ choice: DeviceChoice<Settings>) -> String {
        switch choice {
        case .auto: "auto"
        case .off: "off"
        case .listed(let devices): "\(devices.count) named"
        }
    }
}
