internal import Tickets

/// Tries an EventSchedule server of any kind.
struct EventScheduleCheck {
    private static let pageSize = 100
    /// More events than any organizer has; a list without an end is given up.
    private static let bounds = ReadingBounds(pages: 100, items: 10_000)

    let server: EventScheduleServer

    func run(_ clock: ServerClock) async throws(BackendError) -> BackendCheck {
        let site = try await server.site()
        let events = try await events(at: site)
        return BackendCheck(
            server: site.name, events: events, refusal: site.refusal,
            seesCodes: try await seesCodes(of: events?.map(\.id) ?? [], at: site), appVersion: site.appVersion,
            clockOffset: clock.offset)
    }

    private func events(at site: EventScheduleSite) async throws(BackendError) -> [ServerEvent]? {
        var events: [ServerEvent] = []
        do throws(BackendError) {
            let request = ListRequest(path: "/events", pageSize: Self.pageSize)
            let sleep: @Sendable (Duration) async -> Void = { try? await Task.sleep(for: $0) }
            try await request.readAll(from: site.api, bounds: Self.bounds, sleep: sleep) { page in
                events += page.items.compactMap { Self.event($0, at: site) }
            }
        } catch {
            guard error.code == .notFound else { throw error }
            return nil
        }
        return events
    }

    private static func event(_ item: LenientJSON, at site: EventScheduleSite) -> ServerEvent? {
        guard let id = item["id"].text else { return nil }
        // The open source server writes UTC, and keeps the zone elsewhere.
        let read = try? EventScheduleEvent(
            item, zone: item["timezone", "time_zone"].text, timesZone: site.dialect == .upstream ? "UTC" : nil)
        return ServerEvent(id: id, name: item["name"].text, starts: read?.outline.starts)
    }

    /// Asks for one ticket of the first event that has any.
    private func seesCodes(of events: [String], at site: EventScheduleSite) async throws(BackendError) -> Bool? {
        let (path, member) =
            switch site.dialect {
            case .documented: ("/tickets", "code")
            case .upstream: ("/sales", "secret")
            case .planify: ("", "")
            }
        guard !path.isEmpty else { return false }
        for event in events.prefix(5) {
            do throws(BackendError) {
                let page = try await ListRequest(path: path, event: event, pageSize: 1).page(1, from: site.api)
                if let first = page.items.first { return first[member].text != nil }
            } catch {
                // A key for check-ins alone may not read tickets.
                if [.unauthorised, .notFound].contains(error.code) { return false }
                throw error
            }
        }
        return nil
    }
}

extension EventScheduleSite {
    /// For people.
    fileprivate var name: String {
        switch dialect {
        case .documented: "EventSchedule"
        case .upstream: "EventSchedule, open source"
        case .planify: "Planify"
        }
    }
}
