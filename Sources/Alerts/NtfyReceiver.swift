internal import Backends
internal import CheckedYAML
internal import Foundation
internal import Tickets

/// A topic of an ntfy server, which people have on their telephones (https://docs.ntfy.sh/publish/).
struct NtfyReceiver: Hashable, Sendable {
    /// Server and topic.
    let url: ServerAddress
    private let network: NetworkSettings
    private let credential: String?

    init(_ mapping: YAMLMapping) {
        network = NetworkSettings(mapping)
        url = network.address(mapping)
        credential = mapping.optionalString("credential", maximumByteCount: 200)
        if !url.isEmpty, topic == nil {
            mapping.fault("url", "must be a server and a topic, like https://ntfy.sh/TOPIC")
        }
    }

    private var topic: (server: ServerAddress, name: String)? {
        let whole = url.whole
        guard let slash = whole.lastIndex(of: "/"), let path = URL(string: whole)?.path(),
            path.wholeMatch(of: #/\/[-_A-Za-z0-9]{1,64}/#) != nil
        else { return nil }
        return (ServerAddress(String(whole[..<slash])), String(path.dropFirst()))
    }

    func send(
        _ message: AlertMessage, from source: AlertSource, _ environment: AlertEnvironment
    ) async throws(BackendError) {
        guard let topic else { return }
        let headers = try credential.map(environment.secrets).map { [HTTPHeader("Authorization", "Bearer \($0)")] }
        let poster = WebhookPoster(
            url: topic.server, network: network, headers: headers ?? [], signingSecret: nil, now: environment.now)
        try await poster.post(Self.json(message, from: source, topic: topic.name), id: message.id)
    }

    /// In characters, so that it stays within the 4,096 bytes of a message.
    private static let longestMessage = 1000

    /// As JSON, because a title in a header would have to be ASCII.
    private static func json(_ message: AlertMessage, from source: AlertSource, topic: String) -> JSONValue {
        .object([
            ("topic", .string(topic)), ("title", .string(message.heading(from: source))),
            ("message", .string(String(message.message.prefix(longestMessage)))),
            ("priority", .integer(priority(of: message))),
            ("tags", .array([.string(tag(of: message)), .string(message.alert)])),
        ])
    }

    /// 5 sounds until somebody looks, 3 is the usual one.
    private static func priority(of message: AlertMessage) -> Int64 {
        guard message.state != .ended else { return 3 }
        return switch message.severity {
        case .doorShut: 5
        case .broken: 4
        case .warning, .notice: 3
        }
    }

    /// Short codes of pictures (https://docs.ntfy.sh/emojis/).
    private static func tag(of message: AlertMessage) -> String {
        guard message.state != .ended else { return "white_check_mark" }
        return switch message.severity {
        case .doorShut: "rotating_light"
        case .broken, .warning: "warning"
        case .notice: "information_source"
        }
    }
}
