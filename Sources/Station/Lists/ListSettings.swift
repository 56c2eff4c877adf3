public import Backends
internal import CheckedYAML
public import Tickets

/// Where a station gets its lists by itself: the key `manifests` of usher.yaml.
public struct ListSettings: Hashable, Sendable {
    /// Addresses of signed lists, and of rosters.
    public var urls: [ServerAddress] = []
    /// Absolute paths of folders in which lists and rosters are put.
    public var folders: [String] = []
    /// How often each address is asked for a new list: 10 s to a day.
    public var interval = Duration.seconds(300)
    /// Name of the credential that the addresses require; `nil` when they require none.
    public var credential: String?
    /// How the addresses are reached: certificates, proxy.
    public var network = NetworkSettings()

    /// No addresses and no folders.
    public init() {}

    /// Those of lists.
    var listURLs: [ServerAddress] { urls.filter { !Self.isOfRoster($0) } }
    /// Those of rosters.
    var rosterURLs: [ServerAddress] { urls.filter(Self.isOfRoster) }

    /// By the end of its path.
    private static func isOfRoster(_ url: ServerAddress) -> Bool {
        url.whole.prefix { $0 != "?" && $0 != "#" }.lowercased().hasSuffix(Rosters.fileEnding)
    }

    /// What people see of an address, and by which a fault of it is known: its origin, with a number where several addresses
    /// have the same, in the order of the configuration.
    func name(of url: ServerAddress) -> String {
        let same = urls.filter { $0.origin == url.origin }
        guard same.count > 1, let place = same.firstIndex(of: url) else { return url.origin }
        return "\(url.origin) (\(place + 1))"
    }

    init(_ mapping: YAMLMapping) {
        read(mapping)
    }

    /// A key that is missing keeps its value.
    mutating func read(_ mapping: YAMLMapping) {
        urls = mapping.strings("urls")?.map { ServerAddress($0) } ?? urls
        for (index, url) in urls.enumerated() where !["https", "http"].contains(url.scheme) {
            mapping.fault("urls", item: index, "must be an https address")
        }
        folders = mapping.strings("folders") ?? folders
        for (index, folder) in folders.enumerated() where !folder.hasPrefix("/") {
            mapping.fault("folders", item: index, "must be a path that begins with /")
        }
        interval = mapping.duration("interval", in: .seconds(10) ... .seconds(86_400), default: interval)
        credential = mapping.optionalString("credential", maximumByteCount: 200) ?? credential
        network.read(mapping)
    }
}
