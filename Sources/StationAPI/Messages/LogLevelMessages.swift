/// How much a station logs until it is started again.
public struct LogLevel: Codable, Hashable, Sendable {
    /// As swift-log and usher.yaml spell it: `notice`.
    public var level: String

    public init(level: String) {
        self.level = level
    }
}
