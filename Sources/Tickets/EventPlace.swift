/// Where an event takes place, for people.
public struct EventPlace: Hashable, Sendable {
    /// The building or the room: 1 to 200 bytes of UTF-8.
    public let name: String
    /// Where that is: 1 to 500 bytes; `nil` when nobody said.
    public let address: String?
    /// Name of the place that was announced before: 1 to 200 bytes; `nil` when it has not moved.
    public let movedFrom: String?

    public init(name: String, address: String? = nil, movedFrom: String? = nil) {
        (self.name, self.address, self.movedFrom) = (name, address, movedFrom)
    }

    /// The same place, with the one that an earlier list announced first. A place that moves back has never moved, nor
    /// has one that is said to have moved from itself: only its spelling has changed.
    public func since(_ earlier: EventPlace?) -> EventPlace {
        let first = movedFrom ?? earlier?.movedFrom ?? earlier?.name
        return EventPlace(name: name, address: address, movedFrom: first == name ? nil : first)
    }
}

extension Event {
    /// The same event at a place.
    public func at(_ place: EventPlace?) -> Event {
        Event(
            id: id, name: name, timeZone: timeZone, doorsOpen: doorsOpen, starts: starts, ends: ends, status: status,
            place: place)
    }
}
