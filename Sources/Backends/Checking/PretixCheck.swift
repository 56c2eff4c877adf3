internal import Tickets

/// Tries a pretix server as a device.
struct PretixCheck {
    let server: PretixServer

    func run(_ clock: ServerClock) async throws(BackendError) -> BackendCheck {
        var events: [ServerEvent] = []
        var series: [String] = []
        try await server.pages(of: "events/") { (page) throws(BackendError) in
            for item in page {
                guard let slug = item["slug"].text else { continue }
                if item["has_subevents"].flag == true { series.append(slug) }
                events.append(Self.event(item, id: slug))
            }
        }
        for slug in series {
            try await server.pages(of: "events/\(slug.asPathComponent)/subevents/") { (page) throws(BackendError) in
                events += page.compactMap { date in date["id"].text.map { Self.event(date, id: "\(slug)/\($0)") } }
            }
        }
        return BackendCheck(
            server: try await name(), events: events, refusal: nil, seesCodes: nil, appVersion: nil,
            clockOffset: clock.offset)
    }

    private static func event(_ item: LenientJSON, id: String) -> ServerEvent {
        ServerEvent(id: id, name: item["name"].name(in: nil), starts: item["date_from"].time)
    }

    /// With its version, where it has `device/info` (pretix 2023.8 and later).
    private func name() async throws(BackendError) -> String {
        do throws(BackendError) {
            let info = try await server.get("/device/info").body
            return "pretix " + (info["server"]["version"]["pretix"].text ?? "").withoutControls.prefix(30)
        } catch {
            guard [.notFound, .unauthorised].contains(error.code) else { throw error }
            return "pretix"
        }
    }
}
