extension Decision {
    /// As much of it as a station with these permissions may tell. What has to be done for a ticket is always told.
    func told(with permissions: Set<Permission>) -> Decision {
        guard !permissions.contains(.basicAttendee), let line else { return self }
        let type = TicketType(id: 0, slug: "", name: "", attention: line.type.attention)
        let plain = TicketLine(
            number: line.number, reference: line.reference, type: type, status: line.status,
            notBefore: line.notBefore, notAfter: line.notAfter, attention: line.attention)
        var told = Decision(verdict, line: plain)
        (told.first, told.opensAt, told.closedAt) = (first, opensAt, closedAt)
        (told.rightGate, told.otherEvent) = (rightGate, otherEvent)
        (told.isUnmatched, told.overruledReason) = (isUnmatched, overruledReason)
        told.isHeld = isHeld
        return told
    }
}
