internal import Backends
public import CheckedYAML
internal import Foundation
internal import Messages
internal import Tickets

/// To whom alerts are sent, and when: the key `alerts` of a configuration.
public struct AlertSettings: Hashable, Sendable {
    /// At least one; in the order of the file.
    public let receivers: [AlertReceiver]
    /// `nil`: every alert is sent at once.
    public let quiet: QuietHours?
    /// In which language the sum of an event is told when it is over (ISO 639-1); `nil`: it is not told.
    public let digest: String?

    /// More would be a mailing list.
    private static let mostReceivers = 16
    /// What alerts had before there were receivers.
    private static let oldKeys = [
        "url", "credential", "header", "signing_credential", "ca", "pin", "proxy", "plain_http",
    ]

    /// Nobody is told.
    public static let none = AlertSettings(receivers: [], quiet: nil)

    init(receivers: [AlertReceiver], quiet: QuietHours?, digest: String? = nil) {
        (self.receivers, self.quiet, self.digest) = (receivers, quiet, digest)
    }

    /// Reads the key `alerts` of a configuration; faults are reported to the mapping.
    /// - Parameter seesAll: whose configuration it is hears of all stations of an event; no other can tell its sum.
    /// - Returns: `nil` when there is no such key.
    public init?(of root: YAMLMapping, seesAll: Bool = false) {
        guard root.shape(of: "alerts") != nil else { return nil }
        let mapping = root.mapping("alerts")
        guard mapping.shape(of: "url") == nil else {
            for key in Self.oldKeys where mapping.shape(of: key) == .scalar {
                _ = mapping.optionalValue(key, "a text") { $0 }
            }
            mapping.fault(
                nil,
                "names one webhook without a name; write receivers: {office: {kind: webhook, ...}} with its keys there")
            self = .none
            return
        }
        let named = mapping.namedMappings("receivers") ?? []
        let receivers = named.map { name, mapping in AlertReceiver(name: name, mapping) }
        if receivers.isEmpty || receivers.count > Self.mostReceivers {
            mapping.fault("receivers", "must name 1 to \(Self.mostReceivers) receivers")
        }
        self.init(
            receivers: receivers,
            quiet: mapping.shape(of: "quiet").flatMap { _ in QuietHours(mapping.mapping("quiet")) },
            digest: seesAll ? Self.readDigest(mapping) : nil)
    }

    private static func readDigest(_ mapping: YAMLMapping) -> String? {
        mapping.optionalValue("digest", "one of \(MessageFile.languages.joined(separator: ", "))") {
            MessageFile.languages.contains($0) ? $0 : nil
        }
    }
}

/// Somebody who gets alerts, and how. Secrets are in files; only their names are here.
public struct AlertReceiver: Hashable, Sendable {
    enum Way: Hashable, Sendable {
        case webhook(WebhookReceiver)
        case mail(MailReceiver)
        case ntfy(NtfyReceiver)
    }

    /// As the configuration has it.
    public let name: String
    let way: Way

    /// Reads one entry of `receivers`; faults are reported to the mapping.
    init(name: String, _ mapping: YAMLMapping) {
        self.name = name
        if !Event.isValidID(name) { mapping.fault(nil, "is not a name a receiver can have") }
        let kind = mapping.value("kind", "one of webhook, smtp, ntfy") {
            ["webhook", "smtp", "ntfy"].contains($0) ? $0 : nil
        }
        way =
            switch kind {
            case "smtp": .mail(MailReceiver(name: name, mapping))
            case "ntfy": .ntfy(NtfyReceiver(mapping))
            default: .webhook(WebhookReceiver(mapping))
            }
    }

    /// The machine that gets them, without path, user or port: for people who must not see the rest.
    public var host: String {
        let url =
            switch way {
            case .webhook(let receiver): receiver.url
            case .mail(let receiver): receiver.server.url
            case .ntfy(let receiver): receiver.url
            }
        return url.host ?? "?"
    }
}
