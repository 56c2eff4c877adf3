/// What came of a test message.
public struct AlertTrial: Codable, Hashable, Sendable {
    /// Its name in the configuration.
    public var receiver: String
    /// Why it did not take the message, and what to do; `nil` when it did.
    public var trouble: String?

    public init(receiver: String, trouble: String? = nil) {
        self.receiver = receiver
        self.trouble = trouble
    }
}
