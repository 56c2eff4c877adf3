public import Backends
internal import CheckedYAML

/// Where a station gets its lists by itself: the key `manifests` of usher.yaml.
public struct ListSettings: Hashable, Sendable {
    /// Addresses of signed lists.
    public var urls: [String] = []
    /// Folders in which lists are put.
    public var folders: [String] = []
    /// From one question at an address to the next.
    public var interval = Duration.seconds(300)
    /// Name of the credential that the addresses want.
    public var credential: String?
    public var network = NetworkSettings()

    public init() {}

    init(_ mapping: YAMLMapping) {
        urls = mapping.strings("urls") ?? []
        for (index, url) in urls.enumerated() where !url.hasPrefix("https://") && !url.hasPrefix("http://") {
            mapping.fault("urls", item: index, "must be an https address")
        }
        folders = mapping.strings("folders") ?? []
        for (index, folder) in folders.enumerated() where !folder.hasPrefix("/") {
            mapping.fault("folders", item: index, "must be a path that begins with /")
        }
        interval = mapping.duration("interval", in: .seconds(10) ... .seconds(86_400), default: interval)
        credential = mapping.optionalString("credential", maximumByteCount: 200)
        network = NetworkSettings(mapping)
    }
}
