public import Foundation

/// What a station must not forget of an event's lists, even after it has removed them.
public struct RememberedManifest: Hashable, Sendable {
    public let event: String
    /// The highest ever installed.
    public let sequence: Int64
    /// Id of the only key that may update the event.
    public let keyID: String
    public let salt: Data

    public init(event: String, sequence: Int64, keyID: String, salt: Data) {
        self.event = event
        self.sequence = sequence
        self.keyID = keyID
        self.salt = salt
    }
}

/// Where that is kept: durable, and not in the folder of the lists.
public protocol ManifestMemory: Sendable {
    func remembered(event: String) throws -> RememberedManifest?
    /// Takes the place of what was remembered of the event; durable on return.
    func remember(_ manifest: RememberedManifest) throws
}
