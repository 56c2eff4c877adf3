extension OutgoingCheckIn {
    /// It is about something that ticketing servers do not know: a ticket that was sold at the door, or a guest without a
    /// ticket. They are not told of it; other stations are.
    ///
    /// Guests without a ticket are known by the number of the line, because relays have no list: no ticket of a server has a
    /// type with that slug and neither a reference nor a code.
    public var isUnknownToServers: Bool {
        let isOfWalkIn =
            checkIn.line == Int(TicketType.number(of: TicketType.walkInSlug)) && checkIn.reference == nil && code == nil
        return checkIn.verdict == .sold || checkIn.reference.map(DoorReference.isOne) ?? false || isOfWalkIn
    }
}
