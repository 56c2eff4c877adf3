internal import Alerts
internal import Backends
internal import Foundation
package import StationAPI
internal import Tickets

/// Tries the receivers of alerts when somebody asks for it, before the evening.
package struct AlertTrials: AlertControl {
    let source: AlertSource
    let settings: AlertSettings?
    let sending: AlertSending

    /// See ``AlertControl/testAlerts(_:)``.
    package func testAlerts(_ receiver: String?) async throws -> [AlertTrial] {
        let all = settings?.receivers ?? []
        let chosen = all.filter { receiver == nil || $0.name == receiver }
        guard !chosen.isEmpty else {
            let names = all.map(\.name).joined(separator: ", ")
            throw StationError(
                .notFound, "test", receiver.map { "receiver \($0.withoutControls)" } ?? "alerts",
                receiver == nil ? "usher.yaml has no receivers" : "usher.yaml has no such name",
                hint: names.isEmpty ? "docs/ALERTS.md says how to write them." : "It has: \(names).")
        }
        return await chosen.tried(from: source, sending.environment)
            .map { AlertTrial(receiver: $0.receiver, trouble: $0.error?.description) }
    }
}
