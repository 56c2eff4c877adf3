/// A line of a ticket on one admission list: what has a ``History`` of its own.
public struct ListedLine: Hashable, Sendable {
    /// Id of the event.
    public let event: String
    /// Slug of the admission list.
    public let list: String
    /// The ticket, without its code.
    public let key: TicketKey
    /// Number of the ticket's line (``TicketLine/number``).
    public let line: Int

    public init(event: String, list: String, key: TicketKey, line: Int) {
        self.event = event
        self.list = list
        self.key = key
        self.line = line
    }
}

extension CheckIn {
    /// `nil` when the entry is about no line of an installed list.
    public var listedLine: ListedLine? {
        guard let event, let list, let key, let line else { return nil }
        return ListedLine(event: event, list: list, key: key, line: line)
    }
}
