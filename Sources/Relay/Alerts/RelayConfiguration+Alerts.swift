public import Alerts
public import Backends
internal import CheckedYAML
internal import Foundation
public import Tickets

extension AlertSource {
    /// By the machine's name: a relay has no other.
    public static var thisRelay: AlertSource { AlertSource(.relay, ProcessInfo.processInfo.hostName) }
}

extension RelayConfiguration {
    /// How this relay sends alerts: credentials are files in the folder of its configuration.
    public func alertEnvironment(
        now: @escaping @Sendable () -> Timestamp,
        note: @escaping @Sendable (_ receiver: String, BackendError?) -> Void = { _, _ in }
    ) -> AlertEnvironment {
        AlertEnvironment(
            now: now,
            secrets: { [folder] name throws(BackendError) in try SecretFile.read(URL(filePath: name, below: folder)) },
            note: note)
    }
}
