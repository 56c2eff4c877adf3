internal import Journal
internal import Manifests
internal import Tickets

/// A code that no list has, and where it can be asked about.
struct UnknownCode: Sendable {
    let code: String
    let key: TicketKey
    /// Id of the event.
    let event: String
    let lists: [AdmissionList]
    /// Name of the event's backend.
    let backend: String
}

extension Door {
    /// The code of a presentation, when it looks like a ticket and neither a list of an event served here nor an earlier
    /// answer has it; `nil` for everything else. Codes of other programs, and those that their signature proves or that
    /// name another event, are not asked about.
    func unknownCode(of presentation: Presentation) -> UnknownCode? {
        guard case .ticket(let code) = ScannedText(parsing: presentation.bytes), code.otherContent == nil else {
            return nil
        }
        let situation = situation()
        let finder = finder(in: situation, others: situation.others)
        guard case .nothing? = try? finder.findings(of: code).first,
            // It may be what a guest is to get; no server knows it as a ticket.
            !situation.served.contains(where: { (try? $0.isSpare(code.text)) ?? false }),
            let manifest = situation.served.first(where: { $0.claims.backend != nil }),
            let backend = manifest.claims.backend
        else { return nil }
        return UnknownCode(
            code: code.text, key: manifest.key(of: code.text), event: manifest.plan.event.id,
            lists: manifest.plan.lists, backend: backend)
    }

    /// What the server said of a ticket that the list does not have. A list that was made later knows better.
    func lateRecord(of key: TicketKey, in manifest: InstalledManifest) throws -> TicketRecord? {
        guard let late = try journal.lateTicket(of: key, event: manifest.plan.event.id),
            late.asked >= manifest.claims.issued
        else { return nil }
        return late.record(of: key, in: manifest.plan, isNumberedByType: manifest.isNumberedByType)
    }
}
