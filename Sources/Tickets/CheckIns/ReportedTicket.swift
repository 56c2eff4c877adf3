/// A ticket as its server has it now, reported because something about its order has changed.
public struct ReportedTicket: Hashable, Sendable {
    /// Id of the event in its manifest, up to 200 bytes; `nil` when the server is asked about one event only.
    public let event: String?
    /// The server's own id of the ticket, up to 200 bytes.
    public let reference: String
    /// Whether it is valid, or its code is not valid any more.
    public let status: TicketRow.Status
    /// From when on; `nil`: it has no time of its own, or the server does not say.
    public let notBefore: Timestamp?
    /// Until when; `nil`: it has no time of its own, or the server does not say.
    public let notAfter: Timestamp?
    /// All codes under which it stands now; empty when the server does not say. Secrets, which are neither stored nor
    /// passed on.
    public let codes: [String]
    /// When the server changed it last, by the server's clock.
    public let at: Timestamp

    private static let longestName = 200

    /// `nil` for an event or a reference that no list can have.
    public init?(
        event: String?, reference: String, status: TicketRow.Status, notBefore: Timestamp? = nil,
        notAfter: Timestamp? = nil, codes: [String] = [], at: Timestamp
    ) {
        let names = [event, reference].compactMap { $0 }
        guard names.allSatisfy({ (1...Self.longestName).contains($0.utf8.count) && $0 == $0.withoutControls }) else {
            return nil
        }
        self.event = event
        self.reference = reference
        self.status = status
        self.notBefore = notBefore
        self.notAfter = notAfter
        self.codes = codes
        self.at = at
    }
}

extension ReportedTicket: CustomStringConvertible, CustomReflectable {
    /// Never the codes.
    public var description: String { "\(reference) \(status.word)" }
    /// Empty: `dump` must not show them.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
