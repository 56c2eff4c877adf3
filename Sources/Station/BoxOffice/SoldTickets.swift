internal import Journal
internal import Manifests
internal import Tickets

/// What this station knows of tickets that were sold at the door. No list has them: their signature proves them.
struct SoldTickets {
    let journal: Journal

    /// What is known of a ticket that has a signature.
    struct State {
        /// `nil` for a ticket that was not sold at a door.
        var reference: String?
        /// It was taken back, here or elsewhere.
        var isRefunded: Bool
    }

    /// A refund counts whatever a later list says of the box office.
    func state(of code: SignedCode, _ key: TicketKey, in manifest: InstalledManifest) throws -> State {
        let event = manifest.plan.event.id
        let (isRefunded, isOwn) = try journal.look { reader in
            (try reader.isRefunded(key, event: event), try reader.sale(key, event: event) != nil)
        }
        let isSold = isRefunded || isOwn || manifest.plan.boxOffice.map { code.isSigned(by: $0.key) } ?? false
        return State(reference: isSold ? DoorReference.of(key) : nil, isRefunded: isRefunded)
    }

    /// A ticket that was sold here, found without its code.
    func record(reference: String, in manifest: InstalledManifest) throws -> TicketRecord? {
        try journal.look { try $0.sale(reference: reference, event: manifest.plan.event.id) }
            .flatMap { record(of: $0, in: manifest) }
    }

    /// Tickets that were sold here, found without their codes, the last ones first.
    func records(matching query: ReferenceQuery, in manifest: InstalledManifest, limit: Int) throws -> [TicketRecord] {
        try journal.sales(of: manifest.plan.event.id, limit: .max).lazy
            .filter { $0.checkIn.reference.map(query.matches) ?? false }.prefix(limit)
            .compactMap { record(of: $0, in: manifest) }
    }

    /// A ticket that was sold here, by its key.
    func record(of key: TicketKey, in manifest: InstalledManifest) throws -> TicketRecord? {
        try journal.look { try $0.sale(key, event: manifest.plan.event.id) }.flatMap { record(of: $0, in: manifest) }
    }

    /// `nil` when the event has not the type any more.
    private func record(of sale: Sale, in manifest: InstalledManifest) -> TicketRecord? {
        let plan = manifest.plan
        guard let key = sale.checkIn.key, let type = plan.types.first(where: { $0.lineNumber == sale.checkIn.line })
        else { return nil }
        let line = TicketLine(
            number: manifest.isNumberedByType ? type.lineNumber : 0, reference: sale.checkIn.reference, type: type,
            status: sale.isRefunded ? .refunded : .valid, notBefore: plan.opens(nil), notAfter: plan.closes(nil))
        return TicketRecord(key: key, lines: [line])
    }
}

extension Door {
    var soldTickets: SoldTickets { SoldTickets(journal: journal) }
}
