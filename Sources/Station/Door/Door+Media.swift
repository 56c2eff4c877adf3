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

    /// Staff do not let a guest in of whom something is asked. They may still think better of it, and answer.
    func decline(_ request: DeclineRequest) {
        openQuestions.stopWaiting(forMediumOf: request.ask)
    }

    /// A code that is in no list, shown where a guest is to get a medium: it is the medium.
    /// - Parameter wanted: the guest of whom only that was asked, if nothing else was shown there since.
    /// - Returns: the verdict on that guest; `nil` when nobody waits for a medium there
    func takeAsMedium(_ code: TicketCode, for wanted: OpenQuestions.WantedMedium?, now: Timestamp) -> Outcome? {
        guard let wanted, now - wanted.since < OpenQuestions.mediumPatience else { return nil }
        let request = ConfirmRequest(ask: wanted.ask, answers: [wanted.question: code.text])
        return (try? decideAgain(request)).map { .verdict($0) }
    }
}
