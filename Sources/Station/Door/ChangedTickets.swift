internal import Journal
internal import Manifests
internal import Tickets

/// What ticketing servers have changed of tickets since the lists were made. A list that was made later knows better.
struct ChangedTickets {
    let journal: Journal

    /// A ticket as it is now. A journal that cannot be read hides no ticket: then the list decides.
    /// - Parameter isByCode: as in `TicketRecord.updated`.
    func current(_ record: TicketRecord, in manifest: InstalledManifest, isByCode: Bool) -> TicketRecord {
        let references = record.lines.compactMap(\.reference)
        guard let backend = manifest.claims.backend, !references.isEmpty,
            let changes = try? journal.changedTickets(
                of: manifest.plan.event.id, backend: backend, references: references)
        else { return record }
        let since = record.asOf ?? manifest.claims.issued
        return record.updated(
            by: changes.filter { $0.value.isNewer(than: since) }, in: manifest.plan, isByCode: isByCode)
    }

    /// The status of a line that was found without its code.
    func status(of ticket: FoundTicket, in manifest: InstalledManifest) -> TicketRow.Status {
        let listed = TicketRecord(key: ticket.key, lines: [ticket.line])
        let record = current(listed, in: manifest, isByCode: false)
        return record.isRevoked ? .revoked : .ticket(record.lines[0].status)
    }
}

extension Door {
    var changedTickets: ChangedTickets { ChangedTickets(journal: journal) }
}
