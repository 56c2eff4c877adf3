public import Tickets

/// What a ticketing server answered when it was tried before the doors open.
public struct BackendCheck: Sendable {
    /// Which server it is, by its own name: `pretix 2026.8.0`.
    public let server: String
    /// The events that the credential sees; `nil` when the server lists none.
    public let events: [ServerEvent]?
    /// Why it takes no check-ins; `nil` when it takes them, as far as can be known without sending one.
    public let refusal: BackendError?
    /// Whether the credential can read ticket codes; `nil` when that could not be tried.
    public let seesCodes: Bool?
    /// The version of its own phone app that the server asks for; `nil` when it asks for none.
    public let appVersion: String?
    /// How far this machine's clock is ahead of the server's; `nil` when the server does not say.
    public let clockOffset: Duration?
}

/// An event in a server's list.
public struct ServerEvent: Hashable, Sendable {
    /// The server's id, as `events` in usher.yaml and `event` in source.yaml take it.
    public let id: String
    /// For people; `nil` when the server has none.
    public let name: String?
    /// `nil` when the server has none, or none that can be read.
    public let starts: Timestamp?
}

/// An admission list of an event on a ticketing server.
public struct ServerList: Hashable, Sendable {
    /// The server's id, as `lists` and `only_lists` in usher.yaml take it.
    public let id: String
    /// For people.
    public let name: String
    /// Number of the only date of a series that it is for; `nil` for all dates.
    public let date: Int?
    /// How many products it admits; `nil` for all.
    public let products: Int?
    /// Whether somebody may enter again.
    public let reentry: Reentry
    /// It has a rule of its own.
    public let hasRule: Bool
}

extension BackendConnector {
    /// The admission lists of an event; `nil` when this kind of server has none.
    /// - Parameter event: the server's id.
    public func lists(of event: String, _ settings: BackendSettings) async throws(BackendError) -> [ServerList]? {
        guard settings.kind == .pretix else { return nil }
        let server = try pretix(settings, clock: nil)
        guard let name = PretixEventName(event) else {
            throw server.failure(
                .misconfigured, "\(event.withoutControls) is not a name that an event in pretix can have")
        }
        var lists: [ServerList] = []
        try await server.pages(
            of: name.path("checkinlists/"), query: ["exclude": "checkin_count", "exclude": "position_count"]
        ) { (page) throws(BackendError) in
            lists += page.compactMap { PretixList($0) }.filter { name.date == nil || $0.date ?? name.date == name.date }
                .map {
                    ServerList(
                        id: String($0.id), name: $0.name, date: $0.date, products: $0.products?.count,
                        reentry: $0.reentry, hasRule: $0.rule != nil)
                }
        }
        return lists
    }

    /// Tries a backend: its address, certificate, credential, kind, rights and clock. Nothing is sent that changes
    /// anything there.
    ///
    /// - Throws: ``BackendError``: what keeps the server from being used at all
    public func check(_ settings: BackendSettings) async throws(BackendError) -> BackendCheck {
        let clock = ServerClock(now: now)
        switch settings.kind {
        case .eventschedule:
            return try await EventScheduleCheck(server: try eventSchedule(settings, clock: clock)).run(clock)
        case .pretix: return try await PretixCheck(server: try pretix(settings, clock: clock)).run(clock)
        case .webhook:
            return try await WebhookCheck(
                poster: try poster(settings, clock: clock), promisesResults: settings.promisesResults
            ).run(clock)
        }
    }
}
