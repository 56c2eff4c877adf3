internal import Tickets

extension PretixMemory {
    /// The tickets of an order as they are now, cancelled ones too. Nothing is remembered of them: whoever has the list
    /// knows what has changed. Empty when pretix does not say when the order was changed.
    func tickets(in order: LenientJSON) -> [ReportedTicket] {
        guard let event = order["event"].text, let at = order["last_modified"].time else { return [] }
        let positions = (order["positions"].items ?? []).compactMap(PretixPosition.init)
        let secrets = Dictionary(positions.map { ($0.id, $0.secret) }) { first, _ in first }
        return positions.compactMap { position in
            // A list may have an add-on under the code of its ticket, too.
            let base = position.addOnTo.flatMap { secrets[$0] }
            return ReportedTicket(
                event: name(of: event, date: position.date),
                reference: PretixReference(order: order["code"].text, number: position.number, id: position.id).text,
                status: .ticket(PretixTickets.status(of: position, in: order)),
                notBefore: position.window?.start, notAfter: position.window?.end,
                codes: [position.secret, base].compactMap { $0 }, at: at)
        }
    }
}
