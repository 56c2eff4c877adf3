public import Tickets

/// A station's connection to one configured backend.
public struct BackendLink: Sendable {
    /// As configured.
    public let settings: BackendSettings
    /// Takes this station's check-ins.
    public let receiver: any CheckInReceiver
    /// Reports what other gates did; `nil` when this backend does not.
    public let stream: (any CheckInStream)?
    /// Can be asked about codes that are in no list; `nil` when that is not configured.
    public let lookup: (any TicketLookup)?
    /// Takes what the station says about itself; `nil` unless the server is a relay.
    public let reports: (any ReportReceiver)?
    /// Learns from every answer how far this machine's clock is from the server's.
    public let clock: ServerClock
}

/// Makes the objects that talk to backends.
public struct BackendConnector: Sendable {
    /// Returns the content of the credential with this name; throws `.misconfigured` when it cannot be used.
    public typealias Secrets = @Sendable (_ name: String) throws(BackendError) -> String

    private let secrets: Secrets
    private let instant: @Sendable () -> ContinuousClock.Instant
    let now: @Sendable () -> Timestamp

    /// - Parameters:
    ///   - instant: a moment of the boot-time clock.
    ///   - now: time by this machine's clock.
    public init(
        secrets: @escaping Secrets, instant: @escaping @Sendable () -> ContinuousClock.Instant = { .now },
        now: @escaping @Sendable () -> Timestamp
    ) {
        self.secrets = secrets
        self.instant = instant
        self.now = now
    }

    /// For a station: sends its check-ins, and receives those of other gates.
    ///
    /// - Parameter events: ids of the events whose check-ins are wanted at the moment, as in their manifests.
    /// - Throws: ``BackendError`` `.misconfigured`
    public func link(
        _ settings: BackendSettings, events: @escaping @Sendable () -> [String] = { [] }
    ) throws(BackendError) -> BackendLink {
        let clock = ServerClock(instant: instant, now: now)
        let lookup = settings.asksAboutUnknown ? try self.lookup(settings) : nil
        switch settings.kind {
        case .webhook:
            let poster = try poster(settings, clock: clock)
            let webhook = Webhook(
                poster, batchSize: settings.batch, relayKey: settings.relayKey, results: settings.results,
                promisesResults: settings.promisesResults)
            return BackendLink(
                settings: settings, receiver: webhook, stream: settings.tellsOthers ? webhook : nil, lookup: lookup,
                reports: settings.relayKey == nil ? nil : RelayReports(poster.server), clock: clock)
        case .eventschedule:
            let link = EventScheduleLink(
                server: try eventSchedule(settings, clock: clock), events: events, serverEvent: settings.serverEvent)
            return BackendLink(
                settings: settings, receiver: link, stream: link, lookup: lookup, reports: nil, clock: clock)
        case .pretix:
            let server = try pretix(settings, clock: clock)
            return BackendLink(
                settings: settings, receiver: PretixReceiver(server, settings: settings),
                stream: settings.tellsOthers ? PretixStream(server, settings: settings) : nil, lookup: lookup,
                reports: nil, clock: clock)
        }
    }

    /// For an organizer's machine: an event and its tickets.
    ///
    /// - Parameters:
    ///   - event: the server's id of the event.
    ///   - ignoringRules: leaves out rules that a list cannot express, and says so in a note.
    ///   - terms: personal data by which staff are to find tickets; none other is asked for.
    /// - Throws: ``BackendError`` `.misconfigured`
    public func source(
        _ settings: BackendSettings, event: String, ignoringRules: Bool, finding terms: Set<SearchTerm> = []
    ) throws(BackendError) -> any TicketServer {
        switch settings.kind {
        case .eventschedule:
            return EventScheduleSource(server: try eventSchedule(settings), event: event, now: now)
        case .webhook:
            let server = try poster(settings, clock: ServerClock(now: now)).server
            return WebhookTickets(server: server, event: event, now: now)
        case .pretix:
            guard let name = PretixEventName(event) else {
                throw BackendError(
                    .misconfigured, "use", settings.name, "\(event.withoutControls) is not a valid name of an event",
                    hint: "Use the event's short form, as in its address; for a series, also the date: gala/17.")
            }
            return PretixSource(
                try pretix(settings, clock: nil), event: name, settings: settings, ignoresRules: ignoringRules,
                finding: terms, now: now)
        }
    }

    /// Colour and logo of the organizer's events; `nil` when the server has none.
    /// - Throws: ``BackendError``
    public func branding(_ settings: BackendSettings) async throws(BackendError) -> ServerBranding? {
        guard settings.kind == .eventschedule else { return nil }
        return try await EventScheduleBranding(site: eventSchedule(settings).site()).fetch()
    }

    func eventSchedule(
        _ settings: BackendSettings, clock: ServerClock? = nil
    ) throws(BackendError) -> EventScheduleServer {
        let key = try credential(settings.credential)
        let server = JSONServer(
            client: HTTPClient(settings.network), base: settings.url.whole,
            headers: { () throws(BackendError) in [HTTPHeader("X-API-Key", try key())] }, clock: clock)
        return EventScheduleServer(server, now: now)
    }

    func pretix(_ settings: BackendSettings, clock: ServerClock?) throws(BackendError) -> PretixServer {
        guard let organizer = settings.organizer, PretixEventName(organizer)?.slug == organizer else {
            throw BackendError(.misconfigured, "use", settings.name, "organizer is missing or is not a short form")
        }
        return PretixServer(
            client: HTTPClient(settings.network), base: settings.url.whole, organizer: organizer,
            token: try credential(settings.credential), clock: clock)
    }

    func poster(_ settings: BackendSettings, clock: ServerClock) throws(BackendError) -> WebhookPoster {
        let secret = try credential(settings.credential)
        let server = JSONServer(
            client: HTTPClient(settings.network), base: settings.url.whole,
            headers: { [header = settings.header] () throws(BackendError) in
                let secret = try secret()
                return [header.map { HTTPHeader($0, secret) } ?? HTTPHeader("Authorization", "Bearer \(secret)")]
            }, clock: clock)
        let signing = try settings.signingCredential.map(credential)
        return WebhookPoster(
            server: server,
            key: { () throws(BackendError) in
                guard let signing else { return nil }
                return WebhookSignature.key(of: try signing())
            }, now: now)
    }

    /// Reads a credential at each use, because it may be replaced while a station runs.
    /// - Throws: when there is none now.
    private func credential(_ name: String) throws(BackendError) -> @Sendable () throws(BackendError) -> String {
        _ = try secrets(name)
        return { [secrets] () throws(BackendError) in try secrets(name) }
    }
}
