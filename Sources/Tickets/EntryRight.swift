/// Whether, where and when people can enter on a line of a ticket list, as far as the list says it.
public struct EntryRight: Hashable, Sendable {
    /// One end of the time in which it admits.
    public struct Bound: Hashable, Sendable {
        /// Before the first instant of the window, or at its end.
        public let time: Timestamp
        /// That of the event, not of the ticket. When the event moves, tickets move with it: no loss.
        public let isOfEvent: Bool

        public init(_ time: Timestamp, isOfEvent: Bool) {
            (self.time, self.isOfEvent) = (time, isOfEvent)
        }
    }

    /// Slug of the ticket type.
    public let type: String
    /// Whether it admits at all.
    public let status: TicketStatus
    /// People on it, from 1.
    public let admits: Int
    /// Slugs of the admission lists on which it admits; with a status that admits on none, empty.
    public let lists: Set<String>
    /// From when on.
    public let opens: Bound
    /// Until when.
    public let closes: Bound

    public init(
        type: String, status: TicketStatus, admits: Int, lists: Set<String>, opens: Bound, closes: Bound
    ) {
        (self.type, self.status, self.admits) = (type, status, admits)
        (self.lists, self.opens, self.closes) = (lists, opens, closes)
    }

    /// People who can enter on it at some time from `now` on.
    public func people(at now: Timestamp) -> Int {
        lists.isEmpty || closes.time <= now || closes.time <= opens.time ? 0 : admits
    }
}

extension EventPlan {
    /// What a line of the event's list lets people do.
    /// - Parameter date: that of the line, if it has one.
    public func right(
        type: String, status: TicketStatus, admits: Int, notBefore: Timestamp, notAfter: Timestamp, date: Int64? = nil
    ) -> EntryRight {
        let admitting = lists.filter { list in
            list.types.contains(type) && (list.date == nil || list.date == date) && list.canAdmit(status)
        }
        let day = date.flatMap { dates[$0] }
        return EntryRight(
            type: type, status: status, admits: admits, lists: Set(admitting.map(\.slug)),
            opens: .init(notBefore, isOfEvent: notBefore == opens(day)),
            closes: .init(notAfter, isOfEvent: notAfter == closes(day)))
    }
}

extension AdmissionList {
    /// Whether a ticket with a status is let in here, at least when staff agree.
    public func canAdmit(_ status: TicketStatus) -> Bool {
        status == .valid || status == .unpaid && asksUnpaid
    }
}
