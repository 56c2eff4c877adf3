internal import CheckedYAML
internal import DoorScreen
internal import Tickets

/// The part of usher.yaml that the control room may order: how a station speaks, what it looks like, and how it treats cases
/// in which venues differ. Nothing that runs a command, opens a device, talks to a server, or says who may do what.
extension Configuration {
    /// What the control room has ordered counts before what usher.yaml says, key by key.
    /// - Parameter settings: YAML.
    /// - Throws: the list of every fault in it
    func ordered(_ settings: String) throws -> Configuration {
        try CheckedYAML.read(settings, file: "the settings") { root in
            var configuration = self
            configuration.readLanguage(root)
            configuration.readSymbologies(root)
            configuration.policy = Self.readPolicy(root.mapping("policy"), default: policy)
            var page = screen ?? PageSettings()
            Self.readLooks(root.mapping("screen"), into: &page)
            if screen != nil { configuration.screen = page }
            return configuration
        }
    }

    /// - Parameter settings: YAML that somebody wants to order.
    /// - Throws: the list of every fault in it
    public static func check(orderedSettings settings: String) throws {
        _ = try Configuration(station: "any").ordered(settings)
    }
}
