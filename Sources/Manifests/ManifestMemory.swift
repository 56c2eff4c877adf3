public import Foundation
public import Tickets

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

/// What has happened at the event's doors under the lists until now, as far as a station knows.
public struct RecordedPassages: Sendable {
    /// A line that somebody passed on.
    public struct Line: Hashable, Sendable {
        public let key: TicketKey
        public let number: Int

        public init(key: TicketKey, number: Int) {
            self.key = key
            self.number = number
        }
    }

    /// Slugs of the admission lists that somebody passed on.
    public let lists: Set<String>
    /// Each line that somebody passed on. Reads them from where they are kept, which takes a while where there are many.
    public let lines: @Sendable () throws -> Set<Line>

    public init(lists: Set<String>, lines: @escaping @Sendable () throws -> Set<Line>) {
        self.lists = lists
        self.lines = lines
    }
}

/// Where that is kept: durable, and not in the folder of the lists.
public protocol ManifestMemory: Sendable {
    func remembered(event: String) throws -> RememberedManifest?
    /// Takes the place of what was remembered of the event; durable on return.
    func remember(_ manifest: RememberedManifest) throws
    func passages(event: String) throws -> RecordedPassages
}
