internal import Journal
internal import Manifests
internal import Messages
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

    /// A code that is no ticket, shown where a guest is to get a medium.
    /// - Returns: the verdict on that guest; `nil` when the code is no medium that may be handed out
    func takeAsMedium(
        _ code: TicketCode, for wanted: OpenQuestions.WantedMedium, how: CheckIn.How, in situation: Situation
    ) -> Outcome? {
        guard isMedium(code, for: wanted.question, of: wanted.event, how: how, in: situation) else { return nil }
        let request = ConfirmRequest(ask: wanted.ask, answers: [wanted.question.id: code.text])
        return (try? decideAgain(request)).map { .verdict($0) }
    }

    /// The code of a medium that staff typed, as readers read it; `nil` for anything that may not be handed out.
    func medium(typed text: String, for question: CheckInQuestion, of event: String?) -> String? {
        guard case .ticket(let code) = ScannedText(parsing: text),
            isMedium(code, for: question, of: event, how: .manual, in: situation())
        else { return nil }
        return code.text
    }

    /// Whether a code may be handed out: a spare medium of the list that stands for no ticket, or any chip where the list
    /// says so. What a camera sees is no chip.
    /// - Parameter event: the id of the event whose list has the question.
    private func isMedium(
        _ code: TicketCode, for question: CheckInQuestion, of event: String?, how: CheckIn.How, in situation: Situation
    ) -> Bool {
        guard let manifest = situation.served.first(where: { $0.plan.event.id == event }),
            case .nothing? = findings(of: code, in: situation).first
        else { return false }
        if question.takesNew, ![.camera, .image, .phone].contains(how), CheckInQuestion.isChipNumber(code.text) {
            return true
        }
        do {
            return try manifest.isSpare(code.text, question: question.id)
        } catch {
            conditions.report(Condition(.lookUpFailed, because: error))
            return false
        }
    }
}
