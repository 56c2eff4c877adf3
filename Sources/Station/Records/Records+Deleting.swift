internal import Journal
internal import Manifests
package import StationAPI
internal import Threads
package import Tickets

/// What is removed from the journal for good: only after the event, and only by a clock that is trusted. Which tickets were
/// used stays remembered, until a person confirms that they may admit again.
extension Records {
    private static let quietWeek = Duration.seconds(7 * 86_400)

    /// When events are over, or would be: those of the installed lists.
    private var listedEnds: [String: Timestamp] {
        Dictionary(
            uniqueKeysWithValues: manifests.installed.map { ($0.plan.event.id, $0.plan.event.ends + graceAfterEnd) })
    }

    package func purge() async throws -> PurgeAnswer {
        try await longWork.run { try purgeEnded() }
    }

    private func purgeEnded() throws -> PurgeAnswer {
        let now = try witness.trustedTime(to: "purge", "the journal")
        let ends = listedEnds
        let newest = try journal.newestEntries(now: now)
        let ended = Set(newest.filter { event, last in (ends[event] ?? last + Self.quietWeek) <= now }.keys)
        let running = Set(newest.keys).subtracting(ended)
        let report = try journal.purge(events: ended, now: now)
        tallies.forget()
        let kept = report.kept.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value) neither sent nor exported" }
        let removed = ended.subtracting(report.kept.keys).sorted()
        return PurgeAnswer(
            removed: Int64(report.removed), events: removed,
            kept: kept
                + running.sorted().map {
                    ends[$0] == nil
                        ? "\($0): has no list, and entries of the last 7 days" : "\($0): has not ended"
                },
            used: try removed.compactMap { try journal.useMemory(of: $0)?.tickets }.reduce(0, +))
    }

    package func forget(_ request: ForgetRequest) async throws -> ForgetAnswer {
        try await longWork.run { try forgetTicket(request) }
    }

    private func forgetTicket(_ request: ForgetRequest) throws -> ForgetAnswer {
        let subject = "a ticket of \(request.event.withoutControls)"
        let now = try requireOver(request.event, subject)
        let list = manifests.installed.first { $0.plan.event.id == request.event }
        let found = try list?.find(reference: request.ticket) ?? []
        let report = try journal.forget(
            ticket: request.ticket, keys: Set(found.map(\.key)), event: request.event, now: now)
        guard report.kept == 0 else {
            throw StationError(
                .refused, "forget", subject,
                "\(report.kept) of its entries were neither sent nor exported",
                hint: "Run usher journal export, or wait until the server has them.")
        }
        guard report.entries + report.others > 0 || !found.isEmpty else {
            throw StationError(
                .notFound, "forget", subject, "nothing here has this reference",
                hint: "References are compared as they are written: R-17 is not r17. It may have been forgotten before."
            )
        }
        tallies.forget()
        return ForgetAnswer(entries: report.entries, others: report.others, isListed: !found.isEmpty)
    }

    /// - Returns: now.
    /// - Throws: ``StationError`` when the event is not over, or the clock is not trusted
    private func requireOver(_ event: String, _ subject: String) throws -> Timestamp {
        let now = try witness.trustedTime(to: "forget", subject)
        let listed = listedEnds[event]
        if let listed, listed > now {
            throw StationError(
                .refused, "forget", subject, "the event is not over: its door needs to know the ticket",
                hint: "Until then, take the person's data out of the list and publish it.")
        }
        // A list may be gone because somebody removed it in the middle of its event: without one, a quiet week tells.
        if listed == nil, let last = try journal.newestEntries(now: now)[event], last + Self.quietWeek > now {
            throw StationError(
                .refused, "forget", subject, "the event has no list here, and entries of the last 7 days",
                hint: "Wait until then, or install its list again.")
        }
        return now
    }

    package func usedTickets(of event: String) async throws -> UsedTickets {
        let memory = try await journalQueue.run { try journal.useMemory(of: event) }
        guard let memory else {
            throw StationError(
                .notFound, "look for", "used tickets of \(event.withoutControls)", "none are remembered",
                hint: "They are remembered once entries of the event were removed. Is the id right?")
        }
        return UsedTickets(event: event, tickets: memory.tickets, since: memory.at)
    }

    package func readmit(_ request: ReadmitRequest, by staff: Staff) async throws -> UsedTickets {
        let used = try await usedTickets(of: request.event)
        guard request.tickets == used.tickets else {
            throw StationError(
                .refused, "readmit", "tickets of \(request.event.withoutControls)",
                "\(used.tickets) tickets were used, and \(request.tickets) were confirmed",
                hint: "Look again, and confirm that so many tickets admit again.")
        }
        // On record before it is done: who let them in again must not be lost.
        try await notes.add(
            .readmit, by: staff.name, "\(used.tickets) used tickets of \(used.event)")
        let now = clock.now()
        _ = try await longWork.run { try journal.forgetUses(of: request.event, now: now) }
        return used
    }
}
