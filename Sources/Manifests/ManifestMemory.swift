public import Tickets

/// Who has passed the event's doors until now, as far as a station knows.
public struct RecordedPassages: Sendable {
    /// A line on which somebody has passed.
    public struct Line: Hashable, Sendable {
        /// Of the line's ticket.
        public let key: TicketKey
        /// ``TicketLine/number``, in the list that was in force then.
        public let number: Int

        public init(key: TicketKey, number: Int) {
            self.key = key
            self.number = number
        }
    }

    /// Slugs of the admission lists on which somebody has passed.
    public let lists: Set<String>
    /// Every line on which somebody has passed. Reads them from where they are stored: slow when there are many.
    public let lines: @Sendable () throws -> Set<Line>

    public init(lists: Set<String>, lines: @escaping @Sendable () throws -> Set<Line>) {
        self.lists = lists
        self.lines = lines
    }
}

/// Where a station remembers lists and passages: durable, and not in the folder of the lists. The journal does.
public protocol ManifestMemory: Sendable {
    /// `nil` when no list of the event was ever installed.
    func remembered(event: String) throws -> RememberedManifest?
    /// Replaces what was remembered of the event; durable when it returns.
    func remember(_ manifest: RememberedManifest) throws
    /// Remembers what a list counts as used that is about to be removed after its event.
    func rememberUses(of manifest: InstalledManifest, now: Timestamp) throws
    /// Under all lists of the event, at this station and at other gates, undone passages included.
    func passages(event: String) throws -> RecordedPassages
}
