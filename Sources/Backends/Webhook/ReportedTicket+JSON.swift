public import Tickets

/// As a page of what all stations did has it (docs/webhook.openapi.yaml, `ChangedTicket`): without codes.
extension ReportedTicket {
    /// As a relay tells it.
    public var json: JSONValue {
        .object([
            ("event", .init(event)), ("id", .string(reference)), ("status", .string(status.word)),
            ("not_before", .init(notBefore?.description)), ("not_after", .init(notAfter?.description)),
            ("at", .string(at.description)),
        ])
    }

    /// A status that is not known blocks it.
    /// - Throws: ``RowFault``
    init(webhook value: LenientJSON) throws(RowFault) {
        let ticket = try TicketRow(webhook: value, code: "")
        guard let reference = ticket.reference else { throw RowFault("has no id") }
        guard !value["status"].isNull else { throw RowFault("has no status") }
        guard let at = value["at"].time else { throw RowFault("does not say when it was changed") }
        guard
            let reported = ReportedTicket(
                event: value["event"].text, reference: reference, status: ticket.status, notBefore: ticket.notBefore,
                notAfter: ticket.notAfter, at: at)
        else { throw RowFault("has an id or an event that is too long or not printable") }
        self = reported
    }
}
