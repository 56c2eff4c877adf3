internal import Journal
internal import Manifests
internal import Tickets

/// What is known of a ticket that a box office signed.
struct SoldTicketState {
    /// `nil` for a ticket that was not sold at a door.
    var reference: String?
    /// It was taken back.
    var isRefunded = false
}

extension Door {
    func soldTicket(_ code: SignedCode, _ key: TicketKey, in manifest: InstalledManifest) throws -> SoldTicketState {
        guard let office = manifest.plan.boxOffice, code.isSigned(by: office.key) else { return SoldTicketState() }
        return SoldTicketState(
            reference: DoorReference.of(key),
            isRefunded: try journal.look { try $0.isRefunded(key, event: manifest.plan.event.id) })
    }
}
