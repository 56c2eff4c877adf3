internal import Tickets

/// Asks an EventSchedule server about one code. Only servers with the documented interface can say whose it is.
struct EventScheduleLookup: TicketLookup {
    let server: EventScheduleServer
    let serverEvent: @Sendable (String) -> String
    let now: @Sendable () -> Timestamp

    func tickets(for question: TicketQuestion) async throws(BackendError) -> [TicketRow] {
        let site = try await server.site()
        guard site.dialect == .documented else {
            throw site.api.failure(.unsupported, "this server cannot be asked about a code")
        }
        return try await DocumentedTickets(
            api: site.api, event: serverEvent(question.event), began: now(), bounds: ReadingBounds(), sleep: { _ in }
        ).find(question.code)
    }
}
