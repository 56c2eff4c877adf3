public import Foundation

/// What a station must remember of an event's lists, even after it has removed them: a list that is older, from another
/// organizer or with another salt is refused because of it.
public struct RememberedManifest: Hashable, Sendable {
    /// Id of the event.
    public let event: String
    /// The highest sequence number that was ever installed.
    public let sequence: Int64
    /// Id of the only key that may sign lists of the event.
    public let keyID: String
    /// 32 bytes: the ticket keys in the event's history are made with it.
    public let salt: Data

    public init(event: String, sequence: Int64, keyID: String, salt: Data) {
        self.event = event
        self.sequence = sequence
        self.keyID = keyID
        self.salt = salt
    }
}
