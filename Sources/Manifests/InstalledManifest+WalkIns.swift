public import Tickets

extension ManifestClaims {
    /// The key of the line for guests without a ticket; `nil` where nobody counts them.
    public var walkInKey: TicketKey? { terms.walkInList.map { _ in TicketKey(ofWalkInsWith: salt) } }

    /// Lines of the list, without that for guests without a ticket.
    public var ticketCount: Int64 { max(0, body.tickets - (terms.walkInList == nil ? 0 : 1)) }
}

extension InstalledManifest {
    /// The key of the line for guests without a ticket; `nil` where nobody counts them.
    public var walkInKey: TicketKey? { claims.walkInKey }

    /// An admission list as it is for a ticket; `nil` when the event has none of that slug.
    public func list(_ slug: String, for key: TicketKey?) -> AdmissionList? {
        plan.list(slug).map { key != nil && key == walkInKey ? $0.forWalkIns : $0 }
    }
}
