/// How much a station logs, until usherd is started again.
public struct LogLevel: Codable, Hashable, Sendable {
    /// `trace`, `debug`, `info`, `notice`, `warning`, `error` or `critical`, as in usher.yaml.
    public var level: String

    public init(level: String) {
        self.level = level
    }
}
