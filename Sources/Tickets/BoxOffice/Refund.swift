/// A ticket that was sold at the door and taken back: it is not valid any more.
public struct Refund: Hashable, Sendable {
    /// Id of the event.
    public let event: String
    /// The ticket, without its code.
    public let key: TicketKey

    public init(event: String, key: TicketKey) {
        self.event = event
        self.key = key
    }
}
