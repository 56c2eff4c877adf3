internal import Tickets

/// Asks pretix about one code (https://docs.pretix.eu/dev/api/resources/checkin.html, "Order position search").
struct PretixLookup: TicketLookup {
    /// Positions whose secret begins with the code, or whose holder's name has it, come too.
    private static let mostFound = 50

    let server: PretixServer
    let settings: BackendSettings

    func tickets(for question: TicketQuestion) async throws(BackendError) -> [TicketRow] {
        let lists = question.lists.compactMap { list in
            Int(settings.lists[list.slug] ?? list.slug).map { (number: $0, list: list) }
        }
        guard let first = lists.first else {
            throw server.failure(
                .misconfigured, "the configuration does not say which check-in lists of pretix are meant: see lists")
        }
        let answer = try await server.get(
            "checkinrpc/search/",
            query: [
                "list": String(first.number), "search": question.code, "ignore_status": "true",
                "page_size": String(Self.mostFound),
            ])
        let found = (answer.body["results"].items ?? []).filter { $0["secret"].text == question.code }
        return found.compactMap { value in
            PretixPosition(value).map { Self.row(of: $0, value, lists: lists) }
        }
    }

    private static func row(
        of position: PretixPosition, _ value: LenientJSON, lists: [(number: Int, list: AdmissionList)]
    ) -> TicketRow {
        let order = LenientJSON.object([
            "status": value["order__status"], "valid_if_pending": value["order__valid_if_pending"],
            "require_approval": value["order__require_approval"],
        ])
        let hasWindow = position.validFrom != nil || position.validUntil != nil
        return TicketRow(
            code: position.secret, reference: String(position.id),
            type: PretixProducts.Kind(position.item, position.variation).slug, seat: position.seat,
            status: .ticket(position.isCanceled ? .voided : PretixTickets.status(of: position, in: order)),
            notBefore: hasWindow ? position.validFrom ?? .earliest : nil,
            notAfter: hasWindow ? position.validUntil.map { $0 + .milliseconds(1) } ?? .latest : nil,
            attention: value["require_attention"].flag == true ? PretixProducts.plainAttention : nil,
            used: lists.compactMap { number, list in
                PretixPassage.used(position.passages, on: number, slug: list.slug, reentry: list.reentry)
            })
    }
}
