internal import Journal
internal import Manifests
internal import StationAPI
internal import Tickets

/// Wristbands and cards that stand for tickets: those that were handed out here, and those that are handed out now.
extension Door {
    /// The key of the ticket to which this station has linked a medium last.
    func linkedTicket(ofMedium key: TicketKey, in manifest: InstalledManifest) throws -> TicketKey? {
        try journal.ticket(ofMedium: key, event: manifest.plan.event.id)
    }

    /// A code that is in no list, shown where a guest is to get a medium: it is the medium.
    /// - Returns: the verdict on that guest; `nil` when nobody waits for a medium there, or more has to be answered
    func takeAsMedium(_ code: TicketCode, from presentation: Presentation, now: Timestamp) -> Outcome? {
        guard let open = openQuestions.medium(wantedAt: presentation.source, now: now) else { return nil }
        let request = ConfirmRequest(ask: open.ask, answers: [open.question: code.text])
        return (try? confirm(request)).map { .verdict($0) }
    }
}
