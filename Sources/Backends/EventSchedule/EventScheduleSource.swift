internal import Tickets

/// Pulls the tickets of an event from an EventSchedule server of any kind.
struct EventScheduleSource: TicketServer {
    let server: EventScheduleServer
    /// The server's id of the event.
    let event: String
    let now: @Sendable () -> Timestamp
    var bounds = ReadingBounds()
    /// Waits before a page is asked for again.
    var sleep: @Sendable (Duration) async -> Void = { try? await Task.sleep(for: $0) }

    func pull(progress: @Sendable (Int) -> Void) async throws -> PulledTickets {
        let began = now()
        let site = try await server.site()
        switch site.dialect {
        case .documented:
            let tickets = DocumentedTickets(
                api: site.api, event: event, began: began, bounds: bounds, sleep: sleep)
            return try await tickets.pull(progress: progress)
        case .upstream:
            let sales = UpstreamSales(api: site.api, event: event, began: began, bounds: bounds, sleep: sleep)
            return try await sales.pull(progress: progress)
        case .planify:
            throw site.api.failure(
                .unsupported, "its lists of tickets contain no codes",
                hint: "Export the codes on the server and build from a CSV file (docs/EVENT.md).")
        }
    }
}
