public import CheckedYAML
internal import Foundation
internal import Tickets

/// What a configuration says of one backend. Its secrets are not in it: they are files, named here.
public struct BackendSettings: Hashable, Sendable {
    public enum Kind: String, Sendable, CaseIterable {
        case eventschedule, pretix, webhook
    }

    /// What the configuration calls it; a manifest's `backend` names it.
    public var name: String
    public var kind: Kind
    /// Without a slash at its end.
    public var url: String
    public var network = NetworkSettings()
    /// Name of the file that holds the API key or token.
    public var credential: String
    /// Name of the file that holds the key that requests are signed with (webhook).
    public var signingCredential: String?
    /// Header that carries the credential instead of `Authorization: Bearer` (webhook).
    public var header: String?
    /// Check-ins that one request carries (webhook).
    public var batch = 1
    /// It also tells what other gates did (webhook; pretix, when the device may read orders).
    public var tellsOthers = false
    /// Of the relay behind the address, to which ticket codes are sealed; `nil`: it is given none (webhook).
    public var relayKey: RelayPublicKey?
    /// Slug of the organizer's account (pretix).
    public var organizer: String?
    /// The server's ids of events whose manifests have another, by the manifest's id.
    public var events: [String: String] = [:]
    /// The server's ids of admission lists whose manifests have another, by slug (pretix).
    public var lists: [String: String] = [:]
    /// Ids of the server's admission lists that a manifest is to have; empty for all (pretix).
    public var onlyLists: [String] = []

    public init(name: String, kind: Kind, url: String, credential: String? = nil) {
        self.name = name
        self.kind = kind
        self.url = url
        self.credential = credential ?? name
    }

    /// The server's id of an event.
    public func serverEvent(_ event: String) -> String {
        events[event] ?? event
    }
}

extension NetworkSettings {
    /// Reads `ca`, `pin`, `proxy` and `plain_http`.
    public init(_ mapping: YAMLMapping) {
        self.init()
        authorityFile = mapping.optionalString("ca")
        pinnedKey = mapping.optionalValue("pin", "one or more of sha256//BASE64, separated by ;") {
            $0.split(separator: ";").allSatisfy { $0.hasPrefix("sha256//") } ? $0 : nil
        }
        proxy = mapping.optionalString("proxy")
        allowsPlainHTTP = mapping.bool("plain_http", default: false)
    }
}

extension BackendSettings {
    /// Reads the webhook that a mapping without `kind` describes.
    public init(webhook name: String, _ mapping: YAMLMapping) {
        self.init(name: name, kind: .webhook, mapping)
    }

    /// Reads one entry of `backends`, or the source of a publication.
    public init(name: String, _ mapping: YAMLMapping) {
        let kind = mapping.value("kind", "one of " + Kind.allCases.map(\.rawValue).joined(separator: ", ")) {
            Kind(rawValue: $0)
        }
        self.init(name: name, kind: kind, mapping)
    }

    /// - Parameter kind: `nil` when it is a fault.
    private init(name: String, kind: Kind?, _ mapping: YAMLMapping) {
        self.init(
            name: name, kind: kind ?? .webhook,
            url: mapping.value("url", "an https address") { Self.address($0) } ?? "")
        credential = mapping.string("credential", default: name, maximumByteCount: 200)
        network = NetworkSettings(mapping)
        events = Self.texts("events", of: mapping)
        switch kind {
        case .pretix:
            organizer = mapping.string("organizer", maximumByteCount: 200)
            lists = Self.texts("lists", of: mapping)
            onlyLists = mapping.strings("only_lists") ?? []
            tellsOthers = mapping.bool("tells_others", default: false)
        case .webhook:
            header = mapping.optionalValue("header", "the name of a header") { Self.isHeaderName($0) ? $0 : nil }
            signingCredential = mapping.optionalString("signing_credential", maximumByteCount: 200)
            batch = mapping.integer("batch", in: 1...500, default: 1)
            tellsOthers = mapping.bool("tells_others", default: false)
            relayKey = mapping.optionalValue("relay_key", "a key, as usher relay --key prints it") {
                RelayPublicKey(text: $0)
            }
        case .eventschedule, nil:
            break
        }
        if !url.isEmpty, (try? HTTPTarget(HTTPRequest("GET", url), network)) == nil {
            mapping.fault("url", "is not encrypted; use https, or say plain_http: true")
        }
    }

    private static func address(_ text: String) -> String? {
        guard let url = URL(string: text), url.scheme == "https" || url.scheme == "http", url.host() != nil,
            url.user() == nil, url.query() == nil, url.fragment() == nil
        else { return nil }
        return text.hasSuffix("/") ? String(text.dropLast()) : text
    }

    private static func isHeaderName(_ text: String) -> Bool {
        (1...100).contains(text.utf8.count)
            && text.unicodeScalars.allSatisfy {
                $0 == "-" || $0.isASCII && $0.properties.isAlphabetic || ("0"..."9").contains($0)
            }
    }

    private static func texts(_ key: String, of mapping: YAMLMapping) -> [String: String] {
        Dictionary(mapping.namedTexts(key) ?? [], uniquingKeysWith: { $1 })
    }
}
