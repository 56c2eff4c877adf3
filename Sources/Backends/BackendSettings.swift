public import CheckedYAML
internal import Foundation
public import Tickets

/// The configuration of one backend. Its secrets are in files; only their names are here.
public struct BackendSettings: Hashable, Sendable {
    /// The word under `kind` in the configuration.
    public enum Kind: String, Sendable, CaseIterable {
        /// A server of the EventSchedule family, a pretix server, any server that takes the webhook's messages.
        case eventschedule, pretix, webhook
    }

    /// Its name in the configuration; a manifest's `backend` refers to it.
    public var name: String
    /// Decides which of the other settings are used.
    public var kind: Kind
    /// Of the server, without a slash at its end.
    public var url: ServerAddress
    /// How the server is reached: certificates, proxy.
    public var network = NetworkSettings()
    /// Name of the file with the API key or token.
    public var credential: String
    /// Name of the file with the key that signs requests; `nil`: they are not signed (webhook).
    public var signingCredential: String?
    /// Name of the header that carries the credential; `nil`: `Authorization: Bearer` (webhook).
    public var header: String?
    /// How many check-ins one request carries at most, 1 to 500 (webhook).
    public var batch = 1
    /// The words of `result` in messages (webhook).
    public var results = ResultWords.guide
    /// The server also reports what other gates did (webhook; pretix, when the device may read orders).
    public var tellsOthers = false
    /// Ids of events of which it gets a copy of every check-in, beside the event's own backend (webhook).
    public var copies: Set<String> = []
    /// The server may be asked about a code that is in no list.
    public var asksAboutUnknown = false
    /// Public key of the relay at this address, for which ticket codes are encrypted; `nil`: no codes are sent
    /// (webhook).
    public var relayKey: RelayPublicKey?
    /// Slug of the organizer's account; required for pretix, `nil` for others.
    public var organizer: String?
    /// The server's ids of events, by the manifest's id, where the two differ.
    public var events: [String: String] = [:]
    /// The server's ids of admission lists, by the manifest's slug, where the two differ (pretix).
    public var lists: [String: String] = [:]
    /// The server's numbers of gates, by our slug: rules of lists can ask for them (pretix).
    public var gates: [String: String] = [:]
    /// The server's ids of the admission lists that a manifest gets; empty for all (pretix).
    public var onlyLists: [String] = []
    /// Guests may be given chips that the server does not have yet, where the server allows that (pretix).
    public var newMedia = false

    /// The server answers check-ins with results that name them: an answer without one is not of it (webhook).
    var promisesResults: Bool { batch > 1 || tellsOthers || relayKey != nil }

    /// - Parameter credential: `nil`: named like the backend.
    public init(name: String, kind: Kind, url: ServerAddress, credential: String? = nil) {
        self.name = name
        self.kind = kind
        self.url = url
        self.credential = credential ?? name
    }

    /// The server's id of an event; the manifest's id where ``events`` has none.
    public func serverEvent(_ event: String) -> String {
        events[event] ?? event
    }
}

extension NetworkSettings {
    /// Reads `ca`, `pin`, `proxy` and `plain_http`.
    public init(_ mapping: YAMLMapping) {
        self.init()
        read(mapping)
    }

    /// The same; a key that is missing keeps its value.
    public mutating func read(_ mapping: YAMLMapping) {
        read(certificates: mapping)
        proxy = mapping.optionalString("proxy") ?? proxy
        allowsPlainHTTP = mapping.bool("plain_http", default: allowsPlainHTTP)
    }

    /// Reads `ca` and `pin`.
    init(certificates mapping: YAMLMapping) {
        self.init()
        read(certificates: mapping)
    }

    private mutating func read(certificates mapping: YAMLMapping) {
        authorityFile = mapping.optionalString("ca") ?? authorityFile
        pinnedKey =
            mapping.optionalValue("pin", "one or more of sha256//BASE64, separated by ;") {
                $0.split(separator: ";").allSatisfy { $0.hasPrefix("sha256//") } ? $0 : nil
            } ?? pinnedKey
    }

    /// Reads `url`, an address of a web server; one that these settings do not allow is a fault.
    /// - Parameter allowsQuery: whether it may have a part after `?`, as some webhooks have.
    /// - Returns: without a slash at its end; empty when there is a fault.
    public func address(_ mapping: YAMLMapping, allowsQuery: Bool = false) -> ServerAddress {
        let expectation = "an https address without a user in it" + (allowsQuery ? "" : " and without a ?")
        let url =
            mapping.value("url", expectation, isSecret: true) { Self.address($0, allowsQuery: allowsQuery) } ?? ""
        if !url.isEmpty, (try? HTTPTarget(HTTPRequest("GET", url.whole), self)) == nil {
            mapping.fault("url", "is not encrypted; use https, or say plain_http: true")
        }
        return url
    }

    private static func address(_ text: String, allowsQuery: Bool) -> ServerAddress? {
        guard let url = URL(string: text), url.scheme == "https" || url.scheme == "http", url.host() != nil,
            url.user() == nil, url.query() == nil || allowsQuery, url.fragment() == nil
        else { return nil }
        return ServerAddress(text.hasSuffix("/") ? String(text.dropLast()) : text)
    }
}

extension BackendSettings {
    /// Reads one entry of `backends`, or the source of a publication; faults are reported to the mapping.
    public init(name: String, _ mapping: YAMLMapping) {
        let kind = mapping.value("kind", "one of " + Kind.allCases.map(\.rawValue).joined(separator: ", ")) {
            Kind(rawValue: $0)
        }
        let network = NetworkSettings(mapping)
        self.init(name: name, kind: kind ?? .webhook, url: network.address(mapping))
        self.network = network
        credential = mapping.string("credential", default: name, maximumByteCount: 200)
        events = Self.texts("events", of: mapping)
        asksAboutUnknown = mapping.word("ask", of: ["never": false, "unknown": true], default: false)
        switch kind {
        case .pretix:
            organizer = mapping.string("organizer", maximumByteCount: 200)
            lists = Self.texts("lists", of: mapping)
            gates = Self.texts("gates", of: mapping)
            for (slug, number) in gates where Int64(number) == nil {
                mapping.fault(
                    "gates",
                    "has \"\(number.withoutControls)\" for \(slug.withoutControls), which is not the number of a gate")
            }
            onlyLists = mapping.strings("only_lists") ?? []
            newMedia = mapping.bool("new_media", default: false)
            tellsOthers = mapping.bool("tells_others", default: false)
        case .webhook:
            header = Self.header(mapping)
            signingCredential = mapping.optionalString("signing_credential", maximumByteCount: 200)
            batch = mapping.integer("batch", in: 1...500, default: 1)
            copies = Set(mapping.strings("copies") ?? [])
            tellsOthers = mapping.bool("tells_others", default: false)
            results = mapping.word("results", of: ["guide": .guide, "app": .app], default: .guide)
            relayKey = mapping.optionalValue("relay_key", "a key, as usher relay --key prints it") {
                RelayPublicKey(text: $0)
            }
        case .eventschedule, nil:
            break
        }
    }

    /// Reads `header`, the name of the header that carries a webhook's credential.
    public static func header(_ mapping: YAMLMapping) -> String? {
        mapping.optionalValue("header", "the name of a header") { isHeaderName($0) ? $0 : nil }
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
