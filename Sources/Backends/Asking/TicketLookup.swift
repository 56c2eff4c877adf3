public import Tickets

/// A code that is in no list, and what a server needs to say whose it is.
public struct TicketQuestion: Sendable {
    /// Makes the question unlike any other; a UUID.
    public let id: String
    /// As in the QR code; a secret.
    public let code: String
    /// Id of the event in its list.
    public let event: String
    /// Name of the station at which it was shown.
    public let station: String
    /// The event's admission lists.
    public let lists: [AdmissionList]

    public init(id: String, code: String, event: String, station: String, lists: [AdmissionList]) {
        self.id = id
        self.code = code
        self.event = event
        self.station = station
        self.lists = lists
    }
}

/// A server that can be asked about one code.
public protocol TicketLookup: Sendable {
    /// The lines of the ticket with exactly this code; none when the server does not know it.
    /// - Throws: ``BackendError``
    func tickets(for question: TicketQuestion) async throws(BackendError) -> [TicketRow]
}

extension BackendConnector {
    /// What can be asked about a code at a backend.
    /// - Throws: ``BackendError`` `.misconfigured`
    public func lookup(_ settings: BackendSettings) throws(BackendError) -> any TicketLookup {
        let clock = ServerClock(now: now)
        switch settings.kind {
        case .webhook:
            return WebhookLookup(try poster(settings, clock: clock).server, relayKey: settings.relayKey)
        case .pretix: return PretixLookup(server: try pretix(settings, clock: clock), settings: settings)
        case .eventschedule:
            return EventScheduleLookup(
                server: try eventSchedule(settings, clock: clock), serverEvent: settings.serverEvent, now: now)
        }
    }
}
