internal import Tickets

/// A station's link to an EventSchedule server of any kind: sends its check-ins, and reads those of other gates.
struct EventScheduleLink: CheckInReceiver, CheckInStream {
    let server: EventScheduleServer
    /// Ids of the events whose check-ins are wanted, as in their manifests.
    let events: @Sendable () -> [String]
    /// The server's id of an event.
    let serverEvent: @Sendable (String) -> String
    var mostPages = 20_000

    var pace: Duration { server.pace }

    func deliver(_ checkIns: [OutgoingCheckIn]) async -> Delivery {
        var answers: [ServerAnswer] = []
        do throws(BackendError) {
            let site = try await server.site()
            if let refusal = site.refusal { throw refusal }
            for checkIn in checkIns { answers.append(try await answer(checkIn, at: site)) }
            return Delivery(answers: answers)
        } catch {
            return Delivery(answers: answers, error: error)
        }
    }

    private func answer(
        _ outgoing: OutgoingCheckIn, at site: EventScheduleSite
    ) async throws(BackendError) -> ServerAnswer {
        // Nobody passed. The server would take it for an attempt to enter, and admit a person whom this station
        // refused. Nor does it know tickets of the door.
        guard outgoing.checkIn.verdict.reason == nil, !outgoing.isUnknownToServers else { return .accepted }
        return site.dialect == .planify
            ? try await PlanifyScans(api: site.api).deliver(outgoing)
            : try await DocumentedCheckIns(api: site.api).deliver(outgoing)
    }

    /// What can be sent depends on which server it is.
    func answerWithoutSending(to outgoing: OutgoingCheckIn) throws(BackendError) -> ServerAnswer? {
        guard outgoing.checkIn.verdict.reason == nil else { return nil }
        if outgoing.isUnknownToServers { return .accepted }
        guard let site = server.known else {
            throw BackendError(
                .unreachable, "deliver to", "EventSchedule", "the kind of server is not known yet")
        }
        if let refusal = site.refusal { throw refusal }
        return site.dialect == .planify
            ? PlanifyScans.answerWithoutSending(to: outgoing) : DocumentedCheckIns.answerWithoutSending(to: outgoing)
    }

    func checkReadiness() async throws(BackendError) {
        if let refusal = try await server.site().refusal { throw refusal }
    }

    func page(after cursor: String?) async throws(BackendError) -> CheckInPage {
        let site = try await server.site()
        guard site.dialect == .documented else {
            throw site.api.failure(.unsupported, "this server does not report what other gates did")
        }
        return try await DocumentedUpdates(
            api: site.api, events: events(), serverEvent: serverEvent, mostPages: mostPages,
            pace: site.pace
        ).page(after: cursor)
    }
}
